/**
 * drawSymbol :: type × text → bitmap
 *
 * bwip-js behind one function. It is two megabytes of script, so it is loaded with the first symbol.
 */
import { createRequire } from 'node:module';
import type * as BwipJs from 'bwip-js';
import { dataError } from '../../errors.ts';
import { BilevelDrawing, type Bitmap, type GlyphSource } from './barcode-raster.ts';
import { inShort } from './in-short.ts';

interface Library {
  readonly render: typeof BwipJs.render;
  readonly FontLib: GlyphSource;
  readonly symbolList: readonly { readonly bcid: string }[];
}

let loaded: Library | undefined;

const library = (): Library => {
  loaded ??= createRequire(import.meta.url)('bwip-js') as Library;
  return loaded;
};

/** Names that people use for what bwip-js calls otherwise. */
const ALIASES: Readonly<Record<string, string>> = {
  qr: 'qrcode',
  aztec: 'azteccode',
  itf: 'interleaved2of5',
  codabar: 'rationalizedCodabar',
  upc: 'upca',
  ean: 'ean13',
  gs1128: 'gs1-128',
};

let byName: ReadonlyMap<string, string> | undefined;

/** bwip-js's name of a type, whatever its case and with or without dashes; undefined for an unknown one. */
export const symbolType = (name: string): string | undefined => {
  byName ??= new Map(library().symbolList.map(({ bcid }) => [bcid.toLowerCase(), bcid]));
  const wanted = name.trim().toLowerCase();
  return (
    byName.get(wanted) ?? byName.get(wanted.replace(/[-_ ]/g, '')) ?? ALIASES[wanted.replace(/[-_ ]/g, '')]
  );
};

export const BARCODE_TYPE_HINT =
  'Common types are code128, code39, ean13, ean8, upca, itf14, isbn, gs1-128, qrcode, datamatrix, pdf417 and azteccode.';

interface SymbolRequest {
  readonly type: string;
  readonly text: string;
  /** Pixels a point, which is how wide bwip-js takes the narrowest bar to be. */
  readonly scale: number;
  /** Height of the bars in points, where the type has bars. */
  readonly barHeight?: number;
  readonly withText: boolean;
  /** Quiet zone on each side, in points. */
  readonly margin: { readonly horizontal: number; readonly vertical: number };
  readonly options?: Readonly<Record<string, string>>;
}

const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** bwip-js says "bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits"; people need what is behind the colon. */
const inWords = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[\w.]*(?:#\d+)?:\s*/, '').replace(/[.\s]*$/, '');
};

export const drawSymbol = ({
  type,
  text,
  scale,
  barHeight,
  withText,
  margin,
  options,
}: SymbolRequest): Bitmap => {
  const { render, FontLib } = library();
  const drawing = new BilevelDrawing(FontLib, {
    horizontal: Math.round(margin.horizontal * scale),
    vertical: Math.round(margin.vertical * scale),
  });
  try {
    return render(
      {
        bcid: type,
        text,
        scale,
        ...(barHeight !== undefined && { height: barHeight / POINTS_PER_MILLIMETRE }),
        ...(withText && { includetext: true }),
        ...options,
      },
      drawing,
    );
  } catch (error) {
    throw dataError(`${inShort(text)} cannot be shown as ${type}: ${inWords(error)}.`);
  }
};
