/**
 * Template + data → DOCX, every contender in one process and one run: `npm run bench -- render [--rows 20,2000]`.
 *
 * Machines are noisy and shared, so what counts is the ratio within a run. Rounds are interleaved (one render of each
 * contender in turn), so that a slow second hits all of them; the figure is the median. The first, cold render is
 * shown apart. Every contender's text is compared with the first one's before anything is measured.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import PizZip from 'pizzip';
import { compileTemplate, linkTemplate, renderDocx } from '../src/template/index.ts';
import { CONTENDERS, type Contender } from './contenders.ts';
import { contractTemplate, invoiceData, invoiceTemplate } from './documents.ts';
import { median, milliseconds, table } from './report.ts';

/** What stands in w:t, a line a paragraph, blank ones left out: some contenders indent their XML. */
const textOf = (docx: Uint8Array): string =>
  (new PizZip(docx).file('word/document.xml')?.asText() ?? '')
    .split('</w:p>')
    .map((paragraph) =>
      [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map((match) => match[1]).join(''),
    )
    .filter((line) => line.trim() !== '')
    .join('\n');

const firstDifference = (text: string, expected: string): string => {
  const lines = expected.split('\n');
  const at = text.split('\n').findIndex((line, index) => line !== lines[index]);
  return `line ${at + 1} is "${text.split('\n')[at]}", not "${lines[at]}"`;
};

interface Figures {
  readonly name: string;
  readonly cold: number;
  readonly warm: number;
  readonly bytes: number;
}

const measure = async (rows: number, rounds: number): Promise<readonly Figures[]> => {
  const entries: {
    contender: Contender;
    render: Awaited<ReturnType<Contender['prepare']>>;
    cold: number;
    times: number[];
    bytes: number;
  }[] = [];
  let expected: string | undefined;
  for (const contender of CONTENDERS) {
    const render = await contender.prepare(invoiceTemplate(contender.spelling));
    const start = performance.now();
    const first = await render(invoiceData(0, rows));
    const cold = performance.now() - start;
    const text = textOf(first);
    expected ??= text;
    if (text !== expected)
      throw new Error(`${contender.name} renders another text: ${firstDifference(text, expected)}`);
    entries.push({ contender, render, cold, times: [], bytes: first.byteLength });
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const entry of entries) {
      // A contender that needs seconds a document gets fewer rounds; its median is clear long before.
      if ((entry.times[0] ?? 0) > 1000 && round > 3) continue;
      const data = invoiceData(round, rows);
      const start = performance.now();
      await entry.render(data);
      entry.times.push(performance.now() - start);
    }
  }
  return entries.map((entry) => ({
    name: entry.contender.name,
    cold: entry.cold,
    warm: median(entry.times),
    bytes: entry.bytes,
  }));
};

const showPeers = async (rows: number, rounds: number): Promise<void> => {
  const figures = await measure(rows, rounds);
  const own = figures[0];
  if (!own) return;
  const fastest = Math.min(...figures.slice(1).map((figure) => figure.warm));
  console.log(`\nInvoice, ${rows} rows (median of ${rounds} rounds, new data each)\n`);
  console.log(
    table(
      ['', 'first', 'warm', 'times Platen', 'bytes'],
      figures.map((figure) => [
        figure.name,
        milliseconds(figure.cold),
        milliseconds(figure.warm),
        (figure.warm / own.warm).toFixed(1),
        String(figure.bytes),
      ]),
    ),
  );
  console.log(`\nFastest peer / Platen: ${(fastest / own.warm).toFixed(1)}`);
};

/** Time must grow with the rows and memory must not: what the renderer holds beside the data and the output. */
const showGrowth = (): void => {
  const spelling = CONTENDERS[0]?.spelling;
  if (!spelling) return;
  const template = invoiceTemplate(spelling);
  const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
  const lines = [2_000, 20_000, 200_000].map((rows) => {
    const data = invoiceData(1, rows);
    globalThis.gc?.();
    const before = process.memoryUsage();
    let peak = 0;
    let bytes = 0;
    const start = performance.now();
    renderDocx(
      linked,
      data as never,
      { budgets: { outputBytes: 2 ** 31, turns: 10_000_000, steps: 1e9, milliseconds: 600_000 } } as never,
      {
        write: (chunk) => {
          bytes += chunk.byteLength;
          const now = process.memoryUsage();
          peak = Math.max(peak, now.heapUsed - before.heapUsed + now.arrayBuffers - before.arrayBuffers);
        },
      },
    );
    const time = performance.now() - start;
    return [
      String(rows),
      milliseconds(time),
      ((time * 1000) / rows).toFixed(2),
      `${(peak / 2 ** 20).toFixed(1)} MiB`,
      String(bytes),
    ];
  });
  console.log('\nPlaten alone, growth (memory beyond the data, uncollected garbage included)\n');
  console.log(table(['rows', 'time', 'µs a row', 'memory', 'bytes'], lines));
};

/** Interleaved as well: what is compared must have met the same load. */
const showCompile = async (): Promise<void> => {
  const [own, ...peers] = CONTENDERS;
  if (!own) return;
  const template = contractTemplate(own.spelling);
  const works: { readonly name: string; readonly times: number[]; run(round: number): unknown }[] = [
    { name: 'Platen compiles', times: [], run: () => compileTemplate(template, { delimiter: 'BRACES' }) },
  ];
  for (const peer of peers) {
    const render = await peer.prepare(contractTemplate(peer.spelling));
    works.push({ name: `${peer.name} renders`, times: [], run: (round) => render(invoiceData(round, 1)) });
  }
  for (let round = 0; round < 30; round += 1) {
    for (const work of works) {
      const start = performance.now();
      await work.run(round);
      work.times.push(performance.now() - start);
    }
  }
  console.log('\nA thirty-page contract: compiling it here, rendering it there (median of 30 rounds)\n');
  console.log(
    table(
      ['', 'time'],
      works.map(({ name, times }) => [name, milliseconds(median(times))]),
    ),
  );
};

/** What no renderer can beat: deflating and checking the finished document.xml. */
const floor = async (rows: number): Promise<void> => {
  const [own] = CONTENDERS;
  if (!own) return;
  const docx = await (await own.prepare(invoiceTemplate(own.spelling)))(invoiceData(1, rows));
  const xml = new PizZip(docx).file('word/document.xml')?.asText() ?? '';
  const times: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    const start = performance.now();
    const bytes = Buffer.from(xml);
    deflateRawSync(bytes, { level: 1 });
    crc32(bytes);
    times.push(performance.now() - start);
  }
  console.log(`\nFloor for ${rows} rows (encode, deflate at level 1, CRC): ${milliseconds(median(times))}`);
};

export const benchRender = async (): Promise<void> => {
  await showPeers(20, 60);
  await showPeers(2_000, 12);
  await floor(20);
  await floor(2_000);
  showGrowth();
  await showCompile();
};
