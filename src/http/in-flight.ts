/**
 * How many bytes of request bodies are held at once. Each body alone is within its limit; a few hundred slow ones
 * together would still be more memory than a machine has.
 */
import type { FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';

const RETRY_SECONDS = 2;

export class InFlight {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /** Counted for the request until `release`. */
  take(request: FastifyRequest, bytes: number): void {
    if (this.#held + bytes > this.#limit)
      throw new PlatenError('busy', 'The server holds as many request bodies as it can; try again shortly.', {
        retryAfter: RETRY_SECONDS,
      });
    this.#held += bytes;
    request.heldBytes += bytes;
  }

  release(request: FastifyRequest): void {
    this.#held -= request.heldBytes;
    request.heldBytes = 0;
  }
}
