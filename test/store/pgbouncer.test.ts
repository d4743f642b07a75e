/** The store behind a real pooler: every transaction may come by another connection. */
import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, aTemplate, chargeOf } from '../contracts/store/fixture.ts';
import { storeContract } from '../contracts/store.ts';
import { pgbouncerIsMissing, startPgBouncer } from '../support/pgbouncer.ts';
import { startPooler } from '../support/pooler.ts';
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

test('a pooler that loses the names of statements is noticed by the first charge, which is made all the same', async () => {
  const database = await freshDatabase();
  const pooler = await startPooler(database.url, { takesSettings: true });
  const store = await openStore({ kind: 'postgres', url: pooler.url });
  try {
    const { id } = await anOrganization(store, 10);
    const template = await aTemplate(store, id);
    for (let left = 9; left >= 0; left -= 1)
      expect(await store.credit.charge(chargeOf(template))).toMatchObject({ charged: true, balance: left });
    expect(pooler.named).toHaveLength(1);
    expect(await store.credit.ledger(id, 20)).toHaveLength(11);
  } finally {
    await store.close();
    pooler.close();
    await database.drop();
  }
});
