import type { Store } from '../service/ports.ts';

type StoreConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** For the log: a connection broke, or cleaning up failed. Calls that suffer from it reject by themselves. */
      readonly onConnectionError?: (error: unknown) => void;
      /** For the log: something that an operator may want to change. */
      readonly onWarning?: (words: string) => void;
    };

/** Opens the database and brings its schema up to date; rejects with `not_ready` where that is not possible. */
export const openStore = async (config: StoreConfig): Promise<Store> => {
  // Only the one that is used is loaded: `pg` and Kysely are a fifth of a second of every start and every command.
  if (config.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite/open.ts');
    return openSqliteStore(config.folder);
  }
  const { openPostgresStore } = await import('./postgres/open.ts');
  const { url, onConnectionError = () => {}, onWarning = () => {} } = config;
  return openPostgresStore({ url, onConnectionError, onWarning });
};
