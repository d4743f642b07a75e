/**
 * Failed authentications, counted per client address in the running minute.
 *
 * Only failures are refused past the limit: an address may be a proxy or an office, and one misconfigured client must
 * not lock out the keys that work. A key has 256 random bits; what this bounds is noise, not guessing.
 */
import { isIPv6 } from 'node:net';
import { PlatenError } from '../errors.ts';

const MINUTE_MS = 60_000;
/** About 2 MB when full; past it the oldest address is forgotten. */
const MOST_ADDRESSES = 10_000;

export class FailureGuard {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; readonly ends: number }>();

  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Throws `too_many_failures` once the address has had its share; otherwise counts and returns. */
  count(address: string): void {
    const subject = clientOf(address);
    const now = this.#now();
    let window = this.#windows.get(subject);
    if (window === undefined || window.ends <= now) {
      window = { count: 0, ends: now + MINUTE_MS };
      this.#windows.delete(subject);
      this.#windows.set(subject, window);
      this.#forgetOldest();
    }
    window.count += 1;
    if (window.count > this.#limit)
      throw new PlatenError('too_many_failures', 'Too many failed authentications came from this address.', {
        retryAfter: Math.max(1, Math.ceil((window.ends - now) / 1000)),
        hint: 'Check the API key: Authorization: Bearer plt_…',
      });
  }

  #forgetOldest(): void {
    if (this.#windows.size <= MOST_ADDRESSES) return;
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined) this.#windows.delete(oldest);
  }
}

/** One household or server has a /64 of IPv6 addresses, so the first four groups are who it is. */
export const clientOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
};
