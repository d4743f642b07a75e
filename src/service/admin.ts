/**
 * What the operator may do on the command line: what an organization's own administrators may (`organizations.ts`),
 * to any organization and by its name, and what they may not. Works on the store alone, so it can run next to a
 * running server. Each change is in the audit log under `actor`.
 */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../errors.ts';
import { check, isCount, nameOf, noteOf, rowsOf } from './admin-rules.ts';
import type {
  ApiKey,
  AuditEntry,
  LedgerEntry,
  Organization,
  OrganizationLimits,
  UsagePoint,
} from './model.ts';
import { SCOPES } from './model.ts';
import { type MadeKey, noKey, Organizations } from './organizations.ts';
import type { Actor, Store } from './ports.ts';

const MOST_CREDIT = 1_000_000_000_000;
const MOST_REQUESTS = 1_000_000_000;
const MOST_KEPT = 1_000_000_000;
const MOST_BYTES = Number.MAX_SAFE_INTEGER;
/** An operator may look at all of them. */
const MOST_TEMPLATES = 100_000;
const HOUR_MS = 3_600_000;

interface AdminSettings {
  /** Who acts, as the audit log shows it: `cli`, `user:…`. */
  readonly actor: string;
  /** What a new organization starts with; null is unlimited. */
  readonly credits: number | null;
  readonly now?: () => number;
}

export class Admin {
  readonly #store: Store;
  readonly #settings: AdminSettings;
  readonly #organizations: Organizations;

  constructor(store: Store, settings: AdminSettings) {
    this.#store = store;
    this.#settings = settings;
    this.#organizations = new Organizations({ store, now: () => this.#now() });
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
    return this.#organizations.update(id, { name: wanted }, this.#settings.actor);
  }

  async setLimits(reference: string, limits: Partial<OrganizationLimits>): Promise<Organization> {
    for (const [name, limit, least, most] of [
      ['generate', limits.generateLimit ?? null, 1, MOST_REQUESTS],
      ['request', limits.requestLimit ?? null, 1, MOST_REQUESTS],
      ['template', limits.templateLimit ?? null, 0, MOST_KEPT],
      ['version', limits.versionLimit ?? null, 0, MOST_KEPT],
      ['storage', limits.storageLimit ?? null, 0, MOST_BYTES],
    ] as const)
      check(
        limit === null || (isCount(limit, most) && limit >= least),
        `The ${name} limit must be from ${least} to ${most}, or the server's default`,
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
      readonly label?: string;
    },
  ): Promise<MadeKey> {
    const { id } = await this.organization(reference);
    const { scopes = ['templates:read', 'templates:write', 'generate'] } = options;
    return this.#organizations.createKey(
      id,
      { ...options, scopes },
      { actor: this.#settings.actor, scopes: SCOPES },
    );
  }

  /** Newest first, revoked ones included. */
  async keys(reference: string): Promise<readonly ApiKey[]> {
    const { id } = await this.organization(reference);
    return this.#organizations.keys(id);
  }

  /** By id, or by a prefix that only one key which still works has. */
  async revokeKey(reference: string, keyReference: string): Promise<ApiKey> {
    const { id: organizationId } = await this.organization(reference);
    const keys = (await this.#store.apiKeys.list(organizationId)).filter(
      ({ revokedAt }) => revokedAt === null,
    );
    const [key, another] = keys.filter(({ id, prefix }) => id === keyReference || prefix === keyReference);
    check(another === undefined, `Several keys start with "${keyReference}"; name one by its id`);
    if (key === undefined) throw noKey(keyReference);
    await this.#organizations.revokeKey(organizationId, key.id, this.#settings.actor);
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
    return this.#organizations.ledger(id, { limit });
  }

  /** By hour in [from, to), oldest first; as long a time as the operator likes. */
  async usage(reference: string, from: number, to: number): Promise<readonly UsagePoint[]> {
    check(
      Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to,
      'The span must end after it starts',
    );
    const { id } = await this.organization(reference);
    const span = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to, step: HOUR_MS };
    return this.#store.usage.series(id, [span], MOST_TEMPLATES);
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

const found = (organization: Organization | undefined, reference: string): Organization => {
  if (organization !== undefined) return organization;
  throw new PlatenError('organization_not_found', `There is no organization "${reference}" any more.`);
};
