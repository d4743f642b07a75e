/**
 * measureParagraph :: Paragraph, region → lines, and the spaces around them
 */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Paragraph } from '../../wml/model.ts';
import type { ParagraphProperties } from '../../wml/properties/paragraph-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Region } from '../region.ts';
import { patternsFor } from '../text/hyphenation.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Atom } from './atoms.ts';
import { type Direction, directAtoms, mirroredRoom } from './bidi.ts';
import { breakLines, breakRest } from './break-lines.ts';
import { collectAtoms } from './collect.ts';
import { alignsDecimals, tabAtom } from './decimal-stop.ts';
import { eastAsianAtoms } from './east-asian.ts';
import { eastAsianRules } from './east-asian-rules.ts';
import { labelAtoms } from './label-atoms.ts';
import type { LineShape } from './line-shape.ts';
import type { Line } from './lines.ts';
import type { MeasuredParagraph, RoomBeside } from './measured-paragraph.ts';
import { shapeOf } from './paragraph-shape.ts';
import { spaceAround } from './paragraph-space.ts';
import { unspacedAtoms } from './unspaced-scripts.ts';
import { hasWideBlanks, wideBlanks } from './wide-blanks.ts';

export const measureParagraph = (
  paragraph: Paragraph,
  context: LayoutContext,
  region: Region,
  room?: RoomBeside,
): MeasuredParagraph => {
  context.budget.step();
  // Resolve: what styles, lists and tables make of what the paragraph says.
  const resolved = context.cascade.paragraph(paragraph.properties, region.table);
  const { properties } = resolved;
  const mark = context.formatOf(paragraph.mark, resolved);
  // Shape: what lines are broken for.
  const shape = shapeOf(resolved, mark, context, region);
  // Collect: the number and the runs become atoms, measured, with East Asian typography.
  const collected = paragraphAtoms(paragraph, resolved, context);
  const aligned = region.isCell === true ? atDecimalStop(collected, properties, mark) : collected;
  // Direct: what runs from right to left gets its levels.
  const rightToLeft = properties.rightToLeft === true;
  const directed =
    rightToLeft || context.formats.usage.rightToLeft > 0
      ? directAtoms(aligned, rightToLeft, context.tick)
      : undefined;
  const atoms = directed ?? aligned;
  const direction = directed && { rightToLeft, width: region.width };
  // Break: lines, each with its height, its alignment, and its atoms at their places.
  const lines = breakLines(atoms, besideThings(shape, room, direction));
  noteUndone({ paragraph, properties, lines, isBeside: room !== undefined }, context);
  if (shape.hyphenation !== undefined && lines.length > 1 && atoms.some(isOfUnknownLanguage))
    context.warnings.add(
      'Words of a language whose rules are not known here are not divided; lines may break elsewhere.',
    );
  return {
    paragraph,
    resolved,
    properties,
    lines,
    atoms,
    direction,
    ...spaceAround(properties, context, region),
  };
};

/** Lines after the first `kept`, broken again for where they have turned out to stand. */
export const measureRest = (
  measured: MeasuredParagraph,
  kept: number,
  context: LayoutContext,
  region: Region,
  room: RoomBeside,
): MeasuredParagraph => {
  const { paragraph, resolved, atoms, lines, direction } = measured;
  const shape = shapeOf(resolved, context.formatOf(paragraph.mark, resolved), context, region);
  return { ...measured, lines: breakRest(atoms, lines, kept, besideThings(shape, room, direction)) };
};

const besideThings = (
  shape: LineShape,
  room: RoomBeside | undefined,
  direction: Direction | undefined,
): LineShape => {
  if (room === undefined) return shape;
  return { ...shape, room: direction?.rightToLeft === true ? mirroredRoom(room, direction.width) : room };
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
  const typeset = typesetAtoms(atoms, label, paragraph, resolved, context);
  if (!hasWideBlanks(context)) return typeset;
  return [...typeset.slice(0, label), ...wideBlanks(typeset.slice(label))];
};

/** Thai and its kin, in a paragraph with ideographs as well. */
const cutUnspaced = (atoms: readonly Atom[], { formats }: LayoutContext): readonly Atom[] =>
  (formats.usage.complex > 0 ? unspacedAtoms(atoms) : undefined) ?? atoms.slice();

/** The first `label` of them are the number. */
const typesetAtoms = (
  atoms: readonly Atom[],
  label: number,
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  context: LayoutContext,
): readonly Atom[] => {
  if (context.formats.usage.eastAsian > 0) {
    const rules = eastAsianRules(resolved, context.formatOf(paragraph.mark, resolved), context);
    // A number keeps together, without spaces of its own [M].
    const typeset = eastAsianAtoms(label === 0 ? atoms : atoms.slice(label), rules);
    if (typeset !== undefined)
      return cutUnspaced(label === 0 ? typeset : [...atoms.slice(0, label), ...typeset], context);
  }
  return cutUnspaced(atoms, context);
};

const atDecimalStop = (
  atoms: readonly Atom[],
  { tabs }: ParagraphProperties,
  mark: TextFormat,
): readonly Atom[] => (tabs !== undefined && alignsDecimals(tabs, atoms) ? [tabAtom(mark), ...atoms] : atoms);

/** Nobody knows here where its words may be divided. */
const isOfUnknownLanguage = ({ kind, format }: Atom): boolean =>
  kind === 'word' &&
  format.properties.language !== undefined &&
  patternsFor(format.properties.language) === undefined;

/** What is not laid out as Word would, found where it shows. */
const noteUndone = (
  found: {
    readonly paragraph: Paragraph;
    readonly properties: ParagraphProperties;
    readonly lines: readonly Line[];
    readonly isBeside: boolean;
  },
  { reasons, fields }: LayoutContext,
): void => {
  const { inlines } = found.paragraph;
  const { mirrorIndents, indentLeft = 0, indentRight = 0 } = found.properties;
  if (hasBrokenFormula(found.paragraph, found.lines)) reasons.add('math');
  // On pages with even numbers the inner side is the right one.
  if (mirrorIndents === true && indentLeft !== indentRight && fields.page % 2 === 0)
    reasons.add('mirrored-indents');
  // Text goes on below what stands beside it (§17.18.3).
  if (found.isBeside && inlines.some((inline) => inline.kind === 'break' && inline.clear !== undefined))
    reasons.add('clearing-break');
};

/** A formula on lines of its own that is longer than one: Word aligns its parts in ways that are not known here. */
const hasBrokenFormula = ({ inlines }: Paragraph, lines: readonly Line[]): boolean =>
  inlines.some(({ kind }) => kind === 'math') &&
  lines.some(({ atoms }) => {
    const first = atoms[0]?.atom;
    return first?.kind === 'math' && first.display !== undefined && !first.first;
  });
