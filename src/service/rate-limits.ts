/** Which minute's budget a request comes out of, and how large it is for this organization. */
import { PlatenError } from '../errors.ts';
import type { Organization } from './model.ts';
import type { RateLimiter, RateVerdict } from './ports.ts';

export type RateBucket = 'generate' | 'request';

export interface RateDefaults {
  readonly generateLimit: number;
  readonly requestLimit: number;
}

export class RateLimits {
  readonly #limiter: RateLimiter;
  readonly #defaults: RateDefaults;

  constructor(limiter: RateLimiter, defaults: RateDefaults) {
    this.#limiter = limiter;
    this.#defaults = defaults;
  }

  consume(organization: Organization, bucket: RateBucket): Promise<RateVerdict> {
    return this.#limiter.consume(bucket, organization.id, this.#limitOf(organization, bucket));
  }

  /** What is left of the running minute, without using any of it. */
  peek(organization: Organization, bucket: RateBucket): Promise<RateVerdict> {
    return this.#limiter.peek(bucket, organization.id, this.#limitOf(organization, bucket));
  }

  #limitOf(organization: Organization, bucket: RateBucket): number {
    return bucket === 'generate'
      ? (organization.generateLimit ?? this.#defaults.generateLimit)
      : (organization.requestLimit ?? this.#defaults.requestLimit);
  }
}

export const secondsUntilReset = ({ resetMs }: RateVerdict): number => Math.max(1, Math.ceil(resetMs / 1000));

export const rateLimited = (verdict: RateVerdict, bucket: RateBucket): PlatenError =>
  new PlatenError(
    'rate_limited',
    `The organization has used its ${verdict.limit} ${bucket === 'generate' ? 'generate ' : ''}requests for this minute.`,
    {
      retryAfter: secondsUntilReset(verdict),
      hint: 'Wait for the time in Retry-After, or have an administrator raise the limit of the organization.',
    },
  );
