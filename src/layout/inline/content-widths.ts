/**
 * contentWidths :: blocks of a cell → the least width that breaks no word, and the width that breaks no line
 */
import type { ResolvedParagraph, TableLayer } from '../../wml/cascade.ts';
import type { Block, Paragraph, Table } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Extent } from '../text/plain-letters.ts';
import type { Atom } from './atoms.ts';
import { partWidths } from './divide-word.ts';
import { paragraphAtoms } from './paragraph.ts';
import { hyphenationOf } from './paragraph-shape.ts';
import { hasWideBlanks, leavesBlanksOpen } from './wide-blanks.ts';

export interface ContentWidths {
  /** Longest token: what cannot be broken. */
  readonly min: number;
  /** Longest line where nothing wraps. */
  readonly max: number;
}

/** A nested table's, which the grid phase knows; handed in, because it asks for the widths of its own cells. */
export type TableWidths = (table: Table) => ContentWidths;

export const contentWidths = (
  blocks: readonly Block[],
  layer: TableLayer | undefined,
  context: LayoutContext,
  tableWidths: TableWidths,
): ContentWidths => {
  let [min, max] = [0, 0];
  for (const block of blocks) {
    const widths = block.kind === 'table' ? tableWidths(block) : paragraphWidths(block, layer, context);
    if (widths.min > min) min = widths.min;
    if (widths.max > max) max = widths.max;
  }
  return { min, max };
};

const NOTHING: ContentWidths = { min: 0, max: 0 };

const paragraphWidths = (
  paragraph: Paragraph,
  layer: TableLayer | undefined,
  context: LayoutContext,
): ContentWidths => {
  context.budget.step();
  const resolved = context.cascade.paragraph(paragraph.properties, layer);
  return plainWidths(paragraph, resolved, context) ?? atomWidths(paragraph, resolved, context);
};

/** Most cells hold nothing but text, whose letters are added up. */
const plainWidths = (
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  context: LayoutContext,
): ContentWidths | undefined => {
  if (context.labels.paragraphs.has(paragraph)) return undefined;
  if (hyphenationOf(resolved.properties, context) !== undefined) return undefined;
  const extent = lineExtent(resolved);
  const wide = hasWideBlanks(context);
  for (const inline of paragraph.inlines) {
    if (inline.kind !== 'text') return undefined;
    const format = context.formatOf(inline.run, resolved);
    if (format.properties.vanish === true || !format.extend(extent, inline.text)) return undefined;
    if (wide && leavesBlanksOpen(inline.text)) return undefined;
  }
  return extentWidths(extent, resolved);
};

/** Of a line that begins where the paragraph's first one does. */
const lineExtent = (resolved: ResolvedParagraph): Extent =>
  beginLine({ line: 0, ink: 0, longest: 0, token: 0 }, resolved);

/** The same, of an extent that was used before. */
export const beginLine = (extent: Extent, { properties }: ResolvedParagraph): Extent => {
  extent.line = Math.max(0, properties.indentFirst ?? 0);
  extent.ink = extent.line;
  extent.longest = 0;
  extent.token = 0;
  return extent;
};

export const extentWidths = ({ longest, ink }: Extent, { properties }: ResolvedParagraph): ContentWidths => {
  // An empty paragraph needs nothing, whatever its indents [M].
  if (longest === 0) return NOTHING;
  const indents = (properties.indentLeft ?? 0) + (properties.indentRight ?? 0);
  return { min: Math.max(0, longest + indents), max: Math.max(0, ink + indents) };
};

const atomWidths = (
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  context: LayoutContext,
): ContentWidths => {
  const { indentLeft = 0, indentRight = 0, indentFirst = 0 } = resolved.properties;
  const atoms = paragraphAtoms(paragraph, resolved, context);
  const tab = context.tabInterval;
  const hyphenation = hyphenationOf(resolved.properties, context);
  let [min, max] = [0, 0];
  let token = 0;
  let line = Math.max(0, indentFirst);
  /** Blanks hang over the end of a line: they count once something follows. */
  let blanks = 0;
  for (const atom of atoms) {
    if (atom.kind === 'break') {
      line = 0;
      token = 0;
      blanks = 0;
      continue;
    }
    if (atom.kind === 'tab') {
      // Where it leads depends on a width that is not there yet: the next automatic stop.
      line = (Math.floor((line + blanks + 0.01) / tab) + 1) * tab;
      if (line > max) max = line;
      token = 0;
      blanks = 0;
      continue;
    }
    if (atom.kind === 'space') {
      blanks += atom.width;
      token = 0;
      continue;
    }
    line += blanks + atom.width;
    blanks = 0;
    // A word that may be divided asks for the longest of its parts [M].
    const parts =
      hyphenation !== undefined && atom.kind === 'word' ? partWidths(atom, hyphenation) : [atom.width];
    for (const [index, part] of parts.entries()) {
      token = index === 0 ? token + part : part;
      if (token > min) min = token;
    }
    if (line > max) max = line;
    if (endsToken(atom)) token = 0;
  }
  if (max === 0) return NOTHING;
  const indents = indentLeft + indentRight;
  return { min: Math.max(0, min + indents), max: Math.max(0, max + indents) };
};

const endsToken = (atom: Atom): boolean => atom.breakAfter || atom.kind === 'object';
