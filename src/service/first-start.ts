/** The first start of an empty installation: one organization and one API key, so that the first request can follow. */
import { randomUUID } from 'node:crypto';
import { hashOfSecret, makeSecret, newApiKey } from './api-keys.ts';
import { SCOPES } from './model.ts';
import type { NewApiKey, Store } from './ports.ts';

interface FirstStartSettings {
  /** The operator's own key (PLATEN_API_KEY), or null to make one. */
  readonly apiKey: string | null;
  readonly credits: number | null;
  readonly now: () => number;
}

type FirstStart =
  /** To be shown once, now: it is not stored. */
  | { readonly kind: 'made'; readonly secret: string; readonly organizationId: string }
  /** The operator's key works. */
  | { readonly kind: 'fixed' }
  /** The operator's key is known but may not be used any more. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'existing' };

export const firstStart = async (store: Store, settings: FirstStartSettings): Promise<FirstStart> => {
  const { apiKey, credits, now } = settings;
  const secret = apiKey ?? makeSecret();
  const organizationId = randomUUID();
  const actor = { name: 'first-start', at: now() };
  const created = await store.organizations.createFirst(
    { id: organizationId, name: 'default', credit: credits },
    firstKey(secret, organizationId),
    actor,
  );
  if (created === 'created')
    return apiKey === null ? { kind: 'made', secret, organizationId } : { kind: 'fixed' };
  if (apiKey === null) return { kind: 'existing' };
  return ensureFixedKey(store, apiKey, now);
};

/** A key that the operator set after the first start belongs to the oldest organization. Several nodes may race. */
const ensureFixedKey = async (store: Store, secret: string, now: () => number): Promise<FirstStart> => {
  const state = async (): Promise<FirstStart | undefined> => {
    const found = await store.apiKeys.findByHash(hashOfSecret(secret));
    if (found === undefined) return undefined;
    const { revokedAt, expiresAt } = found.key;
    return revokedAt !== null || (expiresAt !== null && expiresAt <= now())
      ? { kind: 'refused' }
      : { kind: 'fixed' };
  };
  const before = await state();
  if (before !== undefined) return before;
  const [oldest] = await store.organizations.list();
  if (oldest === undefined)
    throw new Error('an organization exists and does not: the store contradicts itself');
  try {
    await store.apiKeys.create(firstKey(secret, oldest.id), { name: 'first-start', at: now() });
  } catch (error) {
    const after = await state();
    if (after === undefined) throw error;
    return after;
  }
  return { kind: 'fixed' };
};

const firstKey = (secret: string, organizationId: string): NewApiKey =>
  newApiKey(secret, { organizationId, name: 'first key', scopes: SCOPES, expiresAt: null });
