/**
 * renderChunk :: records of a batch → their documents in a part file, and what is wrong with the others
 *
 * The template is linked once, and a PDF laid out where it is rendered. What the native engine declines, or is not asked for,
 * goes back to the server as a DOCX, for another engine.
 */

import { closeSync, openSync, writeSync } from 'node:fs';
import { PartWriter } from '../../bundles/index.ts';
import { asWarning, notNumberedThrough } from '../../convert/reasons.ts';
import { errorFromData, errorToData, PlatenError } from '../../errors.ts';
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import { ZipWriter } from '../../ooxml/zip-write.ts';
import { type Ask, Refused } from '../../processes/protocol.ts';
import { type NamePattern, namedWithout } from '../../records/file-names.ts';
import { mergedWith } from '../../records/merge.ts';
import { cut, type ReportLine } from '../../records/report.ts';
import { type DocumentNotes, WarningNotes } from '../../records/warnings.ts';
import type { FailedRecord } from '../../service/jobs/batch-renderer-ports.ts';
import type { NativeUse } from '../../service/renderer-ports.ts';
import {
  type JsonObject,
  paged,
  type RenderOptions,
  renderDocx,
  renderParts,
  wantsLayout,
  writeFinished,
} from '../../template/index.ts';
import { dataMemoryWithin } from '../data-memory.ts';
import type { IncludeRounds } from '../include-rounds.ts';
import type { ProcessTools } from '../process-tools.ts';
import type { Question, Resolution } from '../protocol.ts';
import { type GenerateOrder, readGenerate } from '../read-request.ts';
import { diskTrouble, SpoolSink } from '../spool-sink.ts';
import { withPictures } from '../with-pictures.ts';
import type {
  BatchQuestion,
  ChunkLine,
  ChunkTask,
  ConvertedRecord,
  RenderedChunk,
} from './batch-protocol.ts';
import { documentNames } from './names.ts';
import { Progress } from './progress.ts';

interface Made extends DocumentNotes {
  readonly bytes: Uint8Array;
  readonly pages?: number;
  /** A PDF of the native engine. */
  readonly isOwn?: boolean;
}

const MOST_STACKS = 5;
/** Of one record: a list without end of wrong values says no more than its beginning. */
const MOST_LINES = 20;

export const renderChunk = async (task: ChunkTask, ask: Ask, tools: ProcessTools): Promise<RenderedChunk> => {
  const order = readGenerate(task.body, { ...task.terms, isBatch: true });
  const question: Question = { kind: 'resolve', request: order.request };
  const { programHash, native } = (await ask(question)) as Resolution;
  const { template } = await tools.templateFor(programHash, ask);
  const includes = tools.includeRounds(template, order.request, ask);
  const records = new RecordRenderer({ task, ask, tools, order, includes, native });
  const progress = new Progress(ask);
  const failures: FailedRecord[] = [];
  const stacks: string[] = [];
  const pages: number[] = [];
  const notes = WarningNotes.ofChunk();
  const warned: number[] = [];
  const part = openPart(task);
  const place = openSync(task.placeFile, 'w', 0o600);
  try {
    for (const bytes of linesOf(task.records)) {
      const line = JSON.parse(new TextDecoder().decode(bytes)) as ChunkLine;
      const made = await records.make(line, bytes, part, place);
      if ('failed' in made) {
        failures.push(made.failed);
        if (made.stack !== undefined && stacks.length < MOST_STACKS) stacks.push(made.stack);
        pages.push(0);
      } else {
        if (notes.add(line.record, made)) warned.push(pages.length - failures.length);
        pages.push(made.pages ?? 0);
      }
      await progress.tell({ done: pages.length - failures.length, failed: failures.length });
    }
    return { ...(await part.finish()), failures, warnings: notes.shared, warned, pages, stacks };
  } catch (error) {
    part.abandon();
    throw diskTrouble(error);
  } finally {
    closeSync(place);
  }
};

const openPart = ({ spoolFile, bundle }: ChunkTask): PartWriter => {
  try {
    return PartWriter.open(spoolFile, bundle);
  } catch (error) {
    throw diskTrouble(error);
  }
};

const NEWLINE = 0x0a;

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    yield bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
  }
}

/** What stands at a place file: the record, and whether it is being laid out. */
const PLACE_BYTES = 24;
const writePlace = (place: number, record: number, stage: 'render' | 'layout'): void => {
  writeSync(place, `${record} ${stage}`.padEnd(PLACE_BYTES), 0);
};

interface Needs {
  readonly task: ChunkTask;
  readonly ask: Ask;
  readonly tools: ProcessTools;
  readonly order: GenerateOrder;
  /** What one record has needed is there for the next. */
  readonly includes: IncludeRounds;
  readonly native: NativeUse;
}

class RecordRenderer {
  readonly #needs: Needs;
  readonly #terms: RenderOptions;
  readonly #names: NamePattern;
  /** The number of the first record that it sees; the others follow it. */
  #first = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    const { task, order, tools } = needs;
    const budgets = { time: task.renderMs, memory: tools.renderBytes };
    const isLaidOut = order.request.output === 'PDF';
    this.#terms = { now: Date.now(), ...order.options, budgets, isLaidOut };
    this.#names = documentNames(order.request.filename, task.name);
  }

  /** Its document is in the part, unless pages are only counted. Rejects where no record could be made here. */
  async make(
    line: ChunkLine,
    bytes: Uint8Array,
    part: PartWriter,
    place: number,
  ): Promise<{ readonly failed: FailedRecord; readonly stack?: string | undefined } | Made> {
    const { record } = line;
    this.#first ||= record;
    const trouble = this.#needs.task.troubles.get(record);
    if ('problem' in line) {
      const { code } = line.problem;
      return { failed: { record, code, lines: [{ record, ...line.problem }] } };
    }
    try {
      if (trouble?.kind === 'failed') throw errorFromData(trouble.error);
      const data = mergedWith(this.#needs.order.data, line.data) as JsonObject;
      const made = await this.#document(record, data, bytes, place);
      if (this.#needs.task.pages !== 'counted')
        await this.#add(part, made, this.#names.fill(data, record), record);
      const unnamed = namedWithout(this.#names.lacking(data));
      return unnamed.length === 0 ? made : { ...made, warnings: [...made.warnings, ...unnamed] };
    } catch (error) {
      if (isOfTheMachine(error)) throw error;
      const { stack } = errorToData(error);
      const isBug = !(error instanceof PlatenError) || error.code === 'internal_error';
      return { failed: failedRecord(record, error), ...(isBug && { stack }) };
    }
  }

  async #add(part: PartWriter, { bytes, pages, isOwn }: Made, name: string, record: number): Promise<void> {
    await part.add({ record, name, bytes, ...(pages !== undefined && { pages }), isOwn: isOwn === true });
  }

  async #document(record: number, data: JsonObject, bytes: Uint8Array, place: number): Promise<Made> {
    const { task, tools, order, native } = this.#needs;
    writePlace(place, record, 'render');
    const terms = { ...this.#terms, dataBytes: dataMemoryWithin(tools.renderBytes, bytes) };
    const trouble = task.troubles.get(record);
    const { layout } = tools;
    if (order.request.output === 'DOCX') return this.#docx(data, terms);
    if (native === 'never' || layout === undefined || trouble !== undefined)
      return this.#converted(
        await this.#docx(data, terms),
        trouble?.kind === 'not native' ? trouble.reasons : undefined,
      );
    const rendered = await this.#needs.includes.run((template, more) =>
      withPictures(this.#needs, (pictures) => ({
        template,
        ...renderParts(template, data, { ...terms, ...pictures, ...more }),
      })),
    );
    writePlace(place, record, 'layout');
    const {
      parts,
      warnings: ofPages,
      elsewhere,
    } = await paged(rendered.template, rendered, (some) => layout.pagesOf(some, task.layoutMs));
    const { missing } = rendered;
    const warnings = [...rendered.warnings, ...ofPages];
    const sink = inMemory();
    const { pdf } = order.request;
    const pages = this.#pagesOf(record);
    const laid = await layout.lay(parts, { use: native, pdf, pages, milliseconds: task.layoutMs }, sink);
    if (laid.kind === 'converted')
      return {
        bytes: joined(sink),
        pages: laid.pages,
        isOwn: true,
        missing,
        warnings: [...warnings, ...laid.warnings, ...laid.reasons.map(asWarning)],
      };
    sink.reset();
    parts.writeTo(new ZipWriter(sink));
    return this.#converted(
      { bytes: joined(sink), missing, warnings: [...warnings, ...elsewhere] },
      laid.reasons,
    );
  }

  /** Undefined where its pages count for themselves, or are counted now. */
  #pagesOf(record: number): { readonly first: number; readonly total: number } | undefined {
    const { pages } = this.#needs.task;
    if (pages === undefined || pages === 'counted') return undefined;
    const first = pages.first[record - this.#first];
    return first === undefined ? undefined : { first, total: pages.total };
  }

  async #docx(data: JsonObject, terms: RenderOptions): Promise<Made> {
    const sink = inMemory();
    const { tools, order, task } = this.#needs;
    const { layout } = tools;
    const wishes = order.request.output === 'DOCX' ? order.request : ({ docxFields: 'word' } as const);
    const made = await this.#needs.includes.run((template, more) =>
      withPictures(this.#needs, (pictures) => {
        const options = { ...terms, ...pictures, ...more };
        sink.reset();
        return layout !== undefined && wantsLayout(template, wishes)
          ? { template, layout, ...renderParts(template, data, { ...options, isLaidOut: true }) }
          : renderDocx(template, data, options, sink);
      }),
    );
    const warnings = [...made.warnings];
    if ('parts' in made) {
      const pagesOf = (some: KeptParts) => made.layout.pagesOf(some, task.layoutMs);
      const said = await writeFinished(made.template, made, wishes, { pagesOf, sink });
      warnings.push(...said.warnings, ...said.elsewhere);
    }
    return { bytes: joined(sink), missing: made.missing, warnings };
  }

  async #converted(
    { bytes: docx, missing, warnings }: Made,
    declined: readonly string[] | undefined,
  ): Promise<Made> {
    const { ask, order, task } = this.#needs;
    if (task.pages !== undefined) throw notNumberedThrough(declined);
    const question: BatchQuestion = { kind: 'convert', docx, request: order.request, declined };
    const converted = (await ask(question)) as ConvertedRecord;
    if (!converted.ok) throw errorFromData(converted.error);
    const { pdf, pages } = converted;
    return { bytes: pdf, pages, missing, warnings: [...warnings, ...converted.warnings] };
  }
}

/** Nothing that a file could be needed for: a document of a batch goes to its part. */
const inMemory = (): SpoolSink => new SpoolSink();
const joined = (sink: SpoolSink): Uint8Array => sink.finish() ?? new Uint8Array();

/** A full disk, or a server that is gone, says nothing about the record. */
const isOfTheMachine = (error: unknown): boolean => {
  if (error instanceof PlatenError) return error.kind === 'unavailable' && error.code !== 'pdf_unavailable';
  return error instanceof Error && ('errno' in error || error instanceof Refused);
};

const failedRecord = (record: number, error: unknown): FailedRecord => {
  const { code, message, details = [] } = errorToData(error);
  const lines = details.slice(0, MOST_LINES).map(
    (detail): ReportLine => ({
      record,
      ...(detail.path !== undefined && { path: cut(detail.path) }),
      code,
      message: cut(detail.message),
    }),
  );
  return { record, code, lines: lines.length > 0 ? lines : [{ record, code, message: cut(message) }] };
};
