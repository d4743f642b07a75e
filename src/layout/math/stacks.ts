/** What stands below and above each other: limits, operators, matrices, arrays, accents, bars, frames. */
import type {
  MathAccent,
  MathArray,
  MathBar,
  MathBorder,
  MathGroup,
  MathLimit,
  MathMatrix,
  MathNary,
} from '../../wml/math/model.ts';
import { isIntegral } from './characters.ts';
import { EMPTY, type MathBox, type Placed, ruleBox, together } from './math-box.ts';
import { flat, type MathItem, type MathStyle, type Setter, smaller } from './setting.ts';
import { scripted } from './structures.ts';

export const setNary = (setter: Setter, node: MathNary, style: MathStyle): MathBox => {
  const size = setter.sizeOf(node.run, style);
  const codePoint = node.character.codePointAt(0) ?? 0x222b;
  const large = style.displayed && style.level === 0;
  const height = large ? setter.font.constant('displayOperatorMinHeight') : 0;
  if (setter.font.glyph(codePoint).id === 0) setter.settings.missing(codePoint);
  const base = setter.grownBox(setter.font.tall(codePoint, height), String.fromCodePoint(codePoint), {
    run: node.run,
    size,
    centred: true,
  });
  const inner = smaller(style);
  const sub = node.sub === undefined ? undefined : setter.box(node.sub, inner);
  const sup = node.sup === undefined ? undefined : setter.box(node.sup, inner);
  const { stackedIntegrals, stackedOthers } = setter.settings;
  const stacked = node.stacked ?? (isIntegral(codePoint) ? stackedIntegrals : stackedOthers);
  if (stacked) return limited(setter, { body: base, below: sub, above: sup, size });
  return scripted(setter, { base, sub, sup, size });
};

interface Limited {
  readonly body: MathBox;
  readonly below: MathBox | undefined;
  readonly above: MathBox | undefined;
  readonly size: number;
}

const limited = (setter: Setter, { body, below, above, size }: Limited): MathBox => {
  const em = (name: Parameters<typeof setter.font.constant>[0]): number => setter.font.constant(name) * size;
  const width = Math.max(body.width, below?.width ?? 0, above?.width ?? 0);
  const middle = (box: MathBox): number => (width - box.width) / 2;
  const placed: Placed[] = [{ box: body, x: middle(body), y: 0 }];
  if (above !== undefined) {
    const rise = Math.max(em('upperLimitBaselineRiseMin'), em('upperLimitGapMin') + above.descent);
    placed.unshift({ box: above, x: middle(above), y: -(body.ascent + rise) });
  }
  if (below !== undefined) {
    const drop = Math.max(em('lowerLimitBaselineDropMin'), em('lowerLimitGapMin') + below.ascent);
    placed.push({ box: below, x: middle(below), y: body.descent + drop });
  }
  return together(placed, width);
};

export const setLimit = (setter: Setter, node: MathLimit, style: MathStyle): MathBox => {
  const body = setter.box(node.body, style);
  const limit = setter.box(node.limit, smaller(style));
  const size = setter.sizeOf(node.run, style);
  return limited(setter, {
    body,
    below: node.above ? undefined : limit,
    above: node.above ? limit : undefined,
    size,
  });
};

/** Between columns, and from line to line, in em. */
const COLUMN_GAP = 1;
const LINE = 1.2;
/** Between a line's lowest and the next one's highest. */
const LINE_GAP = 0.2;

export const setMatrix = (setter: Setter, node: MathMatrix, style: MathStyle): MathBox => {
  const size = setter.sizeOf(node.run, style);
  const inner = flat(style);
  const rows = node.rows.map((row) => row.map((cell) => setter.box(cell, inner)));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => row[column]?.width ?? 0)),
  );
  const lines = rows.map((row) => {
    let x = 0;
    return together(
      row.map((box, column) => {
        const spare = (widths[column] ?? 0) - box.width;
        const side = node.alignment[column] ?? 'center';
        const placed = { box, x: x + (side === 'left' ? 0 : side === 'right' ? spare : spare / 2), y: 0 };
        x += (widths[column] ?? 0) + COLUMN_GAP * size;
        return placed;
      }),
      widths.reduce((sum, width) => sum + width, 0) + COLUMN_GAP * size * Math.max(0, columns - 1),
    );
  });
  return stacked(setter, lines, size, { lines: 1 });
};

/** Lines below each other, their middle on the axis; one alone stands as it is. */
const stacked = (
  setter: Setter,
  lines: readonly MathBox[],
  size: number,
  spacing: MathArray['spacing'],
): MathBox => {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length === 1) return first ?? EMPTY;
  let y = 0;
  const places = lines.map((box, index) => {
    const above = lines[index - 1];
    if (above === undefined) return y;
    if ('points' in spacing) y += spacing.points;
    else y += Math.max(LINE * size * spacing.lines, above.descent + box.ascent + LINE_GAP * size);
    return y;
  });
  const middle = (y + last.descent - first.ascent) / 2;
  const shift = -middle - setter.font.constant('axisHeight') * size;
  return together(lines.map((box, index) => ({ box, x: 0, y: (places[index] ?? 0) + shift })));
};

/** `&` aligns: what stands before the first one ends there, what follows begins there, and so on in turn. */
export const setArray = (setter: Setter, node: MathArray, style: MathStyle): MathBox => {
  const size = setter.sizeOf(node.run, style);
  const rows = node.rows.map((row) => cellsOf(setter.items(row, style)));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const boxes = rows.map((row) => row.map((cell) => setter.joined(cell, style)));
  const width = (column: number): number => Math.max(0, ...boxes.map((row) => row[column]?.width ?? 0));
  const widths = Array.from({ length: columns }, (_, column) => width(column));
  const total = widths.reduce((sum, one) => sum + one, 0);
  const lines = boxes.map((row) => {
    let x = 0;
    return together(
      row.map((box, column) => {
        const spare = (widths[column] ?? 0) - box.width;
        const placed = { box, x: x + (columns === 1 ? spare / 2 : column % 2 === 0 ? spare : 0), y: 0 };
        x += widths[column] ?? 0;
        return placed;
      }),
      total,
    );
  });
  return stacked(setter, lines, size, node.spacing);
};

const cellsOf = (items: readonly MathItem[]): readonly (readonly MathItem[])[] => {
  const cells: MathItem[][] = [[]];
  for (const one of items) {
    if (one.mark === 'align') cells.push([]);
    else cells.at(-1)?.push(one);
  }
  return cells;
};

export const setStacked = (
  setter: Setter,
  node: MathAccent | MathBar | MathGroup | MathBorder,
  style: MathStyle,
): MathBox => {
  const body = setter.box(node.body, style);
  const size = setter.sizeOf(node.run, style);
  switch (node.kind) {
    case 'accent':
      return accented(setter, node, body, size);
    case 'bar':
      return barred(setter, node, body, size);
    case 'group':
      return grouped(setter, node, body, size);
    case 'border':
      return framed(setter, node, body, size);
  }
};

const accented = (setter: Setter, node: MathAccent, body: MathBox, size: number): MathBox => {
  const codePoint = node.character.codePointAt(0) ?? 0x302;
  if (setter.font.glyph(codePoint).id === 0) setter.settings.missing(codePoint);
  const text = String.fromCodePoint(codePoint);
  const only = body.pieces.length === 1 && body.pieces[0]?.kind === 'letters' ? body.pieces[0].text : '';
  const single = body.letter && [...only].length === 1;
  const grown = setter.font.wide(codePoint, single ? 0 : body.width / size);
  const own = setter.font.glyph(codePoint);
  // An accent's ink stands left of its place, as it does in text: its own middle is what counts.
  const ink = grown.glyphs.ids.length > 1 ? grown.width / 2 : (own.left + own.right) / 2;
  const target = single ? setter.font.accentPlace(only.codePointAt(0) ?? 0) * size : body.width / 2;
  const up = Math.max(0, body.ascent - setter.font.constant('accentBaseHeight') * size);
  const accent = setter.grownBox(grown, text, { run: node.run, size, centred: false });
  const box = together(
    [
      { box: body, x: 0, y: 0 },
      { box: accent, x: target - ink * size, y: -up },
    ],
    body.width,
  );
  return { ...box, descent: body.descent, italic: body.italic, letter: single };
};

const barred = (setter: Setter, node: MathBar, body: MathBox, size: number): MathBox => {
  const em = (name: Parameters<typeof setter.font.constant>[0]): number => setter.font.constant(name) * size;
  const thickness = em(node.above ? 'overbarRuleThickness' : 'underbarRuleThickness');
  const gap = em(node.above ? 'overbarVerticalGap' : 'underbarVerticalGap');
  const rule = ruleBox(body.width, thickness, setter.settings.formatOf(node.run));
  return together(
    [
      { box: body, x: 0, y: 0 },
      { box: rule, x: 0, y: node.above ? -(body.ascent + gap) : body.descent + gap + thickness },
    ],
    body.width,
  );
};

const grouped = (setter: Setter, node: MathGroup, body: MathBox, size: number): MathBox => {
  const codePoint = node.character.codePointAt(0) ?? 0x23df;
  if (setter.font.glyph(codePoint).id === 0) setter.settings.missing(codePoint);
  const grown = setter.font.wide(codePoint, body.width / size);
  const sign = setter.grownBox(grown, String.fromCodePoint(codePoint), {
    run: node.run,
    size,
    centred: false,
  });
  const gap = setter.font.constant('stretchStackGapAboveMin') * size;
  const width = Math.max(body.width, sign.width);
  return together(
    [
      { box: body, x: (width - body.width) / 2, y: 0 },
      {
        box: sign,
        x: (width - sign.width) / 2,
        // Its ink, wherever the font puts it, stands right above or below.
        y: node.above ? -(body.ascent + gap + sign.descent) : body.descent + gap + sign.ascent,
      },
    ],
    width,
  );
};

const framed = (setter: Setter, node: MathBorder, body: MathBox, size: number): MathBox => {
  const thickness = setter.font.constant('fractionRuleThickness') * size;
  const gap = 2 * thickness;
  const format = setter.settings.formatOf(node.run);
  const [left, right] = [node.sides.left ? thickness + gap : 0, node.sides.right ? thickness + gap : 0];
  const width = left + body.width + right;
  const [ascent, descent] = [body.ascent + gap, body.descent + gap];
  const height = ascent + descent + thickness;
  const placed: Placed[] = [{ box: body, x: left, y: 0 }];
  if (node.sides.top) placed.push({ box: ruleBox(width, thickness, format), x: 0, y: -ascent });
  if (node.sides.bottom)
    placed.push({ box: ruleBox(width, thickness, format), x: 0, y: descent + thickness });
  if (node.sides.left) placed.push({ box: ruleBox(thickness, height, format), x: 0, y: descent });
  if (node.sides.right)
    placed.push({ box: ruleBox(thickness, height, format), x: width - thickness, y: descent });
  return together(placed, width);
};
