import { PlatenError } from '../errors.ts';
import type { Store } from '../service/ports.ts';
import { openSqliteStore } from './sqlite/open.ts';

export type StoreConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Opens the database and brings its schema up to date; rejects with `not_ready` where that is not possible. */
export const openStore = async (config: StoreConfig): Promise<Store> => {
  if (config.kind === 'sqlite') return openSqliteStore(config.folder);
  throw new PlatenError('not_ready', 'PostgreSQL is not supported yet.');
};
