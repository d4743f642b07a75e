/** paintParagraphLine :: a line of a paragraph → what stands behind it, its text, its borders; and what the page notes of it */
import { type Border, isVisible } from '../../wml/properties/borders.ts';
import { borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import { visualLine } from '../inline/bidi.ts';
import type { MeasuredParagraph } from '../inline/measured-paragraph.ts';
import type { LineContent } from '../pieces.ts';
import { paintInlineObject } from './paint-drawing.ts';
import { paintLine } from './paint-line.ts';
import type { Painter } from './painter.ts';
import { seeLine } from './see-line.ts';

/** Where the piece stands, and how high it is. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export const paintParagraphLine = (painter: Painter, content: LineContent, place: Place): void => {
  const { canvas, context } = painter;
  const { line, isFirst, above, of } = content;
  const { measured, region } = of;
  const { paragraph, properties, direction } = measured;
  const { x, y } = place;
  const tags = context.structure?.tagsOf(paragraph);
  // What stands beside the next part of its line is in that one's box.
  const box = line.beside === true ? undefined : of.box;
  if (box !== undefined) paintBehind(canvas, content, place);
  if (isFirst) tags?.begin();
  paintLine(canvas, direction === undefined ? line : visualLine(line, direction), {
    x,
    y: y + above,
    tags,
    ground: properties.shading ?? region.ground,
    paintObject: (placed, at, baseline) => paintInlineObject(painter, placed, { x: at, baseline }, content),
  });
  if (box !== undefined) paintBorders(canvas, content, place);
  if (canvas.seen !== undefined) seeLine(canvas, content, x, y + above);
  if (isFirst) noteHeading(canvas, measured, x, y);
  if (isFirst && context.namedStyles) noteStyle(canvas, measured);
};

const paintBehind = (canvas: Canvas, { isFirst, line, of }: LineContent, { x, y, height }: Place): void => {
  const { box, measured } = of;
  const { shading, borders } = measured.properties;
  if (box === undefined || shading === undefined || shading === null) return;
  const above = isFirst && box.joinsAbove ? box.gap : 0;
  // On a grid, what a line has below its text stays white, and stripes come out: 12.36 of 15.6 pt were shaded [M].
  const white = line.onGrid === true && borders === undefined ? line.leading : 0;
  canvas.rect(x + box.left, y - above, box.right - box.left, height + above - white, shading);
};

const paintBorders = (canvas: Canvas, { isFirst, isLast, of }: LineContent, place: Place): void => {
  const { box, measured } = of;
  const { borders } = measured.properties;
  if (box === undefined || borders === undefined) return;
  const { x, y, height } = place;
  const { left, right } = box;
  const above = isFirst && box.joinsAbove ? box.gap : 0;
  const top = isFirst ? (box.joinsAbove ? borders.between : borders.top) : undefined;
  const bottom = isLast && !box.joinsBelow ? borders.bottom : undefined;
  const horizontal = (border: Border, at: number): void =>
    paintBorder(canvas, border, { x: x + left, y: at, length: right - left, vertical: false });
  if (isVisible(top)) horizontal(top, y + borderThickness(top) / 2);
  if (isVisible(bottom)) horizontal(bottom, y + height - borderThickness(bottom) / 2);
  const vertical = (border: Border, at: number): void =>
    paintBorder(canvas, border, { x: at, y: y - above, length: height + above, vertical: true });
  if (isVisible(borders.left)) vertical(borders.left, x + left + borderThickness(borders.left) / 2);
  if (isVisible(borders.right)) vertical(borders.right, x + right - borderThickness(borders.right) / 2);
};

const noteHeading = (
  canvas: Canvas,
  { properties, lines }: MeasuredParagraph,
  x: number,
  y: number,
): void => {
  const level = properties.outlineLevel;
  if (level === undefined || level > 8) return;
  const title = lines
    .map((line) =>
      line.atoms
        .map(({ atom }) =>
          atom.kind === 'word' || atom.kind === 'space' ? atom.text : atom.kind === 'tab' ? ' ' : '',
        )
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (title !== '') canvas.headings.push({ level, title, x, y });
};

/** For STYLEREF: what the paragraph says, without its number. */
const noteStyle = (canvas: Canvas, { resolved: { styleId }, paragraph }: MeasuredParagraph): void => {
  const text = paragraph.inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'field' ? inline.cached : ''))
    .join('')
    .trim();
  if (styleId !== undefined && text !== '') canvas.styled.push({ styleId, text });
};
