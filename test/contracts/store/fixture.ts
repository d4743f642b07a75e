/** What every part of the store's contract starts from. */
import { createHash, randomUUID } from 'node:crypto';
import type { Organization, Storage, Template } from '../../../src/service/model.ts';
import type { Actor, NewApiKey, NewVersion, Store } from '../../../src/service/ports.ts';

/** One database, and as many stores on it as a test wants nodes. */
export interface StoreHouse {
  /** Another store on the same database, as another process would open it. */
  open(): Promise<Store>;
  /** Closes every store and removes the database. */
  remove(): Promise<void>;
}

export interface StoreFactory {
  /** A new, empty database. */
  build(): Promise<StoreHouse>;
  /** Whether rate limits hold across the stores of one database. */
  readonly sharedLimits: boolean;
}

/** Two nodes on one database, which all tests but those about empty databases share. */
export interface Fixture {
  readonly store: Store;
  readonly other: Store;
}

/** One bucket of everything. */
export const ALL_TIME = [{ from: 0, to: Number.MAX_SAFE_INTEGER, step: Number.MAX_SAFE_INTEGER }];

export const actor = (at = Date.now(), name = 'cli'): Actor => ({ name, at });

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export const anOrganization = (store: Store, credit: number | null = 1000): Promise<Organization> =>
  store.organizations.create({ id: randomUUID(), name: 'Acme', credit }, actor());

export const aKey = (organizationId: string, extra: Partial<NewApiKey> = {}): NewApiKey => ({
  id: randomUUID(),
  organizationId,
  name: 'back end',
  prefix: 'plt_ab12',
  hash: sha256(randomUUID()),
  scopes: ['templates:read', 'generate'],
  expiresAt: null,
  ...extra,
});

/** More than any test keeps. */
export const PLENTY: Storage = { templates: 1e9, versions: 1e9, bytes: 1e12 };

/** A version whose blobs are there. */
export const aVersion = async (
  store: Store,
  text = 'file',
  within: Storage = PLENTY,
): Promise<NewVersion> => {
  const file = Buffer.from(text);
  const program = Buffer.from(`program of ${text}`);
  await store.blobs.put(sha256(file), file);
  await store.blobs.put(sha256(program), program);
  return {
    delimiter: 'BRACES',
    fileHash: sha256(file),
    fileSize: file.length,
    programHash: sha256(program),
    programFormat: 1,
    inspection: JSON.stringify({ fields: [text] }),
    storedBytes: 10 * text.length,
    within,
  };
};

export const aTemplate = async (
  store: Store,
  organizationId: string,
  key = 'invoice',
  at = Date.now(),
): Promise<Template> => {
  const version = await aVersion(store);
  const template = await store.templates.create(
    { id: randomUUID(), organizationId, key, name: `Name of ${key}` },
    version,
    actor(at),
  );
  if (template === undefined) throw new Error(`The key ${key} is taken.`);
  return template;
};

export const chargeOf = (template: Template, extra: { requestId?: string; at?: number } = {}) => ({
  reason: 'generate' as const,
  organizationId: template.organizationId,
  templateId: template.id,
  templateKey: template.key,
  format: 'DOCX' as const,
  requestId: extra.requestId ?? randomUUID(),
  at: extra.at ?? Date.now(),
});

/** `count` calls at once, each with its number. */
export const atOnce = <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** The actions that the audit log has of an organization, oldest first, with what they were done to. */
export const auditOf = async (store: Store, organizationId: string) =>
  (await store.audit.list(organizationId, 1000))
    .toReversed()
    .map(({ actor: name, action, subject, at }) => ({ name, action, subject: JSON.parse(subject), at }));
