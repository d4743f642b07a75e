/**
 * render :: GenerateJob → a document, made where its request arrived; undefined where it is not small
 *
 * Most documents take a tenth of a millisecond, and handing one to another thread takes ten times that. So whatever looks
 * small is rendered here, under a budget of a few milliseconds and megabytes that is asked before anything is made. What
 * breaks the budget is thrown away and goes to the large lane, where a job may take its time and its process may end; and
 * so does everything else of that template for a while.
 */
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../errors.ts';
import type { GenerateJob, GenerateRequest, GenerateTerms, TemplateBytes } from '../service/ports.ts';
import { type RenderOptions, type RenderReport, renderDocx } from '../template/index.ts';
import { dataMemory } from './data-memory.ts';
import { LinkedTemplates } from './linked-templates.ts';
import { NotedPictures } from './noted-pictures.ts';
import { readGenerate } from './read-request.ts';
import { SpoolSink } from './spool-sink.ts';

export interface SmallDocument extends RenderReport {
  readonly request: GenerateRequest;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Parsed in half a millisecond. */
const BODY_BYTES = 64 * 1024;
/** Linked in a few milliseconds, once. */
const PROGRAM_BYTES = 256 * 1024;
/** What linked templates may take together. */
const LINKED_BYTES = 64 * 1024 * 1024;
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
const LARGE_TEMPLATES = 10_000;

export class SmallLane {
  readonly #fetchesPictures: boolean;
  readonly #linked = new LinkedTemplates(LINKED_BYTES);
  readonly #large = new LRUCache<string, true>({ max: LARGE_TEMPLATES, ttl: LARGE_MS });

  /** `fetchesPictures`: whether the operator allows any host; where not, an address is refused by the engine. */
  constructor(fetchesPictures: boolean) {
    this.#fetchesPictures = fetchesPictures;
  }

  async render(job: GenerateJob): Promise<SmallDocument | undefined> {
    if (job.body.byteLength > BODY_BYTES) return undefined;
    const dataBytes = dataMemory(job.body);
    const { request, data, options, warnings } = readGenerate(job.body, termsOf(job));
    const template = await job.resolve(request, 'memory');
    if (job.signal.aborted || !this.#looksSmall(template)) return undefined;
    const sink = new SpoolSink(() => {
      throw new Error('a small document has outgrown memory');
    });
    const pictures = this.#fetchesPictures ? new NotedPictures() : undefined;
    try {
      const report = renderDocx(
        this.#linked.get(template),
        data,
        {
          now: Date.now(),
          ...options,
          budgets: BUDGETS,
          dataBytes,
          isLaidOut: request.output === 'PDF',
          ...(pictures && { remoteImages: pictures }),
        },
        sink,
      );
      const bytes = sink.finish();
      if (bytes === undefined || (pictures?.missing.size ?? 0) > 0) return undefined;
      return { request, bytes, ...report, warnings: [...warnings, ...report.warnings] };
    } catch (error) {
      if (!(error instanceof PlatenError) || error.code !== 'render_budget') throw error;
      this.#large.set(template.programHash, true);
      return undefined;
    }
  }

  #looksSmall({ programHash, program, file }: TemplateBytes): boolean {
    return (
      program.byteLength <= PROGRAM_BYTES && file.byteLength <= FILE_BYTES && !this.#large.has(programHash)
    );
  }
}

export const termsOf = ({ defaults, output }: GenerateTerms): GenerateTerms => ({
  ...(defaults !== undefined && { defaults }),
  ...(output !== undefined && { output }),
});
