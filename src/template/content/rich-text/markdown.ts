/**
 * markdownToHtml :: Markdown → HTML
 *
 * GitHub's flavour, by marked; what it makes goes through the same reader as any HTML, so raw HTML inside is no more
 * trusted than elsewhere.
 */
import { Marked } from 'marked';
import { dataError } from '../data-error.ts';

/** An instance of our own: extensions that others install on the shared one do not reach it. */
const marked = new Marked({ gfm: true, breaks: false, async: false });

/** Time that marked takes grows with the square of some inputs; a document's text stays far below. */
const MOST_CHARACTERS = 1_000_000;

export const markdownToHtml = (source: string): string => {
  if (source.length > MOST_CHARACTERS) {
    throw dataError(`The Markdown has ${source.length} characters; ${MOST_CHARACTERS} is the limit.`);
  }
  try {
    return marked.parse(source, { async: false });
  } catch (error) {
    // Deep nesting of quotes and lists ends in a stack that is too deep.
    if (error instanceof RangeError) throw dataError('The Markdown is nested too deeply.');
    throw error;
  }
};
