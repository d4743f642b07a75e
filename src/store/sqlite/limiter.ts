/**
 * Rate limits in the memory of this process. With SQLite there is one server process; where somebody runs two on one
 * folder, each counts for itself (docs/operations.md says so). PostgreSQL is the way to several nodes.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter, RateVerdict } from '../../service/ports.ts';

const WINDOW_SECONDS = 60;

export const memoryLimiter = (): RateLimiter => {
  // The limit belongs to the call (organizations differ, and it may change within the minute), so the library only
  // counts, and never refuses by itself.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS });
  const keyOf = (bucket: string, subject: string) => JSON.stringify([bucket, subject]);

  return {
    async consume(bucket, subject, limit, windowMs): Promise<RateVerdict> {
      const state = await limiter.consume(
        keyOf(bucket, subject),
        1,
        windowMs === undefined ? {} : { customDuration: windowMs / 1000 },
      );
      return verdict(state, limit, state.consumedPoints <= limit);
    },
    async peek(bucket, subject, limit): Promise<RateVerdict> {
      const state = await limiter.get(keyOf(bucket, subject));
      if (state === null || state.msBeforeNext <= 0) {
        return { allowed: limit > 0, limit, remaining: Math.max(0, limit), resetMs: WINDOW_SECONDS * 1000 };
      }
      return verdict(state, limit, state.consumedPoints < limit);
    },
  };
};

const verdict = (state: RateLimiterRes, limit: number, allowed: boolean): RateVerdict => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - state.consumedPoints),
  resetMs: Math.max(0, Math.ceil(state.msBeforeNext)),
});
