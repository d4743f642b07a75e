/**
 * createRenderer :: configuration → Renderer
 *
 * A small document is rendered here and now. Any other job waits at the gate for its organization's turn and runs in a
 * thread on a leash. For PDF either goes on to the converter, which has a gate of its own.
 */
import { tmpdir } from 'node:os';
import { FairGate, gateLimits } from '../convert/fair-gate.ts';
import { errorFromData } from '../errors.ts';
import type { PackageLimits } from '../ooxml/limits.ts';
import type {
  CheckedFile,
  CheckJob,
  CompiledFile,
  CompileJob,
  GeneratedDocument,
  GenerateJob,
  PdfConverter,
  Renderer,
  Spool,
  ValidateJob,
} from '../service/ports.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type {
  Answer,
  CheckTask,
  CompileTask,
  FetchedPicture,
  GenerateTask,
  Line,
  Question,
  RenderedDocument,
  ValidateTask,
} from './protocol.ts';
import { RenderJob } from './render-job.ts';
import { SmallLane, termsOf } from './small-lane.ts';
import { FileSpool, SpoolMemory, spoolBytes } from './spool.ts';
import { Leash, ThreadPool } from './thread-pool.ts';

export interface RendererConfig {
  /** Threads, and how many jobs one organization may have running; one more starts for a second one. */
  readonly threads: number;
  /** Longest time of one render or compilation. */
  readonly renderMs: number;
  /** The heap of one thread. */
  readonly memoryBytes: number;
  /** Jobs that may wait; one organization's may be half of them. */
  readonly queue: number;
  readonly converter: PdfConverter;
  /** Of templates; the defaults where left out. */
  readonly packageLimits?: Partial<PackageLimits>;
  /** What finished documents may take of memory together: 256 MiB. Past it, all are spooled into files. */
  readonly spoolMemoryBytes?: number;
  /** Where documents past 8 MiB are spooled; the system's folder where left out. */
  readonly spoolFolder?: string;
  /** Fetches pictures that data name by address, all that a document needs at once. Left out: no address is fetched. */
  readonly fetchPictures?: (urls: readonly string[]) => Promise<ReadonlyMap<string, FetchedPicture>>;
  /** False: everything goes to the threads, however small it is. Tests of the threads ask for that. */
  readonly smallLane?: boolean;
  /** Threads that died without a job. */
  readonly onError?: (error: unknown) => void;
  /** A module with the worker's tasks; tests bring one that misbehaves. */
  readonly workerFile?: URL;
}

const SPOOLED_IN_MEMORY_BYTES = 256 * 1024 * 1024;

export const createRenderer = (config: RendererConfig): Renderer => new PoolRenderer(config);

class PoolRenderer implements Renderer {
  readonly #config: RendererConfig;
  readonly #gate: FairGate;
  readonly #threads: ThreadPool;
  readonly #small: SmallLane | undefined;
  readonly #spoolFolder: string;
  readonly #spoolMemory: SpoolMemory;
  readonly #running = new Set<Promise<unknown>>();

  constructor(config: RendererConfig) {
    this.#config = config;
    this.#gate = new FairGate(gateLimits(config.threads, config.queue), 'documents');
    if (config.smallLane !== false) this.#small = new SmallLane(config.fetchPictures !== undefined);
    this.#spoolFolder = config.spoolFolder ?? tmpdir();
    this.#spoolMemory = new SpoolMemory(config.spoolMemoryBytes ?? SPOOLED_IN_MEMORY_BYTES);
    this.#threads = new ThreadPool({
      threads: config.threads,
      memoryBytes: config.memoryBytes,
      settings: { packageLimits: config.packageLimits ?? {} },
      onError: config.onError ?? (() => undefined),
      ...(config.workerFile !== undefined && { filename: config.workerFile }),
    });
  }

  get queueDepth(): number {
    return this.#gate.waiting;
  }

  async generate(job: GenerateJob): Promise<GeneratedDocument> {
    const here = this.#small && (await this.#renderHere(this.#small, job));
    const rendered = here ?? (await this.#inPlace(job, () => this.#render(job)));
    if (rendered.request.output === 'DOCX') return { ...rendered, engine: 'docx' };
    return this.#toPdf(job, rendered);
  }

  validate(job: ValidateJob): Promise<DataReport> {
    return this.#inPlace(job, () => {
      const body = ownBuffer(job.body);
      return this.#converse<DataReport>(job.signal, {
        name: 'validate',
        input: { body },
        transfer: [body.buffer],
        answer: async (question) =>
          question.kind === 'inspection'
            ? { kind: 'inspection', inspection: await job.resolve(question.request) }
            : { kind: 'refused' },
        finish: (report) => report,
      });
    });
  }

  compile(job: CompileJob): Promise<CompiledFile> {
    return this.#inPlace(job, () => {
      // The caller goes on to store the file, so it is copied, unless it is in shared memory.
      const file = job.file.buffer instanceof SharedArrayBuffer ? job.file : new Uint8Array(job.file);
      return this.#converse<CompiledFile>(job.signal, {
        name: 'compile',
        input: { file, delimiter: job.delimiter, static: job.static },
        transfer: file.buffer instanceof ArrayBuffer ? [file.buffer] : [],
        answer: async () => ({ kind: 'refused' }),
        finish: (compiled) => compiled,
      });
    });
  }

  check(job: CheckJob): Promise<CheckedFile> {
    return this.#inPlace(job, () => {
      const file = ownBuffer(job.file);
      return this.#converse<CheckedFile>(job.signal, {
        name: 'check',
        input: { file, delimiter: job.delimiter, static: job.static },
        transfer: [file.buffer],
        answer: async () => ({ kind: 'refused' }),
        finish: (checked) => checked,
      });
    });
  }

  /** Refuses what waits, lets what runs finish; its time is bounded. */
  async close(): Promise<void> {
    this.#gate.close();
    await Promise.allSettled(this.#running);
    await this.#threads.close();
  }

  async #renderHere(lane: SmallLane, job: GenerateJob): Promise<Rendered | undefined> {
    const small = await lane.render(job);
    if (small === undefined) return undefined;
    const { bytes, ...report } = small;
    return { ...report, document: await this.#spool(bytes) };
  }

  #render(job: GenerateJob): Promise<Rendered> {
    const { fetchPictures } = this.#config;
    const body = ownBuffer(job.body);
    return this.#converse<RenderedDocument, Rendered>(job.signal, {
      name: 'generate',
      input: {
        body,
        terms: termsOf(job),
        renderMs: this.#config.renderMs,
        fetchesPictures: fetchPictures !== undefined,
      },
      transfer: [body.buffer],
      answer: async (question) => {
        if (question.kind === 'resolve') {
          return { kind: 'template', template: await job.resolve(question.request, 'store') };
        }
        if (question.kind === 'pictures' && fetchPictures !== undefined) {
          return { kind: 'pictures', pictures: await fetchPictures(question.urls) };
        }
        return { kind: 'refused' };
      },
      finish: async ({ bytes, size, request, missing, warnings }, line) => {
        const document = bytes === undefined ? fileOf(line, size) : await this.#spool(bytes);
        return { request, missing, warnings, document };
      },
    });
  }

  async #converse<Result, Value = Result>(
    signal: AbortSignal,
    conversation: Conversation<Result, Value>,
  ): Promise<Value> {
    const { name, input, transfer, answer, finish } = conversation;
    const line = new RenderJob({
      answer,
      onWorking: () => leash.limit(this.#config.renderMs),
      onWaiting: () => leash.pause(),
      spoolFolder: this.#spoolFolder,
    });
    const leash = new Leash(signal, () => line.begun);
    try {
      const task = { ...line.line, ...input };
      const outcome = await this.#threads.run<Result>(task, {
        name,
        transfer: [line.line.port, ...transfer],
        leash,
      });
      line.workerIsDone();
      if (!outcome.ok) throw errorFromData(outcome.error);
      return await finish(outcome.value, line);
    } catch (error) {
      line.throwIfRefused();
      throw error;
    } finally {
      line.end();
    }
  }

  async #toPdf(job: GenerateJob, rendered: Rendered): Promise<GeneratedDocument> {
    const { request, missing, document } = rendered;
    try {
      const { pdf, engine, pages, warnings, reasons } = await this.#config.converter.convert(
        await document.bytes(),
        {
          organizationId: job.organizationId,
          signal: job.signal,
          ...(request.engine !== undefined && { engine: request.engine }),
          ...(request.pdf !== undefined && { pdf: request.pdf }),
          ...(job.watermark !== undefined && { watermark: job.watermark }),
        },
      );
      const spooled = await this.#spool(pdf);
      return {
        request,
        missing,
        document: spooled,
        engine,
        pages,
        reasons,
        warnings: [...rendered.warnings, ...warnings],
      };
    } finally {
      document.dispose();
    }
  }

  #spool(bytes: Uint8Array): Promise<Spool> {
    return spoolBytes(bytes, { folder: this.#spoolFolder, memory: this.#spoolMemory });
  }

  /**
   * Whoever hangs up is let go at once, also from the middle of a render; the place is given back when the thread is
   * done, and a document that nobody waits for any more is disposed of.
   */
  #inPlace<T>(
    job: { readonly organizationId: string; readonly signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> {
    const { organizationId, signal } = job;
    const running = this.#gate.run(organizationId, signal, work);
    this.#running.add(running);
    return new Promise<T>((resolve, reject) => {
      let gone = false;
      const leave = (): void => {
        gone = true;
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      running
        .then((value) => (gone ? disposeOf(value) : resolve(value)), reject)
        .finally(() => {
          signal.removeEventListener('abort', leave);
          this.#running.delete(running);
        });
    });
  }
}

interface Conversation<Result, Value> {
  readonly name: 'generate' | 'validate' | 'compile' | 'check';
  /** The task without its line. */
  readonly input:
    | Omit<GenerateTask, keyof Line>
    | Omit<ValidateTask, keyof Line>
    | Omit<CompileTask, keyof Line>
    | Omit<CheckTask, keyof Line>;
  readonly transfer: readonly ArrayBuffer[];
  readonly answer: (question: Question) => Promise<Answer>;
  readonly finish: (result: Result, line: RenderJob) => Value | Promise<Value>;
}

type Rendered = Omit<GeneratedDocument, 'engine'>;

const fileOf = (line: RenderJob, size: number): Spool => {
  const fd = line.takeFile();
  if (fd === undefined) throw new Error('the worker spooled into a file that nobody opened');
  return new FileSpool(fd, size);
};

const disposeOf = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || !('document' in value)) return;
  (value.document as Spool).dispose();
};

/** A view into a buffer that others use as well (Node's pool of small ones) can be copied, not handed over. */
const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
