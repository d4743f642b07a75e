/**
 * drawText :: a text call of Windows → text items: real letters, at the advances that the metafile gives them
 */
import type { Font } from '../fonts/font.ts';
import { badImage } from '../images/decode/guard.ts';
import type { Item, Matrix } from '../layout/display-list.ts';
import type { GdiDevice } from './gdi-device.ts';
import { type Bounds, rectanglePath } from './gdi-paths.ts';
import type { GdiFont, Point } from './gdi-state.ts';
import { drawMarlett, isMarlett } from './marlett.ts';

interface GdiText {
  readonly text: string;
  readonly at: Point;
  /** Logical advances of the UTF-16 units; the font's own where absent. */
  readonly advances?: readonly number[] | undefined;
  readonly options: number;
  /** For backgrounds and clipping. */
  readonly bounds?: Bounds | undefined;
}

const ETO_OPAQUE = 2;
const ETO_CLIPPED = 4;
const ETO_GLYPH_INDEX = 0x10;
const TA_UPDATECP = 1;
const TA_RIGHT = 2;
const TA_CENTER = 6;
const TA_BOTTOM = 8;
const TA_BASELINE = 24;

/** Letters that join, or run the other way: they would need shaping, which advances of single letters do not go with. */
const SHAPED = /[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const UNSEEN = /^[\s\u0000-\u001f\u00a0\u200b-\u200f\ufeff]$/;

const CLASSES = ['auto', 'roman', 'swiss', 'modern', 'script', 'decorative'] as const;

const fontOf = (device: GdiDevice, { family, bold, italic, pitchAndFamily, charset }: GdiFont): Font =>
  device.fonts.resolve({
    family: family === '' ? 'Arial' : family,
    bold,
    italic,
    familyClass: charset === 2 ? 'decorative' : (CLASSES[pitchAndFamily >> 4] ?? 'auto'),
    ...((pitchAndFamily & 3) === 1 && { fixedPitch: true }),
  });

export const drawText = (device: GdiDevice, call: GdiText): void => {
  const { state } = device;
  const { options, bounds } = call;
  if ((options & ETO_OPAQUE) !== 0 && bounds !== undefined)
    device.fill(device.map(rectanglePath(bounds)), state.background);
  if (call.text === '') return;
  if (device.path !== undefined) throw badImage('it cuts along letters');
  if ((options & ETO_GLYPH_INDEX) !== 0) throw badImage('it names letters by numbers of a font');
  if (SHAPED.test(call.text)) throw badImage('it has letters that join');

  const font = fontOf(device, state.font);
  if (isMarlett(state.font.family) && font.quality !== 'exact') {
    // As it is used: from above, upright.
    if ((state.textAlign & (TA_BASELINE | TA_CENTER | TA_UPDATECP)) !== 0)
      throw badImage('no font has its letters');
    drawMarlett(device, call.text, call.at, Math.abs(state.font.height));
    return;
  }
  const set = typeset(device, call, font);
  const along = alignment(state.textAlign, set.length);
  const down = verticalShift(state.textAlign, font, set.size);
  const updates = (state.textAlign & TA_UPDATECP) !== 0;
  const [x, y] = moveBy(device.matrix, updates ? state.position : call.at);
  const angle = angleOf(device.matrix) - (state.font.escapement / 10) * (Math.PI / 180);
  const items: Item[] = [];
  const upright = Math.abs(angle) < 1e-6;
  const origin: Point = upright ? [x + along, y + down] : [along, down];
  const [ascent, descent] = [font.line.ascent * set.size, font.line.descent * set.size];
  if (state.opaque && (options & ETO_OPAQUE) === 0)
    items.push({
      kind: 'rect',
      x: origin[0],
      y: origin[1] - ascent,
      width: set.length,
      height: ascent + descent,
      fill: state.background,
    });
  for (const piece of set.pieces) items.push(textItem(piece, set, origin, state.textColor));
  for (const rule of [
    ...(state.font.underline ? [font.underline] : []),
    ...(state.font.strikeout ? [font.strike] : []),
  ])
    items.push({
      kind: 'rect',
      x: origin[0],
      y: origin[1] - rule.top * set.size,
      width: set.length,
      height: rule.thickness * set.size,
      fill: state.textColor,
    });

  const outer = state.clips;
  if ((options & ETO_CLIPPED) !== 0 && bounds !== undefined) device.clip(device.map(rectanglePath(bounds)));
  if (!upright) device.add({ kind: 'push', matrix: turn(angle, x, y) });
  for (const item of items) device.add(item);
  if (!upright) device.add({ kind: 'pop' });
  if (device.state.clips !== outer) device.setLook({ clips: outer });
  if (updates) device.setLook({ position: [state.position[0] + set.length / set.across, state.position[1]] });
};

interface Piece {
  readonly font: Font;
  text: string;
  readonly x: number;
  readonly ids: number[];
  readonly advances: number[];
  readonly clusters: number[];
}

interface Typeset {
  readonly pieces: readonly Piece[];
  readonly length: number;
  /** Of the em and its width, in the picture's units. */
  readonly size: number;
  readonly scale: number;
  /** The picture's units in a logical one, along the text. */
  readonly across: number;
}

const typeset = (device: GdiDevice, { text, advances }: GdiText, font: Font): Typeset => {
  const { state, matrix } = device;
  const { height, width } = state.font;
  const [across, up] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])];
  const em = height < 0 ? -height : height > 0 ? height / font.line.height : 12;
  const size = em * up;
  const average = averageWidth(font);
  const natural = up === 0 ? 1 : across / up;
  const scale = width === 0 ? natural : (natural * Math.abs(width)) / (average * em || 1);
  const pieces: Piece[] = [];
  let pen = 0;
  for (let index = 0; index < text.length; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const character = String.fromCodePoint(codePoint);
    const drawn = UNSEEN.test(character) ? font : device.fonts.fontFor(codePoint, font);
    if (!UNSEEN.test(character) && !drawn.has(codePoint)) throw badImage('no font has one of its letters');
    const own = drawn.advance(codePoint) * size * scale;
    let advance = own;
    if (advances !== undefined) {
      advance = 0;
      for (let unit = 0; unit < character.length; unit++) advance += (advances[index + unit] ?? 0) * across;
    }
    let piece = pieces.at(-1);
    if (piece === undefined || piece.font !== drawn) {
      piece = { font: drawn, text: '', x: pen, ids: [], advances: [], clusters: [] };
      pieces.push(piece);
    }
    piece.ids.push(drawn.glyphFor(codePoint));
    piece.advances.push(size * scale === 0 ? 0 : advance / (size * scale));
    piece.clusters.push(piece.text.length);
    piece.text += character;
    pen += advance;
    index += character.length;
  }
  return { pieces, length: pen, size, scale, across };
};

const textItem = (piece: Piece, { size, scale }: Typeset, [x, y]: Point, color: number): Item => ({
  kind: 'text',
  font: piece.font.key,
  size,
  x: x + piece.x,
  y,
  text: piece.text,
  color,
  glyphs: { ids: piece.ids, advances: piece.advances, clusters: piece.clusters },
  ...(Math.abs(scale - 1) > 1e-3 && { scale }),
});

/** OS/2, xAvgCharWidth: what Windows compares the width of a logical font with. */
const averageWidth = ({ face }: Font): number => {
  const table = face.sfnt().table('OS/2');
  return (table.byteLength >= 4 ? table.getInt16(2) / face.unitsPerEm : 0) || 0.45;
};

const alignment = (align: number, length: number): number => {
  if ((align & TA_CENTER) === TA_CENTER) return -length / 2;
  return (align & TA_RIGHT) !== 0 ? -length : 0;
};

const verticalShift = (align: number, font: Font, size: number): number => {
  if ((align & TA_BASELINE) === TA_BASELINE) return 0;
  return (align & TA_BOTTOM) !== 0 ? -font.line.descent * size : font.line.ascent * size;
};

const moveBy = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** Text is never mirrored: a mapping that only stretches leaves it upright. */
const angleOf = ([a, b, c]: Matrix): number =>
  Math.abs(b) < 1e-9 && Math.abs(c) < 1e-9 ? 0 : Math.atan2(b, a);

const turn = (angle: number, x: number, y: number): Matrix => [
  Math.cos(angle),
  Math.sin(angle),
  -Math.sin(angle),
  Math.cos(angle),
  x,
  y,
];

/** Of the charsets that letters of one or two bytes are in ([MS-WMF] 2.1.1.5). */
const ENCODINGS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const SYMBOL_CHARSET = 2;

export const decodeText = (bytes: Uint8Array, charset: number): string =>
  charset === SYMBOL_CHARSET
    ? Array.from(bytes, (byte) => String.fromCharCode(byte < 0x20 ? byte : 0xf000 + byte)).join('')
    : new TextDecoder(ENCODINGS[charset] ?? 'windows-1252').decode(bytes);

/** Whether a letter takes more than one byte: then advances, which count bytes, do not count letters. */
export const isMultiByte = (charset: number): boolean => charset >= 128 && charset <= 136;
