/**
 * TextRuns: words of a line → text items. Neighbours of one format become one: blanks between words included, stretched by
 * the line's `wordSpacing`.
 */
import { isDark } from '../../wml/colors.ts';
import type { Color, TextItem } from '../display-list.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Line } from '../inline/lines.ts';
import { withLetterLook } from '../text/letter-effects.ts';
import type { WordPart } from '../text/measure-words.ts';
import type { TextFormat } from '../text/text-format.ts';

export const textColor = (format: TextFormat, ground: Color | undefined): Color =>
  format.color ??
  (format.highlight === undefined && ground !== undefined && isDark(ground) ? 0xffffff : 0x000000);

export class TextRuns {
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
        /** Blanks that justification left as they are: what follows is an item of its own. */
        isFixed: boolean;
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
        !open.isFixed &&
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
        const isFixed = stretch === 0 && this.#line.wordSpacing !== 0 && part.text.trim() === '';
        this.#open = { format, part, text: part.text, x: at, end: at + part.width + stretch, y, isFixed };
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

const hasPlainLetters = ({ spacing, scale, properties, letters }: TextFormat): boolean =>
  spacing === 0 && scale === 1 && properties.outline !== true && letters === undefined;

/** `y` is the baseline, raised as the format is. */
export const textItem = (
  { text, x, y }: { readonly text: string; readonly x: number; readonly y: number },
  { font, size, glyphs }: Pick<WordPart, 'font' | 'size'> & Partial<Pick<WordPart, 'glyphs'>>,
  format: TextFormat,
  ground: Color | undefined,
  wordSpacing: number,
): TextItem => {
  const color = textColor(format, ground);
  const plain: TextItem = { kind: 'text', font: font.key, size, x, y, text, color };
  // Most text is; what it does not have is not asked for one by one.
  if (glyphs === undefined && wordSpacing === 0 && hasPlainLetters(format)) return plain;
  const item: TextItem = {
    ...plain,
    ...(glyphs !== undefined && { glyphs }),
    ...(format.spacing !== 0 && { letterSpacing: format.spacing }),
    ...(wordSpacing !== 0 && { wordSpacing }),
    ...(format.scale !== 1 && { scale: format.scale }),
    ...(format.properties.outline === true && { outline: 0.5 }),
  };
  if (format.letters === undefined) return item;
  return withLetterLook(item, format.letters, format, font.measure(text) * size * format.scale);
};
