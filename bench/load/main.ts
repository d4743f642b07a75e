/**
 * `npm run load [-- MIX…] [--seconds N]`: the mixes that matter, against this server and, in the same run, against the
 * least servers that anybody would write around the peers. Everything on this machine, over the loopback address alone.
 * Servers take turns, so that what else the machine does is shared out; processor time a document is the steadier figure.
 */
import { parseArgs } from 'node:util';
import { CONTENDERS } from '../contenders.ts';
import { invoiceData, invoiceTemplate } from '../documents.ts';
import { milliseconds, table } from '../report.ts';
import { requestBytes } from './connection.ts';
import { type Driven, drive, hangUps, quantile, slowReaders } from './drive.ts';
import { cpuOf, KEY, memoryOf, type Server, startPeer, startPlaten } from './servers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '6' }, warm: { type: 'string', default: '4' } },
});
const spanMs = Number(values.seconds) * 1000;
const warmMs = Number(values.warm) * 1000;
const PEERS = ['Carbone', 'docxtemplater', 'easy-template-x'];
const ROWS = 20;
/** Documents of a hog: a tenth of a second of work each. */
const HOG_ROWS = 20_000;

let seed = 0;
const dataOf = (rows: number) => {
  seed += 1;
  return invoiceData(seed, rows);
};

interface Asked {
  readonly output?: 'DOCX' | 'PDF';
  readonly rows?: number;
  readonly key?: string;
}

/** Peers take the data of every request; Platen takes what generate takes. */
const asking = (server: Server, { output = 'DOCX', rows = ROWS, key = KEY }: Asked = {}) => {
  const path = server.name === 'Platen' ? '/template/generate' : '/';
  // Made beforehand: the driver's own work is shared by all of them, and small.
  const some = Array.from({ length: rows > ROWS ? 2 : 64 }, () =>
    requestBytes(server.target, {
      path,
      key,
      json: { templateKey: 'invoice', output, data: dataOf(rows) },
    }),
  );
  let at = 0;
  return (): Buffer => some[at++ % some.length] as Buffer;
};

const api = async (server: Server, method: string, path: string, body: FormData): Promise<void> => {
  const { host, port } = server.target;
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}` },
    body,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};

const uploadInvoice = async (server: Server): Promise<void> => {
  const spelling = CONTENDERS.find(({ name }) => name === 'Platen')?.spelling;
  if (spelling === undefined) throw new Error('There is no Platen among the contenders.');
  const form = new FormData();
  form.set('templateKey', 'invoice');
  form.set('template', new Blob([new Uint8Array(invoiceTemplate(spelling))]), 'invoice.docx');
  await api(server, 'PUT', '/template/upload', form);
};

const HEAD = ['', 'a second', 'p50', 'p99', 'longest', 'CPU a document', 'refused', 'failed', 'memory'];

const measured = async (label: string, server: Server, run: () => Promise<Driven>): Promise<string[]> => {
  const before = cpuOf(server);
  const driven = await run();
  const cpu = cpuOf(server) - before;
  const { answered, refused, failed, seconds, times } = driven;
  return [
    label,
    (answered / seconds).toFixed(0),
    milliseconds(quantile(times, 0.5)),
    milliseconds(quantile(times, 0.99)),
    milliseconds(times.at(-1) ?? Number.NaN),
    milliseconds(cpu / answered),
    String(refused),
    String(failed),
    `${memoryOf(server).toFixed(0)} MiB`,
  ];
};

type Mix = (servers: { platen: Server; peers: readonly Server[] }) => Promise<string[][]>;

const against =
  (connections: number): Mix =>
  async ({ platen, peers }) => {
    const rows: string[][] = [];
    for (const server of [platen, ...peers]) {
      const load = { target: server.target, request: asking(server), connections };
      await drive({ ...load, milliseconds: warmMs });
      rows.push(await measured(server.name, server, () => drive({ ...load, milliseconds: spanMs })));
    }
    return rows;
  };

/** Small documents alone, then beside whatever `trouble` makes, for the same time. */
const beside =
  (label: string, trouble: (platen: Server) => Promise<unknown>): Mix =>
  async ({ platen }) => {
    const load = { target: platen.target, request: asking(platen), connections: 4, milliseconds: spanMs };
    await drive({ ...load, milliseconds: warmMs });
    const alone = await measured('alone', platen, () => drive(load));
    const troubled = trouble(platen);
    const together = await measured(label, platen, () => drive(load));
    await troubled;
    return [alone, together];
  };

const MIXES: Readonly<Record<string, { readonly title: string; readonly run: Mix }>> = {
  one: { title: 'DOCX, invoice of 20 rows, one connection', run: against(1) },
  docx: { title: 'DOCX, invoice of 20 rows, 16 connections', run: against(16) },
  pdf: {
    title: 'PDF, invoice of 20 rows, 16 connections',
    run: async ({ platen }) => {
      const rows: string[][] = [];
      {
        const request = asking(platen, { output: 'PDF' });
        const load = { target: platen.target, request, connections: 16 };
        await drive({ ...load, milliseconds: warmMs * 2 });
        rows.push(await measured('native', platen, () => drive({ ...load, milliseconds: spanMs })));
      }
      return rows;
    },
  },
  hogs: {
    title: 'Small documents beside large ones (20,000 rows, 4 connections)',
    run: beside('beside hogs', (platen) =>
      drive({
        target: platen.target,
        request: asking(platen, { rows: HOG_ROWS }),
        connections: 4,
        milliseconds: spanMs,
      }),
    ),
  },
  hangups: {
    title: 'Small documents beside callers who hang up (16 at a time, PDF)',
    run: beside('beside hang-ups', (platen) =>
      hangUps({
        target: platen.target,
        request: asking(platen, { output: 'PDF' }),
        connections: 16,
        milliseconds: spanMs,
      }),
    ),
  },
  readers: {
    title: 'Small documents beside 100 readers who do not read (2,000 rows)',
    run: beside('beside slow readers', (platen) =>
      slowReaders({
        target: platen.target,
        request: asking(platen, { rows: 2000 }),
        connections: 100,
        milliseconds: spanMs,
      }),
    ),
  },
};

const wanted = positionals.length > 0 ? positionals : Object.keys(MIXES);
const platen = await startPlaten();
const peers = await Promise.all(PEERS.map(startPeer));
try {
  console.log(`Idle: ${memoryOf(platen).toFixed(0)} MiB (proportional, all processes).\n`);
  await uploadInvoice(platen);
  for (const name of wanted) {
    const mix = MIXES[name];
    if (mix === undefined)
      throw new Error(`There is no mix ${name}; there are ${Object.keys(MIXES).join(', ')}.`);
    console.log(`### ${mix.title}\n\n${table(HEAD, await mix.run({ platen, peers }))}\n`);
  }
} finally {
  await Promise.all([platen, ...peers].map((server) => server.stop()));
}
