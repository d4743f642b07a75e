/**
 * wordsOf :: package → the words of its pages, each with its box, in points from the top left. Nothing is drawn into a file. Synchronous.
 */
import type { Font, FontLibrary } from '../../fonts/font.ts';
import type { Matrix, Page, TextItem } from '../../layout/display-list.ts';
import { layoutDocument } from '../../layout/layout-document.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { readDocument } from '../../wml/document.ts';
import { type NativeOptions, withDocumentFonts } from './convert-native.ts';

/** Left, top, width and height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

export interface PageOfWords {
  readonly width: number;
  readonly height: number;
  readonly words: readonly (readonly [text: string, ...box: Box])[];
}

export const wordsOf = (
  docx: DocxPackage,
  library: FontLibrary,
  { limits }: Pick<NativeOptions, 'limits'>,
): readonly PageOfWords[] => {
  const document = readDocument(docx);
  docx.forget();
  const fonts = withDocumentFonts(library, document, docx);
  const pages: PageOfWords[] = [];
  layoutDocument(document, fonts, limits, { onPage: (page) => pages.push(wordsOfPage(page, fonts)) });
  return pages;
};

/** A word that may go on in the next item: in another font, or after a spelling mark. */
interface OpenWord {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly baseline: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const wordsOfPage = (page: Page, fonts: FontLibrary): PageOfWords => {
  const words: [string, ...Box][] = [];
  const groups: Matrix[] = [IDENTITY];
  let open: OpenWord | undefined;
  const end = (): void => {
    if (open !== undefined) words.push([open.text, ...boxOf(open, groups.at(-1) ?? IDENTITY)]);
    open = undefined;
  };
  for (const item of page.items) {
    if (item.kind === 'push') {
      end();
      groups.push(item.matrix === undefined ? (groups.at(-1) ?? IDENTITY) : within(groups, item.matrix));
    } else if (item.kind === 'pop') {
      end();
      groups.pop();
    } else if (item.kind === 'text')
      for (const piece of piecesOf(item, fonts.byKey(item.font))) {
        if (open !== undefined && !goesOn(open, piece)) end();
        if (open === undefined) open = { ...piece };
        else {
          open.text += piece.text;
          open.left = Math.min(open.left, piece.left);
          open.right = Math.max(open.right, piece.right);
          open.top = Math.min(open.top, piece.top);
          open.bottom = Math.max(open.bottom, piece.bottom);
        }
      }
  }
  end();
  return { width: rounded(page.width), height: rounded(page.height), words };
};

/** Of a point: a gap that nobody takes for a blank. */
const GAP = 0.5;

const goesOn = (open: OpenWord, piece: OpenWord): boolean =>
  Math.abs(open.baseline - piece.baseline) < GAP &&
  (Math.abs(piece.left - open.right) < GAP || Math.abs(open.left - piece.right) < GAP);

const within = (groups: readonly Matrix[], [a, b, c, d, e, f]: Matrix): Matrix => {
  const [A, B, C, D, E, F] = groups.at(-1) ?? IDENTITY;
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
};

const boxOf = ({ left, top, right, bottom }: OpenWord, [a, b, c, d, e, f]: Matrix): Box => {
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [rounded(x), rounded(y), rounded(Math.max(...xs) - x), rounded(Math.max(...ys) - y)];
};

const rounded = (points: number): number => Math.round(points * 100) / 100;

/** Words of one item, or parts of them: what stands between blanks. */
const piecesOf = (item: TextItem, font: Font): readonly OpenWord[] => {
  const found: OpenWord[] = [];
  const at = placesOf(item, font);
  const { ascent, descent } = font.descriptor;
  for (const { 0: text, index } of item.text.matchAll(/\S+/gu)) {
    const [left, right] = at(index, index + text.length);
    const top = item.y - ascent * item.size;
    const bottom = item.y + Math.abs(descent) * item.size;
    found.push({ text, left, right, top, bottom, baseline: item.y });
  }
  return found;
};

/** From where to where, on the page, characters of an item stand. */
const placesOf = (item: TextItem, font: Font): ((from: number, to: number) => readonly [number, number]) => {
  const { text, glyphs, size, scale = 1, letterSpacing = 0, wordSpacing = 0, x } = item;
  const em = size * scale;
  const spaceAfter = (index: number): number => letterSpacing + (text[index] === ' ' ? wordSpacing : 0);
  if (glyphs === undefined) {
    const starts: number[] = [];
    let pen = x;
    for (let index = 0; index < text.length; ) {
      const code = text.codePointAt(index) ?? 0;
      const units = code > 0xffff ? 2 : 1;
      for (let unit = 0; unit < units; unit += 1) starts.push(pen);
      pen += font.advance(code) * em + spaceAfter(index);
      index += units;
    }
    starts.push(pen);
    return (from, to) => [starts[from] ?? x, (starts[to] ?? pen) - (to > from ? letterSpacing : 0)];
  }
  const pens: number[] = [x];
  for (const [index, advance] of glyphs.advances.entries())
    pens.push((pens[index] ?? x) + advance * em + spaceAfter(glyphs.clusters[index] ?? -1));
  // In visual order, which may be right to left: the outermost of its glyphs.
  return (from, to) => {
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [index, cluster] of glyphs.clusters.entries()) {
      if (cluster < from || cluster >= to) continue;
      left = Math.min(left, pens[index] ?? x);
      right = Math.max(right, pens[index + 1] ?? x);
    }
    return left > right ? [x, x] : [left, right];
  };
};
