/**
 * Documents that say on which pages things stand: rendered, laid out to find the pages, and written with them.
 *
 * Only for templates with such fields; every other document is written as it is rendered.
 */
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import { type ByteSink, ZipWriter } from '../../ooxml/zip-write.ts';
import { type SettledPages, settlePages } from '../toc/settle-pages.ts';
import type { LinkedTemplate } from './render.ts';

interface Found extends SettledPages {
  /** Why Word's pages may be others. */
  readonly doubts: readonly string[];
}

export const wantsPages = (
  { program }: LinkedTemplate,
  { docxFields }: { readonly docxFields?: 'computed' | 'word' | undefined },
): boolean => docxFields !== 'word' && program.parts.some(({ pages }) => pages === true);

/** Gives what is to be said about it. */
export const writeSettled = (
  template: LinkedTemplate,
  parts: KeptParts,
  found: Found | undefined,
  sink: ByteSink,
): readonly string[] => {
  if (found !== undefined) settleParts(template, parts, found);
  parts.writeTo(new ZipWriter(sink));
  if (found === undefined) return [NOT_FOUND];
  const { doubts } = found;
  return doubts.length === 0 ? [] : [`${DOUBTED} ${doubts.join('; ')}`];
};

/** Puts the pages into the fields that tell them. */
const settleParts = ({ program }: LinkedTemplate, parts: KeptParts, facts: SettledPages): void => {
  for (const { name, pages, contents } of program.parts) {
    const entry = pages === true ? parts.entries.get(name) : undefined;
    if (entry === undefined) continue;
    const source = new TextDecoder().decode(entry.compressed);
    parts.replace(name, Buffer.from(settlePages(source, facts, contents === true)));
  }
};

const NOT_FOUND =
  'The pages of the document could not be found out: its table of contents and references to pages are left to Word, which fills them in when it updates its fields.';
const DOUBTED = 'Page numbers in the text are those of Platen’s layout, and Word’s may differ:';
