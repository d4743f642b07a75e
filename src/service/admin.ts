/**
 * What an administrator may do, from the command line today and over HTTP later: the same rules for both. Works on
 * the store alone, so it can run next to a running server. Each change is in the audit log under `actor`.
 */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../errors.ts';
import { makeSecret, newApiKey } from './api-keys.ts';
import type { ApiKey, AuditEntry, LedgerEntry, Organization, UsageHour } from './model.ts';
import { SCOPES, type Scope } from './model.ts';
import type { Actor, Store } from './ports.ts';

const NAME_CHARACTERS = 200;
const MOST_CREDIT = 1_000_000_000_000;
const MOST_REQUESTS = 1_000_000_000;
const MOST_ROWS = 10_000;

export interface AdminSettings {
  /** Who acts, as the audit log shows it: `cli`, `user:…`. */
  readonly actor: string;
  /** What a new organization starts with; null is unlimited. */
  readonly credits: number | null;
  readonly now?: () => number;
}

export interface MadeKey {
  /** Shown to the administrator now and never again. */
  readonly secret: string;
  readonly key: ApiKey;
}

export class Admin {
  readonly #store: Store;
  readonly #settings: AdminSettings;

  constructor(store: Store, settings: AdminSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  async createOrganization(name: string, credit = this.#settings.credits): Promise<Organization> {
    if (credit !== null) check(isCount(credit, MOST_CREDIT), `The credit must be from 0 to ${MOST_CREDIT}`);
    const id = randomUUID();
    return this.#store.organizations.create(
      { id, name: await this.#freeName(name, id), credit },
      this.#act(),
    );
  }

  /** Oldest first. */
  organizations(): Promise<readonly Organization[]> {
    return this.#store.organizations.list();
  }

  /** By id, or by a name that only one has. */
  async organization(reference: string): Promise<Organization> {
    const known = await this.#store.organizations.list();
    const byId = known.find(({ id }) => id === reference);
    if (byId !== undefined) return byId;
    const [named, another] = known.filter(({ name }) => name === reference);
    check(another === undefined, `Several organizations are called "${reference}"; name one by its id`);
    if (named === undefined)
      throw new PlatenError('organization_not_found', `There is no organization "${reference}".`);
    return named;
  }

  async renameOrganization(reference: string, name: string): Promise<Organization> {
    const { id } = await this.organization(reference);
    const wanted = await this.#freeName(name, id);
    return found(await this.#store.organizations.rename(id, wanted, this.#act()), reference);
  }

  async setLimits(
    reference: string,
    limits: { readonly generateLimit?: number | null; readonly requestLimit?: number | null },
  ): Promise<Organization> {
    for (const [name, limit] of [
      ['generate', limits.generateLimit ?? null],
      ['request', limits.requestLimit ?? null],
    ] as const)
      check(
        limit === null || (isCount(limit, MOST_REQUESTS) && limit > 0),
        `The ${name} limit must be from 1 to ${MOST_REQUESTS}, or the server's default`,
      );
    const { id } = await this.organization(reference);
    return found(await this.#store.organizations.setLimits(id, limits, this.#act()), reference);
  }

  async createKey(
    reference: string,
    options: {
      readonly name: string;
      readonly scopes?: readonly string[];
      readonly expiresAt?: number | null;
    },
  ): Promise<MadeKey> {
    const { id: organizationId } = await this.organization(reference);
    const { expiresAt = null } = options;
    if (expiresAt !== null)
      check(
        Number.isSafeInteger(expiresAt) && expiresAt > this.#now(),
        'The expiry must be a time in the future',
      );
    const secret = makeSecret();
    const key = await this.#store.apiKeys.create(
      newApiKey(secret, {
        organizationId,
        name: nameOf(options.name),
        scopes: scopesOf(options.scopes ?? ['templates:read', 'templates:write', 'generate']),
        expiresAt,
      }),
      this.#act(),
    );
    return { secret, key };
  }

  /** Newest first, revoked ones included. */
  async keys(reference: string): Promise<readonly ApiKey[]> {
    const { id } = await this.organization(reference);
    return this.#store.apiKeys.list(id);
  }

  /** By id, or by a prefix that only one key which still works has. */
  async revokeKey(reference: string, keyReference: string): Promise<ApiKey> {
    const { id: organizationId } = await this.organization(reference);
    const keys = (await this.#store.apiKeys.list(organizationId)).filter(
      ({ revokedAt }) => revokedAt === null,
    );
    const [key, another] = keys.filter(({ id, prefix }) => id === keyReference || prefix === keyReference);
    check(another === undefined, `Several keys start with "${keyReference}"; name one by its id`);
    if (key === undefined || !(await this.#store.apiKeys.revoke(organizationId, key.id, this.#act())))
      throw new PlatenError(
        'api_key_not_found',
        `The organization has no working API key "${keyReference}".`,
      );
    return key;
  }

  /** A negative amount takes credit away; the balance stops at zero. */
  async addCredit(reference: string, amount: number, note = ''): Promise<Organization> {
    check(
      Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= MOST_CREDIT,
      `The amount must be a whole number, not 0, of at most ${MOST_CREDIT}`,
    );
    const { id, credit } = await this.organization(reference);
    check(credit !== null, 'The organization has unlimited credit; set a balance first');
    return found(await this.#store.credit.grant(id, amount, noteOf(note), this.#act()), reference);
  }

  /** `null` is unlimited. */
  async setCredit(reference: string, credit: number | null, note = ''): Promise<Organization> {
    if (credit !== null) check(isCount(credit, MOST_CREDIT), `The credit must be from 0 to ${MOST_CREDIT}`);
    const { id } = await this.organization(reference);
    return found(await this.#store.credit.setBalance(id, credit, noteOf(note), this.#act()), reference);
  }

  /** Newest first. */
  async ledger(reference: string, limit = 100): Promise<readonly LedgerEntry[]> {
    const { id } = await this.organization(reference);
    return this.#store.credit.ledger(id, rowsOf(limit));
  }

  /** Hours in [from, to), oldest first. */
  async usage(reference: string, from: number, to: number): Promise<readonly UsageHour[]> {
    check(
      Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to,
      'The span must end after it starts',
    );
    const { id } = await this.organization(reference);
    return this.#store.usage.series(id, from, to);
  }

  /** Newest first; without an organization, everything. */
  async audit(reference: string | undefined, limit = 100): Promise<readonly AuditEntry[]> {
    const id = reference === undefined ? undefined : (await this.organization(reference)).id;
    return this.#store.audit.list(id, rowsOf(limit));
  }

  /** So that a name is as good as an id. Two administrators at the same moment may still take one: then ids are. */
  async #freeName(name: string, id: string): Promise<string> {
    const wanted = nameOf(name);
    const known = await this.#store.organizations.list();
    const taken = known.some((one) => one.name === wanted && one.id !== id);
    check(!taken, `An organization is already called "${wanted}"`);
    return wanted;
  }

  #now(): number {
    return (this.#settings.now ?? Date.now)();
  }

  #act(): Actor {
    return { name: this.#settings.actor, at: this.#now() };
  }
}

function check(fact: boolean, otherwise: string): asserts fact {
  if (fact) return;
  throw new PlatenError('bad_admin_request', `${otherwise}.`);
}

const found = (organization: Organization | undefined, reference: string): Organization => {
  if (organization !== undefined) return organization;
  throw new PlatenError('organization_not_found', `There is no organization "${reference}" any more.`);
};

const isCount = (value: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= most;

const nameOf = (value: string): string => {
  const name = value.trim().normalize('NFC');
  check(
    name !== '' && [...name].length <= NAME_CHARACTERS && name.isWellFormed() && !/\p{Cc}/u.test(name),
    `A name must be 1 to ${NAME_CHARACTERS} characters without control characters`,
  );
  return name;
};

const noteOf = (value: string): string => {
  check(
    [...value].length <= 1000 && value.isWellFormed() && !value.includes('\0'),
    'A note must be at most 1000 characters of text',
  );
  return value;
};

const rowsOf = (limit: number): number => {
  check(isCount(limit, MOST_ROWS) && limit > 0, `The number of rows must be from 1 to ${MOST_ROWS}`);
  return limit;
};

const scopesOf = (names: readonly string[]): readonly Scope[] => {
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  check(
    names.length > 0 && unknown.length === 0,
    `The scopes must be some of ${SCOPES.join(', ')}${unknown.length > 0 ? `, not ${unknown.join(', ')}` : ''}`,
  );
  return SCOPES.filter((scope) => names.includes(scope));
};
