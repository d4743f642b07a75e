/** API keys: how one is made, how it is shown, and what of it is kept. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from './model.ts';
import type { NewApiKey } from './ports.ts';

/** 256 bits: not guessable, so a plain SHA-256 is enough to store and look it up by. */
const KEY_BYTES = 32;
const SHOWN_CHARACTERS = 12;

export const makeSecret = (): string => `plt_${randomBytes(KEY_BYTES).toString('base64url')}`;

export const hashOfSecret = (secret: string): string => hash('sha256', secret);

/** A fixed key of the operator's may be short: never show more than a third of it. */
const prefixOf = (secret: string): string =>
  secret.slice(0, Math.min(SHOWN_CHARACTERS, Math.floor(secret.length / 3)));

export const newApiKey = (
  secret: string,
  facts: {
    readonly organizationId: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: number | null;
    readonly label?: string | null;
  },
): NewApiKey => ({
  id: randomUUID(),
  prefix: prefixOf(secret),
  hash: hashOfSecret(secret),
  ...facts,
});
