/** What a process asks on its way through a document, answered by whoever gave it the job. */
import type {
  GenerateJob,
  GenerateRequest,
  NativeUse,
  TemplateBytes,
  TemplateSource,
} from '../service/renderer-ports.ts';
import { timed } from '../stages.ts';
import type { FetchedPicture, Question, Resolution } from './protocol.ts';

/** All the pictures that a document needs at once. */
export type FetchPictures = (urls: readonly string[]) => Promise<ReadonlyMap<string, FetchedPicture>>;

export type Answer = (question: Question) => Promise<unknown>;

/** How far a document has come. */
export interface Progress {
  native?: NativeUse;
  isLayingOut?: true;
  hasFetched?: true;
}

interface AnswerTerms {
  readonly fetchPictures: FetchPictures | undefined;
  readonly nativeFor: (engine: GenerateRequest['engine']) => NativeUse;
  /** Written to as the questions come. */
  readonly progress?: Progress | undefined;
  /** Called whenever a process starts on the job. */
  readonly begin?: (() => void) | undefined;
}

export const answersFor = (
  job: GenerateJob,
  { fetchPictures, nativeFor, progress = {}, begin }: AnswerTerms,
): Answer => {
  let template: TemplateBytes | TemplateSource | undefined;
  const { stages } = job;
  const asked = performance.now();
  return async (question) => {
    switch (question.kind) {
      case 'template':
        return template ?? unexpected();
      case 'resolve': {
        begin?.();
        const read = performance.now();
        const { readMs = 0 } = question;
        stages?.note('queue', asked, read - readMs);
        stages?.note('read', read - readMs, read);
        template = await timed(stages, 'template', () => job.resolve(question.request, 'store'));
        progress.native ??= nativeFor(question.request.engine);
        return { programHash: template.programHash, native: progress.native } satisfies Resolution;
      }
      case 'includes': {
        template = await job.resolve(question.request, 'store', question.chosen);
        const { programHash } = template;
        const refused = 'program' in template ? template.refused : undefined;
        return {
          programHash,
          native: progress.native ?? 'never',
          ...(refused && { refused }),
        } satisfies Resolution;
      }
      case 'pictures':
        progress.hasFetched = true;
        if (fetchPictures === undefined) return unexpected();
        // What was rendered until it was known which ones are missing.
        stages?.noteRest('render');
        return timed(stages, 'pictures', () => fetchPictures(question.urls));
      case 'layout':
        progress.isLayingOut = true;
        stages?.noteRest('render');
        return undefined;
      default:
        return unexpected();
    }
  };
};

export const unexpected = (): never => {
  throw new Error('a rendering process asks for what its job does not have');
};
