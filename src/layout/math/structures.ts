/** Fractions, scripts, roots and brackets (OpenType 1.9, MATH; appendix G of the TeXbook). */
import type { MathDelimiters, MathFraction, MathRadical, MathScripts } from '../../wml/math/model.ts';
import { type MathBox, type Placed, ruleBox, together } from './math-box.ts';
import { flat, item, type MathStyle, type Setter, smaller } from './setting.ts';

/** In a line of text fractions are small; on lines of their own they are not, unless the document says so [M]. */
const fractionStyle = (setter: Setter, style: MathStyle): MathStyle => {
  const shrinks = !style.displayed || (setter.settings.smallFractions && !style.display);
  return shrinks ? smaller(style) : flat(style);
};

export const setFraction = (setter: Setter, node: MathFraction, style: MathStyle): MathBox => {
  const inner = fractionStyle(setter, style);
  const [over, under] = [setter.box(node.numerator, inner), setter.box(node.denominator, inner)];
  const size = setter.sizeOf(node.run, style);
  if (node.type === 'skw') return skewed(setter, node, { over, under, size });
  const em = (name: Parameters<typeof setter.font.constant>[0]): number => setter.font.constant(name) * size;
  const display = style.display;
  const width = Math.max(over.width, under.width);
  const [left, right] = [(width - over.width) / 2, (width - under.width) / 2];
  if (node.type === 'noBar') {
    let up = em(display ? 'stackTopDisplayStyleShiftUp' : 'stackTopShiftUp');
    let down = em(display ? 'stackBottomDisplayStyleShiftDown' : 'stackBottomShiftDown');
    const gap = em(display ? 'stackDisplayStyleGapMin' : 'stackGapMin');
    const lack = gap - (up - over.descent + (down - under.ascent));
    if (lack > 0) [up, down] = [up + lack / 2, down + lack / 2];
    return together(
      [
        { box: over, x: left, y: -up },
        { box: under, x: right, y: down },
      ],
      width,
    );
  }
  const thickness = em('fractionRuleThickness');
  const axis = em('axisHeight');
  const gaps = [
    em(display ? 'fractionNumDisplayStyleGapMin' : 'fractionNumeratorGapMin'),
    em(display ? 'fractionDenomDisplayStyleGapMin' : 'fractionDenominatorGapMin'),
  ] as const;
  const up = Math.max(
    em(display ? 'fractionNumeratorDisplayStyleShiftUp' : 'fractionNumeratorShiftUp'),
    axis + thickness / 2 + gaps[0] + over.descent,
  );
  const down = Math.max(
    em(display ? 'fractionDenominatorDisplayStyleShiftDown' : 'fractionDenominatorShiftDown'),
    thickness / 2 + gaps[1] + under.ascent - axis,
  );
  const rule = ruleBox(width, thickness, setter.settings.formatOf(node.run));
  return together(
    [
      { box: over, x: left, y: -up },
      { box: rule, x: 0, y: -axis + thickness / 2 },
      { box: under, x: right, y: down },
    ],
    width,
  );
};

const skewed = (
  setter: Setter,
  node: MathFraction,
  { over, under, size }: { readonly over: MathBox; readonly under: MathBox; readonly size: number },
): MathBox => {
  const rise = setter.font.constant('axisHeight') * size * 1.2;
  const height = (over.ascent + under.descent + rise * 2) / size;
  const slash = setter.grownBox(setter.font.tall(0x2044, height), '\u2044', {
    run: node.run,
    size,
    centred: true,
  });
  return together([
    { box: over, x: 0, y: -rise },
    { box: slash, x: over.width, y: 0 },
    { box: under, x: over.width + slash.width, y: rise },
  ]);
};

export const setScripts = (setter: Setter, node: MathScripts, style: MathStyle): MathBox => {
  const base = setter.box(node.base, style);
  const inner = smaller(style);
  const sub = node.sub === undefined ? undefined : setter.box(node.sub, inner);
  const sup = node.sup === undefined ? undefined : setter.box(node.sup, inner);
  const size = setter.sizeOf(node.run, style);
  return scripted(setter, { base, sub, sup, size, before: node.before });
};

interface Scripted {
  readonly base: MathBox;
  readonly sub: MathBox | undefined;
  readonly sup: MathBox | undefined;
  readonly size: number;
  readonly before?: boolean;
}

export const scripted = (setter: Setter, { base, sub, sup, size, before = false }: Scripted): MathBox => {
  const em = (name: Parameters<typeof setter.font.constant>[0]): number => setter.font.constant(name) * size;
  let up = 0;
  let down = 0;
  if (sup !== undefined)
    up = Math.max(
      em('superscriptShiftUp'),
      sup.descent + em('superscriptBottomMin'),
      base.letter ? 0 : base.ascent - em('superscriptBaselineDropMax'),
    );
  if (sub !== undefined)
    down = Math.max(
      em('subscriptShiftDown'),
      sub.ascent - em('subscriptTopMax'),
      base.letter ? 0 : base.descent + em('subscriptBaselineDropMin'),
    );
  if (sub !== undefined && sup !== undefined) {
    const lack = em('subSuperscriptGapMin') - (up - sup.descent + (down - sub.ascent));
    if (lack > 0) down += lack;
  }
  const after = em('spaceAfterScript');
  const width = Math.max(sub?.width ?? 0, sup?.width ?? 0);
  const placed: Placed[] = [];
  if (before) {
    if (sup !== undefined) placed.push({ box: sup, x: after + width - sup.width, y: -up });
    if (sub !== undefined) placed.push({ box: sub, x: after + width - sub.width, y: down });
    placed.push({ box: base, x: after + width, y: 0 });
    return together(placed, after + width + base.width);
  }
  placed.push({ box: base, x: 0, y: 0 });
  // What stands below begins where the letter ends; what stands above, where it leans to.
  const under = base.width + (sub === undefined ? 0 : kernOf(setter, base, sub.ascent - down));
  if (sub !== undefined) placed.push({ box: sub, x: under, y: down });
  if (sup !== undefined) placed.push({ box: sup, x: base.width + base.italic, y: -up });
  const end = Math.max(
    sub === undefined ? 0 : under + sub.width,
    sup === undefined ? 0 : base.width + base.italic + sup.width,
  );
  return together(placed, end + after);
};

/** A letter that is narrower below lets what is lowered come nearer, if it is not too high for that. */
const kernOf = (setter: Setter, { last }: MathBox, height: number): number =>
  last === undefined ? 0 : setter.font.lowerKern(last.glyph, height / last.size) * last.size;

/** Word is content with brackets that are this much of what is between them, or lack this many em of it [M]. */
const COVERED = 0.85;
const UNCOVERED = 0.4;

export const setRadical = (setter: Setter, node: MathRadical, style: MathStyle): MathBox => {
  const body = setter.box(node.body, flat(style));
  const size = setter.sizeOf(node.run, style);
  const em = (name: Parameters<typeof setter.font.constant>[0]): number => setter.font.constant(name) * size;
  const thickness = em('radicalRuleThickness');
  const gap = em(style.display ? 'radicalDisplayStyleVerticalGap' : 'radicalVerticalGap');
  const wanted = body.ascent + body.descent + gap + thickness;
  const grown = setter.font.tall(0x221a, wanted / size);
  const sign = setter.grownBox(grown, '\u221a', { run: node.run, size, centred: false });
  const height = sign.ascent + sign.descent;
  // What the sign has too much is shared by the room above and below.
  const top = body.ascent + gap + thickness + Math.max(0, height - wanted) / 2;
  const rule = ruleBox(body.width, thickness, setter.settings.formatOf(node.run));
  const degree = node.degree === undefined ? undefined : setter.box(node.degree, smaller(smaller(style)));
  const before =
    degree === undefined || degree.width === 0
      ? 0
      : Math.max(0, em('radicalKernBeforeDegree') + degree.width + em('radicalKernAfterDegree'));
  const placed: Placed[] = [
    { box: sign, x: before, y: sign.ascent - top },
    { box: rule, x: before + sign.width, y: thickness - top },
    { box: body, x: before + sign.width, y: 0 },
  ];
  if (degree !== undefined && degree.width > 0)
    placed.unshift({
      box: degree,
      x: Math.max(0, before - degree.width - em('radicalKernAfterDegree')),
      y: sign.descent + (sign.ascent - top) - height * 0.6,
    });
  const box = together(placed, before + sign.width + body.width);
  return { ...box, ascent: box.ascent + em('radicalExtraAscender') };
};

/** Both brackets, and what parts the things between them; `tall` where they had to grow. */
export const setDelimiters = (
  setter: Setter,
  node: MathDelimiters,
  style: MathStyle,
): { readonly box: MathBox; readonly tall: boolean } => {
  const size = setter.sizeOf(node.run, style);
  const items = node.items.map((one) => setter.box(one, style));
  const axis = setter.font.constant('axisHeight') * size;
  const half = Math.max(0, ...items.flatMap(({ ascent, descent }) => [ascent - axis, descent + axis]));
  const whole = (2 * half) / size;
  const wanted = node.grows ? Math.max(whole * COVERED, whole - UNCOVERED) : 0;
  let tall = false;
  const sign = (text: string): MathBox | undefined => {
    const codePoint = text.codePointAt(0);
    if (codePoint === undefined) return undefined;
    const glyph = setter.font.glyph(codePoint);
    if (glyph.id === 0) setter.settings.missing(codePoint);
    const grows = wanted > glyph.ascent + glyph.descent;
    if (grows) tall = true;
    const grown = setter.font.tall(codePoint, grows ? wanted : 0);
    return setter.grownBox(grown, String.fromCodePoint(codePoint), { run: node.run, size, centred: true });
  };
  const row: MathBox[] = [];
  const begin = sign(node.begin);
  if (begin !== undefined) row.push(begin);
  for (const [index, one] of items.entries()) {
    const separator = index === 0 ? undefined : sign(node.separator);
    if (separator !== undefined) row.push(separator);
    row.push(one.italic > 0 ? { ...one, width: one.width + one.italic } : one);
  }
  const end = sign(node.end);
  if (end !== undefined) row.push(end);
  const box = setter.joined(
    row.map((one) => item(one, 'ord', node.run)),
    style,
  );
  // Brackets that did not grow are letters to what is raised beside them [M].
  return { box: { ...box, letter: !tall }, tall };
};
