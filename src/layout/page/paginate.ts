/**
 * paginate :: sections → pages
 *
 * Each section begins where it may, fills pages with its blocks, and ends with the notes that belong there.
 */
import type { LayoutContext } from '../context.ts';
import type { EarlyFloat } from '../floats/early-floats.ts';
import { BlockStream } from '../flow/blocks.ts';
import type { Piece } from '../pieces.ts';
import { endnotePieces } from './notes.ts';
import { PageFiller } from './page-filler.ts';
import { type KnownPages, type LaidOutPage, PageSequence, type RowPages } from './page-sequence.ts';

export interface PassResult {
  /** Of each footnote, counted from 0. */
  readonly notePages: ReadonlyMap<string, number>;
  readonly pages: readonly LaidOutPage[];
  /** What reached lines above its anchor, and where. */
  readonly early: readonly EarlyFloat[];
  /** Page numbers as they are shown, by bookmark. */
  readonly bookmarks: ReadonlyMap<string, string>;
  /** Of tables that are tracked. */
  readonly rows: ReadonlyMap<string, RowPages>;
}

/** One pass over the document; `known` is what the pass before it found out. */
export const paginate = (
  context: LayoutContext,
  known: KnownPages | undefined,
  onFull?: (page: LaidOutPage) => void,
): PassResult => {
  const { sections } = context.document;
  const pages = new PageSequence(context, known, onFull);
  const filler = new PageFiller(context, pages);
  const endnotes = new Endnotes(context);
  let after = 0;
  for (const [index, body] of sections.entries()) {
    const isLast = index === sections.length - 1;
    pages.beginSection(index, body, after);
    const stream = new BlockStream(body.blocks, context, after);
    while (!stream.done) filler.fillFrom(stream, !isLast);
    after = stream.spaceAfter;
    filler.place(endnotes.after(index, filler));
  }
  // Notes that are longer than what they belong to.
  while (pages.foot.goesOn) pages.newPage();
  pages.close();
  return {
    notePages: pages.foot.pages,
    pages: pages.made,
    bookmarks: pages.bookmarks,
    early: pages.early.found,
    rows: pages.rows,
  };
};

/** At the end of each section where the document says so, else all at its end (§17.11.22). */
class Endnotes {
  readonly #context: LayoutContext;
  /** The first section whose notes are still to come. */
  #from = 0;

  constructor(context: LayoutContext) {
    this.#context = context;
  }

  after(section: number, filler: PageFiller): Piece[] {
    const { labels, document } = this.#context;
    const isLast = section === document.sections.length - 1;
    const bySection = document.settings.endnotes.position === 'sectEnd';
    const holds = bySection && document.sections[section]?.section.noEndnotes !== true;
    if (!holds && !isLast) return [];
    const keys = labels.endnotes.slice(this.#from, section + 1).flat();
    this.#from = section + 1;
    return keys.length === 0 ? [] : [...endnotePieces(this.#context, keys, filler.region)];
  }
}
