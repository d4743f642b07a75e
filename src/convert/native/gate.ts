/**
 * gate :: model, layout → reasons not to trust the native engine with this document
 *
 * An allow-list: readers report every element that they do not know, and what they know but layout does not draw. What
 * remains without a reason comes out as Word would have it.
 */
import { PlatenError } from '../../errors.ts';
import type { Finding } from '../../wml/findings.ts';

/** Reported, and yet drawn well enough, or nothing that paper shows. */
export const HARMLESS: ReadonlySet<string> = new Set(['picture:linked']);

/** Elements of extension namespaces say what editors do; what they draw stands in elements that readers know. */
const EDITORS: readonly string[] = ['element:w16', 'element:w15:', 'element:w14:checkbox', 'element:a14:'];

export const reasonsOf = (
  findings: readonly Finding[],
  layoutReasons: readonly string[],
): readonly string[] => {
  const codes = findings.map(({ code }) => code).filter((code) => !isHarmless(code));
  return [...new Set([...codes, ...layoutReasons])];
};

const isHarmless = (code: string): boolean =>
  HARMLESS.has(code) || EDITORS.some((prefix) => code.startsWith(prefix));

/** The reason for another engine that an error is; thrown where it is none: what is no document at all is none anywhere. */
export const declinedFor = (error: unknown): string => {
  if (error instanceof PlatenError && !GIVES_UP.has(error.code)) throw error;
  return error instanceof PlatenError ? error.code : 'internal_error';
};

/** Whether a reason is that the native engine has tried, and come to nothing. */
export const isGivenUp = (reason: string): boolean => GIVES_UP.has(reason);

/** Errors of the native engine that LibreOffice is asked about all the same: what takes too long here may not there. */
const GIVES_UP: ReadonlySet<string> = new Set([
  'document_too_complex',
  'pdf_timeout',
  'internal_error',
  'pdf_failed',
]);
