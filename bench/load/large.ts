/** The largest documents, one after the other, and others' small ones at half of the rate that the machine reaches without them. */
import { packageOf, paragraph } from '../documents.ts';
import { milliseconds } from '../report.ts';
import { asking, inTurns, upload } from './asking.ts';
import { Connection, requestBytes } from './connection.ts';
import { type Driven, drive, driveAtRate, quantile, watchHealth } from './drive.ts';
import type { Bench, Mix } from './mixes.ts';
import { KEY, memoryOf, type Server } from './servers.ts';

/** Of the rate at which small documents are made with nothing beside them. */
const SHARE = 0.5;
const CONNECTIONS = 64;

const PARAGRAPH =
  'We write to you about your contract, which ends with this year. Nothing changes for you unless you tell us so: prices, terms and the people you know stay as they are, and whatever you have ordered until then is delivered as agreed. ';

/** A letter each on a page of its own. */
const lettersTemplate = (): Uint8Array =>
  packageOf(
    [
      paragraph('{#letters}'),
      paragraph('{name}').replace('<w:p>', '<w:p><w:pPr><w:pageBreakBefore/></w:pPr>'),
      ...['{street}', '{city}', 'Dear {name},', '{one}', '{two}', '{three}', 'Yours sincerely'].map((text) =>
        paragraph(text),
      ),
      paragraph('{/letters}'),
    ].join(''),
  );

const lettersData = (count: number): unknown => ({
  letters: Array.from({ length: count }, (_, index) => ({
    name: `Customer ${index} Ltd`,
    street: `${index} High Street`,
    city: 'Springfield',
    one: `${index}: ${PARAGRAPH.repeat(3)}`,
    two: PARAGRAPH.repeat(4),
    three: PARAGRAPH.repeat(2),
  })),
});

interface Watched {
  readonly peak: () => number;
  stop(): void;
}

const watchMemory = (server: Server): Watched => {
  let peak = memoryOf(server);
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, 250);
  return { peak: () => peak, stop: () => clearInterval(timer) };
};

const row = (
  label: string,
  { answered, refused, failed, seconds, times }: Driven,
  memory: string,
): string[] => [
  label,
  (answered / seconds).toFixed(0),
  milliseconds(quantile(times, 0.5)),
  milliseconds(quantile(times, 0.99)),
  milliseconds(times.at(-1) ?? Number.NaN),
  '',
  String(refused),
  String(failed),
  memory,
];

/** One after the other until the others are done; how many were made. */
const largeOnes = async (
  { target }: Server,
  request: () => Buffer,
  goesOn: () => boolean,
): Promise<{ made: number; refused: number; longest: number }> => {
  const connection = await Connection.open(target);
  const result = { made: 0, refused: 0, longest: 0 };
  while (goesOn()) {
    const { status, ms } = await connection.send(request());
    if (status === 200) result.made += 1;
    else result.refused += 1;
    result.longest = Math.max(result.longest, ms);
  }
  connection.hangUp();
  return result;
};

const besideLarge = (title: string, prepare: (bench: Bench) => Promise<() => Buffer>): Mix => ({
  title,
  async run(bench) {
    const { platen, otherKey, spanMs, warmMs } = bench;
    const large = await prepare(bench);
    const small = { target: platen.target, request: asking(platen, { key: otherKey }) };
    await drive({ ...small, connections: 16, milliseconds: warmMs });
    const most = await drive({ ...small, connections: 16, milliseconds: spanMs });
    const rate = (most.answered / most.seconds) * SHARE;
    const paced = { ...small, connections: CONNECTIONS, milliseconds: spanMs, rate };
    const without = await driveAtRate(paced);
    const before = memoryOf(platen);
    const memory = watchMemory(platen);
    const health = watchHealth(platen.target);
    let goesOn = true;
    const making = largeOnes(platen, large, () => goesOn);
    const beside = await driveAtRate(paced);
    goesOn = false;
    const made = await making;
    const times = await health.stop();
    memory.stop();
    const ratio = quantile(beside.times, 0.99) / quantile(without.times, 0.99);
    return [
      row('as many as it can', most, ''),
      row('half of them, alone', without, `${before.toFixed(0)} MiB`),
      row('half of them, beside it', beside, `+${(memory.peak() - before).toFixed(0)} MiB at most`),
      ['p99 beside / alone', '', '', ratio.toFixed(1), '', '', '', '', ''],
      ['large ones', String(made.made), '', '', milliseconds(made.longest), '', String(made.refused), '', ''],
      [
        '/healthz',
        '',
        ...[quantile(times, 0.5), quantile(times, 0.99), times.at(-1) ?? Number.NaN].map(milliseconds),
        ...['', '', '', ''],
      ],
    ];
  },
});

export const LARGE_MIXES: Readonly<Record<string, Mix>> = {
  rows: besideLarge('Small documents at half rate beside 200,000 rows to DOCX', async ({ platen }) =>
    asking(platen, { rows: 200_000 }),
  ),
  pages: besideLarge('Small documents at half rate beside 5,000 pages to PDF', async ({ platen }) => {
    await upload(platen, { templateKey: 'letters', template: lettersTemplate() });
    const json = { templateKey: 'letters', output: 'PDF', data: lettersData(5_000) };
    return inTurns([requestBytes(platen.target, { path: '/template/generate', key: KEY, json })]);
  }),
};
