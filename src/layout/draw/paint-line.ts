/**
 * paintLine :: Line, place → items of the display list
 *
 * Neighbours of one format become one text item: blanks between words included, stretched by `wordSpacing`.
 */
import type { Border } from '../../wml/borders.ts';
import { isVisible } from '../../wml/borders.ts';
import { isDark } from '../../wml/colors.ts';
import type { Link } from '../../wml/model.ts';
import type { Color, TextItem } from '../display-list.ts';
import type { TabLeader, WordAtom } from '../inline/atoms.ts';
import type { Line, PlacedAtom } from '../inline/lines.ts';
import type { WordPart } from '../inline/measure-words.ts';
import type { TextFormat } from '../inline/text-format.ts';
import type { LineTags } from '../structure/line-tags.ts';
import { paintBorder } from './borders.ts';
import type { Canvas } from './canvas.ts';
import { withLetterLook } from './letter-look.ts';

export interface LinePlace {
  /** Left edge of the text column. */
  readonly x: number;
  /** Top of the line. */
  readonly y: number;
  /** What the text stands on, for automatic colour. */
  readonly ground: Color | undefined;
  /** Where the file is to be tagged: which element each atom belongs to. */
  readonly tags?: LineTags | undefined;
  readonly paintObject: (placed: PlacedAtom, x: number, baseline: number) => void;
}

export const paintLine = (canvas: Canvas, line: Line, place: LinePlace): void => {
  const baseline = place.y + line.baseline;
  const adorned = line.atoms.some(({ atom }) => isAdorned(atom.format));
  if (adorned) paintGrounds(canvas, line, place);
  const text = new TextRuns(canvas, line, place.ground);
  const last = line.ends === 'wrap' ? lastInk(line) : undefined;
  const { tags } = place;
  const outer = canvas.element;
  const linked = new Map<Link, number>();
  for (const placed of line.atoms) {
    const x = place.x + placed.x;
    const { atom } = placed;
    if (tags !== undefined) {
      const element = tags.of(placed);
      if (element !== canvas.element) text.flush();
      canvas.element = element;
      if (atom.link !== undefined) linked.set(atom.link, element);
    }
    if (
      canvas.uprightSquares &&
      atom.kind === 'word' &&
      atom.eastAsian === true &&
      standsUpright(atom.text)
    ) {
      text.flush();
      paintUpright(canvas, atom, x, baseline, place.ground);
      continue;
    }
    if (atom.kind === 'word' || atom.kind === 'space') {
      text.add(atom.word.parts, atom.format, x, baseline, placed.width - atom.width);
      if (placed === last && atom.kind === 'word' && atom.softHyphen)
        text.add(atom.format.measureWord('-').parts, atom.format, x + placed.width, baseline, 0);
      continue;
    }
    text.flush();
    if (atom.kind === 'tab') {
      paintBlank(canvas, atom.format, x, baseline);
      if (placed.leader !== undefined && placed.leader !== 'none') {
        canvas.element = outer;
        paintLeader(canvas, atom.format, placed.leader, {
          x,
          width: placed.width,
          baseline,
          ground: place.ground,
        });
      }
    } else if (atom.kind === 'object' || atom.kind === 'math') place.paintObject(placed, x, baseline);
    else if (atom.kind === 'mark' && atom.bookmark !== undefined)
      canvas.destination(atom.bookmark, x, place.y);
  }
  text.flush();
  canvas.element = outer;
  if (adorned) paintRules(canvas, line, place, baseline);
  if (line.atoms.some(({ atom }) => atom.link !== undefined)) paintLinks(canvas, line, place, linked);
};

/** Brackets, dashes and long vowels lie as the line runs. */
const LYING = /^[（）「」『』【】〈〉《》〔〕［］｛｝ー～〜…‥―—：；]/u;
const standsUpright = (text: string): boolean => !LYING.test(text);

/** From the baseline up to the middle of a character's square. */
const MIDDLE = 0.38;
/** In lines that run downwards, commas and full stops stand at the right of their squares, and above. */
const COMMA = /^[、。，．]/u;
const COMMA_SHIFT = 0.6;

/** Turned back about its middle, where the line has turned it. */
const paintUpright = (
  canvas: Canvas,
  { word, width, format }: WordAtom,
  x: number,
  baseline: number,
  ground: Color | undefined,
): void => {
  const [part] = word.parts;
  if (part === undefined) return;
  const shift = COMMA.test(part.text) ? COMMA_SHIFT * part.size : 0;
  const middle = baseline - format.rise - MIDDLE * part.size;
  canvas.through([0, -1, 1, 0, x + width / 2, middle], () =>
    canvas.add(
      textItem(
        { text: part.text, x: shift - part.width / 2, y: MIDDLE * part.size - shift },
        part,
        format,
        ground,
        0,
      ),
    ),
  );
};

/** Most text has none of these, and looking for stretches of each costs more than the text. */
export const isAdorned = ({ highlight, underline, strike, border }: TextFormat): boolean =>
  highlight !== undefined || underline !== undefined || strike !== undefined || border !== undefined;

const lastInk = (line: Line): PlacedAtom | undefined =>
  line.atoms.findLast(({ atom }) => atom.kind === 'word' || atom.kind === 'object');

export const textColor = (format: TextFormat, ground: Color | undefined): Color =>
  format.color ??
  (format.highlight === undefined && ground !== undefined && isDark(ground) ? 0xffffff : 0x000000);

class TextRuns {
  readonly #canvas: Canvas;
  readonly #line: Line;
  readonly #ground: Color | undefined;
  #open:
    | {
        format: TextFormat;
        part: WordPart;
        text: string;
        x: number;
        end: number;
        y: number;
        spread?: boolean;
      }
    | undefined;

  constructor(canvas: Canvas, line: Line, ground: Color | undefined) {
    this.#canvas = canvas;
    this.#line = line;
    this.#ground = ground;
  }

  /** `stretch` is what justification added to a blank. */
  add(parts: readonly WordPart[], format: TextFormat, x: number, baseline: number, stretch: number): void {
    let at = x;
    const y = baseline - format.rise;
    for (const part of parts) {
      const open = this.#open;
      const joins =
        open !== undefined &&
        open.format === format &&
        open.part.font === part.font &&
        open.part.size === part.size &&
        open.part.glyphs === undefined &&
        part.glyphs === undefined &&
        (this.#line.spread === undefined
          ? Math.abs(open.end - at) < 0.01
          : follows(open, at, this.#line.spread));
      if (joins) {
        open.text += part.text;
        open.end = at + part.width + stretch;
      } else {
        this.flush();
        this.#open = { format, part, text: part.text, x: at, end: at + part.width + stretch, y };
      }
      at += part.width;
    }
  }

  flush(): void {
    const open = this.#open;
    this.#open = undefined;
    // Blanks by themselves show nothing; in a tagged file they part words for who listens.
    if (open === undefined || (this.#canvas.element === null && open.text.trim() === '')) return;
    const { format, part, text } = open;
    const spacing = text.includes(' ') ? this.#line.wordSpacing : 0;
    const item = textItem({ text, x: open.x, y: open.y }, part, format, this.#ground, spacing);
    const spread = open.spread === true ? (this.#line.spread ?? 0) : 0;
    this.#canvas.add(spread === 0 ? item : { ...item, letterSpacing: format.spacing + spread });
  }
}

/** Characters of a justified East Asian line stand apart by the same everywhere; others stand side by side. */
const follows = (
  open: { readonly text: string; readonly end: number; spread?: boolean },
  at: number,
  spread: number,
): boolean => {
  const gap = at - open.end;
  const apart = Math.abs(gap - spread) < 0.01;
  if (!apart && Math.abs(gap) >= 0.01) return false;
  if (open.spread !== undefined) return open.spread === apart;
  // One of several characters was put together already, side by side.
  if (apart && open.text.length > 2) return false;
  open.spread = apart;
  return true;
};

/** `y` is the baseline, raised as the format is. */
export const textItem = (
  { text, x, y }: { readonly text: string; readonly x: number; readonly y: number },
  { font, size, glyphs }: Pick<WordPart, 'font' | 'size' | 'glyphs'>,
  format: TextFormat,
  ground: Color | undefined,
  wordSpacing: number,
): TextItem => {
  const item: TextItem = {
    kind: 'text',
    font: font.key,
    size,
    x,
    y,
    text,
    color: textColor(format, ground),
    ...(glyphs !== undefined && { glyphs }),
    ...(format.spacing !== 0 && { letterSpacing: format.spacing }),
    ...(wordSpacing !== 0 && { wordSpacing }),
    ...(format.scale !== 1 && { scale: format.scale }),
    ...(format.properties.outline === true && { outline: 0.5 }),
  };
  if (format.letters === undefined) return item;
  return withLetterLook(item, format.letters, format, font.measure(text) * size * format.scale);
};

/** Stretches of the line that share something: a ground, a rule, a link. */
function* stretches<Key>(
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

const paintGrounds = (canvas: Canvas, line: Line, place: LinePlace): void => {
  for (const { key, from, to } of stretches(line, ({ atom }) => atom.format.highlight)) {
    const end = Math.min(to, Math.max(line.right, from));
    canvas.rect(place.x + from, place.y, end - from, line.height, key);
  }
};

/** Underlines of one look run through; blanks at the end of the line have none. */
const paintRules = (canvas: Canvas, line: Line, place: LinePlace, baseline: number): void => {
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

const LEADERS: Readonly<Record<TabLeader, string>> = {
  none: '',
  dot: '.',
  hyphen: '-',
  underscore: '_',
  middleDot: '\u00b7',
};

/** A tab is a blank to who copies or searches the text, as it is in Word's own files [M]. */
const paintBlank = (canvas: Canvas, format: TextFormat, x: number, y: number): void => {
  const part = format.measureWord(' ').parts[0];
  if (part !== undefined)
    canvas.add({ kind: 'text', font: part.font.key, size: part.size, x, y, text: ' ', color: 0 });
};

const LEADER_UNIT = 0.12;
/** Sums of advances differ in their last digits. */
const LEADER_SLACK = 0.01;

const paintLeader = (
  canvas: Canvas,
  format: TextFormat,
  leader: TabLeader,
  gap: {
    readonly x: number;
    readonly width: number;
    readonly baseline: number;
    readonly ground: Color | undefined;
  },
): void => {
  const part = format.measureWord(LEADERS[leader]).parts[0];
  if (part === undefined || part.width <= 0) return;
  // Dots of all lines stand below each other, on a grid that begins at the paper's edge; its pitch is the dot's
  // advance in Word's units, 600 to the inch [M].
  const pitch = Math.max(LEADER_UNIT, Math.round(part.width / LEADER_UNIT) * LEADER_UNIT);
  const first = Math.ceil((gap.x - LEADER_SLACK) / pitch);
  const count = Math.min(2000, Math.floor((gap.x + gap.width + LEADER_SLACK) / pitch) - first);
  if (count <= 0) return;
  canvas.add({
    kind: 'text',
    font: part.font.key,
    size: part.size,
    x: first * pitch,
    y: gap.baseline,
    text: LEADERS[leader].repeat(count),
    color: textColor(format, gap.ground),
    letterSpacing: pitch - part.width + format.spacing,
    ...(format.scale !== 1 && { scale: format.scale }),
  });
  paintBlank(canvas, format, (first + count) * pitch, gap.baseline);
};

const paintLinks = (
  canvas: Canvas,
  line: Line,
  place: LinePlace,
  linked: ReadonlyMap<Link, number>,
): void => {
  const outer = canvas.element;
  for (const { key, from, to } of stretches(line, ({ atom }) => atom.link)) {
    const end = Math.min(to, line.right);
    if (end <= from) continue;
    canvas.element = linked.get(key) ?? outer;
    canvas.add({
      kind: 'link',
      x: place.x + from,
      y: place.y,
      width: end - from,
      height: line.height,
      target: key,
    });
  }
  canvas.element = outer;
};
