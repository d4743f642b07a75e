/**
 * signIn :: e-mail address × password → person's id
 *
 * Who guesses is slowed down twice, by address and by account, on all nodes together. An account that does not exist
 * answers as one that does: the same words, the same work, the same limit.
 */
import { createHash } from 'node:crypto';
import { PlatenError } from '../errors.ts';
import type { AuthRecords, PeopleStore } from './people-ports.ts';
import { couldBePassword, emailOf } from './people-rules.ts';
import type { RateLimiter } from './ports.ts';

/** Some 2,000 guesses a day: hopeless against ten characters, and a person who mistypes does not notice. */
const ACCOUNT_ATTEMPTS = 20;
const ACCOUNT_WINDOW_MS = 15 * 60_000;
/** Each takes 32 MiB and a quarter of the threads that also read files. */
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
  /** Attempts a minute and client address. */
  readonly addressAttempts: number;
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
  }): Promise<string> {
    const { password, address } = attempt;
    const email = knownForm(attempt.email);
    await this.allow(address, email ?? '');
    const person = email === undefined ? undefined : await this.#needs.people.findByEmail(email);
    const hash = await this.#passwordHash(person?.id ?? '');
    const right = await this.#verify(couldBePassword(password) ? password : '', hash);
    if (person === undefined || !right) throw badCredentials();
    return person.id;
  }

  /** The account's own password again, before something that needs it. */
  async confirm(
    person: { readonly id: string; readonly email: string },
    password: unknown,
    address: string,
  ): Promise<void> {
    await this.allow(address, person.email);
    const hash = await this.#passwordHash(person.id);
    if (!(await this.#verify(couldBePassword(password) ? password : '', hash)))
      throw new PlatenError('bad_credentials', 'The current password is not right.');
  }

  async hash(password: string): Promise<string> {
    return this.#working(() => this.#needs.passwords.hashPassword(password));
  }

  async allow(address: string, account: string): Promise<void> {
    const { limiter, addressAttempts } = this.#needs;
    const byAddress = await limiter.consume('sign-in-address', address, addressAttempts);
    if (!byAddress.allowed) throw tooMany('from this address', byAddress.resetMs);
    // A digest: the table of limits is no place for addresses of people.
    const subject = createHash('sha256').update(account).digest('hex');
    const byAccount = await limiter.consume('sign-in-account', subject, ACCOUNT_ATTEMPTS, ACCOUNT_WINDOW_MS);
    if (!byAccount.allowed) throw tooMany('for this account', byAccount.resetMs);
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
    if (this.#atWork >= PASSWORDS_AT_ONCE)
      throw new PlatenError('busy', 'Too many people are signing in at this moment.', { retryAfter: 2 });
    this.#atWork += 1;
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
    }
  }
}

const knownForm = (email: unknown): string | undefined => {
  try {
    return emailOf(email);
  } catch {
    return undefined;
  }
};

const badCredentials = (): PlatenError =>
  new PlatenError('bad_credentials', 'The e-mail address and the password do not belong together.', {
    hint: 'Check both; an operator of the server can set a new password.',
  });

const tooMany = (where: string, resetMs: number): PlatenError =>
  new PlatenError('too_many_failures', `Too many attempts to sign in were made ${where}.`, {
    retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
    hint: 'Wait for the time in Retry-After.',
  });
