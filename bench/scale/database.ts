/** A PostgreSQL of its own with the service's tables, and what is asked of it by the measurements. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { callId } from '../../src/service/calls/call-id.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, aTemplate } from '../../test/contracts/store/fixture.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';

interface Session {
  sql(text: string): Promise<Record<string, unknown>[]>;
  end(): Promise<void>;
}

/** A database of the server, and stores on it. */
export interface Measured {
  readonly stores: readonly Store[];
  sql: Session['sql'];
  number(text: string): Promise<number>;
  /** Another session beside it. */
  connect(): Promise<Session>;
  /** The same under another name, once nobody is at work in this one: its stores and sessions are closed, and new ones opened. */
  copy(name: string): Promise<readonly [Measured, Measured]>;
  close(): Promise<void>;
}

interface MeasuredOptions {
  readonly durable: boolean;
  readonly nodes: number;
  readonly settings?: Readonly<Record<string, string>>;
}

const connectTo = async (url: string): Promise<Session> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return { sql: async (text) => (await client.query(text)).rows, end: () => client.end() };
};

const openOn = async (url: string, nodes: number, stop: () => Promise<void>): Promise<Measured> => {
  const session = await connectTo(url);
  const stores: Store[] = [];
  for (let node = 0; node < nodes; node += 1) stores.push(await openStore({ kind: 'postgres', url }));
  const leave = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
    await session.end();
  };
  return {
    stores,
    sql: session.sql,
    number: async (text) => Number(Object.values((await session.sql(text))[0] ?? {})[0]),
    connect: () => connectTo(url),
    async copy(name) {
      await leave();
      const [place, other] = [new URL(url), new URL(url)];
      place.pathname = '/template1';
      other.pathname = `/${name}`;
      const outside = await connectTo(place.href);
      await outside.sql(
        `create database ${name} template ${new URL(url).pathname.slice(1)} strategy file_copy`,
      );
      await outside.end();
      return [await openOn(url, nodes, stop), await openOn(other.href, nodes, async () => {})];
    },
    async close() {
      await leave();
      await stop();
    },
  };
};

export const openMeasured = async ({ nodes, ...options }: MeasuredOptions): Promise<Measured> => {
  const server = await startPostgres(options);
  return openOn(server.url, nodes, () => server.stop());
};

/** Milliseconds of a processor that the sessions of this database have had, as Linux counts them. */
export const backendTime = async ({ sql }: Measured): Promise<number> => {
  const rows = await sql('select pid from pg_stat_activity where datname = current_database()');
  let nanoseconds = 0;
  for (const { pid } of rows)
    nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
};

/** What the log of calls says of a document. */
const CALL = {
  kind: 'generate',
  caller: 'key:plt_ab12cd34',
  milliseconds: 6.3,
  facts:
    '{"stages":{"body":0.4,"read":0.1,"template":0.1,"render":1.4,"layout":3.2,"charge":0.9},"engine":"native","pages":2,"bytes":48211}',
} as const;

/** A charge as generate makes it, of a template of its own organization. */
export const charger = async (store: Store) => {
  const { id } = await anOrganization(store, 1_000_000_000);
  const template = await aTemplate(store, id, 'monthly-invoice');
  return (node: Store) => {
    const at = Date.now();
    return node.credit.charge({
      organizationId: id,
      reason: 'generate',
      templateId: template.id,
      templateKey: template.key,
      rendered: { version: template.version, name: template.name },
      generateLimit: 1_000_000_000,
      format: 'PDF',
      requestId: randomUUID(),
      at,
      call: { ...CALL, id: callId(at), version: template.version },
    });
  };
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
