/** The store behind a real pooler: every transaction may come by another connection. */
import { describe } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { storeContract } from '../contracts/store.ts';
import { pgbouncerIsMissing, startPgBouncer } from '../support/pgbouncer.ts';
import { freshDatabase } from '../support/postgres.ts';

describe.skipIf(pgbouncerIsMissing)('where pgbouncer is installed', () => {
  storeContract('PostgreSQL behind pgbouncer', {
    sharedLimits: true,
    async build() {
      const database = await freshDatabase();
      const pooler = await startPgBouncer(database.url);
      const stores: Store[] = [];
      return {
        async open() {
          const store = await openStore({ kind: 'postgres', url: pooler.url });
          stores.push(store);
          return store;
        },
        async remove() {
          await Promise.all(stores.map((store) => store.close()));
          await pooler.close();
          await database.drop();
        },
      };
    },
  });
});
