/** emitQr, emitBarcode :: text × options → a run with the symbol as a picture */

import { dataError } from '../../errors.ts';
import { encodePng } from '../../images/png-encode.ts';
import { EMU_PER_CENTIMETRE, EMU_PER_INCH, type Emu, emu } from '../../units.ts';
import { drawSymbol, symbolType } from './barcode-symbol.ts';
import { checkedOptions } from './content-options.ts';
import type { ContentOptions } from './content-value.ts';
import { imageRuns, readImageOptions } from './image-emit.ts';
import type { ImageValue } from './image-value.ts';
import { inShort } from './in-short.ts';
import { readLength } from './lengths.ts';
import type { PartContext } from './part-context.ts';

/** More than any symbology holds (QR: 7,089 digits). */
const MOST_TEXT = 8000;
/** Side of a QR code where no size is given. */
const QR_SIZE = 2.5 * EMU_PER_CENTIMETRE;
/** Narrowest bar where no size is given: 0.33 mm, the nominal size of retail codes (GS1 General Specifications §5). */
const MODULE_POINTS = (0.33 / 25.4) * 72;
/** Quiet zone in modules: ISO/IEC 18004 asks for 4 around a QR code, linear codes for 10 at either end. */
const QR_MARGIN = 4;
const LINEAR_MARGIN = 10;
/** Pixels a module: a 2.5 cm QR code comes out at about 600 dpi, finer than any printer's edge. */
const LINEAR_SCALE = 6;
const MATRIX_SCALE = 5;
/** Bar height of a linear code where none is given. */
const BAR_MILLIMETRES = 13;
const EMU_PER_POINT_OF_SYMBOL = EMU_PER_INCH / 72;

/** Types whose modules are squares: both sides follow from one. bwip-js draws those two points wide. */
const MATRIX = /qrcode|datamatrix|aztec|maxicode|dotcode|hanxin|codeone|ultracode|d3aqr|pdf417/i;
const POINTS_PER_MATRIX_MODULE = 2;

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw dataError(`${inShort(value)} is not text for a code.`);
  const text = String(value);
  if (text.length > MOST_TEXT)
    throw dataError(`A code holds ${MOST_TEXT} characters at most; this value has ${text.length}.`);
  return text;
};

interface Symbol {
  readonly png: Uint8Array;
  readonly width: Emu;
  readonly height: Emu;
}

interface SymbolWish {
  readonly type: string;
  readonly text: string;
  readonly withText: boolean;
  readonly margin: number | undefined;
  readonly options: Readonly<Record<string, string>>;
  readonly width: Emu | undefined;
  readonly height: Emu | undefined;
}

const matrixSymbol = ({ type, text, margin = QR_MARGIN, options }: SymbolWish): Symbol => {
  const quiet = margin * POINTS_PER_MATRIX_MODULE;
  const bitmap = drawSymbol({
    type,
    text,
    scale: MATRIX_SCALE,
    withText: false,
    margin: { horizontal: quiet, vertical: quiet },
    options,
  });
  const height = emu(Math.round((QR_SIZE * bitmap.height) / bitmap.width));
  return { png: encodePng({ kind: 'bilevel', ...bitmap }), width: emu(QR_SIZE), height };
};

/**
 * Bars are drawn as high as the wanted box asks for, so that filling the box exactly stretches neither the bars'
 * ratios nor the text below them.
 */
const linearSymbol = ({
  type,
  text,
  withText,
  margin = LINEAR_MARGIN,
  options,
  width,
  height,
}: SymbolWish): Symbol => {
  const draw = (barHeight: number) =>
    drawSymbol({
      type,
      text,
      scale: LINEAR_SCALE,
      barHeight,
      withText,
      margin: { horizontal: margin, vertical: 0 },
      options,
    });
  const usual = (BAR_MILLIMETRES / 25.4) * 72;
  let bitmap = draw(usual / MODULE_POINTS);
  if (height !== undefined) {
    // Points of the symbol for each point on paper, by the width; one module is one point of the symbol.
    const across =
      width === undefined ? (bitmap.width / LINEAR_SCALE) * MODULE_POINTS * EMU_PER_POINT_OF_SYMBOL : width;
    const wantedPixels = (bitmap.width * height) / across;
    const barPixels = (usual / MODULE_POINTS) * LINEAR_SCALE + (wantedPixels - bitmap.height);
    bitmap = draw(Math.max(1, barPixels / LINEAR_SCALE));
  }
  const perPixel = (MODULE_POINTS / LINEAR_SCALE) * EMU_PER_POINT_OF_SYMBOL;
  return {
    png: encodePng({ kind: 'bilevel', ...bitmap }),
    width: emu(Math.round(bitmap.width * perPixel)),
    height: emu(Math.round(bitmap.height * perPixel)),
  };
};

/** A symbol takes some ten milliseconds, and the first one of a process loads two megabytes of script. */
const SYMBOL_BYTES = 1024 * 1024;

/** The symbol as an image value, for tags and for pictures whose alternative text asks for one. */
export const readSymbol = (
  kind: 'qr' | 'barcode',
  value: unknown,
  options: ContentOptions,
  context: PartContext,
  slot?: { readonly width: Emu; readonly height: Emu },
): ImageValue | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  context.handOver(SYMBOL_BYTES);
  const { type = 'code128', size, ecc, margin, text: showText, alt } = checkedOptions(kind, options);
  const named = kind === 'qr' ? 'qrcode' : (symbolType(type) ?? type);
  const whole = context.columnWidth;
  const asked = readImageOptions(kind, options, context);
  const side = readLength(size, { name: 'size', unit: 'cm', whole });
  const width = asked.width ?? side ?? slot?.width;
  const height = asked.height ?? (asked.width === undefined && side === undefined ? slot?.height : undefined);
  const wish: SymbolWish = {
    type: named,
    text,
    withText: showText === undefined || showText === 'true' || showText === 'yes',
    margin: margin === undefined ? undefined : Number(margin),
    options: ecc === undefined ? {} : { eclevel: ecc.toUpperCase() },
    width,
    height,
  };
  const key = `symbol:${JSON.stringify(wish)}`;
  const known = context.memo.get(key) as Symbol | undefined;
  const symbol = known ?? (MATRIX.test(named) ? matrixSymbol(wish) : linearSymbol(wish));
  context.memo.set(key, symbol);
  const inches = { width: symbol.width / EMU_PER_INCH, height: symbol.height / EMU_PER_INCH };
  return {
    image: { kind: 'raster', format: 'png', bytes: symbol.png, ...inches, orientation: 1 },
    width,
    height,
    alt: alt ?? text,
  };
};

const emitSymbol = (
  kind: 'qr' | 'barcode',
  value: unknown,
  options: ContentOptions,
  context: PartContext,
): string => {
  const symbol = readSymbol(kind, value, options, context);
  if (symbol === undefined) return '';
  const { fit, alt } = readImageOptions(kind, options, context);
  // The symbol was made for the box, so filling it is exact; a matrix code in an oblong box keeps its ratio.
  const boxed = symbol.width !== undefined && symbol.height !== undefined;
  return imageRuns(
    boxed ? { ...symbol, width: undefined, height: undefined } : symbol,
    {
      ...(boxed && { width: symbol.width, height: symbol.height }),
      fit,
      alt,
    },
    context,
  );
};

export const emitQr = (value: unknown, options: ContentOptions, context: PartContext): string =>
  emitSymbol('qr', value, options, context);

export const emitBarcode = (value: unknown, options: ContentOptions, context: PartContext): string =>
  emitSymbol('barcode', value, options, context);
