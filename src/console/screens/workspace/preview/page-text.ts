/** piecesOf :: text of a PDF page → where each piece of it stands, in a font that every browser has. */
import { Util } from 'pdfjs-dist';
import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PageViewport } from 'pdfjs-dist/types/src/display/page_viewport.js';
import type { TextPiece } from './pdf-messages.ts';

/** CSS pixels; widths grow evenly with the size, so that one is measured for all. */
const MEASURED_AT = 100;

const context = new OffscreenCanvas(1, 1).getContext('2d');

export const piecesOf = ({ items, styles }: TextContent, viewport: PageViewport): TextPiece[] => {
  const pieces: TextPiece[] = [];
  for (const item of items) {
    if (!('str' in item) || (item.str === '' && !item.hasEOL)) continue;
    const style = styles[item.fontName];
    pieces.push(pieceOf(item, viewport, style?.fontFamily ?? 'sans-serif', style?.vertical === true));
  }
  return pieces;
};

const pieceOf = (
  item: TextItem,
  viewport: PageViewport,
  fontFamily: string,
  isVertical: boolean,
): TextPiece => {
  const [a, b, c, d, x, y] = Util.transform(viewport.transform, item.transform) as unknown as Six;
  const fontSize = Math.hypot(c, d);
  const angle = Math.atan2(b, a) + (isVertical ? Math.PI / 2 : 0);
  const { ascent, widthOf } = fontOf(fontFamily);
  const own = (widthOf(item.str) * fontSize) / MEASURED_AT;
  const wanted = (isVertical ? item.height : item.width) * viewport.scale;
  const letters = [...item.str].length;
  return {
    text: item.str,
    left: rounded(x + ascent * fontSize * Math.sin(angle)),
    top: rounded(y - ascent * fontSize * Math.cos(angle)),
    fontSize: rounded(fontSize),
    fontFamily,
    spacing: letters === 0 ? 0 : rounded((wanted - own) / letters),
    angle: rounded((angle * 180) / Math.PI),
    isRightToLeft: item.dir === 'rtl',
    endsLine: item.hasEOL,
  };
};

type Six = readonly [number, number, number, number, number, number];

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Font {
  /** Of the font's height: how much of it is above the base line. */
  readonly ascent: number;
  readonly widthOf: (text: string) => number;
}

const fonts = new Map<string, number>();

const fontOf = (family: string): Font => {
  if (context === null) return { ascent: 0.8, widthOf: () => 0 };
  context.font = `${MEASURED_AT}px ${family}`;
  let ascent = fonts.get(family);
  if (ascent === undefined) {
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText('');
    ascent = above > 0 ? above / (above + below) : 0.8;
    fonts.set(family, ascent);
  }
  return { ascent, widthOf: (text) => context.measureText(text).width };
};
