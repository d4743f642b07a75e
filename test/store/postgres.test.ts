import { expect, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { eraseOrganization } from '../../src/store/erasure/erase.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPatiently } from '../../src/store/postgres/open.ts';
import { anOrganization, aTemplate, chargeOf } from '../contracts/store/fixture.ts';
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

test('an organization that is erased while it is charged: no line of the ledger is left to nobody', async () => {
  const database = await freshDatabase();
  const store = await openStore({ kind: 'postgres', url: database.url });
  const admin = await openPatiently(database.url);
  try {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await anOrganization(store, 1_000_000);
      const template = await aTemplate(store, id);
      let isErased = false;
      const callers = Array.from({ length: 8 }, async () => {
        while (!isErased) await store.credit.charge(chargeOf(template)).catch(() => undefined);
      });
      const pseudonym = await eraseOrganization(admin, id, Date.now()).finally(() => {
        isErased = true;
      });
      await Promise.all(callers);
      const [sums] = await database.sql(`select
        (select count(*) from ledger where organization_id = '${id}') as nobodys,
        (select credit from organizations where id = '${pseudonym}')
          - (select sum(amount) from ledger where organization_id = '${pseudonym}') as off`);
      expect([Number(sums?.['nobodys']), Number(sums?.['off'])]).toEqual([0, 0]);
    }
  } finally {
    await admin.db.destroy();
    await store.close();
    await database.drop();
  }
});
