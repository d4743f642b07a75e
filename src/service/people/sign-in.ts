/**
 * signIn :: e-mail address × password → person's id
 *
 * Who guesses is slowed down by address, by address and account together, and by account, on all nodes together. What
 * strangers try elsewhere does not keep the owner of an account out; where so many of them try that the account itself is
 * closed, a browser that has been signed in before still comes in. An account that does not exist answers as one that
 * does: the same words, the same work, the same limits.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import type { RateLimiter } from '../ports.ts';
import type { AuthRecords, PeopleStore } from './people-ports.ts';
import { couldBePassword, emailOf } from './people-rules.ts';

/** Of one address, or of one browser, at one account: a person who mistypes does not notice. */
const OWN_ATTEMPTS = 20;
/** From all addresses together: some 20,000 guesses a day, hopeless against ten characters. Ten addresses to use it up. */
const ACCOUNT_ATTEMPTS = 200;
const WINDOW_MS = 15 * 60_000;
/** Each takes 32 MiB and a quarter of the threads that also read files; shared by all that answer requests. */
const PASSWORDS_AT_ONCE = 16;

export interface Passwords {
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
}

interface Needs {
  readonly people: PeopleStore;
  readonly records: AuthRecords;
  readonly limiter: RateLimiter;
  readonly passwords: Passwords;
  /** Signs what a browser keeps. */
  readonly secret: string;
  /** Attempts a minute and client address. */
  readonly addressAttempts: number;
  /** Threads that answer requests, of which this is one: one where left out. */
  readonly threads?: number;
}

export class SignIn {
  readonly #needs: Needs;
  #atWork = 0;
  #decoy: Promise<string> | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async signIn(attempt: {
    readonly email: unknown;
    readonly password: unknown;
    /** Of the client. */
    readonly address: string;
    /** What an earlier sign-in gave the browser. */
    readonly device?: string | undefined;
  }): Promise<string> {
    const { password } = attempt;
    const email = knownForm(attempt.email);
    await this.#allow(attempt, email ?? '');
    const person = email === undefined ? undefined : await this.#needs.people.findByEmail(email);
    const hash = await this.#passwordHash(person?.id ?? '');
    const right = await this.#verify(couldBePassword(password) ? password : '', hash);
    if (person === undefined || !right) throw badCredentials();
    return person.id;
  }

  /** The account's own password again, before something that needs it. */
  async confirm(person: { readonly id: string }, password: unknown): Promise<void> {
    // Whoever is here is signed in: nobody else can use this up.
    await this.#count('confirm-password', person.id, OWN_ATTEMPTS, 'for this account');
    const hash = await this.#passwordHash(person.id);
    if (!(await this.#verify(couldBePassword(password) ? password : '', hash)))
      throw new PlatenError('bad_credentials', 'The current password is not right.');
  }

  async hash(password: string): Promise<string> {
    return this.#working(() => this.#needs.passwords.hashPassword(password));
  }

  /** For the browser to keep: it has been signed in to this account. */
  deviceToken(email: string): string {
    const id = randomBytes(16).toString('base64url');
    return `${id}.${this.#signature(id, email)}`;
  }

  async #allow(
    { address, device }: { readonly address: string; readonly device?: string | undefined },
    account: string,
  ): Promise<void> {
    const { limiter, addressAttempts } = this.#needs;
    const byAddress = await limiter.consume('sign-in-address', address, addressAttempts);
    if (!byAddress.allowed) throw tooMany('from this address', byAddress.resetMs);
    const known = this.#deviceId(device, account);
    if (known !== undefined) return this.#count('sign-in-device', known, OWN_ATTEMPTS, 'from this browser');
    await this.#count(
      'sign-in-account-address',
      digest(`${address} ${account}`),
      OWN_ATTEMPTS,
      'for this account from this address',
    );
    await this.#count('sign-in-account', digest(account), ACCOUNT_ATTEMPTS, 'for this account');
  }

  async #count(bucket: string, subject: string, attempts: number, where: string): Promise<void> {
    const { allowed, resetMs } = await this.#needs.limiter.consume(bucket, subject, attempts, WINDOW_MS);
    if (!allowed) throw tooMany(where, resetMs);
  }

  #deviceId(device: string | undefined, account: string): string | undefined {
    const [id = '', signature = ''] = device?.split('.') ?? [];
    const right = Buffer.from(this.#signature(id, account));
    const sent = Buffer.from(signature);
    return sent.length === right.length && timingSafeEqual(sent, right) ? id : undefined;
  }

  #signature(id: string, account: string): string {
    return createHmac('sha256', this.#needs.secret)
      .update(`device ${id} ${digest(account)}`)
      .digest('base64url');
  }

  async #passwordHash(userId: string): Promise<string | undefined> {
    const [account] = await this.#needs.records.find('accounts', [
      { field: 'userId', operator: 'eq', value: userId, connector: 'AND' },
      { field: 'providerId', operator: 'eq', value: 'credential', connector: 'AND' },
    ]);
    return typeof account?.['password'] === 'string' ? account['password'] : undefined;
  }

  /** Where there is no hash, one of nobody's is tried: that takes as long. */
  async #verify(password: string, hash: string | undefined): Promise<boolean> {
    this.#decoy ??= this.#needs.passwords.hashPassword('nobody has this password');
    const against = hash ?? (await this.#decoy);
    const right = await this.#working(() => this.#needs.passwords.verifyPassword(password, against));
    return right && hash !== undefined;
  }

  async #working<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#atWork >= PASSWORDS_AT_ONCE / (this.#needs.threads ?? 1))
      throw new PlatenError('busy', 'Too many people are signing in at this moment.', { retryAfter: 2 });
    this.#atWork += 1;
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
    }
  }
}

/** The table of limits is no place for addresses of people. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const knownForm = (email: unknown): string | undefined => {
  try {
    return emailOf(email);
  } catch {
    return undefined;
  }
};

const badCredentials = (): PlatenError =>
  new PlatenError('bad_credentials', 'The e-mail address and the password do not belong together.', {
    hint: 'Check both; an operator of the server can set a new password. With an invitation, somebody new sends a name as well.',
  });

const tooMany = (where: string, resetMs: number): PlatenError =>
  new PlatenError('too_many_failures', `Too many attempts to sign in were made ${where}.`, {
    retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
    hint: 'Wait for the time in Retry-After, or use a browser that you have signed in with before.',
  });
