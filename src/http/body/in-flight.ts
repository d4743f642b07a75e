/**
 * How many bytes of request bodies are held at once, and by whom. Each body alone is within its limit; a few hundred
 * slow ones together would still be more memory than a machine has.
 *
 * Organizations share one pool, and people who are signed in but work in none of them. Strangers have another, small
 * one, by their addresses: all they can send is a form to sign in with. The first kibibyte of such a form is free, so
 * that no number of strangers keeps anybody from signing in; what bounds it is the number of connections.
 */
import type { FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import { type Holdings, Shares } from '../../shares.ts';
import { clientOf } from '../failure-guard.ts';
import type { Pace } from './pace.ts';

const RETRY_SECONDS = 2;
/** Of the pool for known callers: 8 MiB of 512. */
const STRANGERS_PART = 1 / 64;
const FREE_BYTES = 1024;

interface InFlightLimits {
  readonly bytes: number;
  /** How a body has to arrive once its time of grace is over. */
  readonly pace: Pace;
  /** Where several threads share the pools. */
  readonly held?: Readonly<Record<'bodies' | 'strangers', Holdings>> | undefined;
}

export class InFlight {
  readonly pace: Pace;
  readonly #known: Shares;
  readonly #strangers: Shares;

  constructor({ bytes, pace, held }: InFlightLimits) {
    this.pace = pace;
    this.#known = new Shares(bytes, held?.bodies);
    this.#strangers = new Shares(bytes * STRANGERS_PART, held?.strangers);
  }

  get held(): { readonly known: number; readonly strangers: number } {
    return { known: this.#known.held, strangers: this.#strangers.held };
  }

  /** Counted for the request until `release`. */
  take(request: FastifyRequest, bytes: number): void {
    const before = request.heldBytes;
    const counted = chargeable(request, before + bytes) - chargeable(request, before);
    if (!this.#poolOf(request).take(holderOf(request), counted)) {
      // What came of it is dropped now: held until its answer is out, many at once would each be refused for the others.
      this.release(request);
      throw full(request);
    }
    request.heldBytes += bytes;
  }

  release(request: FastifyRequest): void {
    this.#poolOf(request).giveBack(holderOf(request), chargeable(request, request.heldBytes));
    request.heldBytes = 0;
  }

  #poolOf({ bodyHolder }: FastifyRequest): Shares {
    return bodyHolder === null ? this.#strangers : this.#known;
  }
}

const holderOf = ({ bodyHolder, ip }: FastifyRequest): string => bodyHolder ?? clientOf(ip);

const chargeable = ({ bodyHolder }: FastifyRequest, bytes: number): number =>
  bodyHolder === null ? Math.max(bytes - FREE_BYTES, 0) : bytes;

const full = ({ bodyHolder }: FastifyRequest): PlatenError => {
  const who = bodyHolder === null ? 'Your address has' : 'Your organization has';
  return new PlatenError(
    'busy',
    `${who} as many bytes of requests under way as this server can hold for it; try again shortly.`,
    { retryAfter: RETRY_SECONDS },
  );
};
