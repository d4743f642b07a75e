/**
 * once :: Idempotency-Key, what to do the first time and again → the answer, and whether it was given before
 *
 * The first request with a key has it for itself while it runs, under a lease that it renews: where its server dies, the key
 * is free again within twenty seconds. It is ended in the very transaction that charges for the document or changes the template,
 * so there is no moment in which one has happened and the other has not. Only successes are remembered.
 */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import type { LeaseClock } from '../lease-clock.ts';
import type { Hold, RetryStore } from './retry-ports.ts';

const HOUR_MS = 3_600_000;
const REMEMBERED_MS = 24 * HOUR_MS;
const LEASE_MS = 20_000;
const RENEW_MS = 5_000;

interface RetriedRequest {
  readonly organizationId: string;
  readonly key: string;
  /** Of what is asked for, however it was wrapped. */
  readonly fingerprint: string;
  /** Where it is to be remembered until somebody says otherwise. */
  readonly isKept?: true;
}

interface Retried<Answer> {
  /** Ends the hold where it succeeds. */
  first(hold: Hold): Promise<Answer>;
  /** From what the first one has left. */
  again(outcome: string): Promise<Answer>;
}

export class Retries {
  readonly #store: RetryStore;
  readonly #clock: Pick<LeaseClock, 'now'>;

  constructor(store: RetryStore, clock: Pick<LeaseClock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  async once<Answer>(
    { organizationId, key, fingerprint, isKept }: RetriedRequest,
    { first, again }: Retried<Answer>,
  ): Promise<{ readonly answer: Answer; readonly isReplayed: boolean }> {
    const hold: Hold = { organizationId, key, token: randomUUID() };
    const at = await this.#clock.now();
    const held = await this.#store.take({
      ...hold,
      fingerprint,
      at,
      leaseUntil: at + LEASE_MS,
      expiresAt: isKept ? Number.MAX_SAFE_INTEGER : at + REMEMBERED_MS,
    });
    if (held.kind !== 'taken' && held.fingerprint !== fingerprint) throw reused();
    if (held.kind === 'running') throw stillRunning();
    if (held.kind === 'done') return { answer: await again(held.outcome), isReplayed: true };

    const renewing = setInterval(() => {
      // One that fails is made up for by the next; what the lease is for decides at the end, with the charge.
      this.#renew(hold).catch(() => undefined);
    }, RENEW_MS);
    renewing.unref();
    try {
      return { answer: await first(hold), isReplayed: false };
    } catch (error) {
      // Where it can't be given back, the lease runs out by itself.
      await this.#store.release(hold).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  async #renew(hold: Hold): Promise<void> {
    await this.#store.renew(hold, (await this.#clock.now()) + LEASE_MS);
  }
}

export const stillRunning = (): PlatenError =>
  new PlatenError('idempotency_running', 'The first request with this Idempotency-Key is still running.', {
    retryAfter: 1,
    hint: 'Wait for the time in Retry-After, and send the same request again.',
  });

const reused = (): PlatenError =>
  new PlatenError(
    'idempotency_key_reused',
    'The Idempotency-Key has been used for another request within the last 24 hours.',
    { hint: 'Send a key of its own with each new request, and the same one only with the same request.' },
  );
