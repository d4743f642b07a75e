/** Lists from a real standby: never older than what was acknowledged, and from the primary where it can't give them. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, aTemplate, chargeOf } from '../contracts/store/fixture.ts';
import { templatesContract } from '../contracts/store/templates.ts';
import { usageContract } from '../contracts/store/usage.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

type Standby = Awaited<ReturnType<PostgresServer['standby']>>;

let primary: PostgresServer;
let standby: Standby;
const stores: Store[] = [];
const warnings: string[] = [];
const open = async (replicaUrl = standby.url): Promise<Store> => {
  const store = await openStore({
    ...{ kind: 'postgres', url: primary.url, replicaUrl },
    onWarning: (words) => warnings.push(words),
  });
  stores.push(store);
  return store;
};

beforeAll(async () => {
  primary = await startPostgres();
  standby = await primary.standby();
  await Promise.all([open(), open()]);
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await standby?.stop();
  await primary?.stop();
});

const nodes = () => {
  const [store, other] = stores;
  if (store === undefined || other === undefined) throw new Error('no stores');
  return { store, other };
};
const onStandby = async (text: string): Promise<void> => {
  const client = new Client({ connectionString: standby.url });
  await client.connect();
  await client.query(text);
  await client.end();
};

describe('a store with a standby', () => {
  // What one node writes is read through the other, at once: here by way of the standby.
  templatesContract(nodes);
  usageContract(nodes);

  test('lists came from it', async () => {
    for (const { replica } of stores) expect(await replica?.()).toMatchObject({ ok: true, message: 'ok' });
    expect((await nodes().other.replica?.())?.answered).toBeGreaterThan(10);
  });

  test('one that stands still is never the reason for an old list', async () => {
    const { store, other } = nodes();
    const { id } = await anOrganization(store, 10);
    const template = await aTemplate(store, id);
    await onStandby('select pg_wal_replay_pause()');
    try {
      for (let documents = 1; documents <= 3; documents += 1) {
        await store.credit.charge(chargeOf(template));
        const charges = (await other.credit.ledger(id, 100)).filter(({ reason }) => reason === 'generate');
        expect(charges).toHaveLength(documents);
      }
      expect(await other.replica?.()).toMatchObject({ ok: true, message: 'is behind' });
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
    const before = (await other.replica?.())?.answered ?? 0;
    await expect
      .poll(async () => {
        expect(await other.credit.ledger(id, 100)).toHaveLength(4);
        return (await other.replica?.())?.answered;
      })
      .toBeGreaterThan(before);
  });

  test('another database is not taken for a standby, and is told', async () => {
    const store = await open(primary.url);
    // Before anybody has asked for a list.
    expect(await store.replica?.()).toMatchObject({ ok: false, message: 'is not a standby of the database' });
    const { id } = await anOrganization(store, 10);
    expect(await store.credit.ledger(id, 10)).toHaveLength(1);
    expect(await store.replica?.()).toMatchObject({
      ok: false,
      message: 'is not a standby of the database',
      answered: 0,
    });
    expect(warnings.join('')).toContain('DATABASE_REPLICA_URL is not a standby of the database');
  });

  test('one that is gone is missed by nobody', async () => {
    await standby.stop();
    const { store } = nodes();
    expect(await store.replica?.()).toMatchObject({ ok: false, message: 'does not answer' });
    const { id } = await anOrganization(store, 10);
    expect(await store.credit.ledger(id, 10)).toHaveLength(1);
    expect(await store.replica?.()).toMatchObject({ ok: false, message: 'does not answer' });
    await store.ping();
  });
});
