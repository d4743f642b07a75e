/**
 * Documents that say on which pages things stand: rendered, laid out to find the pages, and written with them.
 *
 * Only for templates with such fields; every other document is written as it is rendered.
 */
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import { type ByteSink, ZipWriter } from '../../ooxml/zip-write.ts';
import { type Fitted, fitParts } from '../fit/fit-parts.ts';
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

/** Whether it has to be laid out before it is written. */
export const wantsLayout = (
  template: LinkedTemplate,
  request: { readonly docxFields?: 'computed' | 'word' | undefined },
): boolean => template.program.fit !== undefined || wantsPages(template, request);

type PagesOf = (parts: KeptParts) => Promise<Found | undefined>;

/** For a template that says how many pages its documents may have. */
export const fitted = async (
  { program }: LinkedTemplate,
  parts: KeptParts,
  pagesOf: PagesOf | undefined,
): Promise<Fitted> => {
  if (program.fit === undefined) return { parts, warnings: [] };
  return fitParts(parts, program.fit, async (some) => (await pagesOf?.(some))?.pages);
};

/** All that layout has to say in it, and what is to be said about it. */
export const writeFinished = async (
  template: LinkedTemplate,
  rendered: KeptParts,
  request: { readonly docxFields?: 'computed' | 'word' | undefined },
  { pagesOf, sink }: { readonly pagesOf: PagesOf; readonly sink: ByteSink },
): Promise<readonly string[]> => {
  const { parts, warnings } = await fitted(template, rendered, pagesOf);
  if (wantsPages(template, request))
    return [...warnings, ...writeSettled(template, parts, await pagesOf(parts), sink)];
  parts.writeTo(new ZipWriter(sink));
  return warnings;
};

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
