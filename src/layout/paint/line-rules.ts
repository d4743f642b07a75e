/** paintGrounds, paintRules: what runs behind, under and through the words of a line, and around them */
import { type Border, isVisible } from '../../wml/properties/borders.ts';
import type { Color } from '../display-list.ts';
import { paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Line, PlacedAtom } from '../inline/lines.ts';
import type { TextFormat } from '../text/text-format.ts';
import { textColor } from './text-runs.ts';

interface RulePlace {
  /** Left edge of the text column, top of the line. */
  readonly x: number;
  readonly y: number;
  /** What the text stands on, for automatic colour. */
  readonly ground: Color | undefined;
}

/** Stretches of the line that share something: a ground, a rule, a link. */
export function* stretches<Key>(
  line: Line,
  keyOf: (placed: PlacedAtom) => Key | undefined,
): Generator<{ readonly key: Key; readonly from: number; readonly to: number; readonly first: PlacedAtom }> {
  let open: { key: Key; from: number; to: number; first: PlacedAtom } | undefined;
  for (const placed of line.atoms) {
    if (placed.atom.kind === 'mark' || placed.atom.kind === 'break') continue;
    const key = keyOf(placed);
    if (open !== undefined && open.key === key) {
      // From right to left the next one may stand before.
      open.from = Math.min(open.from, placed.x);
      open.to = Math.max(open.to, placed.x + placed.width);
      continue;
    }
    if (open !== undefined) yield open;
    open =
      key === undefined ? undefined : { key, from: placed.x, to: placed.x + placed.width, first: placed };
  }
  if (open !== undefined) yield open;
}

export const paintGrounds = (canvas: Canvas, line: Line, place: RulePlace): void => {
  for (const { key, from, to } of stretches(line, ({ atom }) => atom.format.highlight)) {
    const end = Math.min(to, Math.max(line.right, from));
    canvas.rect(place.x + from, place.y, end - from, line.height, key);
  }
};

/** Underlines of one look run through; blanks at the end of the line have none. */
export const paintRules = (canvas: Canvas, line: Line, place: RulePlace, baseline: number): void => {
  const inked = ({ x }: PlacedAtom): boolean => x < line.right - 0.01;
  const underlined = (placed: PlacedAtom): TextFormat | undefined => {
    const { underline } = placed.atom.format;
    if (underline === undefined || !inked(placed) || placed.atom.kind === 'object') return undefined;
    return underline.style === 'words' && placed.atom.kind === 'space' ? undefined : placed.atom.format;
  };
  for (const { key, from, to } of stretches(line, underlined)) {
    const { font, size, underline, rise } = key;
    const thickness = Math.max(0.4, font.underline.thickness * size);
    const top = baseline - rise - font.underline.top * size;
    const color =
      underline?.color === undefined || underline.color === 'auto'
        ? textColor(key, place.ground)
        : underline.color;
    paintUnderline(canvas, underline?.style ?? 'single', {
      x: place.x + from,
      y: top,
      length: Math.min(to, line.right) - from,
      thickness,
      color,
    });
  }
  for (const { key, from, to } of stretches(line, (placed) =>
    placed.atom.format.strike !== undefined && inked(placed) ? placed.atom.format : undefined,
  )) {
    const { font, size, rise } = key;
    const thickness = Math.max(0.4, font.strike.thickness * size);
    const top = baseline - rise - font.strike.top * size;
    const length = Math.min(to, line.right) - from;
    const color = textColor(key, place.ground);
    if (key.strike === 'double') {
      canvas.rect(place.x + from, top - thickness, length, thickness * 0.8, color);
      canvas.rect(place.x + from, top + thickness, length, thickness * 0.8, color);
    } else canvas.rect(place.x + from, top, length, thickness, color);
  }
  for (const { key, from, to } of stretches(line, ({ atom }) => boxed(atom.format.border))) {
    const [x, y] = [place.x + from, place.y];
    const [width, height] = [to - from, line.height];
    paintBorder(canvas, key, { x, y, length: width, vertical: false });
    paintBorder(canvas, key, { x, y: y + height, length: width, vertical: false });
    paintBorder(canvas, key, { x, y, length: height, vertical: true });
    paintBorder(canvas, key, { x: x + width, y, length: height, vertical: true });
  }
};

const boxed = (border: Border | undefined): Border | undefined => (isVisible(border) ? border : undefined);

interface RuleStretch {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly thickness: number;
  readonly color: Color;
}

const UNDERLINE_DASHES: Readonly<Record<string, readonly [number, number]>> = {
  dotted: [1, 1],
  dottedHeavy: [1, 1],
  dash: [4, 2],
  dashedHeavy: [4, 2],
  dashLong: [8, 3],
  dashLongHeavy: [8, 3],
  dotDash: [5, 2],
  dashDotHeavy: [5, 2],
  dotDotDash: [5, 2],
  dashDotDotHeavy: [5, 2],
};

const paintUnderline = (canvas: Canvas, style: string, rule: RuleStretch): void => {
  const { x, y, length, color } = rule;
  const heavy = style === 'thick' || style.endsWith('Heavy');
  const thickness = heavy ? rule.thickness * 2 : rule.thickness;
  if (style === 'double' || style === 'wavyDouble') {
    canvas.rect(x, y, length, thickness * 0.7, color);
    canvas.rect(x, y + thickness * 1.6, length, thickness * 0.7, color);
    return;
  }
  if (style.startsWith('wav')) {
    canvas.add({ kind: 'path', path: wave(x, y + thickness, length), stroke: { color, width: thickness } });
    return;
  }
  const dash = UNDERLINE_DASHES[style];
  if (dash === undefined) canvas.rect(x, y, length, thickness, color);
  else
    canvas.add({
      kind: 'path',
      path: [
        ['M', x, y + thickness / 2],
        ['L', x + length, y + thickness / 2],
      ],
      stroke: { color, width: thickness, dash: dash.map((part) => part * thickness) },
    });
};

const wave = (x: number, y: number, length: number): (readonly ['M' | 'L', number, number])[] => {
  const path: (readonly ['M' | 'L', number, number])[] = [['M', x, y]];
  for (let at = 1.5, up = true; at < length && path.length < 2000; at += 1.5, up = !up)
    path.push(['L', x + at, up ? y - 0.8 : y + 0.8]);
  return path;
};
