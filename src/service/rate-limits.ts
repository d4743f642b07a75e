/** Which minute's budget a request comes out of, and how large it is for this organization or person. */
import { PlatenError } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import type { Organization } from './model.ts';
import type { RateLimiter, RateVerdict } from './ports.ts';

/** `preview` is a person's own; the others are their organization's. */
export type RateBucket = 'generate' | 'request' | 'preview';

interface RateDefaults {
  readonly generateLimit: number;
  readonly requestLimit: number;
}

/** Four a second: somebody who types sees every key on the page, one document at a time. Watermarked, they are nobody's documents for free. */
const PREVIEW_LIMIT = 240;

/**
 * One request's use of a minute, counted once: by itself, or by the charge that pays for the document, which has to ask the
 * database anyway.
 */
export class RateUse {
  readonly bucket: RateBucket;
  readonly #limiter: RateLimiter;
  readonly #subject: string;
  readonly #limit: number;
  #verdict: RateVerdict | undefined;

  constructor(limiter: RateLimiter, use: { bucket: RateBucket; subject: string; limit: number }) {
    this.bucket = use.bucket;
    this.#limiter = limiter;
    this.#subject = use.subject;
    this.#limit = use.limit;
  }

  get verdict(): RateVerdict | undefined {
    return this.#verdict;
  }

  /** What a charge has to count; undefined once it is counted. */
  get uncounted(): number | undefined {
    return this.#verdict === undefined ? this.#limit : undefined;
  }

  /** Throws where it is known to be one too many; counts nothing, and asks nobody. */
  refuseWhereFull(): void {
    this.settle(this.#limiter.refused(this.bucket, this.#subject, this.#limit));
  }

  /** Throws where it is one too many. */
  async count(): Promise<void> {
    this.settle(this.#verdict ?? (await this.#limiter.consume(this.bucket, this.#subject, this.#limit)));
  }

  /** What the charge that has counted it was told. */
  settle(verdict: RateVerdict | undefined): void {
    if (verdict === undefined) return;
    this.#verdict = verdict;
    if (!verdict.allowed) throw rateLimited(verdict, this.bucket);
  }
}

/** Of work that no minute is counted for: it was, when it was asked for. */
export const COUNTED: Pick<RateUse, 'uncounted' | 'count' | 'settle'> = {
  uncounted: undefined,
  count: async () => undefined,
  settle: () => undefined,
};

export class RateLimits {
  readonly #limiter: RateLimiter;
  readonly #defaults: RateDefaults;

  constructor(limiter: RateLimiter, defaults: RateDefaults) {
    this.#limiter = limiter;
    this.#defaults = defaults;
  }

  use({ organization, person }: Pick<Caller, 'organization' | 'person'>, asked: RateBucket): RateUse {
    // Whoever is no person will be refused a preview, and pays for the question like for any other.
    const bucket = asked === 'preview' && person === undefined ? 'request' : asked;
    return new RateUse(
      this.#limiter,
      bucket === 'preview'
        ? { bucket, subject: person?.id ?? '', limit: PREVIEW_LIMIT }
        : { bucket, subject: organization.id, limit: this.#limitOf(organization, bucket) },
    );
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

const rateLimited = (verdict: RateVerdict, bucket: RateBucket): PlatenError => {
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
