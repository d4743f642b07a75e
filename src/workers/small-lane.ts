/**
 * render :: GenerateJob → a document, made where its request arrived; undefined where it is not small
 *
 * Most documents take a tenth of a millisecond, and handing one to another thread takes ten times that. So whatever looks
 * small is rendered here, under a budget of a few milliseconds and megabytes that is asked before anything is made. What
 * breaks the budget is thrown away and goes to the large lane, where a job may take its time and its process may end; and
 * so does everything else of that template for a while.
 */
import { LRUCache } from 'lru-cache';
import { SmallLayout } from '../convert/native/small-layout.ts';
import { PlatenError } from '../errors.ts';
import { ZipWriter } from '../ooxml/zip-write.ts';
import type {
  GenerateJob,
  GenerateRequest,
  IncludeRef,
  NativeUse,
  TemplateBytes,
} from '../service/renderer-ports.ts';
import {
  type JsonObject,
  needsRounds,
  type RenderOptions,
  type RenderReport,
  renderDocx,
  renderParts,
  wantsPages,
  writeSettled,
} from '../template/index.ts';
import { jsonShape } from './data-memory.ts';
import { LinkedTemplates } from './linked-templates.ts';
import { noteLayout } from './note-layout.ts';
import { NotedPictures } from './noted-pictures.ts';
import { type LayoutReport, termsOf } from './protocol.ts';
import { type GenerateOrder, readGenerate } from './read-request.ts';
import { SpoolSink } from './spool-sink.ts';

interface SmallDocument extends RenderReport {
  readonly request: GenerateRequest;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly layout?: LayoutReport | undefined;
}

interface SmallOrder extends GenerateOrder {
  /** What the data take in memory. */
  readonly dataBytes: number;
}

interface SmallLaneConfig {
  /** Whether the operator allows any host; where not, an address is refused by the engine. */
  readonly fetchesPictures: boolean;
  /** Left out: nothing is laid out here. */
  readonly fonts: ConstructorParameters<typeof SmallLayout>[0] | undefined;
  readonly nativeFor: (engine: GenerateRequest['engine']) => NativeUse;
}

/** Parsed in half a millisecond. */
const BODY_BYTES = 64 * 1024;
/** Linked in a few milliseconds, once. */
const PROGRAM_BYTES = 256 * 1024;
/** What linked templates may take together. */
const LINKED_BYTES = 128 * 1024 * 1024;
/** Copied into every document: a picture of a megabyte is as quick to write as one of a kilobyte is to fetch. */
const FILE_BYTES = 2 * 1024 * 1024;

/**
 * An invoice of a hundred rows takes a tenth of each. The counts hold the time down between two looks at the clock: a
 * step takes a microsecond at most, or five where it formats by a locale's rules.
 */
const BUDGETS: NonNullable<RenderOptions['budgets']> = {
  steps: 20_000,
  turns: 5_000,
  text: 256 * 1024,
  memory: 4 * 1024 * 1024,
  list: 20_000,
  output: 2 * 1024 * 1024,
  parsed: 16 * 1024,
  nesting: 500,
  time: 10,
};

/** How long a template that broke the budget is taken for a large one. */
const LARGE_MS = 60_000;
/** The same where it was only late: what is new here takes many times its time. Twice as long each time that it is again. */
const LATE_MS = 1_000;
const LARGE_TEMPLATES = 10_000;

export class SmallLane {
  readonly #config: SmallLaneConfig;
  readonly #layout: SmallLayout | undefined;
  readonly #linked = new LinkedTemplates(LINKED_BYTES);
  /** Until when, and for how long that is. */
  readonly #large = new LRUCache<string, { readonly until: number; readonly ms: number }>({
    max: LARGE_TEMPLATES,
  });

  constructor(config: SmallLaneConfig) {
    this.#config = config;
    this.#layout = config.fonts && new SmallLayout(config.fonts);
  }

  async warm(): Promise<void> {
    await this.#layout?.warm();
  }

  async render(job: GenerateJob): Promise<SmallDocument | undefined> {
    if (job.body.byteLength > BODY_BYTES) return undefined;
    const came = performance.now();
    const order = await job.inTurn(() => {
      job.stages?.note('turn', came);
      return this.#read(job);
    });
    let since = performance.now();
    if (order.request.output === 'PDF') await this.#layout?.ready();
    let template = await job.resolve(order.request, 'memory');
    const chosen = new Map<string, IncludeRef>();
    for (;;) {
      if (!('program' in template)) return undefined;
      const bytes = template;
      const found = performance.now();
      job.stages?.note('template', since, found);
      const made = await job.inTurn(() => {
        job.stages?.note('turn', found);
        return this.#make(job, bytes, order);
      });
      if (made === undefined || made.needs === undefined) return made;
      // Documents are joined where a process may end over them, and so is what goes in circles.
      const { templates, documents } = made.needs;
      const isNew = [...templates.keys()].some((id) => !chosen.has(id));
      if (!isNew || documents.size > 0) return undefined;
      for (const [id, ref] of templates) chosen.set(id, ref);
      since = performance.now();
      template = await job.resolve(order.request, 'memory', [...chosen.values()]);
    }
  }

  #read(job: GenerateJob): SmallOrder {
    const started = performance.now();
    const { memory: dataBytes, depth } = jsonShape(job.body);
    const order = readGenerate(job.body, termsOf(job), depth);
    job.stages?.note('read', started);
    return { ...order, dataBytes };
  }

  #make(
    job: GenerateJob,
    template: TemplateBytes,
    { request, data, options, warnings, dataBytes }: SmallOrder,
  ): SmallDocument | undefined {
    if (job.signal.aborted || !this.#looksSmall(template)) return undefined;
    const isLaidOut = request.output === 'PDF';
    const pictures = this.#config.fetchesPictures ? new NotedPictures() : undefined;
    const terms: RenderOptions = {
      now: Date.now(),
      ...options,
      budgets: BUDGETS,
      dataBytes,
      isLaidOut,
      ...(pictures && { remoteImages: pictures }),
      ...(template.refused && { refusedIncludes: new Map(Object.entries(template.refused)) }),
    };
    try {
      const small = isLaidOut
        ? this.#pdf(template, data, terms, { request, job })
        : this.#docx(template, data, terms, request);
      if (!isLaidOut) job.stages?.noteRest('render');
      if (small === undefined || (pictures?.missing.size ?? 0) > 0) return undefined;
      return { request, ...small, warnings: [...warnings, ...small.warnings] };
    } catch (error) {
      if (!(error instanceof PlatenError) || error.code !== 'render_budget') throw error;
      this.#noteLarge(template, 'large');
      return undefined;
    }
  }

  #docx(
    template: TemplateBytes,
    data: JsonObject,
    terms: RenderOptions,
    request?: GenerateRequest,
  ): Made | undefined {
    const linked = this.#linked.get(template);
    // It may have to be laid out several times.
    if (needsRounds(linked)) return undefined;
    const sink = memorySink();
    if (request !== undefined && this.#layout !== undefined && wantsPages(linked, request)) {
      const { parts, plan: _, ...report } = renderParts(linked, data, { ...terms, isLaidOut: true });
      if (report.needs !== undefined) return { ...report, bytes: new Uint8Array() };
      const found = this.#layout.pagesOf(parts);
      if (found === 'large' || found === 'late') {
        this.#noteLarge(template, found);
        return undefined;
      }
      const said = writeSettled(linked, parts, found, sink);
      return { ...report, warnings: [...report.warnings, ...said], bytes: bytesOf(sink) };
    }
    const report = renderDocx(linked, data, terms, sink);
    return { ...report, bytes: bytesOf(sink) };
  }

  /** Laid out as well, or, for an engine that isn't here, a DOCX. Undefined where that is nothing for this lane. */
  #pdf(
    template: TemplateBytes,
    data: JsonObject,
    terms: RenderOptions,
    { request, job }: { readonly request: GenerateRequest; readonly job: GenerateJob },
  ): Made | undefined {
    const use = this.#config.nativeFor(request.engine);
    if (use === 'never' || this.#layout === undefined) {
      const made = this.#docx(template, data, terms);
      job.stages?.noteRest('render');
      return made;
    }
    const linked = this.#linked.get(template);
    if (needsRounds(linked)) return undefined;
    const { parts, plan: _, ...report } = renderParts(linked, data, terms);
    job.stages?.noteRest('render');
    if (report.needs !== undefined) return { ...report, bytes: new Uint8Array() };
    const sink = memorySink();
    const layout = this.#layout.lay(parts, { use, watermark: job.watermark, pdf: request.pdf }, sink);
    noteLayout(job.stages, layout);
    if (layout === 'large' || layout === 'late') {
      this.#noteLarge(template, layout);
      return undefined;
    }
    if (layout.kind === 'declined') {
      sink.reset();
      parts.writeTo(new ZipWriter(sink));
    }
    return { ...report, bytes: bytesOf(sink), layout };
  }

  #looksSmall({ programHash, program, file }: TemplateBytes): boolean {
    const { until = 0 } = this.#large.get(programHash) ?? {};
    return program.byteLength <= PROGRAM_BYTES && file.byteLength <= FILE_BYTES && performance.now() >= until;
  }

  #noteLarge({ programHash }: TemplateBytes, why: 'large' | 'late'): void {
    const before = this.#large.get(programHash)?.ms ?? LATE_MS / 2;
    const ms = why === 'large' ? LARGE_MS : Math.min(LARGE_MS, before * 2);
    this.#large.set(programHash, { until: performance.now() + ms, ms });
  }
}

type Made = RenderReport & Pick<SmallDocument, 'bytes' | 'layout'>;

const outgrown = (): never => {
  throw new Error('a small document has outgrown memory');
};

const memorySink = (): SpoolSink => new SpoolSink(outgrown);

const bytesOf = (sink: SpoolSink): Uint8Array<ArrayBuffer> => sink.finish() ?? outgrown();
