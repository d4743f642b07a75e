/**
 * shapeOf :: resolved paragraph, region → LineShape: indents, stops, spacing, what its lines may give up
 */
import { memoBy } from '../../memo.ts';
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { LineSpacing, ParagraphProperties } from '../../wml/properties/paragraph-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Region } from '../region.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { LineShape } from './line-shape.ts';

/** From Word 2013 on, justified lines give up some of their blanks for one more word [M]. */
const SHRINKING_MODE = 15;
/**
 * From this one on (Word 2013) a tab that leads past the end of its line begins another, even where nothing follows: two documents
 * with their PDFs. Before, it stays: in a document of Word 2007 whose footer ends in tabs, 45 of 78 marks stand between two pages
 * with this and 17 without, and pages hold as much as Word's from then on [M].
 */
const WRAPPING_TABS_MODE = 15;
const SINGLE: LineSpacing = { rule: 'auto', value: 1 };

/** Paragraphs of one format in one column or cell are alike: cells of a table come here by the thousand. */
export const shapeOf = (
  resolved: ResolvedParagraph,
  mark: TextFormat,
  context: LayoutContext,
  region: Region,
): LineShape => {
  const known = memoBy(context.shapes, region, () => new Map<ResolvedParagraph, LineShape>());
  const alike = known.get(resolved);
  if (alike?.mark === mark) return alike;
  const { properties } = resolved;
  const { settings } = context.document;
  const { indentLeft, indentRight, indentFirst } = indentsOf(properties, mark);
  // Indents that leave nothing are an author's slip or malice; Word keeps an inch or so.
  const limited = limitIndents(indentLeft, indentRight, indentFirst, region.width);
  const shape: LineShape = {
    width: region.width,
    indentLeft: limited.indentLeft,
    indentRight: limited.indentRight,
    indentFirst: limited.indentFirst,
    alignment: properties.alignment ?? 'left',
    spacing: properties.line ?? SINGLE,
    tabsHang: settings.compatibilityMode < WRAPPING_TABS_MODE,
    shrinks: properties.alignment === 'both' && settings.compatibilityMode >= SHRINKING_MODE,
    grid: properties.snapToGrid === false ? 0 : region.grid,
    stops: {
      custom: properties.tabs ?? [],
      hanging: indentFirst < 0 ? indentLeft : undefined,
      interval: context.tabInterval,
      right: region.width - indentRight,
    },
    keepsBreaks: settings.compatibility.has('w:doNotExpandShiftReturn'),
    hyphenation: hyphenationOf(properties, context),
    mark,
    // Without East Asian languages Word keeps words whole all the same, and in Korean, where it is about Hangul [M].
    breakWords: properties.wordWrap === false && /^(?!ko)/i.test(settings.eastAsian ?? 'ko'),
    tick: context.tick,
  };
  known.set(resolved, shape);
  return shape;
};

/** How words of a paragraph are divided; undefined where they are not. */
export const hyphenationOf = (
  { suppressHyphens }: ParagraphProperties,
  { document: { settings }, budget }: LayoutContext,
): LineShape['hyphenation'] =>
  settings.hyphenation === undefined || suppressHyphens === true
    ? undefined
    : { ...settings.hyphenation, patterns: budget.limits.patterns };

/**
 * Those in characters are as many squares of the paragraph's own size. None of them is no indent of none, but takes those of a
 * farther place away: lengths count again, a list's among them [M].
 */
const indentsOf = (
  properties: ParagraphProperties,
  { size }: TextFormat,
): { readonly indentLeft: number; readonly indentRight: number; readonly indentFirst: number } => {
  const {
    indentLeftCharacters: left,
    indentRightCharacters: right,
    indentFirstCharacters: first,
  } = properties;
  return {
    indentLeft: isNone(left) ? (properties.indentLeft ?? 0) : (left / 100) * size,
    indentRight: isNone(right) ? (properties.indentRight ?? 0) : (right / 100) * size,
    indentFirst: isNone(first) ? (properties.indentFirst ?? 0) : (first / 100) * size,
  };
};

const isNone = (characters: number | undefined): characters is undefined | 0 =>
  characters === undefined || characters === 0;

const LEAST_TEXT = 12;

const limitIndents = (
  left: number,
  right: number,
  first: number,
  width: number,
): { indentLeft: number; indentRight: number; indentFirst: number } => {
  const room = width - left - right;
  if (room >= LEAST_TEXT && room - first >= LEAST_TEXT)
    return { indentLeft: left, indentRight: right, indentFirst: first };
  const limitedLeft = Math.min(left, Math.max(0, width - LEAST_TEXT));
  const limitedRight = Math.min(right, Math.max(0, width - limitedLeft - LEAST_TEXT));
  return {
    indentLeft: limitedLeft,
    indentRight: limitedRight,
    indentFirst: Math.min(first, Math.max(0, width - limitedLeft - limitedRight - LEAST_TEXT)),
  };
};
