/** What the server and a rendering process say to each other. Plain data. */
import type { Declined, LaidOut } from '../convert/native/convert-native.ts';
import type { RegionalDefaults } from '../regional.ts';
import type {
  GeneratedDocument,
  GenerateRequest,
  GenerateTerms,
  IncludeRef,
  JoinedPrelude,
  JoinJob,
  NativeUse,
  TemplateBytes,
} from '../service/renderer-ports.ts';
import type { DelimiterName } from '../template/index.ts';
import type { BatchQuestion } from './batch/batch-protocol.ts';

export interface GenerateTask {
  readonly body: Uint8Array;
  readonly terms: GenerateTerms;
  readonly renderMs: number;
  /** Whether the operator allows any host; where not, an address is refused by the engine in its own words. */
  readonly fetchesPictures: boolean;
  /** Where a document goes that outgrows memory. Nothing is there yet. */
  readonly spoolFile: string;
  /** Across every page of a PDF that is laid out here. */
  readonly watermark?: string | undefined;
  /** Longest time of a layout. */
  readonly layoutMs: number;
}

/** A document of which nothing is wanted but where its tags are. */
export type MapTask = Omit<GenerateTask, 'spoolFile' | 'watermark'>;

export interface ReadTask {
  readonly body: Uint8Array;
  readonly hasFile: boolean;
}

export interface ValidateTask {
  readonly body: Uint8Array;
}

export interface EvaluateTask {
  readonly body: Uint8Array;
  readonly defaults: RegionalDefaults;
  readonly renderMs: number;
  readonly prelude: JoinedPrelude | undefined;
}

export interface CompileTask {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly static?: boolean | undefined;
  readonly controls?: boolean | undefined;
  readonly isStored: boolean | undefined;
  readonly defined?: readonly string[] | undefined;
}

export type JoinTask = Pick<JoinJob, 'host' | 'templates' | 'chosen' | 'prelude' | 'static'>;

export interface CompareWordsTask {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

export interface PreludeTask {
  readonly definitions: string;
}

export interface CheckTask {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName | undefined;
  readonly static?: boolean | undefined;
  readonly controls?: boolean | undefined;
  readonly defined?: readonly string[] | undefined;
}

export type Question =
  /** Answered by Resolution: the process may have the template linked already. `readMs`: what reading the body has taken. */
  | { readonly kind: 'resolve'; readonly request: GenerateRequest; readonly readMs?: number }
  /** Of the template that was resolved, answered by TemplateBytes or TemplateSource. */
  | { readonly kind: 'template' }
  /** Data have asked for templates that were not joined: another Resolution, of one that was. */
  | { readonly kind: 'includes'; readonly request: GenerateRequest; readonly chosen: readonly IncludeRef[] }
  | {
      readonly kind: 'inspection';
      readonly request: Pick<GenerateRequest, 'templateKey' | 'version' | 'label'>;
    }
  | { readonly kind: 'pictures'; readonly urls: readonly string[] }
  /** Rendered, and to be laid out now: another time, and other words where it is up. Answered by nothing. */
  | { readonly kind: 'layout' }
  | BatchQuestion;

export interface Resolution {
  readonly programHash: string;
  readonly refused?: TemplateBytes['refused'];
  /** Whether a PDF is laid out where it was rendered. */
  readonly native: NativeUse;
}

/** How a document was laid out: its bytes are a PDF. Or why it was not, and its bytes are a DOCX. */
export type LayoutReport = LaidOut | Declined;

/** A picture that was fetched, or in words why it was not. */
export type FetchedPicture = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface RenderedDocument {
  readonly request: GenerateRequest;
  /** Undefined where the document is in the spool file. */
  readonly bytes: Uint8Array | undefined;
  readonly size: number;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  readonly turns: number;
  /** Where the template was a TemplateSource. */
  readonly compiled?: GeneratedDocument['compiled'];
  /** Absent where nobody asked for it. */
  readonly layout?: LayoutReport | undefined;
}

/** Of a job, what goes with its body. */
export const termsOf = ({
  defaults,
  output,
  now,
  isTemplateSent,
  wordsOnly,
}: GenerateTerms): GenerateTerms => ({
  ...(isTemplateSent === true && { isTemplateSent }),
  ...(defaults !== undefined && { defaults }),
  ...(output !== undefined && { output }),
  ...(now !== undefined && { now }),
  ...(wordsOnly === true && { wordsOnly }),
});
