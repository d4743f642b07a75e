/**
 * Refusals :: what is known to be one too many, without asking
 *
 * A use that was refused stays refused until its window ends, whatever others do, as long as the limit is not raised.
 * Remembering that keeps a flood of refused requests away from whoever counts.
 */
import type { RateVerdict } from '../service/ports.ts';

const SWEEP_MS = 60_000;

export class Refusals {
  readonly #refused = new Map<string, { readonly limit: number; readonly until: number }>();
  readonly #sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();

  known(bucket: string, subject: string, limit: number): RateVerdict | undefined {
    const refusal = this.#refused.get(keyOf(bucket, subject));
    if (refusal === undefined || limit > refusal.limit) return undefined;
    const resetMs = Math.ceil(refusal.until - performance.now());
    return resetMs > 0 ? { allowed: false, limit, remaining: 0, resetMs } : undefined;
  }

  remember(bucket: string, subject: string, { allowed, limit, resetMs }: RateVerdict): void {
    if (!allowed) this.#refused.set(keyOf(bucket, subject), { limit, until: performance.now() + resetMs });
  }

  stop(): void {
    clearInterval(this.#sweeping);
  }

  #sweep(): void {
    for (const [key, { until }] of this.#refused) if (until <= performance.now()) this.#refused.delete(key);
  }
}

const keyOf = (bucket: string, subject: string): string => JSON.stringify([bucket, subject]);
