/**
 * The log of calls with as many entries as one wants, of one organization and of nine others, written by the stores themselves: what
 * pages, filters, a search and the export take on SQLite and on PostgreSQL. Without fsync on PostgreSQL: it is about reading.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callId } from '../../src/service/calls/call-id.ts';
import type { CallQuery, NewCall } from '../../src/service/calls/call-ports.ts';
import { Calls } from '../../src/service/calls/calls.ts';
import { callsCsv } from '../../src/service/calls/shown-call.ts';
import type { Organization } from '../../src/service/model.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization } from '../../test/contracts/store/fixture.ts';
import { openMeasured } from './database.ts';

const MONTH_MS = 30 * 86_400_000;
const AT_ONCE = 5_000;
const OTHERS = 9;
/** One in so many: failed ones, those of a rare template. */
const FAILED = 50;
const RARE = 20_000;

const stages = {
  authenticate: 0.2,
  body: 0.4,
  read: 0.1,
  template: 0.1,
  render: 1.4,
  layout: 3.2,
  charge: 0.9,
};
const problem = {
  code: 'data_invalid',
  message: 'items[3].price: a number was expected.',
  path: 'items[3].price',
};

const aCall = (organizationId: string, at: number, number: number): NewCall => {
  const isFailed = number % FAILED === 0;
  return {
    ...{ organizationId, id: callId(at), at, kind: 'generate', caller: `key:plt_ab12cd3${number % 4}` },
    ...{ templateKey: number % RARE === 7 ? 'yearly-report' : `invoice-${number % 40}`, version: 3 },
    ...{ format: 'PDF', status: isFailed ? 400 : 200, code: isFailed ? problem.code : null },
    ...{ requestId: `shop-${number}`, milliseconds: 6.3 },
    facts: JSON.stringify(
      isFailed
        ? { stages, error: 'The data does not fit the template.', details: [problem] }
        : { stages, engine: 'native', pages: 2, bytes: 48_211 },
    ),
  };
};

const fill = async (store: Store, rows: number, now: number): Promise<Organization> => {
  const own = await anOrganization(store);
  const others = await Promise.all(Array.from({ length: OTHERS }, () => anOrganization(store)));
  for (let done = 0; done < rows; done += AT_ONCE) {
    const calls = Array.from({ length: Math.min(AT_ONCE, rows - done) }, (_, index) => {
      const number = done + index;
      return aCall(own.id, now - MONTH_MS + Math.floor((MONTH_MS * number) / rows), number);
    });
    const foreign = calls.filter((_, index) => index % 10 === 0);
    await store.calls.write(calls, []);
    await store.calls.write(
      foreign.map((call, index) => ({
        ...call,
        organizationId: others[index % OTHERS]?.id ?? '',
        id: callId(call.at),
      })),
      [],
    );
    process.stderr.write(`\r${done + calls.length} of ${rows} calls`);
  }
  process.stderr.write('\n');
  return own;
};

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** The middle one of five. */
const usual = async (work: () => Promise<unknown>): Promise<string> => {
  const took: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) took.push(await milliseconds(work));
  return `${took.sort((a, b) => a - b)[2]?.toFixed(1)} ms`;
};

const measured = async (store: Store, own: Organization, now: number): Promise<string[]> => {
  const list = (query: Partial<CallQuery>) => () => store.calls.list(own.id, { limit: 50, ...query });
  const calls = new Calls({ ...store, vault: { open: () => undefined }, now: Date.now });
  /** Page after page until all was looked at. */
  const toTheEnd = async (query: Partial<CallQuery>): Promise<string> => {
    let pages = 0;
    const took = await milliseconds(async () => {
      for (let before: string | undefined; ; ) {
        const page = await list({ ...query, ...(before !== undefined && { before }) })();
        pages += 1;
        before = page.next;
        if (before === undefined) return;
      }
    });
    return `${(took / 1000).toFixed(2)} s in ${pages}`;
  };
  let lines = 0;
  const exported = await milliseconds(async () => {
    for await (const line of callsCsv(calls.all(own, {}))) lines += line === '' ? 0 : 1;
  });
  return [
    await usual(list({})),
    await usual(list({ before: callId(now - MONTH_MS / 2) })),
    await usual(list({ since: callId(now - MONTH_MS / 2), until: callId(now - MONTH_MS / 2 + 3_600_000) })),
    await usual(list({ status: 'failed' })),
    await usual(list({ code: 'font_missing' })),
    await usual(list({ templateKey: 'invoice-7' })),
    await usual(list({ templateKey: 'yearly-report' })),
    await usual(list({ search: 'nobody has written this' })),
    await toTheEnd({ templateKey: 'no-such' }),
    await toTheEnd({ search: 'nobody has written this' }),
    await toTheEnd({ requestId: 'shop-5' }),
    `${(exported / 1000).toFixed(1)} s, ${lines} lines`,
  ];
};

const NAMES = [
  'newest 50',
  '50 of the middle of the month',
  '50 of an hour in the middle',
  '50 that failed (one in 50)',
  'a code that none has: one request',
  'a template with one in 40: one request',
  'a template with one in 20,000: one request',
  'words that none has: one request',
  'a template that none has, to the end',
  'words that none has, to the end',
  'a request id, to the end',
  'all as CSV',
];

export const callLog = async (rows: number): Promise<{ head: string[]; rows: string[][] }> => {
  const now = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'platen-calls-'));
  const postgres = await openMeasured({ durable: false, nodes: 1 });
  try {
    const sqlite = await openStore({ kind: 'sqlite', folder });
    const first = await measured(sqlite, await fill(sqlite, rows, now), now);
    await sqlite.close();
    const [store] = postgres.stores;
    if (store === undefined) throw new Error('no store');
    const own = await fill(store, rows, now);
    await postgres.sql('vacuum analyze calls');
    const second = await measured(store, own, now);
    const head = [`${rows.toLocaleString('en')} calls of one organization`, 'SQLite', 'PostgreSQL'];
    return { head, rows: NAMES.map((name, index) => [name, first[index] ?? '', second[index] ?? '']) };
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true });
  }
};
