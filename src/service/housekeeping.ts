/** What the service does on its own, every few seconds or minutes. */
import type { Authenticator } from './authenticator.ts';
import type { JobStore } from './job-ports.ts';
import type { PeopleStore } from './people-ports.ts';
import type { BlobStore } from './ports.ts';
import type { RetryStore } from './retry-ports.ts';

const FLUSH_MS = 5_000;
/** Often: whoever uploads and deletes again and again fills the disk only as far as the next sweep. */
const SWEEP_MS = 2 * 60_000;
/** Longer than any upload takes between its blobs and the version that names them, on any node. */
const BLOB_GRACE_MS = 10 * 60_000;

/** How long it can be seen what has become of a job. */
const JOB_MEMORY_MS = 30 * 24 * 3_600_000;

interface Needs {
  readonly authenticator: Authenticator;
  readonly blobs: Pick<BlobStore, 'sweep'>;
  readonly people: Pick<PeopleStore, 'sweep'>;
  readonly retries: Pick<RetryStore, 'sweep'>;
  readonly jobs: Pick<JobStore, 'sweep'>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Ends with a last flush. */
export const startHousekeeping = ({
  authenticator,
  blobs,
  people,
  retries,
  jobs,
  now,
  onError,
}: Needs): { stop(): Promise<void> } => {
  const running = new Set<Promise<unknown>>();
  const run = (work: () => Promise<unknown>): void => {
    const promise = work()
      .catch(onError)
      .finally(() => running.delete(promise));
    running.add(promise);
  };
  const timers = [
    setInterval(() => run(() => authenticator.flush()), FLUSH_MS),
    setInterval(() => run(() => blobs.sweep(now() - BLOB_GRACE_MS)), SWEEP_MS),
    setInterval(() => run(() => people.sweep(now())), SWEEP_MS),
    setInterval(() => run(() => retries.sweep(now())), SWEEP_MS),
    setInterval(() => run(() => jobs.sweep(now(), now() - JOB_MEMORY_MS)), SWEEP_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    async stop() {
      timers.forEach(clearInterval);
      run(() => authenticator.flush());
      await Promise.all(running);
    },
  };
};
