/** A PostgreSQL of its own with the service's tables, and what is asked of it by the measurements. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, aTemplate } from '../../test/contracts/store/fixture.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';

export interface Measured {
  readonly stores: readonly Store[];
  sql(text: string): Promise<Record<string, unknown>[]>;
  number(text: string): Promise<number>;
  close(): Promise<void>;
}

export const openMeasured = async (options: { durable: boolean; nodes: number }): Promise<Measured> => {
  const server = await startPostgres({ durable: options.durable });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const stores: Store[] = [];
  for (let node = 0; node < options.nodes; node += 1)
    stores.push(await openStore({ kind: 'postgres', url: server.url }));
  const sql: Measured['sql'] = async (text) => (await client.query(text)).rows;
  return {
    stores,
    sql,
    number: async (text) => Number(Object.values((await sql(text))[0] ?? {})[0]),
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await client.end();
      await server.stop();
    },
  };
};

/** A charge as generate makes it, of a template of its own organization. */
export const charger = async (store: Store) => {
  const { id } = await anOrganization(store, 1_000_000_000);
  const template = await aTemplate(store, id, 'monthly-invoice');
  return (node: Store) =>
    node.credit.charge({
      organizationId: id,
      reason: 'generate',
      templateId: template.id,
      templateKey: template.key,
      rendered: { version: template.version, name: template.name },
      generateLimit: 1_000_000_000,
      format: 'PDF',
      requestId: randomUUID(),
      at: Date.now(),
    });
};

/** So many at a time, for so long. */
export const drive = async (
  callers: number,
  milliseconds: number,
  work: (caller: number) => Promise<unknown>,
): Promise<{ readonly done: number; readonly seconds: number }> => {
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - started < milliseconds) {
        await work(caller);
        done += 1;
      }
    }),
  );
  return { done, seconds: (performance.now() - started) / 1000 };
};
