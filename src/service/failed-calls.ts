/**
 * Calls for a document that failed, by organization and hour: of templates that exist by their key, all others together,
 * so that nobody can grow the statistics with keys that he made up. Gathered for a moment and written together: whoever
 * is refused may ask again a thousand times a second.
 */
import type { ErrorCode } from '../errors.ts';
import type { OutputFormat } from './model.ts';
import type { UsageStore } from './ports.ts';
import type { NewEvent } from './webhooks/webhook-ports.ts';

interface FailedCall {
  readonly organizationId: string;
  /** Empty where no template of the organization was asked for, or nobody knows which. */
  readonly templateKey: string;
  /** Null where nobody knows. */
  readonly format: OutputFormat | null;
  readonly code: ErrorCode;
  readonly at: number;
  /** Of a job: its end is told by itself. */
  readonly isOfJob?: true;
}

const GATHER_MS = 500;
const HOUR_MS = 3_600_000;

interface Needs {
  readonly usage: Pick<UsageStore, 'recordFailure'>;
  /** `document.failed`, once for all that were alike: whoever is refused a thousand times is not told as often. */
  readonly tell: (event: NewEvent) => void;
  /** A failure that no caller should suffer from. */
  readonly onError: (error: unknown) => void;
}

export class FailedCalls {
  readonly #needs: Needs;
  #gathered = new Map<string, FailedCall & { count: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  add(call: FailedCall): void {
    const { organizationId, templateKey, format, code, at, isOfJob } = call;
    const hour = Math.floor(at / HOUR_MS);
    const key = JSON.stringify([organizationId, templateKey, format, code, hour, isOfJob]);
    const known = this.#gathered.get(key);
    if (known === undefined) this.#gathered.set(key, { ...call, count: 1 });
    else known.count += 1;
    this.#timer ??= setTimeout(() => void this.#write(), GATHER_MS).unref();
  }

  /** What was gathered is written before the store goes. */
  stop(): Promise<void> {
    return this.#write();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const calls = [...this.#gathered.values()];
    this.#gathered = new Map();
    this.#writing = this.#writing.then(async () => {
      for (const { isOfJob, ...call } of calls) {
        await this.#needs.usage.recordFailure(call).catch(this.#needs.onError);
        if (isOfJob === undefined) this.#needs.tell(eventOf(call));
      }
    });
    return this.#writing;
  }
}

const eventOf = ({
  organizationId,
  templateKey,
  format,
  code,
  at,
  count,
}: FailedCall & { count: number }): NewEvent => ({
  organizationId,
  event: 'document.failed',
  at,
  facts: { templateKey: templateKey === '' ? null : templateKey, output: format, code, count },
});
