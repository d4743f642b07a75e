/**
 * Rate limits in the memory of this process. With SQLite there is one server process; where somebody runs two on one
 * folder, each counts for itself (docs/operations.md says so). PostgreSQL is the way to several nodes.
 *
 * By a clock that nobody sets: a window ends when its time has passed, whatever the calendar says.
 */
import type { RateLimiter, RateVerdict } from '../../service/ports.ts';

const WINDOW_MS = 60_000;

interface Window {
  used: number;
  readonly ends: number;
}

interface MemoryLimiter extends RateLimiter {
  /** At once, for a charge that is made only where it is allowed. */
  count(bucket: string, subject: string, limit: number): RateVerdict;
}

export const memoryLimiter = (clock = () => Math.floor(performance.now())): MemoryLimiter => {
  const windows = new Map<string, Window>();
  let nextSweep = clock() + WINDOW_MS;

  const sweep = (now: number): void => {
    if (now < nextSweep) return;
    nextSweep = now + WINDOW_MS;
    for (const [key, { ends }] of windows) if (ends <= now) windows.delete(key);
  };
  const running = (key: string, now: number): Window | undefined => {
    const window = windows.get(key);
    return window !== undefined && window.ends > now ? window : undefined;
  };
  const count = (bucket: string, subject: string, limit: number, windowMs = WINDOW_MS): RateVerdict => {
    const now = clock();
    sweep(now);
    const key = keyOf(bucket, subject);
    const window = running(key, now) ?? { used: 0, ends: now + windowMs };
    windows.set(key, window);
    window.used += 1;
    return verdict(window, { limit, now, allowed: window.used <= limit });
  };
  const look = (bucket: string, subject: string, limit: number): RateVerdict => {
    const now = clock();
    const window = running(keyOf(bucket, subject), now) ?? { used: 0, ends: now + WINDOW_MS };
    return verdict(window, { limit, now, allowed: window.used < limit });
  };

  return {
    count,
    consume: async (...use) => count(...use),
    refused(bucket, subject, limit) {
      const looked = look(bucket, subject, limit);
      return looked.allowed ? undefined : looked;
    },
    peek: async (...use) => look(...use),
  };
};

/** A bucket's name has no blank in it. */
const keyOf = (bucket: string, subject: string): string => `${bucket} ${subject}`;

const verdict = (
  { used, ends }: Window,
  { limit, now, allowed }: { limit: number; now: number; allowed: boolean },
): RateVerdict => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - used),
  resetMs: Math.max(0, Math.ceil(ends - now)),
});
