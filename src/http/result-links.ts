/** Links to a job's result that need no key: signed, and good for a while. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { PlatenError } from '../errors.ts';

interface ResultLink {
  readonly organizationId: string;
  readonly id: string;
  readonly expiresAt: number;
}

export class ResultLinks {
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('result links').digest();
  }

  /** Path and query. */
  sign(link: ResultLink): string {
    const query = new URLSearchParams({
      organization: link.organizationId,
      expires: String(link.expiresAt),
      signature: this.#signature(link),
    });
    return `/results/${link.id}?${query}`;
  }

  check(link: ResultLink, signature: string, now: number): void {
    const [sent, right] = [Buffer.from(signature), Buffer.from(this.#signature(link))];
    if (sent.length !== right.length || !timingSafeEqual(sent, right))
      throw new PlatenError('forbidden', 'The link is not one that this service has made.');
    if (link.expiresAt <= now) throw new PlatenError('result_expired', 'The link is not valid any more.');
  }

  #signature({ organizationId, id, expiresAt }: ResultLink): string {
    return createHmac('sha256', this.#key).update(`${organizationId} ${id} ${expiresAt}`).digest('base64url');
  }
}
