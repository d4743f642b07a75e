/**
 * A rendering thread. Each exported function is one kind of task; what goes wrong comes back as data.
 *
 * A render is synchronous from the moment the template is there. What it needs from the main thread in between, a
 * file to spool into, it asks for and sleeps until the answer arrives.
 */
import { once } from 'node:events';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { errorToData, PlatenError } from '../errors.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../ooxml/limits.ts';
import type { CheckedFile, CompiledFile } from '../service/ports.ts';
import {
  checkTemplate,
  compileTemplate,
  PROGRAM_FORMAT,
  type RenderReport,
  renderDocx,
} from '../template/index.ts';
import { type DataReport, validateData } from '../template/inspect/validate-data.ts';
import { dataMemoryWithin } from './data-memory.ts';
import { LinkedTemplates } from './linked-templates.ts';
import { NotedPictures } from './noted-pictures.ts';
import {
  type Answer,
  begin,
  type CheckTask,
  type CompileTask,
  type GenerateTask,
  LINE,
  type Line,
  type Outcome,
  type Question,
  type RenderedDocument,
  type ValidateTask,
} from './protocol.ts';
import { readGenerate, readValidate } from './read-request.ts';
import { SpoolSink } from './spool-sink.ts';

export interface WorkerSettings {
  readonly packageLimits: Partial<PackageLimits>;
  /** The heap of the thread. */
  readonly memoryBytes: number;
}

const settings = workerData as WorkerSettings;

/** Modules, measured at 23 MB. */
const OWN_BYTES = 32 * 1024 * 1024;
/**
 * What one render may take of the heap. The rest is for linked templates, for lists that are copied while they grow, and
 * for what a collection has not reached yet.
 */
const RENDER_BYTES = Math.max(settings.memoryBytes - OWN_BYTES, 0) * (5 / 8);
const linked = new LinkedTemplates(Math.ceil(settings.memoryBytes / 8));

/** The main thread refused and knows why. */
class Refused extends Error {}

export const generate = async (task: GenerateTask) =>
  outcome<RenderedDocument>(task, async () => {
    const dataBytes = dataMemoryWithin(RENDER_BYTES, task.body);
    const { request, data, options } = readGenerate(task.body, task.terms);
    const answer = await ask(task, { kind: 'resolve', request });
    if (answer.kind !== 'template') throw new Refused();
    const sink = new SpoolSink(() => openFile(task));
    const template = linked.get(answer.template);
    const budgets = { time: task.renderMs, memory: RENDER_BYTES };
    const isLaidOut = request.output === 'PDF';
    const terms = { now: Date.now(), ...options, budgets, dataBytes, isLaidOut };
    const report = task.fetchesPictures
      ? await renderWithPictures(task, sink, (remoteImages) =>
          renderDocx(template, data, { ...terms, remoteImages }, sink),
        )
      : renderDocx(template, data, terms, sink);
    const bytes = sink.finish();
    const value = { request, bytes, size: sink.size, ...report };
    return { value, transfer: bytes === undefined ? [] : [bytes.buffer] };
  });

const renderWithPictures = async (
  task: GenerateTask,
  sink: SpoolSink,
  render: (pictures: NotedPictures) => RenderReport,
): Promise<RenderReport> => {
  const pictures = new NotedPictures();
  const report = render(pictures);
  if (pictures.missing.size === 0) return report;
  const answer = await ask(task, { kind: 'pictures', urls: [...pictures.missing] });
  if (answer.kind !== 'pictures') throw new Refused();
  for (const [url, picture] of answer.pictures) pictures.set(url, picture);
  sink.reset();
  return render(pictures);
};

export const validate = async (task: ValidateTask) =>
  outcome<DataReport>(task, async () => {
    dataMemoryWithin(RENDER_BYTES, task.body);
    const { request, data } = readValidate(task.body);
    const answer = await ask(task, { kind: 'inspection', request });
    if (answer.kind !== 'inspection') throw new Refused();
    return { value: validateData(JSON.parse(answer.inspection).schema, data), transfer: [] };
  });

export const compile = async (task: CompileTask) =>
  outcome<CompiledFile>(task, async () => {
    const limits = packageLimits();
    const { delimiter, static: isStatic } = task;
    const { program, inspection } = compileTemplate(task.file, { delimiter, static: isStatic, limits });
    const value = {
      program,
      programFormat: PROGRAM_FORMAT,
      inspection: JSON.stringify(inspection),
      warnings: inspection.warnings,
    };
    return { value, transfer: [] };
  });

export const check = async (task: CheckTask) =>
  outcome<CheckedFile>(task, async () => {
    const { inspection, ...found } = checkTemplate(task.file, {
      limits: packageLimits(),
      static: task.static,
      ...(task.delimiter !== undefined && { delimiter: task.delimiter }),
    });
    const value = { ...found, inspection: inspection === null ? null : JSON.stringify(inspection) };
    return { value, transfer: [] };
  });

const packageLimits = (): PackageLimits => ({
  ...DEFAULT_PACKAGE_LIMITS,
  ...settings.packageLimits,
});

/** Piscina moves what a result names as transferable; anything else it copies. */
const outcome = async <T>(
  line: Line,
  work: () => Promise<{ value: T; transfer: readonly ArrayBuffer[] }>,
) => {
  begin(line);
  try {
    const { value, transfer } = await work();
    const result: Outcome<T> = { ok: true, value };
    return move({ [transferableSymbol]: transfer, [valueSymbol]: result });
  } catch (error) {
    const result: Outcome<T> = { ok: false, error: errorToData(error) };
    return result;
  }
};

const ask = async ({ port }: Line, question: Question): Promise<Answer> => {
  port.postMessage(question);
  const [answer] = (await once(port, 'message')) as [Answer];
  return answer;
};

/** The same from the middle of a render: sleeps until the main thread has answered. */
const askNow = ({ port, state }: Line, question: Question): Answer => {
  const seen = Atomics.load(state, LINE.answers);
  port.postMessage(question);
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return received.message as Answer;
    Atomics.wait(state, LINE.answers, seen);
  }
};

const openFile = (line: Line): number => {
  const answer = askNow(line, { kind: 'spool' });
  if (answer.kind !== 'spool') throw new PlatenError('internal_error', 'There is no file to spool into.');
  return answer.fd;
};
