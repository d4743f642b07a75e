import type { Store } from '../service/ports.ts';

type StoreConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Of a standby, for lists. */
      readonly replicaUrl?: string;
      /** Threads of this server that have one open, each for itself: one. */
      readonly threads?: number;
      /** For the log: a connection broke, or cleaning up failed. Calls that suffer from it reject by themselves. */
      readonly onConnectionError?: (error: unknown) => void;
      /** For the log: something that an operator may want to change. */
      readonly onWarning?: (words: string) => void;
    };

/** Connections of one thread; of all threads of a server together; what is left of them to share for one of many. */
const MOST = 10;
const MOST_TOGETHER = 60;
const LEAST = 3;

/** PostgreSQL's own default is 100 for all servers together. */
const connectionsOf = (threads: number): number =>
  Math.max(LEAST, Math.min(MOST, Math.floor(MOST_TOGETHER / threads)));

/** Opens the database and brings its schema up to date; rejects with `not_ready` where that is not possible. */
export const openStore = async (config: StoreConfig): Promise<Store> => {
  // Only the one that is used is loaded: `pg` and Kysely are a fifth of a second of every start and every command.
  if (config.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite/open.ts');
    return openSqliteStore(config.folder);
  }
  const { openPostgresStore } = await import('./postgres/open.ts');
  const { url, replicaUrl, threads = 1, onConnectionError = () => {}, onWarning = () => {} } = config;
  const connections = connectionsOf(threads);
  return openPostgresStore({ url, connections, onConnectionError, onWarning }, replicaUrl);
};
