/**
 * createRenderer :: configuration → Renderer
 *
 * A small document is rendered here and now, and a PDF laid out. Any other job waits at the gate for its organization's turn
 * and runs in a process that may end. What the native engine is not asked for, or declines, goes on to the converter, which
 * has a gate of its own.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { FairGate, gateLimits } from '../convert/fair-gate.ts';
import { declinedFor } from '../convert/native/gate.ts';
import { layoutEnded } from '../convert/native/native-engine.ts';
import { asWarning } from '../convert/reasons.ts';
import type { PackageLimits } from '../ooxml/limits.ts';
import { JobEnded, ProcessPool } from '../processes/process-pool.ts';
import type {
  CheckedFile,
  CheckJob,
  CompiledFile,
  CompileJob,
  ConvertJob,
  ConvertOptions,
  GeneratedDocument,
  GenerateJob,
  GenerateRequest,
  NativeUse,
  PdfConverter,
  ReadJob,
  Renderer,
  Spool,
  TemplateBytes,
  TemplateSource,
  ValidateJob,
} from '../service/renderer-ports.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import {
  type CheckTask,
  type CompileTask,
  type FetchedPicture,
  type GenerateTask,
  type LayoutReport,
  type Question,
  type ReadTask,
  type RenderedDocument,
  type Resolution,
  termsOf,
  type ValidateTask,
} from './protocol.ts';
import { readConvert, readJob } from './read-request.ts';
import { renderEnded } from './render-ended.ts';
import type { SmallLane } from './small-lane.ts';
import { SpoolRoom, spoolBytes, spoolFileName, takeSpoolFile } from './spool.ts';
import type { TaskSettings } from './tasks.ts';

export interface RendererConfig {
  /** Jobs that may run at once, each in a process; one more starts for a second organization. */
  readonly processes: number;
  /** Processes that are kept once they have started: one. */
  readonly kept?: number;
  /** Longest time of one render or compilation. */
  readonly renderMs: number;
  /** The heap of one process. */
  readonly memoryBytes: number;
  /** Jobs that may wait; one organization's may be half of them. */
  readonly queue: number;
  readonly converter: PdfConverter;
  /** Documents are laid out where they are rendered, as far as the converter wants it; where left out, nowhere here. */
  readonly layout?: LayoutConfig;
  /** Of templates; the defaults where left out. */
  readonly packageLimits?: Partial<PackageLimits>;
  /** What finished documents may take of memory together: 256 MiB. Past it, all are spooled into files. */
  readonly spoolMemoryBytes?: number;
  /** What they may take of the disk together: 4 GiB. Past it, documents are refused. */
  readonly spoolBytes?: number;
  /** Where documents past 8 MiB are spooled; the system's folder where left out. */
  readonly spoolFolder?: string;
  /** Fetches pictures that data name by address, all that a document needs at once. Left out: no address is fetched. */
  readonly fetchPictures?: (urls: readonly string[]) => Promise<ReadonlyMap<string, FetchedPicture>>;
  /** False: everything goes to the processes, however small it is. Tests of the large lane ask for that. */
  readonly smallLane?: boolean;
  /** Processes that have ended by themselves. */
  readonly onError?: (error: unknown) => void;
  /** A module with the same tasks; tests bring one that misbehaves. */
  readonly tasks?: URL;
}

export interface LayoutConfig {
  readonly fonts: NonNullable<TaskSettings['fonts']>;
  /** Longest time of one layout. */
  readonly milliseconds: number;
  /** `warm` is for layout as well (true); otherwise the first PDF waits for fonts. */
  readonly warm?: boolean;
}

/** Of a body that is parsed here. */
const BODY_BYTES = 64 * 1024;

/** The engine looks at the clock itself and ends with a better message; the process is ended if it does not. */
const HARD_LIMIT_MS = 1_000;

const SPOOLED_IN_MEMORY_BYTES = 256 * 1024 * 1024;
const SPOOLED_IN_FILES_BYTES = 4 * 1024 ** 3;

export const createRenderer = (config: RendererConfig): Renderer => new PoolRenderer(config);

class PoolRenderer implements Renderer {
  readonly #config: RendererConfig;
  readonly #gate: FairGate;
  readonly #processes: ProcessPool;
  #small: Promise<SmallLane> | undefined;
  #isWarm: boolean;
  readonly #room: SpoolRoom;
  readonly #running = new Set<Promise<unknown>>();

  constructor(config: RendererConfig) {
    this.#config = config;
    this.#isWarm = config.smallLane === false;
    this.#gate = new FairGate(gateLimits(config.processes, config.queue), 'documents');
    this.#room = new SpoolRoom({
      folder: config.spoolFolder ?? tmpdir(),
      memoryBytes: config.spoolMemoryBytes ?? SPOOLED_IN_MEMORY_BYTES,
      fileBytes: config.spoolBytes ?? SPOOLED_IN_FILES_BYTES,
    });
    const { processes, memoryBytes, onError } = config;
    this.#processes = new ProcessPool({
      module: config.tasks ?? new URL('./tasks.ts', import.meta.url),
      settings: {
        packageLimits: config.packageLimits ?? {},
        memoryBytes,
        fonts: config.layout?.fonts,
      } satisfies TaskSettings,
      memoryBytes,
      // The last one is there for the organization that would otherwise wait behind another.
      processes: processes + 1,
      kept: config.kept ?? 1,
      onCrash: (words) => onError?.(new Error(`a rendering process has ended: ${words}`)),
    });
  }

  get isWarm(): boolean {
    return this.#isWarm;
  }

  get queueDepth(): number {
    return this.#gate.waiting;
  }

  async generate(job: GenerateJob): Promise<GeneratedDocument> {
    const here = this.#config.smallLane === false ? undefined : await this.#renderHere(job);
    const { layout, ...rendered } = here ?? (await this.#renderLarge(job));
    if (rendered.request.output === 'DOCX') return { ...rendered, engine: 'docx' };
    if (layout?.kind !== 'converted') return this.#toPdf(job, rendered, layout?.reasons);
    const { pages, reasons } = layout;
    const warnings = [...rendered.warnings, ...layout.warnings, ...reasons.map(asWarning)];
    return { ...rendered, engine: 'native', pages, reasons, warnings };
  }

  /** The converter has a gate of its own. */
  async convert({ options, ...job }: ConvertJob): Promise<GeneratedDocument> {
    const { request, warnings } = readConvert(options);
    const { pdf, ...made } = await this.#config.converter.convert(job.file, convertOptions(job, request));
    const document = await this.#spool(pdf, job);
    return { request, missing: [], document, ...made, warnings: [...warnings, ...made.warnings] };
  }

  #nativeFor(engine: GenerateRequest['engine']): NativeUse {
    const { layout, converter } = this.#config;
    return layout === undefined ? 'never' : (converter.nativeFor?.(engine) ?? 'never');
  }

  /** Small ones here; parsing takes half a millisecond. */
  async read({ body, ...job }: ReadJob): Promise<GenerateRequest> {
    if (body.byteLength <= BODY_BYTES) return readJob(body);
    return this.#inPlace(job, () =>
      this.#run<GenerateRequest>(job.signal, { name: 'read', input: { body } satisfies ReadTask }),
    );
  }

  validate(job: ValidateJob): Promise<DataReport> {
    return this.#inPlace(job, () =>
      this.#run<DataReport>(job.signal, {
        name: 'validate',
        input: { body: job.body } satisfies ValidateTask,
        answer: (question) => (question.kind === 'inspection' ? job.resolve(question.request) : unexpected()),
      }),
    );
  }

  compile({ file, delimiter, static: isStatic, isStored, ...job }: CompileJob): Promise<CompiledFile> {
    const input: CompileTask = { file, delimiter, static: isStatic, isStored };
    return this.#inPlace(job, () => this.#run<CompiledFile>(job.signal, { name: 'compile', input }));
  }

  check({ file, delimiter, static: isStatic, ...job }: CheckJob): Promise<CheckedFile> {
    const input: CheckTask = { file, delimiter, static: isStatic };
    return this.#inPlace(job, () => this.#run<CheckedFile>(job.signal, { name: 'check', input }));
  }

  warm(): void {
    this.#processes.warm();
    const { smallLane, layout, onError } = this.#config;
    if (smallLane === false) return;
    this.#smallLane()
      .then((lane) => (layout?.warm === false ? undefined : lane.warm()))
      .catch((error) => onError?.(error));
  }

  /** Refuses what waits, lets what runs finish; its time is bounded. */
  async close(): Promise<void> {
    this.#gate.close();
    await Promise.allSettled(this.#running);
    await this.#processes.close();
  }

  /** Loaded when it is needed: engine and layout are half of all the server's modules, and a start need not wait for them. */
  #smallLane(): Promise<SmallLane> {
    const { fetchPictures, layout } = this.#config;
    this.#small ??= import('./small-lane.ts').then(({ SmallLane: Lane }) => {
      this.#isWarm = true;
      return new Lane({
        fetchesPictures: fetchPictures !== undefined,
        fonts: layout?.fonts,
        nativeFor: (engine) => this.#nativeFor(engine),
      });
    });
    return this.#small;
  }

  async #renderHere(job: GenerateJob): Promise<Rendered | undefined> {
    const lane = await this.#smallLane();
    const small = await lane.render(job);
    if (small === undefined) return undefined;
    const { bytes, ...report } = small;
    return { ...report, document: await this.#spool(bytes, job) };
  }

  async #renderLarge(job: GenerateJob): Promise<Rendered> {
    if (job.admit !== undefined) await job.admit();
    return this.#inPlace(job, () => this.#render(job));
  }

  async #render(job: GenerateJob): Promise<Rendered> {
    const progress: Progress = {};
    try {
      return await this.#renderOnce(job, progress);
    } catch (error) {
      // Its process ended over the layout, and another engine may make something of it.
      if (progress.native !== 'faithful' || progress.isLayingOut !== true || job.signal.aborted) throw error;
      const reasons = [declinedFor(error)];
      const rendered = await this.#renderOnce(job, { native: 'never' });
      return { ...rendered, layout: { kind: 'declined', reasons } };
    }
  }

  async #renderOnce(job: GenerateJob, progress: Progress): Promise<Rendered> {
    const { fetchPictures, renderMs, layout } = this.#config;
    const spoolFile = spoolFileName(this.#room.folder);
    let template: TemplateBytes | TemplateSource | undefined;
    const answer = async (question: Question): Promise<unknown> => {
      if (question.kind === 'template') return template ?? unexpected();
      if (question.kind === 'resolve') {
        // Asked first, and again by a second process where the first was killed over its file.
        rmSync(spoolFile, { force: true });
        template = await job.resolve(question.request, 'store');
        progress.native ??= this.#nativeFor(question.request.engine);
        return { programHash: template.programHash, native: progress.native } satisfies Resolution;
      }
      if (question.kind === 'pictures') {
        progress.hasFetched = true;
        return fetchPictures?.(question.urls) ?? unexpected();
      }
      if (question.kind !== 'layout') return unexpected();
      progress.isLayingOut = true;
      return undefined;
    };
    const input: GenerateTask = {
      body: job.body,
      terms: termsOf(job),
      renderMs,
      fetchesPictures: fetchPictures !== undefined,
      spoolFile,
      watermark: job.watermark,
      layoutMs: layout?.milliseconds ?? 0,
    };
    try {
      const rendered = await this.#run<RenderedDocument>(job.signal, {
        name: 'generate',
        input,
        answer,
        progress,
      });
      const { bytes, size, compiled, ...report } = rendered;
      const place = { room: this.#room, holder: job.organizationId };
      const document =
        bytes === undefined ? takeSpoolFile(spoolFile, size, place) : await spoolBytes(bytes, place);
      const { hasFetched } = progress;
      return { ...report, ...(hasFetched && { hasFetched }), ...(compiled && { compiled }), document };
    } finally {
      // A file that is open needs no name; one that a process has left behind is gone with it.
      rmSync(spoolFile, { force: true });
    }
  }

  async #run<Result>(signal: AbortSignal, { name, input, answer, progress }: Work): Promise<Result> {
    const { renderMs, layout } = this.#config;
    const layoutMs = layout?.milliseconds ?? 0;
    try {
      return await this.#processes.run<Result>({
        name,
        input,
        signal,
        milliseconds: renderMs + HARD_LIMIT_MS,
        more: (question) => ((question as Question).kind === 'layout' ? layoutMs + HARD_LIMIT_MS : 0),
        ...(answer !== undefined && { answer: (question) => answer(question as Question) }),
      });
    } catch (error) {
      if (!(error instanceof JobEnded)) throw error;
      throw progress?.isLayingOut === true ? layoutEnded(error, layoutMs) : renderEnded(error, renderMs);
    }
  }

  async #toPdf(
    job: GenerateJob,
    rendered: Rendered,
    declined: readonly string[] | undefined,
  ): Promise<GeneratedDocument> {
    const { request, missing, document, layout: _layout, ...more } = rendered;
    try {
      await job.admit?.();
      const { pdf, ...made } = await this.#config.converter.convert(await document.bytes(), {
        ...convertOptions(job, request),
        ...(job.watermark !== undefined && { watermark: job.watermark }),
        ...(declined !== undefined && { declined }),
      });
      const spooled = await this.#spool(pdf, job);
      const warnings = [...rendered.warnings, ...made.warnings];
      return { ...more, request, missing, document: spooled, ...made, warnings };
    } finally {
      document.dispose();
    }
  }

  #spool(bytes: Uint8Array, { organizationId }: Pick<GenerateJob, 'organizationId'>): Promise<Spool> {
    return spoolBytes(bytes, { room: this.#room, holder: organizationId });
  }

  /**
   * Whoever hangs up is let go at once, also from the middle of a render; the place is given back when the process is
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

const convertOptions = (
  { organizationId, signal }: Pick<GenerateJob, 'organizationId' | 'signal'>,
  { engine, pdf }: GenerateRequest,
): ConvertOptions => ({
  organizationId,
  signal,
  ...(engine !== undefined && { engine }),
  ...(pdf !== undefined && { pdf }),
});

interface Work {
  readonly name: 'generate' | 'read' | 'validate' | 'compile' | 'check';
  readonly input: unknown;
  readonly answer?: (question: Question) => Promise<unknown>;
  readonly progress?: Progress;
}

/** How far a document has come. */
interface Progress {
  native?: NativeUse;
  isLayingOut?: true;
  hasFetched?: true;
}

const unexpected = (): never => {
  throw new Error('a rendering process asks for what its job does not have');
};

/** A PDF where `layout` says so, else a DOCX. */
type Rendered = Omit<GeneratedDocument, 'engine'> & { readonly layout?: LayoutReport | undefined };

const disposeOf = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || !('document' in value)) return;
  (value.document as Spool).dispose();
};
