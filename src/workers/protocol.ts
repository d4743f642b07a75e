/** What the server and a rendering process say to each other. Plain data. */
import type { GenerateRequest, GenerateTerms } from '../service/ports.ts';
import type { DelimiterName } from '../template/index.ts';

export interface GenerateTask {
  readonly body: Uint8Array;
  readonly terms: GenerateTerms;
  readonly renderMs: number;
  /** Whether the operator allows any host; where not, an address is refused by the engine in its own words. */
  readonly fetchesPictures: boolean;
  /** Where a document goes that outgrows memory. Nothing is there yet. */
  readonly spoolFile: string;
}

export interface ValidateTask {
  readonly body: Uint8Array;
}

export interface CompileTask {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly static?: boolean | undefined;
}

export interface CheckTask {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName | undefined;
  readonly static?: boolean | undefined;
}

export type Question =
  /** Answered by the template's `programHash`: the process may have it linked already. */
  | { readonly kind: 'resolve'; readonly request: GenerateRequest }
  /** Of the template that was resolved, answered by TemplateBytes. */
  | { readonly kind: 'template' }
  | { readonly kind: 'inspection'; readonly request: Pick<GenerateRequest, 'templateKey' | 'version'> }
  | { readonly kind: 'pictures'; readonly urls: readonly string[] };

/** A picture that was fetched, or in words why it was not. */
export type FetchedPicture = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface RenderedDocument {
  readonly request: GenerateRequest;
  /** Undefined where the document is in the spool file. */
  readonly bytes: Uint8Array | undefined;
  readonly size: number;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}
