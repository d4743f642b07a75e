/**
 * DOCX → PDF, the native engine against a warm LibreOffice: `npm run bench -- pdf`.
 *
 * Both go through the product's own converter, from bytes to bytes, threads and processes included; documents are made
 * beforehand, new data each, and the engines take turns. CPU time is that of this process and of every process below it:
 * on a machine with other work, the ratio that it gives is the one to trust.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConverter } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { PlatenError } from '../src/errors.ts';
import { CACHE_FOLDER } from '../src/module-cache.mjs';
import type { PdfConverter } from '../src/service/renderer-ports.ts';
import { exampleInvoices, examples, plainInvoices, plainText } from './pdf-documents.ts';
import type { Growth } from './pdf-growth.ts';
import { cpuTimeOfTree } from './process-tree.ts';
import { median, milliseconds, table } from './report.ts';

const ENGINES = ['native', 'libreoffice'] as const;
type Engine = (typeof ENGINES)[number];

interface Rounds {
  /** Documents before anything counts: V8 compiles what it has seen often. */
  readonly warmUp: number;
  readonly counted: number;
  /** LibreOffice has no such thing to learn, and takes long enough to be clear after few; 0 where its first says it. */
  readonly ofLibreOffice: number;
}

interface Figures {
  readonly first: number;
  readonly wall: number;
  readonly cpu: number | undefined;
  readonly pages: number;
  readonly bytes: number;
}

class Contender {
  readonly engine: Engine;
  readonly #convert: (docx: Uint8Array) => ReturnType<PdfConverter['convert']>;
  readonly #walls: number[] = [];
  #cpu: number | undefined = 0;
  #first = Number.NaN;
  #pages = 0;
  #bytes = 0;

  constructor(converter: PdfConverter, engine: Engine) {
    this.engine = engine;
    this.#convert = (docx) => converter.convert(docx, { organizationId: 'bench', engine });
  }

  /** One after the other. CPU time is looked at around all of them: looking costs more than a small document does. */
  async run(documents: readonly Uint8Array[], counts: boolean): Promise<void> {
    const cpuBefore = cpuTimeOfTree();
    for (const docx of documents) {
      const start = performance.now();
      const made = await this.#convert(docx).catch(orTooLong);
      const wall = performance.now() - start;
      if (Number.isNaN(this.#first))
        [this.#first, this.#pages, this.#bytes] = [wall, made?.pages ?? 0, made?.pdf.byteLength ?? 0];
      if (counts) this.#walls.push(wall);
    }
    const cpuAfter = cpuTimeOfTree();
    if (!counts) return;
    if (this.#cpu === undefined || cpuBefore === undefined || cpuAfter === undefined) this.#cpu = undefined;
    else this.#cpu += cpuAfter - cpuBefore;
  }

  get figures(): Figures {
    return {
      first: this.#first,
      wall: this.#walls.length === 0 ? this.#first : median(this.#walls),
      cpu: this.#cpu === undefined || this.#walls.length === 0 ? undefined : this.#cpu / this.#walls.length,
      pages: this.#pages,
      bytes: this.#bytes,
    };
  }
}

/** What is ended after PLATEN_PDF_SECONDS shows as a time just above it, without pages. */
const orTooLong = (error: unknown): undefined => {
  if (error instanceof PlatenError && error.code === 'pdf_timeout') return;
  throw error;
};

const contest = async (
  converter: PdfConverter,
  name: string,
  document: (seed: number) => Uint8Array,
  rounds: Rounds,
): Promise<void> => {
  const documents = Array.from({ length: rounds.warmUp + rounds.counted }, (_, seed) => document(seed));
  const [native, office] = ENGINES.map((engine) => new Contender(converter, engine));
  if (native === undefined || office === undefined) return;
  await office.run(documents.slice(0, 1), false);
  await native.run(documents.slice(0, rounds.warmUp), false);
  const turns = Math.max(1, rounds.ofLibreOffice);
  const inATurn = Math.ceil(rounds.counted / turns);
  for (let turn = 0; turn < turns; turn += 1) {
    const start = rounds.warmUp + turn * inATurn;
    if (rounds.ofLibreOffice > 0) await office.run(documents.slice(start, start + 1), true);
    await native.run(documents.slice(start, start + inATurn), true);
  }
  const own = native.figures;
  console.log(`\n${name} (${rounds.counted} documents after ${rounds.warmUp} to warm up)\n`);
  console.log(
    table(
      ['', 'first', 'time', 'times native', 'CPU time', 'times native', 'pages', 'bytes'],
      [native, office].map(({ engine, figures }) => [
        engine,
        milliseconds(figures.first),
        milliseconds(figures.wall),
        (figures.wall / own.wall).toFixed(1),
        figures.cpu === undefined ? '' : milliseconds(figures.cpu),
        figures.cpu === undefined || own.cpu === undefined ? '' : (figures.cpu / own.cpu).toFixed(1),
        String(figures.pages),
        String(figures.bytes),
      ]),
    ),
  );
};

/** Each in a process of its own: what a page costs, and what a document holds at most. */
const growth = (): void => {
  const script = join(import.meta.dirname, 'pdf-growth.ts');
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  // As the product's threads have it: what Node.js needs to strip types is not the engine's memory.
  const env = { ...process.env, NODE_COMPILE_CACHE: CACHE_FOLDER };
  const fileOf = (pages: number): string => join(folder, `${pages}.docx`);
  const measured = [10, 100, 1000].map((pages) => {
    writeFileSync(fileOf(pages), plainText(pages));
    const files = [fileOf(10), fileOf(pages)];
    return JSON.parse(
      execFileSync(
        process.execPath,
        ['--expose-gc', '--disable-warning=ExperimentalWarning', script, ...files],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env },
      ),
    ) as Growth;
  });
  rmSync(folder, { recursive: true });
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  console.log('\nPlain text, native, one thread (a fresh process each)\n');
  console.log(
    table(
      [
        'pages',
        'time',
        'CPU time',
        'CPU time a page',
        'pages a second',
        'memory at start',
        'at most',
        'bytes',
      ],
      measured.map((one) => [
        String(one.pages),
        milliseconds(one.wall),
        milliseconds(one.cpu),
        milliseconds(one.cpu / one.pages),
        ((one.pages / one.cpu) * 1000).toFixed(0),
        mebibytes(one.memoryBefore),
        mebibytes(one.memoryPeak),
        String(one.bytes),
      ]),
    ),
  );
};

const sizes = async (converter: PdfConverter): Promise<void> => {
  const rows: (readonly string[])[] = [];
  for (const { key, docx } of examples()) {
    const [native, office] = await Promise.all(
      ENGINES.map((engine) => converter.convert(docx, { organizationId: 'bench', engine })),
    );
    if (native === undefined || office === undefined) continue;
    const share = native.pdf.byteLength / office.pdf.byteLength;
    rows.push([key, String(native.pdf.byteLength), String(office.pdf.byteLength), share.toFixed(2)]);
  }
  console.log('\nBytes of each example\n');
  console.log(table(['', 'native', 'libreoffice', 'share'], rows));
};

export const benchPdf = async (): Promise<void> => {
  const converter = openConverter(loadConfig());
  try {
    const health = await converter.health();
    console.log(`\n${health.message}`);
    await contest(converter, 'Invoice of two pages', exampleInvoices(30), {
      warmUp: 300,
      counted: 100,
      ofLibreOffice: 20,
    });
    await contest(converter, 'Plain table of 2,000 rows', plainInvoices(2000), {
      warmUp: 30,
      counted: 20,
      ofLibreOffice: 4,
    });
    await contest(converter, 'Invoice of 2,000 rows', exampleInvoices(2000), {
      warmUp: 15,
      counted: 15,
      ofLibreOffice: 0,
    });
    await sizes(converter);
  } finally {
    await converter.close();
  }
  growth();
};
