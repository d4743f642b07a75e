/**
 * runBatch :: template, file of records → a bundle of documents, and a report beside it
 *
 * The file of records is read twice: once to count them, so that what is wrong with the file as a whole is said before a
 * document is made, and once for their data. Records that fail don't stop the rest.
 */
import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assembleBundle, type Bundle, PartWriter } from '../bundles/index.ts';
import { errorToData } from '../errors.ts';
import {
  checkSource,
  kindOf,
  mergedWith,
  namedWithout,
  namePattern,
  type RecordSource,
  type ReportLine,
  readRecords,
  reportCsv,
  WarningNotes,
} from '../records/index.ts';
import { type DocumentMaker, openDocumentMaker, type PlaceOfMany } from './document-maker.ts';
import { type DocumentFlags, renderOptions } from './document-options.ts';
import { readData } from './files.ts';
import { ProgressBar } from './progress-bar.ts';
import { EXIT, note, say, startProgress, UsageError } from './terminal.ts';

export interface BatchFlags extends DocumentFlags {
  readonly output: string;
  readonly format?: 'docx' | 'pdf';
  readonly pageNumbers: 'record' | 'through';
  readonly name: string;
  readonly data?: string;
  readonly report?: string;
  readonly maxFailures?: number;
  readonly sheet?: string;
  readonly headerRow?: number;
  readonly separator?: string;
  readonly encoding?: string;
  readonly column: Readonly<Record<string, string>>;
}

interface Plan {
  readonly data: string;
  readonly source: RecordSource;
  readonly bundle: Bundle;
  readonly ending: 'docx' | 'pdf';
  readonly name: ReturnType<typeof namePattern>;
  readonly locale: string;
}

export const runBatch = async (template: string, data: string, flags: BatchFlags): Promise<void> => {
  const plan = planOf(data, flags);
  const options = await renderOptions(flags);
  const shared = flags.data === undefined ? {} : readData(flags.data);
  const maker = await openDocumentMaker(template, {
    flags,
    options,
    isPdf: plan.ending === 'pdf',
  });
  const folder = mkdtempSync(join(tmpdir(), 'platen-batch-'));
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  const interrupted = (): void => {
    clean();
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', interrupted);
  try {
    const total = await count(plan, maker);
    const order = { maker, flags, shared, total, part: join(folder, 'part') };
    const isCounted = plan.bundle === 'pdf' && flags.pageNumbers === 'through';
    const outcome = await make(plan, { ...order, ...(isCounted && { places: await places(plan, order) }) });
    const report = flags.report ?? `${flags.output}.report.csv`;
    await writeReport(report, outcome.lines);
    if (outcome.made > 0) {
      const parts = [{ path: join(folder, 'part'), documents: outcome.made }];
      const out = `${flags.output}.${process.pid}.partial`;
      const { bundle, ending } = plan;
      await assembleBundle({ bundle, ending, parts, out, pageNumbers: flags.pageNumbers });
      renameSync(out, flags.output);
    }
    const { made, failed, left, warned } = outcome;
    say(`${made} of ${total} documents made${made > 0 ? `: ${flags.output}` : ''}`);
    if (failed > 0) note(`${failed} failed: ${report}`);
    if (warned > 0) note(`${warned} made with warnings: ${report}`);
    if (left > 0) note(`${left} were not begun, because of --max-failures`);
    if (failed > 0 || made === 0) process.exitCode = EXIT.failed;
  } finally {
    process.off('SIGINT', interrupted);
    clean();
    await maker.close();
  }
};

const planOf = (data: string, flags: BatchFlags): Plan => {
  const format = extname(flags.output).toLowerCase().slice(1);
  if (format !== 'zip' && format !== 'pdf' && format !== 'docx')
    throw new UsageError(`${flags.output}: the output must end in .zip, .pdf or .docx.`);
  const ending = format === 'zip' ? (flags.format ?? 'pdf') : format;
  if (flags.format !== undefined && flags.format !== ending)
    throw new UsageError(`${flags.output} and --format ${flags.format} contradict each other.`);
  if (ending === 'docx' && (flags.tagged === true || flags.pdfa === true))
    throw new UsageError('--tagged and --pdfa are for PDF.');
  if (flags.pageNumbers === 'through' && format === 'zip')
    throw new UsageError('--page-numbers through is for all in one file, a .pdf or a .docx.');
  const kind = kindOf(basename(data), undefined);
  if (kind === undefined)
    throw new UsageError(`${data}: the records must be a .json, .ndjson, .csv or .xlsx file.`);
  if (!existsSync(data)) throw new UsageError(`There is no file ${data}.`);
  return {
    data,
    source: sourceOf(kind, flags),
    bundle: format,
    ending,
    name: namePattern(flags.name),
    locale: flags.locale ?? 'en',
  };
};

const sourceOf = (kind: RecordSource['kind'], flags: BatchFlags): RecordSource => {
  const { headerRow, separator, encoding, column } = flags;
  const sheet = flags.sheet !== undefined && /^\d+$/.test(flags.sheet) ? Number(flags.sheet) : flags.sheet;
  const source = {
    kind,
    ...(sheet !== undefined && { sheet }),
    ...(headerRow !== undefined && { headerRow }),
    ...(separator !== undefined && {
      separator: separator === '\\t' || separator === 'tab' ? '\t' : separator,
    }),
    ...(encoding !== undefined && { encoding }),
    ...(Object.keys(column).length > 0 && { columns: column }),
  };
  checkSource(source);
  return source;
};

const recordsOf = (
  { data, source, locale }: Plan,
  { schema }: DocumentMaker,
): ReturnType<typeof readRecords> => readRecords({ path: data }, source, { schema, locale });

const count = async (plan: Plan, maker: DocumentMaker): Promise<number> => {
  const progress = startProgress();
  progress.step('Reading the records…');
  let total = 0;
  try {
    for await (const _ of recordsOf(plan, maker)) total++;
  } finally {
    progress.done();
  }
  return total;
};

interface Outcome {
  readonly made: number;
  readonly failed: number;
  /** Not begun. */
  readonly left: number;
  /** Made, but there is something to say about them. */
  readonly warned: number;
  readonly lines: readonly ReportLine[];
}

interface Order {
  readonly maker: DocumentMaker;
  readonly flags: BatchFlags;
  /** Data that all records have. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly part: string;
  /** Where the pages of each record begin, where they are counted through. */
  readonly places?: ReadonlyMap<number, PlaceOfMany>;
}

/** All documents are laid out once to learn how many pages each has. What is wrong with one is said when it is made. */
const places = async (plan: Plan, { maker, shared, total }: Order): Promise<Map<number, PlaceOfMany>> => {
  const begun: { record: number; pages: Promise<number> }[] = [];
  const firsts = new Map<number, number>();
  const bar = new ProgressBar(total, 'Counting pages');
  let next = 1;
  const countOne = async (): Promise<void> => {
    const one = begun.shift();
    if (one === undefined) return;
    firsts.set(one.record, next);
    next += await one.pages;
    await bar.show(firsts.size, 0);
  };
  try {
    for await (const read of recordsOf(plan, maker)) {
      if ('problem' in read) continue;
      const made = maker.make(mergedWith(shared, read.data)).then(
        ({ pages }) => pages,
        () => 0,
      );
      begun.push({ record: read.record, pages: made });
      if (begun.length >= maker.atOnce) await countOne();
    }
    while (begun.length > 0) await countOne();
  } finally {
    bar.done();
  }
  return new Map([...firsts].map(([record, first]) => [record, { first, total: next - 1 }]));
};

/** Documents are made several at once, and written in the order of their records. */
const make = async (plan: Plan, { maker, flags, shared, total, part, places }: Order): Promise<Outcome> => {
  const writer = PartWriter.open(part, plan.bundle);
  const lines: ReportLine[] = [];
  const notes = WarningNotes.ofBatch();
  const bar = new ProgressBar(total);
  const begun: {
    record: number;
    name: string;
    unnamed: readonly string[];
    made: ReturnType<DocumentMaker['make']>;
  }[] = [];
  let [made, failed, warned] = [0, 0, 0];
  const fail = (record: number, problems: readonly Omit<ReportLine, 'record'>[]): void => {
    failed++;
    for (const problem of problems) lines.push({ record, ...problem });
  };
  const finishOne = async (): Promise<void> => {
    const next = begun.shift();
    if (next === undefined) return;
    try {
      const { bytes, ...said } = await next.made;
      await writer.add({ record: next.record, name: next.name, bytes });
      made++;
      if (notes.add(next.record, { ...said, warnings: [...said.warnings, ...next.unnamed] })) warned++;
    } catch (error) {
      fail(next.record, problemsOf(error));
    }
    await bar.show(made, failed);
  };
  try {
    for await (const read of recordsOf(plan, maker)) {
      if (failed > (flags.maxFailures ?? Number.POSITIVE_INFINITY)) break;
      if ('problem' in read) fail(read.record, [read.problem]);
      else {
        const { record } = read;
        const data = mergedWith(shared, read.data);
        const made = maker.make(data, places?.get(record));
        // Looked at when its turn has come.
        made.catch(() => undefined);
        const unnamed = namedWithout(plan.name.lacking(data));
        begun.push({ record, name: plan.name.fill(data, record), unnamed, made });
      }
      if (begun.length >= maker.atOnce) await finishOne();
    }
    while (begun.length > 0) await finishOne();
    await writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    bar.done();
  }
  const all = [...lines, ...notes.lines()].sort((a, b) => a.record - b.record);
  return { made, failed, warned, left: total - made - failed, lines: all };
};

const problemsOf = (error: unknown): Omit<ReportLine, 'record'>[] => {
  const { code, message, details = [] } = errorToData(error);
  if (code === 'internal_error') throw error;
  const lines = details.map((detail) => ({
    ...(detail.path !== undefined && { path: detail.path }),
    code,
    message: detail.message,
  }));
  return lines.length > 0 ? lines : [{ code, message }];
};

const writeReport = async (path: string, lines: readonly ReportLine[]): Promise<void> => {
  try {
    await pipeline(Readable.from(reportCsv(lines)), createWriteStream(path));
  } catch (error) {
    throw new UsageError(`${path} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
};
