/**
 * The tasks of a rendering process. A render is synchronous from the moment the template is there.
 */
import { openSync } from 'node:fs';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../ooxml/limits.ts';
import type { Ask } from '../processes/protocol.ts';
import type { CheckedFile, CompiledFile, TemplateBytes } from '../service/ports.ts';
import {
  checkTemplate,
  compileTemplate,
  type LinkedTemplate,
  PROGRAM_FORMAT,
  type RenderReport,
  renderDocx,
} from '../template/index.ts';
import { type DataReport, validateData } from '../template/inspect/validate-data.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { LinkedTemplates } from './linked-templates.ts';
import { NotedPictures } from './noted-pictures.ts';
import type {
  CheckTask,
  CompileTask,
  FetchedPicture,
  GenerateTask,
  Question,
  RenderedDocument,
  ValidateTask,
} from './protocol.ts';
import { readGenerate, readValidate } from './read-request.ts';
import { SpoolSink } from './spool-sink.ts';

export interface TaskSettings {
  readonly packageLimits: Partial<PackageLimits>;
  /** The heap of the process. */
  readonly memoryBytes: number;
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

export const prepare = ({ packageLimits, memoryBytes }: TaskSettings): void => {
  limits = { ...DEFAULT_PACKAGE_LIMITS, ...packageLimits };
  renderBytes = Math.max(memoryBytes - OWN_BYTES, 0) * (5 / 8);
  linked = new LinkedTemplates(Math.ceil(memoryBytes / 8));
};

export const generate = async (task: GenerateTask, ask: Ask): Promise<RenderedDocument> => {
  const dataBytes = dataMemoryWithin(renderBytes, task.body);
  const { request, data, options, warnings } = readGenerate(task.body, task.terms);
  const template = await templateFor({ kind: 'resolve', request }, ask);
  const sink = new SpoolSink(() => openSync(task.spoolFile, 'wx', 0o600));
  const budgets = { time: task.renderMs, memory: renderBytes };
  const isLaidOut = request.output === 'PDF';
  const terms = { now: Date.now(), ...options, budgets, dataBytes, isLaidOut };
  const report = task.fetchesPictures
    ? await renderWithPictures(ask, sink, (remoteImages) =>
        renderDocx(template, data, { ...terms, remoteImages }, sink),
      )
    : renderDocx(template, data, terms, sink);
  return {
    request,
    bytes: sink.finish(),
    size: sink.size,
    ...report,
    warnings: [...warnings, ...report.warnings],
  };
};

const templateFor = async (question: Question, ask: Ask): Promise<LinkedTemplate> => {
  const programHash = (await ask(question)) as string;
  const known = linked.peek(programHash);
  if (known !== undefined) return known;
  return linked.get((await ask({ kind: 'template' } satisfies Question)) as TemplateBytes);
};

const renderWithPictures = async (
  ask: Ask,
  sink: SpoolSink,
  render: (pictures: NotedPictures) => RenderReport,
): Promise<RenderReport> => {
  const pictures = new NotedPictures();
  const report = render(pictures);
  if (pictures.missing.size === 0) return report;
  const question: Question = { kind: 'pictures', urls: [...pictures.missing] };
  const fetched = (await ask(question)) as ReadonlyMap<string, FetchedPicture>;
  for (const [url, picture] of fetched) pictures.set(url, picture);
  sink.reset();
  return render(pictures);
};

export const validate = async (task: ValidateTask, ask: Ask): Promise<DataReport> => {
  dataMemoryWithin(renderBytes, task.body);
  const { request, data } = readValidate(task.body);
  const inspection = (await ask({ kind: 'inspection', request } satisfies Question)) as string;
  return validateData(JSON.parse(inspection).schema, data);
};

export const compile = ({ file, delimiter, static: isStatic }: CompileTask): CompiledFile => {
  const { program, inspection } = compileTemplate(file, { delimiter, static: isStatic, limits });
  return {
    program,
    programFormat: PROGRAM_FORMAT,
    inspection: JSON.stringify(inspection),
    warnings: inspection.warnings,
  };
};

export const check = ({ file, delimiter, static: isStatic }: CheckTask): CheckedFile => {
  const { inspection, ...found } = checkTemplate(file, {
    limits,
    static: isStatic,
    ...(delimiter !== undefined && { delimiter }),
  });
  return { ...found, inspection: inspection === null ? null : JSON.stringify(inspection) };
};
