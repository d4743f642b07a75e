/** What the service does on its own, every few seconds or minutes. */
import type { Authenticator } from './authenticator.ts';
import type { RetryStore } from './documents/retry-ports.ts';
import type { JobStore } from './jobs/job-ports.ts';
import type { LeaseClock } from './lease-clock.ts';
import type { PeopleStore } from './people/people-ports.ts';
import type { BlobStore } from './ports.ts';
import { dropWhatIsOld, type RetentionRules, type RetentionStore } from './retention.ts';
import type { WebhookStore } from './webhooks/webhook-ports.ts';

const FLUSH_MS = 5_000;
/** Often: whoever uploads and deletes again and again fills the disk only as far as the next sweep. */
const SWEEP_MS = 2 * 60_000;
/** What is kept for years is looked at now and then. */
const RETENTION_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Longer than any upload takes between its blobs and the version that names them, on any node. */
export const BLOB_GRACE_MS = 10 * 60_000;

interface Chores {
  stop(): Promise<void>;
}

interface Sweeping {
  readonly blobs: Pick<BlobStore, 'sweep'>;
  readonly people: Pick<PeopleStore, 'sweep'>;
  readonly retries: Pick<RetryStore, 'sweep'>;
  readonly jobs: Pick<JobStore, 'sweep'>;
  readonly webhooks: Pick<WebhookStore, 'sweep'>;
  readonly retention: RetentionStore;
  readonly rules: RetentionRules & {
    /** How long it can be seen what has become of a job, or of a delivery. */
    readonly keptJobDays: number;
  };
  readonly leaseClock: Pick<LeaseClock, 'now'>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Once a server, whatever number of threads it has. */
export const startSweeping = ({
  blobs,
  people,
  retries,
  jobs,
  webhooks,
  retention,
  rules,
  leaseClock,
  now,
  onError,
}: Sweeping): Chores => {
  const memoryMs = rules.keptJobDays * DAY_MS;
  const sweeping = every(SWEEP_MS, onError, [
    () => blobs.sweep(now() - BLOB_GRACE_MS),
    () => people.sweep(now()),
    async () => retries.sweep(await leaseClock.now()),
    () => jobs.sweep(now(), now() - memoryMs),
    () => webhooks.sweep(now() - memoryMs),
  ]);
  const dropping = every(RETENTION_MS, onError, [() => dropWhatIsOld(retention, rules, now())]);
  return {
    async stop() {
      await Promise.all([sweeping.stop(), dropping.stop()]);
    },
  };
};

/** Of the keys that came in here. Ends with a last one. */
export const startFlushing = (authenticator: Authenticator, onError: (error: unknown) => void): Chores => {
  const flush = () => authenticator.flush();
  const chores = every(FLUSH_MS, onError, [flush]);
  return {
    async stop() {
      await chores.stop();
      await flush().catch(onError);
    },
  };
};

const every = (
  milliseconds: number,
  onError: (error: unknown) => void,
  chores: readonly (() => Promise<unknown>)[],
): Chores => {
  const running = new Set<Promise<unknown>>();
  const run = (work: () => Promise<unknown>): void => {
    const promise = work()
      .catch(onError)
      .finally(() => running.delete(promise));
    running.add(promise);
  };
  const timer = setInterval(() => chores.forEach(run), milliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
};
