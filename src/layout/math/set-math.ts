/**
 * MathSetter :: MathNode → MathBox
 *
 * Rows and letters; what stands over, under and around them is in `structures.ts` and `stacks.ts`. The rules are those of the
 * OpenType MATH table, which are TeX's; where Word does otherwise, it says so.
 */
import type { MathNode, MathText } from '../../wml/math/model.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import { isUnary, type MathClass, mathCharacter, mathClass, spaceBetween } from './characters.ts';
import { EMPTY, type MathBox, type MathLetters, type MathPiece, type Placed, together } from './math-box.ts';
import type { Grown, MathFont } from './math-font.ts';
import { item, type MathItem, type MathSettings, type MathStyle, type Setter } from './setting.ts';
import { setArray, setLimit, setMatrix, setNary, setStacked } from './stacks.ts';
import { setDelimiters, setFraction, setRadical, setScripts } from './structures.ts';

/** Of the script sizes in hundredths, as Cambria Math has them; Word cuts to half points [M]. */
const LEVELS = [1, 0.73, 0.6];
/** A blank of Cambria Math. */
const BLANK = 0.22;

export class MathSetter implements Setter {
  readonly settings: MathSettings;
  readonly font: MathFont;

  constructor(settings: MathSettings) {
    this.settings = settings;
    this.font = settings.font;
  }

  sizeOf(run: RunProperties, { level }: MathStyle): number {
    const { size } = this.settings.formatOf(run);
    return level === 0 ? size : Math.max(1, Math.floor(size * (LEVELS[level] ?? 1) * 2) / 2);
  }

  box(node: MathNode, style: MathStyle): MathBox {
    return this.joined(this.items(node, style), style);
  }

  items(node: MathNode, style: MathStyle): readonly MathItem[] {
    this.settings.tick();
    switch (node.kind) {
      case 'row':
        return node.children.flatMap((child) => this.items(child, style));
      case 'text':
        return node.normal ? this.#words(node, style) : this.#letters(node, style);
      case 'break':
        return [{ box: EMPTY, left: 'ord', right: 'ord', run: node.run, mark: 'break' }];
      case 'function':
        return [item(this.box(node.name, style), 'op', node.run), ...this.items(node.body, style)];
      case 'nary':
        return [item(setNary(this, node, style), 'op', node.run), ...this.items(node.body, style)];
      case 'scripts': {
        const base = this.items(node.base, style).filter(({ mark }) => mark !== 'blank');
        const [left, right] = [base[0]?.left ?? 'ord', base.at(-1)?.right ?? 'ord'];
        return [{ ...item(setScripts(this, node, style), 'ord', node.run), left, right }];
      }
      case 'delimiters': {
        const { box, tall } = setDelimiters(this, node, style);
        return [
          tall
            ? item(box, 'inner', node.run)
            : { ...item(box, 'ord', node.run), left: 'open', right: 'close' },
        ];
      }
      case 'fraction':
        if (node.type !== 'lin') return [item(setFraction(this, node, style), 'inner', node.run)];
        return [
          ...this.items(node.numerator, style),
          ...this.#letters(
            {
              kind: 'text',
              text: '/',
              style: 'p',
              script: 'roman',
              normal: false,
              aligns: false,
              run: node.run,
            },
            style,
          ),
          ...this.items(node.denominator, style),
        ];
      case 'radical':
        return [item(setRadical(this, node, style), 'ord', node.run)];
      case 'matrix':
        return [item(setMatrix(this, node, style), 'ord', node.run)];
      case 'array':
        return [item(setArray(this, node, style), 'ord', node.run)];
      case 'limit': {
        const inner = this.items(node.body, style)[0];
        return [item(setLimit(this, node, style), inner?.left === 'op' ? 'op' : 'ord', node.run)];
      }
      case 'accent':
      case 'bar':
      case 'group':
      case 'border':
        return [item(setStacked(this, node, style), 'ord', node.run)];
      case 'phantom': {
        const body = this.box(node.body, style);
        const box: MathBox = {
          ...body,
          width: node.width ? body.width : 0,
          ascent: node.ascent ? body.ascent : 0,
          descent: node.descent ? body.descent : 0,
          pieces: node.shown ? body.pieces : [],
        };
        return [item(box, 'ord', node.run)];
      }
    }
  }

  joined(items: readonly MathItem[], style: MathStyle): MathBox {
    const only = items[0];
    if (items.length === 1 && only !== undefined && only.mark === undefined) return only.box;
    return this.row(withSpaces(items, style.level > 0), style);
  }

  /** Side by side; the room before the first is left away. */
  row(spaced: readonly Spaced[], style: MathStyle): MathBox {
    const placed: Placed[] = [];
    let x = 0;
    for (const [index, { item: one, space }] of spaced.entries()) {
      if (index > 0) x += space * this.sizeOf(one.run, style);
      placed.push({ box: one.box, x, y: 0 });
      // A letter that leans keeps its distance from what follows.
      x += one.box.width + (index === spaced.length - 1 ? 0 : one.box.italic);
    }
    const last = spaced.at(-1)?.item.box;
    return {
      ...together(placed, x),
      italic: last?.italic ?? 0,
      // What is raised or lowered beside a word stands as it does beside a letter [M].
      letter: spaced.every(({ item: one }) => one.box.letter),
      ...(last?.last !== undefined && { last: last.last }),
    };
  }

  /** Words in the document's own font, as small as what they stand in. */
  #words(node: MathText, style: MathStyle): readonly MathItem[] {
    const format = this.settings.formatOf(node.run);
    const word = format.measureWord(node.text);
    const scale = format.size > 0 ? this.sizeOf(node.run, style) / format.size : 1;
    let x = 0;
    const pieces = word.parts.map((part): MathPiece => {
      const piece: MathLetters = {
        kind: 'letters',
        x: x * scale,
        y: -format.rise,
        font: part.font,
        size: part.size * scale,
        text: part.text,
        glyphs: part.glyphs,
        format,
      };
      x += part.width;
      return piece;
    });
    const size = format.size * scale;
    const box: MathBox = {
      width: word.width * scale,
      ascent: format.font.capHeight * size,
      descent: (format.font.line.descent * size) / 2,
      italic: 0,
      letter: true,
      pieces,
    };
    return [item(box, 'ord', node.run)];
  }

  #letters(node: MathText, style: MathStyle): readonly MathItem[] {
    const out: MathItem[] = [];
    let word: number[] = [];
    const flush = (): void => {
      if (word.length > 0) out.push(item(this.lettersBox(word, node.run, style), 'ord', node.run));
      word = [];
    };
    const size = this.sizeOf(node.run, style);
    for (const character of node.text) {
      const codePoint = mathCharacter(character.codePointAt(0) ?? 0, node.style, node.script);
      const kind = mathClass(codePoint);
      if (/\s/.test(character)) {
        flush();
        out.push({ ...item({ ...EMPTY, width: BLANK * size }, 'ord', node.run), mark: 'blank' });
      } else if (character === '&') {
        flush();
        out.push({ ...item(EMPTY, 'ord', node.run), mark: 'align' });
      } else if (kind === 'ord') word.push(codePoint);
      else {
        flush();
        out.push(item(this.lettersBox([codePoint], node.run, style), kind, node.run));
      }
    }
    flush();
    const [first] = out;
    if (node.aligns && first !== undefined) out[0] = { ...first, aligns: true };
    return out;
  }

  lettersBox(codePoints: readonly number[], run: RunProperties, style: MathStyle): MathBox {
    const format = this.settings.formatOf(run);
    const size = this.sizeOf(run, style);
    const pieces: MathPiece[] = [];
    let [x, ascent, descent, italic] = [0, 0, 0, 0];
    let open:
      | {
          font: MathLetters['font'];
          text: string;
          ids: number[];
          advances: number[];
          clusters: number[];
          x: number;
        }
      | undefined;
    const flush = (): void => {
      if (open === undefined) return;
      const { font, text, ids, advances, clusters, x: at } = open;
      pieces.push({
        kind: 'letters',
        x: at,
        y: 0,
        font,
        size,
        text,
        glyphs: { ids, advances, clusters },
        format,
      });
    };
    for (const codePoint of codePoints) {
      const glyph = this.font.glyph(codePoint);
      if (glyph.id === 0) this.settings.missing(codePoint);
      if (open === undefined || open.font !== glyph.font) {
        flush();
        open = { font: glyph.font, text: '', ids: [], advances: [], clusters: [], x };
      }
      open.ids.push(glyph.id);
      const advance = style.level === 0 ? glyph.advance : this.font.smallAdvance(codePoint);
      open.advances.push(advance);
      open.clusters.push(open.text.length);
      open.text += String.fromCodePoint(codePoint);
      x += advance * size;
      ascent = Math.max(ascent, glyph.ascent * size);
      descent = Math.max(descent, glyph.descent * size);
      italic = glyph.italic * size;
    }
    flush();
    const last = this.font.glyph(codePoints.at(-1) ?? 0);
    return {
      width: x,
      ascent,
      descent,
      italic,
      letter: true,
      pieces,
      ...(last.font === this.font.font && { last: { glyph: last.id, size } }),
    };
  }

  /** A sign that has grown, its middle on the axis where it is to be. */
  grownBox(
    grown: Grown,
    text: string,
    { run, size, centred }: { readonly run: RunProperties; readonly size: number; readonly centred: boolean },
  ): MathBox {
    const axis = this.font.constant('axisHeight');
    const shift = centred ? (grown.top + grown.bottom) / 2 - axis : 0;
    const font = this.font.glyph(text.codePointAt(0) ?? 0).font;
    return {
      width: grown.width * size,
      ascent: (grown.top - shift) * size,
      descent: (shift - grown.bottom) * size,
      italic: 0,
      letter: false,
      pieces: [
        {
          kind: 'letters',
          x: 0,
          y: shift * size,
          font,
          size,
          text,
          glyphs: grown.glyphs,
          format: this.settings.formatOf(run),
        },
      ],
    };
  }
}

export interface Spaced {
  readonly item: MathItem;
  /** Before it, in em. */
  readonly space: number;
}

export const withSpaces = (items: readonly MathItem[], small: boolean): readonly Spaced[] => {
  const solid = items.filter(({ mark }) => mark !== 'blank' && mark !== 'align');
  // Who is a sign between two others, and who belongs to what follows.
  const kinds = new Map<MathItem, { readonly left: MathClass; readonly right: MathClass }>();
  let before: MathClass | undefined;
  for (const [index, one] of solid.entries()) {
    const unary = one.left === 'bin' && isUnary(before, solid[index + 1]?.left);
    const kind = unary ? ({ left: 'ord', right: 'ord' } as const) : { left: one.left, right: one.right };
    kinds.set(one, kind);
    before = one.mark === 'break' ? undefined : kind.right;
  }
  let last: MathClass | undefined;
  return items.map((one) => {
    const kind = kinds.get(one);
    if (kind === undefined || one.mark === 'break') {
      if (one.mark === 'break') last = undefined;
      return { item: one, space: 0 };
    }
    const space = last === undefined ? 0 : spaceBetween(last, kind.left, small);
    last = kind.right;
    return { item: one, space };
  });
};
