/**
 * measureParagraph :: Paragraph, width → lines, and the spaces around them
 */
import { languageOfFamily } from '../../fonts/east-asian-families.ts';
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Drawing, Paragraph } from '../../wml/model.ts';
import type { LineSpacing, ParagraphProperties, TabStop } from '../../wml/paragraph-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Region } from '../region.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Atom } from './atoms.ts';
import { type Direction, directAtoms, mirroredRoom } from './bidi.ts';
import { breakLines, breakRest } from './break-lines.ts';
import { addText, collectAtoms } from './collect.ts';
import { type EastAsianRules, eastAsianAtoms } from './east-asian.ts';
import { kinsokuOf } from './kinsoku.ts';
import type { LineShape, Room } from './line-shape.ts';
import type { Line } from './lines.ts';

export interface MeasuredParagraph {
  readonly paragraph: Paragraph;
  readonly resolved: ResolvedParagraph;
  readonly properties: ParagraphProperties;
  readonly lines: readonly Line[];
  /** What the lines were made of. */
  readonly atoms: readonly Atom[];
  /** Where some of it runs from right to left. */
  readonly direction: Direction | undefined;
  readonly before: number;
  readonly after: number;
}

/** Word's "automatic" spacing is HTML's, 14 points, unless a document wants it fixed (§17.15.3.21). */
const autoSpace = (context: LayoutContext): number =>
  context.document.settings.compatibility.has('w:doNotUseHTMLParagraphAutoSpacing') ? 5 : 14;
/** From Word 2013 on, justified lines give up blanks for one more word: 0.171 of them seen taken, 0.190 not [M]. */
const SHRINKING_MODE = 15;
const SHRINK = 0.18;
const SINGLE: LineSpacing = { rule: 'auto', value: 1 };

export const measureParagraph = (
  paragraph: Paragraph,
  context: LayoutContext,
  region: Region,
  room?: (top: number, height: number) => Room,
): MeasuredParagraph => {
  context.budget.step();
  const resolved = context.cascade.paragraph(paragraph.properties, region.table);
  const { properties } = resolved;
  const mark = context.formatOf(paragraph.mark, resolved);
  const shape = shapeOf(resolved, mark, context, region);
  const collected = paragraphAtoms(paragraph, resolved, context);
  const aligned =
    region.isCell === true && properties.tabs !== undefined && alignsDecimals(properties.tabs, collected);
  const whole = aligned ? [tabAtom(mark), ...collected] : collected;
  const rightToLeft = properties.rightToLeft === true;
  const directed =
    rightToLeft || context.formats.usage.rightToLeft > 0 ? directAtoms(whole, rightToLeft) : undefined;
  const atoms = directed ?? whole;
  const beside = rightToLeft && room !== undefined ? mirroredRoom(room, region.width) : room;
  const lines = breakLines(atoms, beside === undefined ? shape : { ...shape, room: beside });
  if (hasBrokenFormula(paragraph, lines)) context.reasons.add('math');
  if (room !== undefined || properties.mirrorIndents === true)
    noteUndone(paragraph, properties, context, room !== undefined);
  return {
    paragraph,
    resolved,
    properties,
    lines,
    atoms,
    direction: directed && { rightToLeft, width: region.width },
    before: properties.autoBefore === true ? autoSpace(context) : spaceOf('Before', properties, region),
    after: properties.autoAfter === true ? autoSpace(context) : spaceOf('After', properties, region),
  };
};

/** In lines, they are those of the section's grid, else of a single line of Word's own. */
const LINE = 12;

const spaceOf = (where: 'Before' | 'After', properties: ParagraphProperties, { grid }: Region): number => {
  const lines = properties[`lines${where}`];
  return lines === undefined ? (properties[`space${where}`] ?? 0) : (lines / 100) * (grid > 0 ? grid : LINE);
};

/** What is not laid out as the paragraph says, found where it would show. */
const noteUndone = (
  { inlines }: Paragraph,
  { mirrorIndents, indentLeft = 0, indentRight = 0 }: ParagraphProperties,
  { reasons, fields }: LayoutContext,
  isBeside: boolean,
): void => {
  // On pages with even numbers the inner side is the right one.
  if (mirrorIndents === true && indentLeft !== indentRight && fields.page % 2 === 0)
    reasons.add('mirrored-indents');
  // Text goes on below what stands beside it (§17.18.3).
  if (isBeside && inlines.some((inline) => inline.kind === 'break' && inline.clear !== undefined))
    reasons.add('clearing-break');
};

const eastAsianRules = (
  { properties, styleId }: ResolvedParagraph,
  mark: TextFormat,
  { document: { settings }, formats }: LayoutContext,
): EastAsianRules => {
  const { kinsoku, wordWrap, spaceLatin, spaceDigits, overflowPunctuation, alignment } = properties;
  const justified = alignment === 'both' || alignment === 'distribute';
  const language = formats.languageOf(mark.properties);
  // Without a style of any kind, text is as Word's own templates of Korea have it [M].
  const bare = styleId === undefined && languageOfFamily(mark.properties.eastAsia ?? '') === 'ko';
  return {
    kinsoku: kinsoku === false ? undefined : kinsokuOf(settings, language),
    wholeWords: wordWrap ?? !bare,
    spaceLatin: spaceLatin ?? !bare,
    spaceDigits: spaceDigits ?? !bare,
    // Only justified lines hang theirs; since Word 2013 only they give room [M].
    hanging: overflowPunctuation !== false && justified,
    compress: justified || settings.compatibilityMode < SHRINKING_MODE ? settings.compress : 'none',
  };
};

/** A formula on lines of its own that is longer than one: Word aligns its parts in ways that are not known here. */
const hasBrokenFormula = ({ inlines }: Paragraph, lines: readonly Line[]): boolean =>
  inlines.some(({ kind }) => kind === 'math') &&
  lines.some(({ atoms }) => {
    const first = atoms[0]?.atom;
    return first?.kind === 'math' && first.display !== undefined && !first.first;
  });

/** Lines after the first `kept`, broken again for where they have turned out to stand. */
export const measureRest = (
  measured: MeasuredParagraph,
  kept: number,
  context: LayoutContext,
  region: Region,
  room: (top: number, height: number) => Room,
): MeasuredParagraph => {
  const { paragraph, resolved, atoms, lines } = measured;
  const shape = shapeOf(resolved, context.formatOf(paragraph.mark, resolved), context, region);
  const beside = measured.direction?.rightToLeft === true ? mirroredRoom(room, region.width) : room;
  return { ...measured, lines: breakRest(atoms, lines, kept, { ...shape, room: beside }) };
};

/** Paragraphs of one format in one column or cell are alike: cells of a table come here by the thousand. */
export const shapeOf = (
  resolved: ResolvedParagraph,
  mark: TextFormat,
  context: LayoutContext,
  region: Region,
): LineShape => {
  let known = context.shapes.get(region);
  if (known === undefined) {
    known = new Map();
    context.shapes.set(region, known);
  }
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
    shrink: properties.alignment === 'both' && settings.compatibilityMode >= SHRINKING_MODE ? SHRINK : 0,
    grid: properties.snapToGrid === false ? 0 : region.grid,
    stops: {
      custom: properties.tabs ?? [],
      hanging: indentFirst < 0 ? indentLeft : undefined,
      interval: context.tabInterval,
      right: region.width - indentRight,
    },
    keepsBreaks: settings.compatibility.has('w:doNotExpandShiftReturn'),
    mark,
    // Without East Asian languages Word keeps words whole all the same [M].
    breakWords: properties.wordWrap === false && settings.eastAsian !== undefined,
    tick: context.tick,
  };
  known.set(resolved, shape);
  return shape;
};

/** Those in characters are as many squares of the paragraph's own size. */
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
    indentLeft: left === undefined ? (properties.indentLeft ?? 0) : (left / 100) * size,
    indentRight: right === undefined ? (properties.indentRight ?? 0) : (right / 100) * size,
    indentFirst: first === undefined ? (properties.indentFirst ?? 0) : (first / 100) * size,
  };
};

/** Its number, then its content. */
export const paragraphAtoms = (
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  context: LayoutContext,
): readonly Atom[] => {
  const atoms = labelAtoms(paragraph, resolved, context);
  const label = atoms.length;
  collectAtoms(paragraph.inlines, resolved, context, atoms);
  if (context.formats.usage.eastAsian > 0) {
    const rules = eastAsianRules(resolved, context.formatOf(paragraph.mark, resolved), context);
    // A number keeps together, without spaces of its own [M].
    const typeset = eastAsianAtoms(label === 0 ? atoms : atoms.slice(label), rules);
    if (typeset !== undefined) return label === 0 ? typeset : [...atoms.slice(0, label), ...typeset];
  }
  return atoms.slice();
};

/** A bullet that is a picture stands on the baseline, as high as it is but no higher than its line. */
const pictureAtom = (drawing: Drawing, format: TextFormat): Atom => {
  const scale = Math.min(1, format.size / Math.max(1, drawing.height));
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  return {
    kind: 'object',
    drawing: { ...drawing, width, height },
    width,
    height,
    ascent: height,
    descent: 0,
    format,
    link: undefined,
    breakAfter: false,
  };
};

/** In cells Word sets text at a decimal stop that comes first, though no tab leads there [M]. */
const alignsDecimals = (tabs: readonly TabStop[], atoms: readonly Atom[]): boolean =>
  beginsDecimal(tabs) && atoms.length > 0 && !atoms.some(({ kind }) => kind === 'tab');

export const beginsDecimal = (tabs: readonly TabStop[]): boolean =>
  tabs.find(({ alignment }) => alignment !== 'clear' && alignment !== 'bar')?.alignment === 'decimal';

const tabAtom = (format: TextFormat): Atom => ({
  kind: 'tab',
  width: 0,
  ascent: format.ascent,
  descent: format.descent,
  format,
  link: undefined,
  breakAfter: false,
  position: undefined,
  ofNumber: false,
});

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

const labelAtoms = (paragraph: Paragraph, resolved: ResolvedParagraph, context: LayoutContext): Atom[] => {
  const label = context.labels.paragraphs.get(paragraph);
  if (label === undefined) return [];
  const format = context.labelFormat(label, paragraph.mark, resolved);
  const atoms: Atom[] = [];
  const picture =
    label.level.picture === undefined ? undefined : context.document.bullets.get(label.level.picture);
  if (picture === undefined) addText(label.text, format, undefined, atoms);
  else atoms.push(pictureAtom(picture, format));
  const width = atoms.reduce((sum, atom) => sum + atom.width, 0);
  const { alignment, suffix } = label.level;
  // A number that is not left-aligned ends (or is centred) where the first line begins.
  const shift = alignment === 'right' ? -width : alignment === 'center' ? -width / 2 : 0;
  // What a number needs below the baseline makes no line higher [M].
  const glued = atoms.map((atom) => ({ ...atom, breakAfter: false, descent: 0 }));
  const plain = {
    ascent: format.ascent,
    descent: format.descent,
    format,
    link: undefined,
    breakAfter: false,
  };
  if (shift !== 0)
    glued.unshift({ ...plain, kind: 'mark', width: shift, bookmark: undefined, anchored: undefined });
  if (suffix === 'tab') glued.push({ ...plain, kind: 'tab', width: 0, position: undefined, ofNumber: true });
  else if (suffix === 'space') addText(' ', format, undefined, glued);
  return glued;
};
