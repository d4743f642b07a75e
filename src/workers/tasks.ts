/**
 * The tasks of a rendering process. A render is synchronous from the moment the template is there.
 */
import { openSync } from 'node:fs';
import type { PageOfWords } from '../convert/native/page-words.ts';
import { RenderedLayout } from '../convert/native/rendered-layout.ts';
import type { KeptParts } from '../ooxml/kept-parts.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../ooxml/limits.ts';
import { ZipWriter } from '../ooxml/zip-write.ts';
import type { Ask } from '../processes/protocol.ts';
import type { CountedRecords } from '../service/jobs/batch-renderer-ports.ts';
import type {
  CheckedFile,
  CompiledFile,
  CompiledJoin,
  GenerateRequest,
  JobRequest,
  TemplateBytes,
  TemplateSource,
  WordChanges,
} from '../service/renderer-ports.ts';
import {
  checkTemplate,
  compileTemplate,
  type Evaluated,
  evaluateExpressions,
  joinTemplate,
  type LinkedTemplate,
  linkTemplate,
  PROGRAM_FORMAT,
  paged,
  type RenderOptions,
  type RenderReport,
  readPrelude,
  renderDocx,
  renderParts,
  wantsLayout,
  writeFinished,
} from '../template/index.ts';
import { type DataReport, validateData } from '../template/inspect/validate-data.ts';
import type { BundleTask, ChunkTask, CountTask, RenderedChunk, SplitTask } from './batch/batch-protocol.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { IncludeRounds } from './include-rounds.ts';
import { LinkedTemplates } from './linked-templates.ts';
import type {
  CheckTask,
  CompareWordsTask,
  CompileTask,
  EvaluateTask,
  GenerateTask,
  JoinTask,
  LayoutReport,
  MapTask,
  PreludeTask,
  Question,
  ReadTask,
  RenderedDocument,
  Resolution,
  ValidateTask,
} from './protocol.ts';
import { readJob } from './read-job.ts';
import { type GenerateOrder, readEvaluate, readGenerate, readValidate } from './read-request.ts';
import { SpoolSink } from './spool-sink.ts';
import { withPictures } from './with-pictures.ts';
import { wordChanges } from './word-changes.ts';

export interface TaskSettings {
  readonly packageLimits: Partial<PackageLimits>;
  /** The heap of the process. */
  readonly memoryBytes: number;
  /** For PDF; where it is left out, nothing is laid out here. */
  readonly fonts?: ConstructorParameters<typeof RenderedLayout>[0] | undefined;
}

/** Modules, measured at 23 MB. */
const OWN_BYTES = 32 * 1024 * 1024;

let limits: PackageLimits = DEFAULT_PACKAGE_LIMITS;
/**
 * What one render may take of the heap. The rest is for linked templates, for lists that are copied while they grow, and
 * for what a collection has not reached yet.
 */
let renderBytes = 0;
let linked = new LinkedTemplates(1);
let layout: RenderedLayout | undefined;

export const prepare = async ({ packageLimits, memoryBytes, fonts }: TaskSettings): Promise<void> => {
  limits = { ...DEFAULT_PACKAGE_LIMITS, ...packageLimits };
  renderBytes = Math.max(memoryBytes - OWN_BYTES, 0) * (5 / 8);
  linked = new LinkedTemplates(Math.ceil(memoryBytes / 8));
  layout = fonts && new RenderedLayout(fonts);
  await layout?.ready();
};

export const generate = async (task: GenerateTask, ask: Ask): Promise<RenderedDocument> => {
  const began = performance.now();
  const dataBytes = dataMemoryWithin(renderBytes, task.body);
  const { data, ...order } = readGenerate(task.body, task.terms);
  const { request } = order;
  const readMs = performance.now() - began;
  const question: Question = { kind: 'resolve', request, readMs };
  const { programHash, native } = (await ask(question)) as Resolution;
  const { template, compiled } = await templateFor(programHash, ask);
  const isLaidOut = request.output === 'PDF';
  const budgets = { time: task.renderMs, memory: renderBytes };
  const terms = { now: Date.now(), ...order.options, budgets, dataBytes, isLaidOut };
  const includes = includeRounds(template, order.request, ask);
  const job: RenderJob = { task, order, data, includes, terms, ask };
  // Words have their places from the native engine, whichever makes the PDF.
  const use = task.terms.wordsOnly === true ? 'always' : native;
  const rendered = await (isLaidOut && use !== 'never' && layout !== undefined
    ? pdfOf(job, use, layout)
    : docxOf(job));
  return { ...rendered, ...(compiled && { compiled }) };
};

interface RenderJob {
  readonly task: GenerateTask;
  readonly order: Omit<GenerateOrder, 'data'>;
  /** Let go once they are rendered. */
  data: GenerateOrder['data'];
  readonly includes: IncludeRounds;
  readonly terms: RenderOptions;
  readonly ask: Ask;
}

const docxOf = async (job: RenderJob): Promise<RenderedDocument> => {
  const { task, order, includes, terms } = job;
  const { request } = order;
  const sink = spoolSink(task);
  const native = layout;
  // Pages in the text are for whoever gets a DOCX; whoever makes a PDF finds them anyway.
  const wishes = request.output === 'DOCX' ? request : ({ docxFields: 'word' } as const);
  const made = await includes.run((template, more) =>
    withPictures(job, (pictures): RenderReport | RenderedForPages => {
      const options = { ...terms, ...pictures, ...more };
      sink.reset();
      if (native === undefined || !wantsLayout(template, wishes))
        return renderDocx(template, job.data, options, sink);
      return { template, native, ...renderParts(template, job.data, { ...options, isLaidOut: true }) };
    }),
  );
  return 'parts' in made ? settledOf(job, made, wishes, sink) : finished(order, made, sink);
};

type RenderedForPages = ReturnType<typeof renderParts> & {
  readonly template: LinkedTemplate;
  readonly native: RenderedLayout;
};

/** Laid out only to find the pages. */
const settledOf = async (
  job: RenderJob,
  { parts, plan, template, native, ...report }: RenderedForPages,
  wishes: Pick<GenerateRequest, 'docxFields'>,
  sink: SpoolSink,
): Promise<RenderedDocument> => {
  const { task, order, ask } = job;
  job.data = {};
  await ask({ kind: 'layout' } satisfies Question);
  const pagesOf = (some: KeptParts) => native.pagesOf(some, task.layoutMs);
  const said = await writeFinished(template, { parts, plan }, wishes, { pagesOf, sink });
  const warnings = [...report.warnings, ...said.warnings, ...said.elsewhere];
  return finished(order, { ...report, warnings }, sink);
};

/** Rendered and laid out in one go; what is declined is a DOCX all the same, for another engine. */
const pdfOf = async (
  job: RenderJob,
  use: Exclude<Resolution['native'], 'never'>,
  native: RenderedLayout,
): Promise<RenderedDocument> => {
  const { task, order, includes, terms, ask } = job;
  const {
    parts: rendered,
    plan,
    template,
    ...report
  } = await includes.run((linked, more) =>
    withPictures(job, (pictures) => ({
      template: linked,
      ...renderParts(linked, job.data, { ...terms, ...pictures, ...more }),
    })),
  );
  job.data = {};
  await ask({ kind: 'layout' } satisfies Question);
  const sink = spoolSink(task);
  const { watermark, layoutMs: milliseconds } = task;
  const pagesOf = (some: KeptParts) => native.pagesOf(some, milliseconds);
  const { parts, warnings, elsewhere } = await paged(template, { parts: rendered, plan }, pagesOf);
  const { pdf } = order.request;
  if (task.terms.wordsOnly === true) {
    const words = await native.wordsOf(parts, milliseconds);
    sink.write(Buffer.from(JSON.stringify(words)));
    const times = { readMs: 0, writeMs: 0 };
    const laid = { kind: 'converted', pages: words.length, warnings: [], reasons: [], times } as const;
    return finished(order, report, sink, laid);
  }
  const laid = await native.lay(parts, { use, watermark, pdf, milliseconds }, sink);
  if (laid.kind === 'declined') {
    sink.reset();
    parts.writeTo(new ZipWriter(sink));
  }
  const said = [...report.warnings, ...warnings, ...(laid.kind === 'declined' ? elsewhere : [])];
  return finished(order, { ...report, warnings: said }, sink, laid);
};

const spoolSink = ({ spoolFile }: GenerateTask): SpoolSink =>
  new SpoolSink(() => openSync(spoolFile, 'wx', 0o600));

const finished = (
  { request, warnings }: RenderJob['order'],
  { needs: _, ...report }: RenderReport,
  sink: SpoolSink,
  laid?: LayoutReport,
): RenderedDocument => ({
  request,
  bytes: sink.finish(),
  size: sink.size,
  ...report,
  warnings: [...warnings, ...report.warnings],
  layout: laid,
});

export const map = async (task: MapTask, ask: Ask): Promise<string> =>
  (await import('./map-task.ts')).mapDocument(task, ask, { templateFor, includeRounds, layout, renderBytes });

export const lint = async (task: MapTask, ask: Ask): Promise<string> =>
  (await import('./lint-task.ts')).lintTemplate(task, ask, {
    templateFor,
    includeRounds,
    layout,
    renderBytes,
  });

/** Linked, and compiled before where nobody has done it. */
const templateFor = async (
  programHash: string,
  ask: Ask,
): Promise<{ readonly template: LinkedTemplate; readonly compiled?: RenderedDocument['compiled'] }> => {
  const known = linked.peek(programHash);
  if (known !== undefined) return { template: known };
  const asked = (await ask({ kind: 'template' } satisfies Question)) as TemplateBytes | TemplateSource;
  if ('program' in asked) return { template: linked.get(asked) };
  const { file, delimiter, static: isStatic, controls } = asked;
  const { program, warnings } = compile({ file, delimiter, static: isStatic, controls, isStored: false });
  return { template: linkTemplate(program, file), compiled: { program, warnings } };
};

/** Whatever the data choose is asked for; the server knows which versions hold. */
const includeRounds = (
  template: LinkedTemplate,
  request: GenerateOrder['request'],
  ask: Ask,
): IncludeRounds =>
  new IncludeRounds(template, {
    limits,
    more: async (chosen) => {
      const question: Question = { kind: 'includes', request, chosen };
      const { programHash, refused } = (await ask(question)) as Resolution;
      const { template: joined } = await templateFor(programHash, ask);
      return { template: joined, refused };
    },
    file: async () =>
      ((await ask({ kind: 'template' } satisfies Question)) as TemplateBytes | TemplateSource).file,
  });

export const read = ({ body, hasFile }: ReadTask): JobRequest => {
  dataMemoryWithin(renderBytes, body);
  return readJob(body, hasFile);
};

export const countRecords = async (task: CountTask, ask: Ask): Promise<CountedRecords> =>
  (await import('./batch/split-task.ts')).countRecords(task, ask);

export const split = async (task: SplitTask, ask: Ask) => {
  dataMemoryWithin(renderBytes, task.body);
  return (await import('./batch/split-task.ts')).splitRecords(task, ask);
};

export const chunk = async (task: ChunkTask, ask: Ask): Promise<RenderedChunk> =>
  (await import('./batch/chunk-task.ts')).renderChunk(task, ask, {
    templateFor,
    includeRounds,
    layout,
    renderBytes,
  });

export const bundle = async (task: BundleTask) => (await import('./batch/bundle-task.ts')).bundleParts(task);

export const validate = async (task: ValidateTask, ask: Ask): Promise<DataReport> => {
  dataMemoryWithin(renderBytes, task.body);
  const { request, data } = readValidate(task.body);
  const inspection = (await ask({ kind: 'inspection', request } satisfies Question)) as string;
  return validateData(JSON.parse(inspection).schema, data);
};

export const evaluate = ({ body, defaults, renderMs, prelude }: EvaluateTask): readonly Evaluated[] => {
  const dataBytes = dataMemoryWithin(renderBytes, body);
  const { expressions, data, options } = readEvaluate(body, { defaults });
  const budgets = { time: renderMs, memory: renderBytes };
  const translations = prelude?.translations as RenderOptions['translations'];
  return evaluateExpressions({
    expressions,
    data,
    definitions: prelude?.definitions ?? [],
    options: { ...(translations && { translations }), ...options, budgets, dataBytes },
  });
};

export const compareWords = ({ from, to }: CompareWordsTask): WordChanges => {
  const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as readonly PageOfWords[];
  return wordChanges(read(from), read(to));
};

export const compile = ({
  file,
  delimiter,
  static: isStatic,
  controls,
  isStored,
  defined,
}: CompileTask): CompiledFile => {
  const { program, inspection, includes } = compileTemplate(file, {
    delimiter,
    static: isStatic,
    controls,
    isStored,
    limits,
    defined,
  });
  return {
    includes,
    program,
    programFormat: PROGRAM_FORMAT,
    inspection: JSON.stringify(inspection),
    warnings: inspection.warnings,
  };
};

export const prelude = ({ definitions }: PreludeTask) => readPrelude(definitions);

export const join = ({
  host,
  templates,
  chosen,
  prelude: own,
  static: isStatic = true,
}: JoinTask): CompiledJoin => {
  const byRef = new Map(templates.map((one) => [`${one.key}\n${one.version ?? ''}`, one]));
  const { file, delimiter } = joinTemplate(
    host,
    {
      template: (key, version) => byRef.get(`${key}\n${version ?? ''}`),
      chosen,
      documents: new Map(),
      limits,
      prelude: own,
    },
    host.key,
  );
  const { controls } = host;
  return { ...compile({ file, delimiter, static: isStatic, controls, isStored: true }), file };
};

export const check = ({ file, delimiter, static: isStatic, controls, defined }: CheckTask): CheckedFile => {
  const { inspection, ...found } = checkTemplate(file, {
    limits,
    static: isStatic,
    controls,
    defined,
    ...(delimiter !== undefined && { delimiter }),
  });
  return { ...found, inspection: inspection === null ? null : JSON.stringify(inspection) };
};
