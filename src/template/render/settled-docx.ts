/**
 * Documents that say on which pages things stand: rendered, laid out to find the pages, and written with them.
 *
 * Only for templates with such fields; every other document is written as it is rendered.
 */
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import { type ByteSink, ZipWriter } from '../../ooxml/zip-write.ts';
import { type Carried, carryOver, draftOf, type FoundRows } from '../carry/carry-over.ts';
import { fitParts } from '../fit/fit-parts.ts';
import { type SettledPages, settlePages } from '../toc/settle-pages.ts';
import { carries, type LinkedTemplate, type RenderedParts } from './render.ts';

interface Found extends SettledPages, FoundRows {
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
): boolean => needsRounds(template) || wantsPages(template, request);

/** Whether even a PDF has to be laid out before it is laid out. */
export const needsRounds = ({ program }: LinkedTemplate): boolean =>
  program.fit !== undefined || carries(program) !== undefined;

type PagesOf = (parts: KeptParts) => Promise<Found | undefined>;
type Rendered = Pick<RenderedParts, 'parts' | 'plan'>;

/** For a template that says how many pages its documents may have, or what is to stand at their ends. */
export const paged = async (
  { program }: LinkedTemplate,
  { parts: rendered, plan }: Rendered,
  pagesOf: PagesOf,
): Promise<Carried<Found>> => {
  const own = carries(program);
  const source = own && { ...own, plan };
  const pages = async (some: KeptParts): Promise<number | undefined> =>
    (await pagesOf(source === undefined ? some : draftOf(some, source)))?.pages;
  const { parts, warnings } =
    program.fit === undefined
      ? { parts: rendered, warnings: [] }
      : await fitParts(rendered, program.fit, pages);
  if (source === undefined) return { parts, warnings, elsewhere: [] };
  const carried = await carryOver(parts, source, pagesOf);
  return { ...carried, warnings: [...warnings, ...carried.warnings] };
};

interface Said {
  readonly warnings: readonly string[];
  /** Besides, wherever it is laid out by somebody else. */
  readonly elsewhere: readonly string[];
}

/** All that layout has to say in it, and what is to be said about it. */
export const writeFinished = async (
  template: LinkedTemplate,
  rendered: Rendered,
  request: { readonly docxFields?: 'computed' | 'word' | undefined },
  { pagesOf, sink }: { readonly pagesOf: PagesOf; readonly sink: ByteSink },
): Promise<Said> => {
  const { parts, found, warnings, elsewhere } = await paged(template, rendered, pagesOf);
  if (wantsPages(template, request)) {
    const said = writeSettled(template, parts, found ?? (await pagesOf(parts)), sink);
    return { warnings: [...warnings, ...said], elsewhere };
  }
  parts.writeTo(new ZipWriter(sink));
  return { warnings, elsewhere };
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
