import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { storeContract } from '../contracts/store.ts';
import { freshDatabase } from '../support/postgres.ts';

storeContract('PostgreSQL', {
  sharedLimits: true,
  async build() {
    const database = await freshDatabase();
    const stores: Store[] = [];
    return {
      async open() {
        const store = await openStore({ kind: 'postgres', url: database.url });
        stores.push(store);
        return store;
      },
      async remove() {
        await Promise.all(stores.map((store) => store.close()));
        await database.drop();
      },
    };
  },
});
