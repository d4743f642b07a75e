/**
 * layoutDocument :: WordDocument, fonts → DisplayList
 *
 * Laid out once; again where fields asked for what only the result knows (number of pages, pages of bookmarks), until it
 * comes out the same or the passes are used up.
 */
import type { FontLibrary } from '../fonts/font.ts';
import type { WordDocument } from '../wml/model.ts';
import { DEFAULT_LAYOUT_LIMITS, LayoutBudget, type LayoutLimits } from './budget.ts';
import { type FieldValues, LayoutContext, NO_FIELDS, type PagesOfMany } from './context.ts';
import type { DisplayList, OriginBox, Page } from './display-list.ts';
import { sameFloats } from './floats/early-floats.ts';
import { measureBlocks } from './flow/blocks.ts';
import { outlineOf } from './outline.ts';
import {
  areSettled,
  type MeasuredEdges,
  paintEdges,
  sameExtent,
  settleEdges,
} from './page/headers-footers.ts';
import type { KnownPages, LaidOutPage, RowPages } from './page/page-sequence.ts';
import { type PassResult, paginate } from './page/paginate.ts';
import type { Seen } from './seen.ts';
import { documentLanguage } from './structure/languages.ts';
import { styleTexts } from './style-references.ts';

/** Where things have come to stand, for fields that say so. */
export interface PageFacts {
  readonly pages: number;
  /** Of each section, from the first. */
  readonly sectionPages: readonly number[];
  /** Page numbers as they are shown, by bookmark. */
  readonly bookmarks: ReadonlyMap<string, string>;
  /** Of tables that are tracked, by their names. */
  readonly rows: ReadonlyMap<string, RowPages>;
}

interface LayoutResult {
  readonly list: DisplayList;
  readonly facts: PageFacts;
  readonly warnings: readonly string[];
  /** Why it may not look as Word's does; bounded codes. */
  readonly reasons: readonly string[];
  /** What tags have made, of a document that is to be mapped. */
  readonly origins: readonly OriginBox[];
  /** Of each page, where somebody looks whether they are well made. */
  readonly seen: readonly (readonly Seen[])[];
}

interface LayoutOptions {
  /** With the document's structure: `structure` and marks in the display list. */
  readonly tagged?: boolean;
  /** Takes the pages in their order, each as soon as nothing can change it; the list that is returned has none then. */
  readonly onPage?: ((page: Page) => void) | undefined;
  /** Where it is one of many whose pages are counted through. */
  readonly pages?: PagesOfMany | undefined;
  /** Somebody looks whether the pages are well made. */
  readonly isWatched?: boolean;
}

/** Page numbers of a table of contents can change its length, which changes the page numbers. */
const MOST_PASSES = 3;
/** Pictures that move the lines above their paragraphs move with these. */
const MOST_PASSES_WITH_FLOATS = 5;

export const layoutDocument = (
  document: WordDocument,
  fonts: FontLibrary,
  limits: LayoutLimits = DEFAULT_LAYOUT_LIMITS,
  { tagged = false, onPage, pages: ofMany, isWatched = false }: LayoutOptions = {},
): LayoutResult => {
  const context = new LayoutContext(document, fonts, new LayoutBudget(limits), measureBlocks, {
    tagged,
    pages: ofMany,
    isWatched,
  });
  // The structure of a tagged document is complete only with its last page.
  const outgoing = new OutgoingPages(context, tagged ? undefined : onPage);
  let known: KnownPages | undefined;
  let pass = paginate(context, known, outgoing.onFull);
  let edges = allEdges(context, pass);
  const most = (): number => (pass.early.length > 0 ? MOST_PASSES_WITH_FLOATS : MOST_PASSES);
  for (let count = 1; count < most(); count++) {
    const counted = context.labels.byPage && context.labels.countByPage(pass.notePages);
    const found = knownPages(pass);
    if (!counted && (holds(context, pass, edges, known) || (known !== undefined && sameKnown(known, found))))
      break;
    known = found;
    pass = paginate(context, known);
    edges = allEdges(context, pass);
  }
  paintAllEdges(context, pass, edges, outgoing.count);
  noteFonts(context);
  const pages: Page[] = [];
  const take = onPage ?? ((page: Page) => pages.push(page));
  for (const { canvas } of pass.pages.slice(outgoing.count)) {
    take(canvas.page());
    canvas.release();
  }
  return {
    list: { ...displayList(context, pass), pages },
    facts: { ...knownPages(pass), rows: pass.rows },
    warnings: [...context.warnings],
    reasons: [...context.reasons],
    origins: pass.pages.flatMap(({ canvas }) => canvas.origins),
    seen: pass.pages.map(({ canvas }) => canvas.seen ?? []),
  };
};

/**
 * Pages that leave before the document is laid out, so that memory grows by what they say of themselves and not by what is
 * painted on them. The first that depends on what only the result knows, and all behind it, wait. Another pass makes the
 * pages before that one again, the same way: nothing on them asked for what it knows better.
 */
class OutgoingPages {
  readonly #context: LayoutContext;
  readonly #take: ((page: Page) => void) | undefined;
  count = 0;

  constructor(context: LayoutContext, take: ((page: Page) => void) | undefined) {
    this.#context = context;
    this.#take = take;
  }

  readonly onFull = ({ canvas, body, measured }: LaidOutPage): void => {
    if (this.#take === undefined || canvas.index !== this.count) return;
    // Notes that begin again on each page have their numbers when all pages are known.
    if (this.#context.labels.byPage) return;
    if (this.#context.needsSecondPass || !areSettled(measured)) return;
    paintEdges(canvas, body, measured, this.#context);
    this.#take(canvas.page());
    canvas.release();
    this.count += 1;
  };
}

/** Bullets and a word here and there may come from anywhere; more than this and lines are no longer Word's. */
const MOST_SIMILAR = 0.03;
/** Of a short document, too. */
const FEW = 3;

/** Families that are named to who asked. */
const MOST_NAMED = 5;

const noteFonts = ({ formats: { usage }, reasons, warnings }: LayoutContext): void => {
  // No reason for another engine: it has the same fonts, and knows fewer widths.
  const similar = [...usage.similar].sort(([, a], [, b]) => b - a);
  const count = similar.reduce((sum, [, one]) => sum + one, 0);
  if (count > FEW && count > usage.total * MOST_SIMILAR) {
    const named = similar.slice(0, MOST_NAMED).map(([family]) => family);
    const more = similar.length > MOST_NAMED ? ' and others' : '';
    warnings.add(
      `Text in fonts that are not here, or lack its characters, is drawn with others, and lines may break elsewhere: ${named.join(', ')}${more}.`,
    );
  }
  if (usage.emoji > 0) warnings.add('Emoji are drawn in black, not in colour.');
  if (usage.missing.size === 0) return;
  reasons.add('font:missing');
  const named = [...usage.missing].map(
    ([codePoint, family]) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} in ${family}`,
  );
  warnings.add(`No font here has these characters, and an empty box stands for each: ${named.join(', ')}.`);
};

const knownPages = ({ pages, bookmarks, early }: PassResult): KnownPages => {
  const sectionPages: number[] = [];
  for (const { section } of pages) sectionPages[section] = (sectionPages[section] ?? 0) + 1;
  return { pages: pages.length, sectionPages, bookmarks, early };
};

const sameKnown = (a: KnownPages, b: KnownPages): boolean =>
  a.pages === b.pages &&
  sameFloats(a.early, b.early) &&
  a.bookmarks.size === b.bookmarks.size &&
  [...a.bookmarks].every(([name, page]) => b.bookmarks.get(name) === page);

/** "Page 1 of 2" at a page's edge says something else now, but rarely takes another room: then the pages stand. */
const holds = (
  context: LayoutContext,
  { pages, early }: PassResult,
  edges: readonly MeasuredEdges[],
  known: KnownPages | undefined,
): boolean =>
  !context.needsSecondPass &&
  sameFloats(early, known?.early ?? []) &&
  pages.every(({ measured }, index) => sameExtent(measured, edges[index] ?? measured));

const allEdges = (context: LayoutContext, pass: PassResult): readonly MeasuredEdges[] => {
  const known = knownPages(pass);
  return pass.pages.map((page, index) => {
    context.fields = fieldsOf(page, known, styleTexts(pass.pages, index, context.document.styles));
    return settleEdges(context, page.body, page.edges, page.measured);
  });
};

/** From the first page that has not gone out yet. */
const paintAllEdges = (
  context: LayoutContext,
  pass: PassResult,
  edges: readonly MeasuredEdges[],
  from: number,
): void => {
  for (const [index, page] of pass.pages.entries()) {
    if (index < from) continue;
    paintEdges(page.canvas, page.body, edges[index] ?? page.measured, context);
  }
};

const fieldsOf = (
  { number, body, section }: LaidOutPage,
  known: KnownPages,
  styleText: FieldValues['styleText'],
): FieldValues => ({
  ...NO_FIELDS,
  page: number,
  pageFormat: body.section.pageNumberFormat,
  pages: known.pages,
  sectionPages: known.sectionPages[section],
  section: section + 1,
  bookmarks: known.bookmarks,
  styleText,
});

const displayList = (
  { document, structure }: LayoutContext,
  { pages }: PassResult,
): Omit<DisplayList, 'pages'> => ({
  outline: outlineOf(pages.map(({ canvas }) => canvas)),
  destinations: uniqueDestinations(pages.flatMap(({ canvas }) => canvas.destinations)),
  structure: structure?.elements ?? [],
  metadata: {
    ...document.properties,
    ...languageEntry(documentLanguage(document)),
  },
});

const languageEntry = (language: string | undefined): { readonly language?: string } =>
  language === undefined ? {} : { language };

const uniqueDestinations = (all: DisplayList['destinations']): DisplayList['destinations'] => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];
