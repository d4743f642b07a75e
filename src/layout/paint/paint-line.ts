/**
 * paintLine :: Line, place → items of the display list
 */
import type { Link } from '../../wml/model.ts';
import type { Color } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { TabLeader, WordAtom } from '../inline/atoms.ts';
import type { Line, PlacedAtom } from '../inline/lines.ts';
import type { LineTags } from '../structure/line-tags.ts';
import { isAdorned, type TextFormat } from '../text/text-format.ts';
import { paintGrounds, paintRules, stretches } from './line-rules.ts';
import { noteOrigins } from './note-origins.ts';
import { TextRuns, textColor, textItem } from './text-runs.ts';

interface LinePlace {
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
  if (line.atoms.some(({ atom }) => atom.origins !== undefined)) noteOrigins(canvas, line, place.x, baseline);
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

const lastInk = (line: Line): PlacedAtom | undefined =>
  line.atoms.findLast(({ atom }) => atom.kind === 'word' || atom.kind === 'object');

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
