/**
 * createRenderer :: configuration → Renderer
 *
 * A small document is rendered here and now, and a PDF laid out. Any other job waits at the gate for its organization's turn
 * and runs in a process that may end. What the native engine is not asked for, or declines, goes on to the converter, which
 * has a gate of its own.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { declinedFor } from '../convert/native/gate.ts';
import { asWarning } from '../convert/reasons.ts';
import type { PreludeDefinition } from '../service/model.ts';
import type {
  CheckedFile,
  CheckJob,
  CompareWordsJob,
  CompiledFile,
  CompiledJoin,
  CompileJob,
  ConvertJob,
  ConvertOptions,
  EvaluateJob,
  GeneratedDocument,
  GenerateJob,
  GenerateRequest,
  JobRequest,
  JoinJob,
  LintJob,
  NativeUse,
  PreludeJob,
  ReadJob,
  Renderer,
  Spool,
  ValidateJob,
  WordChanges,
} from '../service/renderer-ports.ts';
import { timed } from '../stages.ts';
import type { Evaluated } from '../template/evaluate-expressions.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type { LargeLane } from './large-lane.ts';
import { noteLayout } from './note-layout.ts';
import { type Answer, answersFor, type Progress, unexpected } from './process-answers.ts';
import {
  type CheckTask,
  type CompareWordsTask,
  type CompileTask,
  type EvaluateTask,
  type GenerateTask,
  type JoinTask,
  type LayoutReport,
  type MapTask,
  type PreludeTask,
  type ReadTask,
  type RenderedDocument,
  termsOf,
  type ValidateTask,
} from './protocol.ts';
import { readJob } from './read-job.ts';
import { readConvert } from './read-request.ts';
import { openLargeLane, type RendererConfig } from './renderer-config.ts';
import { RunningWork } from './running-work.ts';
import type { SmallLane } from './small-lane.ts';
import { SpoolRoom, spoolBytes, spoolFileName, takeSpoolFile } from './spool.ts';

/** Of a body that is parsed here. */
const BODY_BYTES = 64 * 1024;

const SPOOLED_IN_MEMORY_BYTES = 256 * 1024 * 1024;
const SPOOLED_IN_FILES_BYTES = 4 * 1024 ** 3;

export const createRenderer = (config: RendererConfig): Renderer => new PoolRenderer(config);

class PoolRenderer implements Renderer {
  readonly #config: RendererConfig;
  readonly #large: LargeLane;
  #small: Promise<SmallLane> | undefined;
  #isWarm: boolean;
  readonly #room: SpoolRoom;
  readonly #running = new RunningWork();

  constructor(config: RendererConfig) {
    this.#config = config;
    this.#isWarm = config.smallLane === false;
    this.#room = new SpoolRoom({
      folder: config.spoolFolder ?? tmpdir(),
      memoryBytes: config.spoolMemoryBytes ?? SPOOLED_IN_MEMORY_BYTES,
      fileBytes: config.spoolBytes ?? SPOOLED_IN_FILES_BYTES,
      held: config.spoolHeld,
    });
    this.#large = config.lane ?? openLargeLane(config);
  }

  get isWarm(): boolean {
    return this.#isWarm;
  }

  get queueDepth(): number {
    return this.#large.waiting;
  }

  async generate(job: GenerateJob): Promise<GeneratedDocument> {
    const isLarge = this.#config.smallLane === false || job.wordsOnly === true;
    const here = isLarge ? undefined : await this.#renderHere(job);
    const { layout, ...rendered } = here ?? (await this.#renderLarge(job));
    if (rendered.request.output === 'DOCX') return { ...rendered, engine: 'docx' };
    if (layout?.kind !== 'converted') return this.#toPdf(job, rendered, layout?.reasons);
    const { pages, reasons } = layout;
    const warnings = [...rendered.warnings, ...layout.warnings, ...reasons.map(asWarning)];
    return { ...rendered, engine: 'native', pages, reasons, warnings };
  }

  map(job: GenerateJob): Promise<string> {
    return timed(job.stages, 'map', () =>
      this.#laidOut('map', job, this.#answers({ ...job, stages: undefined })),
    );
  }

  lint(job: LintJob): Promise<string> {
    const answer = this.#answers(job);
    return this.#laidOut('lint', job, (question) =>
      question.kind === 'inspection' ? job.inspection() : answer(question),
    );
  }

  /** In a process, whatever its size: nobody waits for it but who has asked. */
  async #laidOut(name: 'map' | 'lint', job: GenerateJob, answer: Answer): Promise<string> {
    if (job.admit !== undefined) await job.admit();
    const { fetchPictures, renderMs, layout } = this.#config;
    const { organizationId, signal } = job;
    const input: MapTask = {
      body: job.body,
      terms: termsOf(job),
      renderMs,
      fetchesPictures: fetchPictures !== undefined,
      layoutMs: layout?.milliseconds ?? 0,
    };
    return this.#running.letGo(signal, () =>
      this.#large.run<string>({ organizationId, signal, name, input, answer }),
    );
  }

  /** The converter has a gate of its own. */
  async convert({ options, ...job }: ConvertJob): Promise<GeneratedDocument> {
    const { request, warnings } = readConvert(options);
    const { pdf, ...made } = await timed(job.stages, 'convert', () =>
      this.#config.converter.convert(job.file, convertOptions(job, request)),
    );
    const document = await this.#spool(pdf, job);
    return { request, missing: [], document, ...made, warnings: [...warnings, ...made.warnings] };
  }

  #nativeFor(engine: GenerateRequest['engine']): NativeUse {
    const { layout, converter } = this.#config;
    return layout === undefined ? 'never' : (converter.nativeFor?.(engine) ?? 'never');
  }

  /** Small ones here; parsing takes half a millisecond. */
  async read({ body, hasFile = false, ...job }: ReadJob): Promise<JobRequest> {
    if (body.byteLength <= BODY_BYTES) return readJob(body, hasFile);
    const input: ReadTask = { body, hasFile };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<JobRequest>({ ...job, name: 'read', input }),
    );
  }

  validate(job: ValidateJob): Promise<DataReport> {
    const { organizationId, signal } = job;
    return this.#running.letGo(signal, () =>
      this.#large.run<DataReport>({
        organizationId,
        signal,
        name: 'validate',
        input: { body: job.body } satisfies ValidateTask,
        answer: async (question) =>
          question.kind === 'inspection' ? job.resolve(question.request) : unexpected(),
      }),
    );
  }

  evaluate({ organizationId, signal, ...job }: EvaluateJob): Promise<readonly Evaluated[]> {
    const input: EvaluateTask = { ...job, renderMs: this.#config.renderMs };
    return this.#running.letGo(signal, () =>
      this.#large.run<readonly Evaluated[]>({ organizationId, signal, name: 'evaluate', input }),
    );
  }

  compile({
    file,
    delimiter,
    static: isStatic,
    controls,
    isStored,
    defined,
    ...job
  }: CompileJob): Promise<CompiledFile> {
    const input: CompileTask = { file, delimiter, static: isStatic, controls, isStored, defined };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<CompiledFile>({ ...job, name: 'compile', input }),
    );
  }

  compareWords({ from, to, ...job }: CompareWordsJob): Promise<WordChanges> {
    const input: CompareWordsTask = { from, to };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<WordChanges>({ ...job, name: 'compareWords', input }),
    );
  }

  prelude({ definitions, ...job }: PreludeJob): Promise<readonly PreludeDefinition[]> {
    const input: PreludeTask = { definitions };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<readonly PreludeDefinition[]>({ ...job, name: 'prelude', input }),
    );
  }

  join({ host, templates, chosen, prelude, static: isStatic, ...job }: JoinJob): Promise<CompiledJoin> {
    const input: JoinTask = { host, templates, chosen, prelude, static: isStatic };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<CompiledJoin>({ ...job, name: 'join', input }),
    );
  }

  check({ file, delimiter, static: isStatic, controls, defined, ...job }: CheckJob): Promise<CheckedFile> {
    const input: CheckTask = { file, delimiter, static: isStatic, controls, defined };
    return this.#running.letGo(job.signal, () =>
      this.#large.run<CheckedFile>({ ...job, name: 'check', input }),
    );
  }

  warm(): void {
    this.#large.warm();
    const { smallLane, layout, onError } = this.#config;
    if (smallLane === false) return;
    this.#smallLane()
      .then((lane) => (layout?.warm === false ? undefined : lane.warm()))
      .catch((error) => onError?.(error));
  }

  /** Refuses what waits, lets what runs finish; its time is bounded. */
  async close(): Promise<void> {
    this.#large.stop();
    await this.#running.settled();
    await this.#large.close();
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
    const { bytes, needs: _, ...report } = small;
    return { ...report, document: await this.#spool(bytes, job) };
  }

  async #renderLarge(job: GenerateJob): Promise<Rendered> {
    if (job.admit !== undefined) await job.admit();
    return this.#running.letGo(job.signal, () => this.#render(job));
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
    const { stages } = job;
    // Asked first, and again by a second process where the first was killed over its file.
    const answer = this.#answers(job, progress, () => rmSync(spoolFile, { force: true }));
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
      const { organizationId, signal } = job;
      const rendered = await this.#large.run<RenderedDocument>({
        organizationId,
        signal,
        name: 'generate',
        input,
        answer,
      });
      if (progress.isLayingOut) noteLayout(stages, rendered.layout);
      else stages?.noteRest('render');
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

  #answers(job: GenerateJob, progress?: Progress, begin?: () => void): Answer {
    const { fetchPictures } = this.#config;
    const nativeFor = (engine: GenerateRequest['engine']) => this.#nativeFor(engine);
    return answersFor(job, { fetchPictures, nativeFor, progress, begin });
  }

  async #toPdf(
    job: GenerateJob,
    rendered: Rendered,
    declined: readonly string[] | undefined,
  ): Promise<GeneratedDocument> {
    const { request, missing, document, layout: _layout, ...more } = rendered;
    try {
      await job.admit?.();
      const { pdf, ...made } = await timed(job.stages, 'convert', async () =>
        this.#config.converter.convert(await document.bytes(), {
          ...convertOptions(job, request),
          ...(job.watermark !== undefined && { watermark: job.watermark }),
          ...(declined !== undefined && { declined }),
        }),
      );
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
}

export const convertOptions = (
  { organizationId, signal }: Pick<GenerateJob, 'organizationId' | 'signal'>,
  { engine, pdf }: GenerateRequest,
): ConvertOptions => ({
  organizationId,
  signal,
  ...(engine !== undefined && { engine }),
  ...(pdf !== undefined && { pdf }),
});

/** A PDF where `layout` says so, else a DOCX. */
type Rendered = Omit<GeneratedDocument, 'engine'> & { readonly layout?: LayoutReport | undefined };
