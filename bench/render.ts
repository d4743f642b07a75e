/**
 * Template + data → DOCX, every contender in one process and one run: `npm run bench -- render`.
 *
 * Machines are noisy and shared, so what counts is the ratio within a run. Rounds are interleaved (each contender in
 * turn), so that a slow second hits all of them, and begin without fresh garbage, so that nobody collects that of the
 * one before. Everybody warms up for the same time, not for the same number of documents: V8 compiles beside the run, and
 * whoever is quick would be measured before it is done. Shown are the first, cold render; the median of the time that passed
 * after that; and the mean of the processor's time, in which other processes have no part (all threads, so what a contender
 * leaves to Node's pool counts). Every contender's text is compared with the first one's before anything is measured.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import PizZip from 'pizzip';
import { RenderedLayout } from '../src/convert/native/rendered-layout.ts';
import {
  compileTemplate,
  type JsonObject,
  linkTemplate,
  renderDocx,
  renderParts,
  writeFinished,
} from '../src/template/index.ts';
import { CONTENDERS } from './contenders.ts';
import {
  contractTemplate,
  type InvoiceData,
  invoiceData,
  invoiceTemplate,
  reportData,
  reportTemplate,
} from './documents.ts';
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

interface Work {
  readonly name: string;
  run(round: number): unknown;
}

interface Measured {
  readonly name: string;
  /** Milliseconds: the median that passed, and the mean of the processor's. */
  readonly wall: number;
  readonly cpu: number;
}

interface Rounds {
  /** Milliseconds of each contender before anything is counted. */
  readonly warmUp: number;
  readonly counted: number;
  /** Renders in a row: the system counts a processor's time in steps of a few milliseconds. */
  readonly inARow: number;
}

const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Of the young generation only: a full collection throws away compiled code, which then is measured again and again. */
const collectYoung = (): void => {
  (globalThis.gc as ((options: { type: 'minor' }) => void) | undefined)?.({ type: 'minor' });
};

/** Milliseconds; whoever takes longer gets three rounds, after which its figure is clear. */
const SLOW = 300;
const ROUNDS_OF_SLOW = 3;
/** Rounds −1 to −this are the data to warm up with. */
const WARM_UP_DATA = 20;

/** Each round's data comes again here, and is new only in what is counted afterwards: no contender keeps results. */
const warmUp = async (work: Work, milliseconds: number): Promise<void> => {
  const end = performance.now() + milliseconds;
  for (let round = 1; performance.now() < end; round = (round % WARM_UP_DATA) + 1) await work.run(-round);
};

const interleaved = async (works: readonly Work[], rounds: Rounds): Promise<readonly Measured[]> => {
  const measured = works.map((work) => ({ ...work, walls: [] as number[], cpu: 0 }));
  for (const work of works) await warmUp(work, rounds.warmUp);
  for (let round = 0; round < rounds.counted; round += 1) {
    for (const work of measured) {
      if (work.walls.length >= ROUNDS_OF_SLOW && (work.walls[0] ?? 0) > SLOW) continue;
      collectYoung();
      const cpuBefore = cpuTime();
      const walls: number[] = [];
      for (let turn = 0; turn < rounds.inARow; turn += 1) {
        const start = performance.now();
        await work.run(round * rounds.inARow + turn + 1);
        walls.push(performance.now() - start);
      }
      work.cpu += cpuTime() - cpuBefore;
      work.walls.push(...walls);
    }
  }
  return measured.map(({ name, walls, cpu }) => ({ name, wall: median(walls), cpu: cpu / walls.length }));
};

interface Contest {
  readonly rows: number;
  readonly rounds: Rounds;
}

const showPeers = async ({ rows, rounds }: Contest): Promise<void> => {
  const works: Work[] = [];
  const firsts: { readonly cold: number; readonly bytes: number }[] = [];
  // Made beforehand: whoever comes first would otherwise pay for it.
  const data = Array.from({ length: WARM_UP_DATA + rounds.counted * rounds.inARow + 1 }, (_, seed) =>
    invoiceData(seed, rows),
  );
  let expected: string | undefined;
  for (const contender of CONTENDERS) {
    const render = await contender.prepare(invoiceTemplate(contender.spelling));
    const start = performance.now();
    const first = await render(data[0] as InvoiceData);
    firsts.push({ cold: performance.now() - start, bytes: first.byteLength });
    const text = textOf(first);
    expected ??= text;
    if (text !== expected)
      throw new Error(`${contender.name} renders another text: ${firstDifference(text, expected)}`);
    works.push({ name: contender.name, run: (round) => render(data[WARM_UP_DATA + round] as InvoiceData) });
  }
  const figures = await interleaved(works, rounds);
  const [own, ...peers] = figures;
  if (!own) return;
  console.log(
    `\nInvoice, ${rows} rows (${rounds.counted * rounds.inARow} documents after ${rounds.warmUp / 1000} s to warm up, new data each)\n`,
  );
  console.log(
    table(
      ['', 'first', 'time', 'times Platen', 'CPU time', 'times Platen', 'bytes'],
      figures.map((figure, index) => [
        figure.name,
        milliseconds(firsts[index]?.cold ?? 0),
        milliseconds(figure.wall),
        (figure.wall / own.wall).toFixed(1),
        milliseconds(figure.cpu),
        (figure.cpu / own.cpu).toFixed(1),
        String(firsts[index]?.bytes ?? 0),
      ]),
    ),
  );
  console.log(
    `\nFastest peer / Platen: ${(Math.min(...peers.map(({ wall }) => wall)) / own.wall).toFixed(1)} by time, ${(Math.min(...peers.map(({ cpu }) => cpu)) / own.cpu).toFixed(1)} by CPU time`,
  );
};

const heldNow = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** Collections within one render; each takes as long as the data is large. */
const LOOKS = 20;

/**
 * Time must grow with the rows and memory must not. Three renders: one for the time; one that looks at what is held
 * beside the data with each chunk, garbage included; one that collects the garbage before it looks.
 */
const showGrowth = (): void => {
  const spelling = CONTENDERS[0]?.spelling;
  if (!spelling) return;
  const template = invoiceTemplate(spelling);
  const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
  const render = (data: InvoiceData, look: (bytes: number) => void): void => {
    renderDocx(
      linked,
      data as unknown as JsonObject,
      { budgets: { time: 600_000 } },
      { write: (chunk) => look(chunk.byteLength) },
    );
  };
  for (let turn = 0; turn < 10; turn += 1) render(invoiceData(turn, 2_000), () => {});
  const lines = [2_000, 20_000, 200_000].map((rows) => {
    const data = invoiceData(1, rows);
    let bytes = 0;
    collectYoung();
    const cpuBefore = cpuTime();
    const start = performance.now();
    render(data, (count) => {
      bytes += count;
    });
    const time = performance.now() - start;
    const cpu = cpuTime() - cpuBefore;

    const peakOf = (isDue: (written: number) => boolean): number => {
      globalThis.gc?.();
      const before = heldNow();
      let peak = 0;
      let written = 0;
      render(data, (count) => {
        written += count;
        if (isDue(written)) peak = Math.max(peak, heldNow() - before);
      });
      return peak;
    };
    const withGarbage = peakOf(() => true);
    let next = 0;
    const live = peakOf((written) => {
      if (written < next) return false;
      next += bytes / LOOKS;
      globalThis.gc?.();
      return true;
    });
    const mebibytes = (count: number): string => `${(count / 2 ** 20).toFixed(1)} MiB`;
    return [
      String(rows),
      milliseconds(time),
      ((time * 1000) / rows).toFixed(2),
      milliseconds(cpu),
      mebibytes(withGarbage),
      mebibytes(live),
      String(bytes),
    ];
  });
  console.log('\nPlaten alone, growth (peak of the memory beyond the data)\n');
  console.log(
    table(['rows', 'time', 'µs a row', 'CPU time', 'memory with garbage', 'live memory', 'bytes'], lines),
  );
};

const showCompile = async (rounds: Rounds): Promise<void> => {
  const [own, ...peers] = CONTENDERS;
  if (!own) return;
  const template = contractTemplate(own.spelling);
  const works: Work[] = [
    { name: 'Platen compiles', run: () => compileTemplate(template, { delimiter: 'BRACES' }) },
  ];
  for (const peer of peers) {
    const render = await peer.prepare(contractTemplate(peer.spelling));
    works.push({ name: `${peer.name} renders`, run: (round) => render(invoiceData(round, 1)) });
  }
  const figures = await interleaved(works, rounds);
  console.log(`\nA thirty-page contract: compiling it here, rendering it there (${rounds.counted} rounds)\n`);
  console.log(
    table(
      ['', 'time', 'CPU time'],
      figures.map(({ name, wall, cpu }) => [name, milliseconds(wall), milliseconds(cpu)]),
    ),
  );
};

/** What it costs that a DOCX tells the pages of its headings: it is laid out, and its fields are written anew. */
const showFinished = async (chapters: number, rounds: Rounds): Promise<void> => {
  const template = reportTemplate();
  const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
  const layout = new RenderedLayout({ system: false });
  const sink = { write: (): void => {} };
  const dataOf = (round: number) => reportData(round, chapters) as unknown as JsonObject;
  const computed = async (round: number): Promise<number> => {
    const { parts } = renderParts(linked, dataOf(round), { isLaidOut: true });
    let pages = 0;
    await writeFinished(
      linked,
      parts,
      {},
      {
        pagesOf: async (some) => {
          const found = await layout.pagesOf(some, 60_000);
          pages = found?.pages ?? 0;
          return found;
        },
        sink,
      },
    );
    return pages;
  };
  const pages = await computed(0);
  const figures = await interleaved(
    [
      { name: '`fields: "word"`', run: (round) => renderDocx(linked, dataOf(round), {}, sink) },
      { name: '`fields: "computed"`', run: computed },
    ],
    rounds,
  );
  console.log(`\nA table of contents of ${chapters} chapters on ${pages} pages, in the DOCX\n`);
  console.log(
    table(
      ['', 'time', 'CPU time'],
      figures.map(({ name, wall, cpu }) => [name, milliseconds(wall), milliseconds(cpu)]),
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
  await showPeers({ rows: 20, rounds: { warmUp: 2_000, counted: 15, inARow: 5 } });
  await showPeers({ rows: 2_000, rounds: { warmUp: 2_000, counted: 20, inARow: 1 } });
  await floor(20);
  await floor(2_000);
  showGrowth();
  await showCompile({ warmUp: 1_000, counted: 30, inARow: 1 });
};

export const benchFields = async (): Promise<void> => {
  await showFinished(10, { warmUp: 2_000, counted: 20, inARow: 5 });
  await showFinished(100, { warmUp: 2_000, counted: 20, inARow: 1 });
};
