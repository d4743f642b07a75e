import type { Store } from '../service/ports.ts';
import { openPostgresStore } from './postgres/open.ts';
import { openSqliteStore } from './sqlite/open.ts';

export type StoreConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** For the log: a connection broke, or cleaning up failed. Calls that suffer from it reject by themselves. */
      readonly onConnectionError?: (error: unknown) => void;
    };

/** Opens the database and brings its schema up to date; rejects with `not_ready` where that is not possible. */
export const openStore = (config: StoreConfig): Promise<Store> =>
  config.kind === 'sqlite'
    ? openSqliteStore(config.folder)
    : openPostgresStore({ url: config.url, onConnectionError: config.onConnectionError ?? (() => {}) });
