/** authenticate :: secret → Caller, with a memory short enough that a revoked key dies everywhere within a second. */
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../errors.ts';
import { hashOfSecret } from './api-keys.ts';
import type { ApiKey, Organization, Role, Scope } from './model.ts';
import type { ApiKeyStore } from './ports.ts';

/** A signed-in person, with the role in the organization that the request is made for. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Who asks, for which organization, and what may be done. Either `key` or `person` says how that is known. */
export interface Caller {
  readonly organization: Organization;
  readonly scopes: readonly Scope[];
  /** As the audit log shows it: `key:plt_ab12…`, `user:ada@example.com`. */
  readonly actor: string;
  readonly key?: ApiKey;
  readonly person?: Person;
}

const MEMBER_SCOPES: readonly Scope[] = ['templates:read', 'templates:write', 'generate'];

export const scopesOfRole = (role: Role): readonly Scope[] =>
  role === 'member' ? MEMBER_SCOPES : [...MEMBER_SCOPES, 'admin'];

export const callerByPerson = (organization: Organization, person: Person): Caller => ({
  organization,
  scopes: scopesOfRole(person.role),
  actor: `user:${person.email}`,
  person,
});

const callerByKey = ({ key, organization }: FoundKey): Caller => ({
  organization,
  scopes: key.scopes,
  actor: `key:${key.prefix}`,
  key,
});

/** Counted from the start of the look-up, so an answer that the database gave late is not kept longer. */
const MEMORY_MS = 500;
const KNOWN_KEYS = 10_000;
/** A flood of wrong keys must neither reach the database each time nor push the good ones out. */
const UNKNOWN_KEYS = 1_000;

interface FoundKey {
  readonly key: ApiKey;
  readonly organization: Organization;
}

type Found = FoundKey | undefined;

export class Authenticator {
  readonly #apiKeys: ApiKeyStore;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Promise<Found>>({
    max: KNOWN_KEYS,
    ttl: MEMORY_MS,
    ttlResolution: 0,
  });
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_KEYS, ttl: MEMORY_MS, ttlResolution: 0 });
  #uses = new Map<string, number>();

  constructor(apiKeys: ApiKeyStore, now: () => number) {
    this.#apiKeys = apiKeys;
    this.#now = now;
  }

  async authenticate(secret: string): Promise<Caller> {
    const found = await this.#find(hashOfSecret(secret));
    if (found === undefined) throw new PlatenError('unauthorized', 'The API key is not valid.');
    const { key } = found;
    if (key.revokedAt !== null) throw new PlatenError('unauthorized', 'The API key has been revoked.');
    const now = this.#now();
    if (key.expiresAt !== null && key.expiresAt <= now)
      throw new PlatenError('unauthorized', 'The API key has expired.');
    this.#uses.set(key.id, now);
    return callerByKey(found);
  }

  /** Writes down when keys were last used: a request does not wait for it, a crash may lose a few seconds of it. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#apiKeys.touch(uses);
    } catch (error) {
      for (const [id, at] of uses) if (!this.#uses.has(id)) this.#uses.set(id, at);
      throw error;
    }
  }

  async #find(hash: string): Promise<Found> {
    if (this.#unknown.has(hash)) return undefined;
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const search = this.#apiKeys.findByHash(hash);
    this.#known.set(hash, search);
    try {
      const found = await search;
      if (found === undefined) {
        this.#unknown.set(hash, true);
        this.#known.delete(hash);
      }
      return found;
    } catch (error) {
      this.#known.delete(hash);
      throw error;
    }
  }
}
