/** Which minute's budget a request comes out of, and how large it is for this organization or person. */
import { PlatenError } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import type { Organization } from './model.ts';
import type { RateLimiter, RateVerdict } from './ports.ts';

/** `preview` is a person's own; the others are their organization's. */
export type RateBucket = 'generate' | 'request' | 'preview';

export interface RateDefaults {
  readonly generateLimit: number;
  readonly requestLimit: number;
}

/** One a second: somebody who types sees every pause, and nobody gets documents for free by the thousand. */
const PREVIEW_LIMIT = 60;

export class RateLimits {
  readonly #limiter: RateLimiter;
  readonly #defaults: RateDefaults;

  constructor(limiter: RateLimiter, defaults: RateDefaults) {
    this.#limiter = limiter;
    this.#defaults = defaults;
  }

  consume(caller: Pick<Caller, 'organization' | 'person'>, bucket: RateBucket): Promise<RateVerdict> {
    const { organization, person } = caller;
    if (bucket !== 'preview')
      return this.#limiter.consume(bucket, organization.id, this.#limitOf(organization, bucket));
    // Whoever is no person will be refused, and pays for the question like for any other.
    if (person === undefined) return this.consume(caller, 'request');
    return this.#limiter.consume(bucket, person.id, PREVIEW_LIMIT);
  }

  /** What is left of the running minute, without using any of it. */
  peek(organization: Organization, bucket: 'generate' | 'request'): Promise<RateVerdict> {
    return this.#limiter.peek(bucket, organization.id, this.#limitOf(organization, bucket));
  }

  #limitOf(organization: Organization, bucket: 'generate' | 'request'): number {
    return bucket === 'generate'
      ? (organization.generateLimit ?? this.#defaults.generateLimit)
      : (organization.requestLimit ?? this.#defaults.requestLimit);
  }
}

export const secondsUntilReset = ({ resetMs }: RateVerdict): number => Math.max(1, Math.ceil(resetMs / 1000));

export const rateLimited = (verdict: RateVerdict, bucket: RateBucket): PlatenError => {
  const { limit } = verdict;
  const retryAfter = secondsUntilReset(verdict);
  if (bucket === 'preview')
    return new PlatenError('rate_limited', `You have used your ${limit} previews for this minute.`, {
      retryAfter,
      hint: 'Wait for the time in Retry-After.',
    });
  return new PlatenError(
    'rate_limited',
    `The organization has used its ${limit} ${bucket === 'generate' ? 'generate ' : ''}requests for this minute.`,
    {
      retryAfter,
      hint: 'Wait for the time in Retry-After, or have whoever runs this server raise the limit of the organization.',
    },
  );
};
