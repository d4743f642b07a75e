/** paragraphBox :: paragraph with borders or shading, its neighbours → where these stand, and which of them it shares */
import { type Border, type Borders, isVisible } from '../../wml/properties/borders.ts';
import { borderThickness } from '../draw/borders.ts';
import type { MeasuredParagraph } from '../inline/measured-paragraph.ts';
import type { ParagraphBox } from '../pieces.ts';
import type { Region } from '../region.ts';

interface Beside {
  readonly above: MeasuredParagraph | undefined;
  readonly belowBorders: Borders | undefined;
  readonly gap: number;
}

export const paragraphBox = (
  { properties }: MeasuredParagraph,
  beside: Beside,
  region: Region,
): ParagraphBox => {
  const { borders, indentLeft = 0, indentRight = 0, indentFirst = 0, rightToLeft } = properties;
  const above = beside.above?.properties;
  const joinsAbove = sameBorders(above?.borders, borders) && sameIndents(above, properties);
  const joinsBelow = sameBorders(beside.belowBorders, borders);
  const begin = indentLeft + Math.min(0, indentFirst);
  const [left, right] = rightToLeft === true ? [indentRight, begin] : [begin, indentRight];
  return {
    left: left - outside(borders?.left),
    right: region.width - right + outside(borders?.right),
    topSpace: outside(joinsAbove ? borders?.between : borders?.top),
    bottomSpace: joinsBelow ? 0 : outside(borders?.bottom),
    joinsAbove,
    joinsBelow,
    gap: beside.gap,
  };
};

const sameBorder = (a: Border | undefined, b: Border | undefined): boolean =>
  (!isVisible(a) && !isVisible(b)) ||
  (a !== undefined &&
    b !== undefined &&
    a.style === b.style &&
    a.width === b.width &&
    a.space === b.space &&
    a.color === b.color);

/** Paragraphs with the same lines around them share one box (§17.3.1.24). */
const sameBorders = (a: Borders | undefined, b: Borders | undefined): boolean => {
  if (a === undefined || b === undefined) return false;
  return (['top', 'bottom', 'left', 'right', 'between'] as const).every((side) =>
    sameBorder(a[side], b[side]),
  );
};

/** What a line and the space inside it take outside the text. */
const outside = (border: Border | undefined): number =>
  isVisible(border) ? border.space + borderThickness(border) : 0;

const sameIndents = (
  above: MeasuredParagraph['properties'] | undefined,
  own: MeasuredParagraph['properties'],
): boolean =>
  (above?.indentLeft ?? 0) === (own.indentLeft ?? 0) && (above?.indentRight ?? 0) === (own.indentRight ?? 0);
