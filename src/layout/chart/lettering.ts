/**
 * Lettering: text of a chart, measured and painted
 *
 * Everything in here is in points; a block's box goes from the top of its first line to the bottom of its last.
 */
import { memoBy } from '../../memo.ts';
import type { Chart, ChartFont, ChartText } from '../../wml/chart/model.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Word } from '../text/measure-words.ts';
import type { TextFormat } from '../text/text-format.ts';

/** What charts write in where nobody says (§21.2 leaves it open; [M]). */
const SIZE = 10;
/** Letters stand this much of an em above the middle of their line's box [M]. */
const LIFT = 0.04;
/** Longer text is cut: no chart has room for it. */
const MOST_LETTERS = 2000;

export interface Font {
  readonly format: TextFormat;
  /** Of a line. */
  readonly height: number;
  readonly color: number;
  readonly opacity: number;
  readonly underline: boolean;
  readonly rise: number;
}

interface Piece {
  readonly word: Word;
  readonly font: Font;
}

interface Line {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly height: number;
}

export interface Block {
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** The same look is the same object in every pass, so that fonts and words are looked up once. */
const RUNS = new WeakMap<Chart, Map<string, RunProperties>>();

export class Lettering {
  readonly #context: LayoutContext;
  readonly #chart: Chart;
  readonly #runs: Map<string, RunProperties>;

  constructor(context: LayoutContext, chart: Chart) {
    this.#context = context;
    this.#chart = chart;
    this.#runs = memoBy(RUNS, chart, () => new Map<string, RunProperties>());
  }

  /** The later fonts over the earlier ones, all over the chart's. */
  font(...fonts: readonly ChartFont[]): Font {
    const { palette, font: base } = this.#chart;
    const all: ChartFont = Object.assign({}, base, ...fonts);
    const family = all.family ?? palette.family;
    const { size = SIZE, bold = false, italic = false, vertical, kerning } = all;
    const key = `${family} ${size} ${bold} ${italic} ${vertical} ${kerning}`;
    let run = this.#runs.get(key);
    if (run === undefined) {
      run = {
        ...(family !== undefined && { ascii: family, hAnsi: family }),
        size,
        bold,
        italic,
        ...(vertical !== undefined && { vertical }),
        ...(kerning !== undefined && { kerning }),
      };
      this.#runs.set(key, run);
    }
    const format = this.#context.formats.of(run);
    return {
      format,
      height: format.ascent + format.descent,
      color: all.color?.color ?? palette.text,
      opacity: all.color?.opacity ?? 1,
      underline: all.underline === true,
      rise: format.rise,
    };
  }

  /** One look, in lines no wider than said where that can be: words are not broken. */
  block(text: string, font: Font, width = Number.POSITIVE_INFINITY): Block {
    const lines = text
      .slice(0, MOST_LETTERS)
      .split(/\r\n|\r|\n/)
      .flatMap((line) => this.#wrapped([{ text: line, font }], width));
    return stacked(lines);
  }

  rich(text: ChartText, base: readonly ChartFont[], width: number): Block {
    return stacked(
      text.paragraphs.flatMap((runs) =>
        this.#wrapped(
          (runs.length === 0 ? [{ text: '', font: {} }] : runs).map((run) => ({
            text: run.text.slice(0, MOST_LETTERS),
            font: this.font(...base, run.font),
          })),
          width,
        ),
      ),
    );
  }

  #wrapped(runs: readonly { readonly text: string; readonly font: Font }[], width: number): readonly Line[] {
    const whole = this.#line(runs);
    if (whole.width <= width + 0.01) return [whole];
    const words = runs.flatMap(({ text, font }) =>
      [...text.matchAll(/\S+\s*|\s+/g)].map(([word]) => ({ text: word, font })),
    );
    const lines: Line[] = [];
    let open: { text: string; font: Font }[] = [];
    for (const word of words) {
      const longer = [...open, { ...word, text: word.text.trimEnd() }];
      if (open.length > 0 && this.#line(longer).width > width + 0.01) {
        lines.push(this.#line(open));
        open = [];
      }
      open.push(word);
    }
    if (open.length > 0) lines.push(this.#line(open));
    return lines;
  }

  #line(runs: readonly { readonly text: string; readonly font: Font }[]): Line {
    const merged: { text: string; font: Font }[] = [];
    for (const run of runs) {
      const last = merged.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else merged.push({ ...run });
    }
    const end = merged.at(-1);
    if (end !== undefined) end.text = end.text.trimEnd();
    const pieces = merged.map(({ text, font }) => {
      const word = font.format.measureWord(text);
      // Both directions in a line are for paragraphs.
      if (word.rightToLeft === true) this.#context.reasons.add('chart');
      return { word, font };
    });
    return {
      pieces,
      width: pieces.reduce((sum, { word }) => sum + word.width, 0),
      height: Math.max(0, ...merged.map(({ font }) => font.height)),
    };
  }

  /** Lines aligned within the block, whose top left corner stands at x and y. */
  paint(
    canvas: Canvas,
    block: Block,
    x: number,
    y: number,
    align: 'left' | 'center' | 'right' = 'center',
  ): void {
    let top = y;
    for (const line of block.lines) {
      const spare = block.width - line.width;
      let pen = x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2);
      for (const { word, font } of line.pieces) {
        const { format } = font;
        const lift = LIFT * format.size + font.rise;
        const baseline = top + line.height - (line.height - font.height) / 2 - format.descent - lift;
        if (font.underline && word.width > 0)
          canvas.rect(
            pen,
            baseline - format.font.underline.top * format.size,
            word.width,
            format.font.underline.thickness * format.size,
            font.color,
          );
        for (const part of word.parts) {
          canvas.add({
            kind: 'text',
            font: part.font.key,
            size: part.size,
            x: pen,
            y: baseline,
            text: part.text,
            color: font.color,
            ...(part.glyphs !== undefined && { glyphs: part.glyphs }),
            ...(font.opacity < 1 && { opacity: font.opacity }),
          });
          pen += part.width;
        }
      }
      top += line.height;
    }
  }

  /** Turned clockwise about the middle of its box, which stands at x and y. */
  paintTurned(canvas: Canvas, block: Block, x: number, y: number, degrees: number): void {
    if (degrees === 0) {
      this.paint(canvas, block, x - block.width / 2, y - block.height / 2);
      return;
    }
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    canvas.through([cos, sin, -sin, cos, x, y], () =>
      this.paint(canvas, block, -block.width / 2, -block.height / 2),
    );
  }

  /** As much of a text as fits, and dots. */
  cut(text: string, font: Font, width: number): string {
    if (font.format.measureWord(text).width <= width) return text;
    const letters = [...text.slice(0, 400)];
    while (letters.length > 1 && font.format.measureWord(`${letters.join('')}…`).width > width) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }
}

const stacked = (lines: readonly Line[]): Block => ({
  lines,
  width: Math.max(0, ...lines.map((line) => line.width)),
  height: lines.reduce((sum, line) => sum + line.height, 0),
});

/** What a turned box takes across and down. */
export const turnedSize = (
  { width, height }: Block,
  degrees: number,
): { readonly width: number; readonly height: number } => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
};
