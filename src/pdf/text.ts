/**
 * TextWriter: text items → text operators (ISO 32000-1 §9.4), as few as will do.
 *
 * Items that follow each other on one baseline in the same font become one TJ array, and nothing is set twice. The pen is
 * followed as a viewer will follow it, from the widths as they are written, so that rounding never adds up along a line.
 */
import type { Font, FontKey, ShapedGlyphs } from '../fonts/font.ts';
import type { TextItem } from '../layout/display-list.ts';
import type { ByteText } from './byte-text.ts';
import type { GraphicsState } from './graphics-state.ts';
import { ShownText } from './shown-text.ts';
import { fine, num, textString } from './syntax.ts';
import type { UsedFont } from './used-font.ts';

/** tan 12°: how far Windows slants a face that has no italic. */
const SLANT = 0.2126;
/** Of the em: the stroke that makes a regular face look bold. */
const BOLD_STROKE = 1 / 32;
/** Below this (in points) a gap is rounding and is not written. */
const SAME_PLACE = 0.006;

interface TextContext {
  readonly height: number;
  readonly state: GraphicsState;
  readonly out: ByteText;
  font(key: FontKey): UsedFont;
}

/** What must stay the same for two items to share a TJ array. */
interface Line {
  readonly font: UsedFont;
  readonly size: number;
  readonly scale: number;
  readonly y: number;
}

export class TextWriter {
  readonly #context: TextContext;
  /** Between BT and ET. */
  #inText = false;
  /** Start of the current line as the viewer has it, which Td is relative to. */
  #lineX = 0;
  #lineY = 0;
  #slanted = false;
  #line: Line | undefined;
  /** Where the viewer's pen is, while `#line` is open. */
  #pen = 0;
  /** What the open line shows since the last operator. */
  readonly #shown = new ShownText();
  /** Marks of the open line that are drawn when it ends. */
  #marks: MarkGlyph[] = [];
  /** The item that the state was last set for, and the state's version then. */
  #last: TextItem | undefined;
  #version = -1;

  constructor(context: TextContext) {
    this.#context = context;
  }

  draw(item: TextItem): void {
    if (item.text === '' && item.glyphs === undefined) return;
    const font = this.#context.font(item.font);
    const { size } = item;
    const scale = item.scale ?? 1;
    if (!(size > 0) || !(scale > 0)) return;
    const y = this.#context.height - item.y;

    const changes = this.#changes(item, font, scale);
    const line = this.#line;
    const joins =
      line !== undefined &&
      changes === '' &&
      line.font === font &&
      line.size === size &&
      line.scale === scale &&
      line.y === y;
    if (!joins) {
      this.endLine();
      if (!this.#inText) this.#beginText();
      if (changes !== '') this.#context.out.add(changes);
      this.#moveTo(item.x, y, font.font.synthetic.italic);
      this.#line = { font, size, scale, y };
      this.#pen = item.x;
    } else this.#advanceTo(item.x);

    if (item.glyphs === undefined) this.#plain(item, font);
    else this.#shaped(item, item.glyphs, font);
  }

  /** Most text looks as the text before it, and nothing was set in between. */
  #changes(item: TextItem, font: UsedFont, scale: number): string {
    const { state } = this.#context;
    const last = this.#last;
    if (last !== undefined && this.#version === state.version && looksAlike(item, last)) return '';
    const changes = state.changes({
      fill: item.color,
      opacity: item.opacity ?? 1,
      font: font.name,
      size: item.size,
      scale,
      letterSpacing: (item.letterSpacing ?? 0) / scale,
      ...renderMode(item, font.font),
    });
    this.#last = item;
    this.#version = state.version;
    return changes;
  }

  #beginText(): void {
    this.#context.out.add('BT\n');
    this.#inText = true;
    this.#lineX = 0;
    this.#lineY = 0;
    this.#slanted = false;
  }

  #moveTo(x: number, y: number, slanted: boolean): void {
    if (slanted || this.#slanted) {
      this.#context.out.add(`1 0 ${slanted ? fine(SLANT) : '0'} 1 ${num(x)} ${num(y)} Tm\n`);
      this.#lineX = rounded(x);
      this.#lineY = rounded(y);
    } else {
      const dx = rounded(x - this.#lineX);
      const dy = rounded(y - this.#lineY);
      if (dx !== 0 || dy !== 0) this.#context.out.add(`${num(dx)} ${num(dy)} Td\n`);
      this.#lineX = rounded(this.#lineX + dx);
      this.#lineY = rounded(this.#lineY + dy);
    }
    this.#slanted = slanted;
  }

  /** Moves the pen by a number in the array, in thousandths of the em. */
  #advanceTo(x: number): void {
    const gap = x - this.#pen;
    if (Math.abs(gap) < SAME_PLACE || this.#line === undefined) return;
    const unit = (this.#line.size * this.#line.scale) / 1000;
    const steps = Math.round(gap / unit);
    if (steps === 0) return;
    this.#shown.moveBack(-steps);
    this.#pen += steps * unit;
  }

  #plain(item: TextItem, font: UsedFont): void {
    const { text } = item;
    const wordSpacing = item.wordSpacing ?? 0;
    const letterSpacing = item.letterSpacing ?? 0;
    const em = item.size * (item.scale ?? 1);
    const { ownWidths, advances, widths } = font;
    let target = item.x;
    let pen = this.#pen;
    for (let index = 0; index < text.length; index++) {
      let codePoint = text.charCodeAt(index);
      if (codePoint >= 0xd800 && codePoint < 0xdc00) {
        codePoint = text.codePointAt(index) ?? codePoint;
        if (codePoint > 0xffff) index++;
      }
      const code = font.codeOf(codePoint);
      const advance = (advances[code] ?? 0) * em + letterSpacing;
      this.#shown.add(code);
      pen += ownWidths ? (widths[code] ?? 0) * em + letterSpacing : advance;
      target += advance;
      if (wordSpacing !== 0 && codePoint === 0x20) target += wordSpacing;
      else if (!ownWidths) continue;
      this.#pen = pen;
      this.#advanceTo(target);
      pen = this.#pen;
    }
    this.#pen = pen;
  }

  #shaped(item: TextItem, glyphs: ShapedGlyphs, font: UsedFont): void {
    const em = item.size * (item.scale ?? 1);
    const letterSpacing = item.letterSpacing ?? 0;
    const wordSpacing = item.wordSpacing ?? 0;
    let target = item.x;
    for (const cluster of clustersOf(item.text, glyphs)) {
      // One glyph says its text by itself, and so does a letter with marks, which say nothing then; several letters for
      // one text need it said around them.
      const letter = letterOf(cluster, glyphs);
      const isReplaced = letter === undefined || cluster.text === '';
      if (isReplaced) {
        this.#flush();
        this.#context.out.add(`/Span<</ActualText${textString(cluster.text)}>>BDC\n`);
      }
      for (let index = cluster.from; index < cluster.to; index++) {
        const glyph = glyphs.ids[index] ?? 0;
        const offset = glyphs.offsets?.[index];
        const isMark = !isReplaced && index !== letter;
        const code = font.codeOfGlyph(glyph, isReplaced || isMark ? '' : cluster.text);
        const mark = {
          x: target + (offset?.x ?? 0) * em,
          rise: (offset?.y ?? 0) * item.size,
          code,
          advance: font.widthOf(code) * em + letterSpacing,
        };
        // Readers that look for words take a glyph off the line or off its place for the beginning of another.
        if (isMark && offset !== undefined && (offset.x !== 0 || offset.y !== 0)) this.#marks.push(mark);
        else if (isMark) this.#unspoken(mark);
        else this.#glyph(mark);
        target += (glyphs.advances[index] ?? 0) * em + letterSpacing;
      }
      if (isReplaced) {
        this.#flush();
        this.#context.out.add('EMC\n');
      }
      if (wordSpacing !== 0 && cluster.text === ' ') target += wordSpacing;
    }
    this.#advanceTo(target);
  }

  #glyph({ x, rise, code, advance }: MarkGlyph): void {
    if (rise !== 0) {
      this.#flush();
      this.#context.out.add(`${num(rise)} Ts\n`);
    }
    this.#advanceTo(x);
    this.#shown.add(code);
    this.#pen += advance;
    if (rise === 0) return;
    this.#flush();
    this.#context.out.add('0 Ts\n');
  }

  /** Drawn, and nothing to who copies the text. */
  #unspoken(mark: MarkGlyph): void {
    this.#flush();
    this.#context.out.add(`/Span<</ActualText${textString('')}>>BDC\n`);
    this.#glyph(mark);
    this.#flush();
    this.#context.out.add('EMC\n');
  }

  /** Writes what the line has so far; the pen stays where it is. */
  #flush(): void {
    this.#shown.writeTo(this.#context.out);
  }

  endLine(): void {
    if (this.#line === undefined) return;
    for (const mark of this.#marks) this.#unspoken(mark);
    this.#marks = [];
    this.#flush();
    this.#line = undefined;
  }

  /** Before anything that is not text. */
  end(): void {
    this.endLine();
    if (!this.#inText) return;
    this.#context.out.add('ET\n');
    this.#inText = false;
  }
}

/** In all that is set for it; not in what it says and where. */
const looksAlike = (a: TextItem, b: TextItem): boolean =>
  a.font === b.font &&
  a.size === b.size &&
  a.color === b.color &&
  a.scale === b.scale &&
  a.letterSpacing === b.letterSpacing &&
  a.opacity === b.opacity &&
  a.outline === b.outline &&
  a.border === b.border &&
  a.shading === b.shading;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** §9.3.6: 0 fills, 1 strokes, 2 does both, 7 cuts out what follows. */
const renderMode = (item: TextItem, font: Font): { mode: number; stroke?: number; strokeWidth?: number } => {
  if (item.shading !== undefined) return { mode: 7 };
  if (item.outline !== undefined) return { mode: 1, stroke: item.color, strokeWidth: item.outline };
  if (item.border !== undefined)
    return { mode: 2, stroke: item.border.color, strokeWidth: item.border.width };
  if (font.synthetic.bold) return { mode: 2, stroke: item.color, strokeWidth: item.size * BOLD_STROKE };
  return { mode: 0 };
};

interface MarkGlyph {
  readonly x: number;
  readonly rise: number;
  readonly code: number;
  readonly advance: number;
}

interface Cluster {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The one glyph of a cluster that moves the pen, where there is one alone. */
const letterOf = ({ from, to }: Cluster, { advances }: ShapedGlyphs): number | undefined => {
  if (to - from === 1) return from;
  let letter: number | undefined;
  for (let index = from; index < to; index++) {
    if ((advances[index] ?? 0) === 0) continue;
    if (letter !== undefined) return undefined;
    letter = index;
  }
  return letter;
};

/** Neighbouring glyphs with the same cluster value, and the text from there to the next cluster in reading order. */
const clustersOf = (text: string, { ids, clusters }: ShapedGlyphs): readonly Cluster[] => {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const found: Cluster[] = [];
  for (let from = 0; from < ids.length; ) {
    const start = clusters[from] ?? 0;
    let to = from + 1;
    while (to < ids.length && clusters[to] === start) to++;
    found.push({ from, to, text: text.slice(start, endOf.get(start)) });
    from = to;
  }
  return found;
};
