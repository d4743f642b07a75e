/** What the domain needs to have made: documents from templates (`workers/` does it) and PDFs from documents (`convert/`). */
import type { Problem } from '../errors.ts';
import type { RegionalDefaults } from '../regional.ts';
import type { Stages } from '../stages.ts';
import type { Evaluated } from '../template/evaluate-expressions.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type { BatchRequest } from './jobs/batch-model.ts';
import type { DelimiterName, OutputFormat, PreludeDefinition } from './model.ts';

/** What generate needs of one template version; the bytes are shared with the workers, not copied. */
export interface TemplateBytes {
  /** Cache key: the program's hash, which depends on file, delimiter and program format. */
  readonly programHash: string;
  readonly program: Uint8Array;
  readonly file: Uint8Array;
  /** Templates that data have asked for and can't be included, and why. */
  readonly refused?: Readonly<Record<string, RefusedInclude>>;
}

/** A template that another one includes; without a number its newest version. */
export interface IncludeRef {
  readonly key: string;
  readonly version?: number;
}

export interface RefusedInclude {
  readonly message: string;
  readonly hint?: string;
}

/** A template that came with its request and that nobody has compiled yet. */
export interface TemplateSource {
  /** As of TemplateBytes: for the same file, read the same way, the same. */
  readonly programHash: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly static: boolean;
  readonly controls: boolean;
}

/** A finished document: whole in memory, or past the spool's threshold in a file that has no name any more. */
export interface Spool {
  readonly size: number;
  readonly inMemory: boolean;
  stream(): NodeJS.ReadableStream;
  bytes(): Promise<Uint8Array>;
  /** Of one that is in a file: its descriptor, which stays open until `use` is done. */
  withFile?<Result>(use: (fd: number) => Promise<Result>): Promise<Result>;
  /** Frees memory and file; safe to call twice. */
  dispose(): void;
}

/** What the body of a generate request asks for, as the worker read it. */
export interface GenerateRequest {
  /** Empty where the template comes with the request. */
  readonly templateKey: string;
  readonly output: OutputFormat;
  readonly version?: number;
  /** The version that it points at; not beside `version`. */
  readonly label?: string;
  readonly engine?: 'auto' | 'native' | 'libreoffice';
  readonly filename?: string;
  readonly pdf?: PdfSettings;
  /** Where its tags are is to be told with it. */
  readonly map?: boolean;
  /** Who fills in the fields of a DOCX that tell pages: layout, where left out. */
  readonly docxFields?: 'computed' | 'word';
  /** How to read a template that comes with the request. */
  readonly source?: Pick<TemplateSource, 'delimiter' | 'static' | 'controls'>;
}

/** What a job asks for: a document, and whom to tell of its end. */
export interface JobRequest extends GenerateRequest {
  readonly callback?: string;
  /** Where it is about many records. */
  readonly batch?: BatchRequest;
  /** What values of a file of records are written in. */
  readonly locale?: string;
  /** About options that nobody knows. */
  readonly warnings: readonly string[];
}

/** What a PDF should be beyond its looks; holds whichever engine makes it. */
export interface PdfSettings {
  /** With the structure that screen readers need. */
  readonly tagged?: boolean;
  /** For archives: ISO 19005-2, level B. */
  readonly conformance?: 'PDF/A-2b';
}

/** What holds for a document whatever its body says, or where its body says nothing. */
export interface GenerateTerms {
  /** For options that the body leaves out. */
  readonly defaults?: RegionalDefaults;
  /** Instead of the body's, which then need not have one. */
  readonly output?: OutputFormat;
  /** What `$now` shows where the body says nothing; the time where left out. */
  readonly now?: number;
  /** The template comes with the request: the body names none, and may say how to read it. */
  readonly isTemplateSent?: true;
  /** What the body's `data` are is shared by many records: there need be none. */
  readonly isBatch?: true;
  /** Instead of a PDF its words with their places, as JSON. */
  readonly wordsOnly?: true;
}

/** On a page of a document, in points from the top left. */
export interface PlacedBox {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Words that two documents don't have alike. */
export interface WordMark {
  readonly kind: 'moved' | 'changed' | 'new' | 'lost';
  /** As it is in the second document; in the first where it is lost. */
  readonly text: string;
  /** What it was, where it was changed. */
  readonly was?: string;
  readonly from?: readonly PlacedBox[];
  readonly to?: readonly PlacedBox[];
}

export interface WordChanges {
  readonly pages: { readonly from: number; readonly to: number };
  /** How many words, of all marks. */
  readonly counts: Readonly<Record<WordMark['kind'], number>>;
  readonly marks: readonly WordMark[];
  /** There are more marks than are listed. */
  readonly truncated: boolean;
}

/** Two answers of `wordsOnly`. */
export interface CompareWordsJob {
  readonly organizationId: string;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly signal: AbortSignal;
}

export interface GenerateJob extends GenerateTerms {
  readonly organizationId: string;
  readonly requestId: string;
  /** The JSON body as it came. A large one's buffer is handed over to a worker, not copied. */
  readonly body: Uint8Array;
  /**
   * Called once it is known what is asked for; rejecting ends the job with that error. What is remembered may be
   * replaced by now: whoever asks for `memory` is quick enough to do it all again.
   */
  resolve(
    request: GenerateRequest,
    from: 'memory' | 'store',
    /** Templates that the data have asked for, and that the one before was not joined with. */
    chosen?: readonly IncludeRef[],
  ): Promise<TemplateBytes | TemplateSource>;
  /** Work on the thread that serves everybody, done when it is the organization's turn there. */
  inTurn<T>(work: () => T): T | Promise<T>;
  /** Called before it waits for its turn among the large ones; rejecting ends the job with that error. */
  admit?(): Promise<void>;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** Across every page of a PDF. The service's decision: nothing in the body sets it. */
  readonly watermark?: string;
  /** Where the time goes. */
  readonly stages?: Stages | undefined;
}

/** A template whose pages are looked at, with data of several kinds. */
export interface LintJob extends GenerateJob {
  /** Of the template that was resolved, and the sample sets that are saved with it: JSON text. */
  inspection(): Promise<string>;
}

export interface GeneratedDocument {
  readonly request: GenerateRequest;
  readonly document: Spool;
  readonly engine: 'docx' | 'native' | 'libreoffice';
  /** Distinct paths that the template used and the data lacked, `[]` for a loop's items. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  readonly pages?: number;
  /** Of a PDF: why the native engine was not used, or is not sure of what it made. Codes. */
  readonly reasons?: readonly string[];
  /** Where its map was asked for: it stands behind the document, from there on. */
  readonly mapAt?: number;
  /** Turns of all loops of its template. */
  readonly turns?: number;
  /** Pictures were fetched for it: made again, it might be another one. */
  readonly hasFetched?: true;
  /** What a TemplateSource has become. */
  readonly compiled?: Pick<CompiledFile, 'program' | 'warnings'>;
}

/** A request that is looked at before it is carried out. */
export interface ReadJob {
  readonly organizationId: string;
  /** The JSON body as it came; a large one is parsed in a process, and its buffer handed over. */
  readonly body: Uint8Array;
  /** Records come in a file beside it. */
  readonly hasFile?: boolean;
  readonly signal: AbortSignal;
}

/** A DOCX that is to be a PDF. */
export interface ConvertJob {
  readonly organizationId: string;
  readonly file: Uint8Array;
  /** JSON as it came: those of generate's options that a finished document has a use for. */
  readonly options: Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly stages?: Stages | undefined;
}

export interface CompileJob {
  readonly organizationId: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  /** Of a version that is there, for a newer engine. */
  readonly isStored?: boolean;
  /** What looks like another engine's tags is meant as text; what has been accepted once is not refused for it. */
  readonly static?: boolean | undefined;
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean | undefined;
  /** Names that the organization's prelude defines. */
  readonly defined?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** A template with all that it includes, directly or not. */
export interface JoinJob {
  readonly organizationId: string;
  readonly host: JoinedFile & {
    /** Left out where it came with a request. */
    readonly key?: string;
  };
  readonly templates: readonly (JoinedFile & IncludeRef)[];
  /** Those that data have asked for. */
  readonly chosen: readonly IncludeRef[];
  readonly prelude?: JoinedPrelude | undefined;
  /** Left out: it was looked at before. */
  readonly static?: boolean | undefined;
  readonly signal: AbortSignal;
}

interface JoinedFile {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly controls?: boolean | undefined;
}

export interface CompiledJoin extends CompiledFile {
  readonly file: Uint8Array;
}

export interface CompiledFile {
  readonly program: Uint8Array;
  readonly programFormat: number;
  readonly inspection: string;
  /** What the template will do that its author would hardly expect; in `inspection`, too. */
  readonly warnings: readonly Problem[];
  /** Undefined where it includes nothing. */
  readonly includes?: Includes | undefined;
}

export interface Includes {
  readonly templates: readonly IncludeRef[];
  /** The data say more. */
  readonly isOpen: boolean;
  /** Definitions of the organization's prelude. */
  readonly names?: readonly string[];
  /** It asks for translations, which the prelude may have. */
  readonly translates?: true;
}

/** Of the prelude, for one template. */
export interface JoinedPrelude {
  /** As SET has them, in order. */
  readonly definitions: readonly string[];
  readonly translations?: Readonly<Record<string, unknown>> | undefined;
}

export interface PreludeJob {
  readonly organizationId: string;
  readonly definitions: string;
  readonly signal: AbortSignal;
}

export interface CheckJob {
  readonly organizationId: string;
  readonly file: Uint8Array;
  /** The one that is reported on; where left out, the one that the file seems to use. */
  readonly delimiter?: DelimiterName;
  readonly static?: boolean | undefined;
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean | undefined;
  readonly defined?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface CheckedFile {
  /** The delimiter that the file seems to use; null where it has no tags of any kind. */
  readonly proposed: DelimiterName | null;
  /** Well-formed tags and problems under each. */
  readonly delimiters: readonly {
    readonly delimiter: DelimiterName;
    readonly tags: number;
    readonly problems: number;
  }[];
  /** Which one the rest is about. */
  readonly delimiter: DelimiterName;
  readonly problems: readonly Problem[];
  /** What an upload would accept and warn about. */
  readonly warnings: readonly Problem[];
  /** JSON text; null where there are problems. */
  readonly inspection: string | null;
}

/** `{ templateKey, data, options?: { version, label } }` against what the template's inspection says of its data. */
export interface ValidateJob {
  readonly organizationId: string;
  /** The JSON body as it came; parsed in the worker. The buffer is handed over, not copied. */
  readonly body: Uint8Array;
  /** Called once the worker knows what is asked for; answers with the inspection, JSON text. */
  resolve(request: Pick<GenerateRequest, 'templateKey' | 'version' | 'label'>): Promise<string>;
  readonly signal: AbortSignal;
}

/** `{ expressions, data, options? }`: what tags would print, without a template. */
export interface EvaluateJob {
  readonly organizationId: string;
  /** The JSON body as it came; parsed in the worker. The buffer is handed over, not copied. */
  readonly body: Uint8Array;
  readonly defaults: RegionalDefaults;
  readonly prelude: JoinedPrelude | undefined;
  readonly signal: AbortSignal;
}

/** Rendering: small documents here, everything else in processes that may end, fair between organizations, bounded. */
export interface Renderer {
  generate(job: GenerateJob): Promise<GeneratedDocument>;
  /** Where in the document its tags are: JSON text. */
  map(job: GenerateJob): Promise<string>;
  /** What of a template's pages is hardly meant: JSON text. */
  lint(job: LintJob): Promise<string>;
  convert(job: ConvertJob): Promise<GeneratedDocument>;
  /** What the body of a generate request asks for; rejects with all that is wrong with it. */
  read(job: ReadJob): Promise<JobRequest>;
  /** `validateData` of the template engine, on the inspection's schema. */
  validate(job: ValidateJob): Promise<DataReport>;
  /** `evaluateExpressions` of the template engine. */
  evaluate(job: EvaluateJob): Promise<readonly Evaluated[]>;
  /** What was moved, changed, is new or lost. */
  compareWords(job: CompareWordsJob): Promise<WordChanges>;
  /** Rejects with `template_invalid` and every problem. */
  compile(job: CompileJob): Promise<CompiledFile>;
  /** The same of a template and those that it includes, as one; problems of includes have their place in the one that has the tag. */
  join(job: JoinJob): Promise<CompiledJoin>;
  /** Rejects with `prelude_invalid` and every problem. */
  prelude(job: PreludeJob): Promise<readonly PreludeDefinition[]>;
  /** What `compile` would make of a file, under any delimiter; rejects only where the file is no DOCX. */
  check(job: CheckJob): Promise<CheckedFile>;
  readonly queueDepth: number;
  /** Starts what its first job would have to wait for; returns at once. */
  warm(): void;
  /** Whether that is there. */
  readonly isWarm: boolean;
  close(): Promise<void>;
}

/** DOCX in, PDF out. `convert/` implements it with one engine or several. */
export interface PdfConverter {
  convert(docx: Uint8Array, options: ConvertOptions): Promise<ConvertedPdf>;
  /** Whether whoever renders a document lays it out natively as well; where absent, nobody does. */
  nativeFor?(engine: ConvertOptions['engine']): NativeUse;
  health(): Promise<{ readonly ok: boolean; readonly message: string }>;
  /** Starts what is to be kept warm; returns at once. */
  warm(): void;
  close(): Promise<void>;
}

/** Not at all, where it comes out as Word would have it, or as well as it can. */
export type NativeUse = 'never' | 'faithful' | 'always';

export interface ConvertOptions {
  readonly organizationId: string;
  readonly engine?: 'auto' | 'native' | 'libreoffice';
  readonly signal?: AbortSignal;
  /** Across every page, grey and translucent, in front of what is there. */
  readonly watermark?: string;
  readonly pdf?: PdfSettings;
  /** Where it is one of many whose pages are counted through. */
  readonly pages?: { readonly first: number; readonly total: number };
  /** Why the native engine, which has been asked already, would rather not: reason codes. */
  readonly declined?: readonly string[];
}

export interface ConvertedPdf {
  readonly pdf: Uint8Array;
  readonly engine: 'native' | 'libreoffice';
  readonly pages: number;
  readonly warnings: readonly string[];
  /** Why the native engine was not used: reason codes. */
  readonly reasons: readonly string[];
}
