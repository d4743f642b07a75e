/**
 * createBatchRenderer :: configuration → BatchRenderer
 *
 * Each step of a batch is a job of the large lane, beside those that somebody waits for. Files that the steps need are temporary
 * ones of this server.
 */
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, openSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { declinedFor } from '../../convert/native/gate.ts';
import { errorToData, PlatenError } from '../../errors.ts';
import type {
  BatchRenderer,
  BundleFile,
  BundleJob,
  ChunkJob,
  CountedRecords,
  CountJob,
  MadeChunk,
  SplitJob,
} from '../../service/jobs/batch-renderer-ports.ts';
import type { GenerateRequest, NativeUse, TemplateBytes } from '../../service/renderer-ports.ts';
import type { LargeLane } from '../large-lane.ts';
import type { Question, Resolution } from '../protocol.ts';
import { convertOptions } from '../renderer.ts';
import type { RendererConfig } from '../renderer-config.ts';
import { FileSpool, spoolFileName } from '../spool.ts';
import { diskTrouble } from '../spool-sink.ts';
import type {
  BatchQuestion,
  BundleTask,
  ChunkTask,
  ConvertedRecord,
  CountTask,
  RenderedChunk,
  SplitTask,
  Trouble,
} from './batch-protocol.ts';

type BatchConfig = Pick<RendererConfig, 'renderMs' | 'converter' | 'layout' | 'fetchPictures'> & {
  readonly lane: LargeLane;
  /** What failed inside Platen. */
  readonly onError: (error: unknown) => void;
};

/** Reading a file of records, or writing a result, has no end that is known before: so much, and so much for each byte. */
const FILE_MS = 600_000;
const BYTES_PER_MS = 1024;
/** Before the converter is asked again: its queue is full, and a batch has time. */
const BUSY_MS = 500;

export const createBatchRenderer = (config: BatchConfig): BatchRenderer => new LaneBatchRenderer(config);

class LaneBatchRenderer implements BatchRenderer {
  readonly #config: BatchConfig;

  constructor(config: BatchConfig) {
    this.#config = config;
  }

  countRecords({ file, most, fields, ...job }: CountJob): Promise<CountedRecords> {
    const input: CountTask = { file, most, fields };
    return this.#config.lane.run<CountedRecords>({ ...job, name: 'countRecords', input, answer: goOn });
  }

  async split({ body, file, onChunk, ...job }: SplitJob) {
    const path = spoolFileName(tmpdir());
    try {
      let known: SplitTask['file'];
      if (file !== undefined) {
        const { copyTo, ...facts } = file;
        await inNewFile(path, copyTo);
        known = { ...facts, path };
      }
      const input: SplitTask = { body, file: known };
      return await this.#config.lane.run<{ total: number; body: Uint8Array }>({
        ...job,
        name: 'split',
        isBackground: true,
        input,
        milliseconds: FILE_MS,
        answer: (question) => (question.kind === 'chunk' ? onChunk(question.chunk) : goOn(question)),
      });
    } finally {
      rmSync(path, { force: true });
    }
  }

  /** Again where a record has ended the process, without it: what comes of the others does not depend on that. */
  async chunk(job: ChunkJob): Promise<MadeChunk> {
    const troubles = new Map<number, Trouble>();
    const placeFile = spoolFileName(tmpdir());
    const spoolFile = spoolFileName(tmpdir());
    try {
      for (;;) {
        const progress: { native?: NativeUse } = {};
        try {
          const made = await this.#chunk(job, { placeFile, spoolFile, troubles, progress });
          for (const stack of made.stacks) this.#config.onError(new Error(stack));
          const { size, sha256, stacks: _, ...rest } = made;
          return { ...rest, part: made.documents === 0 ? undefined : taken(spoolFile, { size, sha256 }) };
        } catch (error) {
          const place = job.signal.aborted ? undefined : placeIn(placeFile, error);
          if (place === undefined) throw error;
          troubles.set(place.record, troubleOf(error, { ...place, ...progress, before: troubles }));
        }
      }
    } finally {
      for (const file of [placeFile, spoolFile]) rmSync(file, { force: true });
    }
  }

  async #chunk(
    { body, records, bundle, name, pages, defaults, now, resolve, onMade, ...job }: ChunkJob,
    files: Pick<ChunkTask, 'placeFile' | 'spoolFile' | 'troubles'> & { progress: { native?: NativeUse } },
  ): Promise<RenderedChunk> {
    const { lane, renderMs, layout, fetchPictures } = this.#config;
    const { progress, ...own } = files;
    const layoutMs = layout?.milliseconds ?? 0;
    const input: ChunkTask = {
      ...own,
      ...{ body, records, bundle, name, pages, renderMs, layoutMs },
      terms: { ...(defaults && { defaults }), ...(now !== undefined && { now }) },
      fetchesPictures: fetchPictures !== undefined,
    };
    let template: TemplateBytes | undefined;
    const answer = async (question: Question): Promise<unknown> => {
      switch (question.kind) {
        case 'resolve': {
          for (const file of [own.placeFile, own.spoolFile]) rmSync(file, { force: true });
          template = await resolve();
          progress.native = this.#nativeFor(question.request.engine);
          return { programHash: template.programHash, native: progress.native } satisfies Resolution;
        }
        case 'includes': {
          template = await resolve(question.chosen);
          const { programHash, refused } = template;
          return {
            programHash,
            native: progress.native ?? 'never',
            ...(refused && { refused }),
          } satisfies Resolution;
        }
        case 'template':
          return template;
        case 'pictures':
          return fetchPictures?.(question.urls);
        case 'convert':
          return this.#convert(job, question);
        case 'progress':
          if (question.made !== undefined) onMade?.(question.made);
          return undefined;
        default:
          return undefined;
      }
    };
    // As much for each of its records: it tells when it goes on.
    const milliseconds = renderMs + layoutMs;
    return lane.run<RenderedChunk>({
      ...job,
      name: 'chunk',
      isBackground: true,
      input,
      milliseconds,
      answer,
    });
  }

  async bundle({ bundle, pageNumbers, ending, parts, extra, ...job }: BundleJob): Promise<BundleFile> {
    const files: string[] = [];
    const newFile = (): string => {
      const path = spoolFileName(tmpdir());
      files.push(path);
      return path;
    };
    try {
      const copied: { path: string; documents: number }[] = [];
      let bytes = 0;
      for await (const { documents, copyTo } of parts) {
        job.signal.throwIfAborted();
        const path = newFile();
        bytes += await inNewFile(path, copyTo);
        copied.push({ path, documents });
      }
      const beside: { name: string; path: string }[] = [];
      for (const { name, lines } of extra) {
        const path = newFile();
        await spoolTo(path, Readable.from(lines()));
        beside.push({ name, path });
      }
      const spoolFile = newFile();
      const input: BundleTask = { bundle, pageNumbers, ending, parts: copied, extra: beside, spoolFile };
      const milliseconds = FILE_MS + bytes / BYTES_PER_MS;
      const { lane } = this.#config;
      const made = await lane.run<{ size: number; sha256: string }>({
        ...job,
        name: 'bundle',
        isBackground: true,
        input,
        milliseconds,
      });
      return taken(spoolFile, made);
    } finally {
      for (const file of files) rmSync(file, { force: true });
    }
  }

  async spool(text: AsyncIterable<string>): Promise<BundleFile> {
    const path = spoolFileName(tmpdir());
    const hash = createHash('sha256');
    try {
      const size = await spoolTo(path, Readable.from(hashed(text, hash)));
      return taken(path, { size, sha256: hash.digest('hex') });
    } finally {
      rmSync(path, { force: true });
    }
  }

  #nativeFor(engine: GenerateRequest['engine']): NativeUse {
    const { layout, converter } = this.#config;
    return layout === undefined ? 'never' : (converter.nativeFor?.(engine) ?? 'never');
  }

  /** What is wrong with the document is for its record; what is wrong here ends the chunk, for another time. */
  async #convert(
    job: Pick<ChunkJob, 'organizationId' | 'signal'>,
    { docx, request, declined }: Extract<BatchQuestion, { kind: 'convert' }>,
  ): Promise<ConvertedRecord> {
    for (;;) {
      try {
        const { pdf, pages, warnings } = await this.#config.converter.convert(docx, {
          ...convertOptions(job, request),
          ...(declined !== undefined && { declined }),
        });
        return { ok: true, pdf, pages, warnings };
      } catch (error) {
        if (!(error instanceof PlatenError)) throw error;
        if (error.code === 'busy') await sleep(BUSY_MS, undefined, { signal: job.signal });
        else if (error.kind === 'unavailable' && error.code !== 'pdf_unavailable') throw error;
        else return { ok: false, error: errorToData(error) };
      }
    }
  }
}

/** Nothing but "it goes on". */
const goOn = async (_question: Question): Promise<undefined> => undefined;

async function* hashed(text: AsyncIterable<string>, hash: Hash): AsyncGenerator<string> {
  for await (const piece of text) {
    hash.update(piece);
    yield piece;
  }
}

const inNewFile = async (path: string, fill: (fd: number) => Promise<number>): Promise<number> => {
  const file = await open(path, 'wx', 0o600);
  try {
    return await fill(file.fd);
  } catch (error) {
    throw diskTrouble(error);
  } finally {
    await file.close();
  }
};

/** Gives its size. */
const spoolTo = async (path: string, from: Readable): Promise<number> => {
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(from, to);
    return to.bytesWritten;
  } catch (error) {
    throw diskTrouble(error);
  }
};

/** From here on it has no name. */
const taken = (path: string, { size, sha256 }: Pick<BundleFile, 'size' | 'sha256'>): BundleFile => {
  const fd = openSync(path, 'r');
  unlinkSync(path);
  return Object.assign(new FileSpool(fd, size), { sha256 });
};

interface Place {
  readonly record: number;
  readonly isLayout: boolean;
}

/** Which record a process was at when it came to an end; undefined where the end has nothing to do with one. */
const placeIn = (file: string, error: unknown): Place | undefined => {
  if (!(error instanceof PlatenError) || error.kind === 'unavailable') return undefined;
  try {
    const [record, stage] = readFileSync(file, 'utf8').trim().split(' ');
    return record ? { record: Number(record), isLayout: stage === 'layout' } : undefined;
  } catch {
    return undefined;
  }
};

/** Another engine may make something of a document that the native one has ended over. */
const troubleOf = (
  error: unknown,
  { record, isLayout, native, before }: Place & { native?: NativeUse; before: ReadonlyMap<number, Trouble> },
): Trouble => {
  const known = before.get(record);
  // Twice over the same record: nothing that is said about it helps.
  if (known?.kind === 'failed') throw error;
  return isLayout && native === 'faithful' && known === undefined
    ? { kind: 'not native', reasons: [declinedFor(error)] }
    : { kind: 'failed', error: errorToData(error) };
};
