/** The thread's side of the native engine: fonts are opened once, documents come and go as plain data. */
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type ErrorData, errorToData } from '../../errors.ts';
import type { FontLibrary } from '../../fonts/font.ts';
import { type FontLibraryOptions, openFontLibrary } from '../../fonts/library.ts';
import { tellPackingTo } from '../../packing.ts';
import { convertNatively, type NativeOptions, type NativeResult } from './convert-native.ts';

export interface NativeTask {
  readonly docx: Uint8Array;
  readonly options: NativeOptions;
  /** Where the thread tells when it packs. */
  readonly packing: Int32Array;
}

export type NativeAnswer =
  | { readonly ok: true; readonly result: NativeResult }
  | { readonly ok: false; readonly error: ErrorData };

let library: Promise<FontLibrary> | undefined;

export const openFonts = (): Promise<FontLibrary> => {
  library ??= openFontLibrary(fontOptions());
  return library;
};

const fontOptions = (): FontLibraryOptions => {
  // Piscina wraps what it hands to its threads.
  const data: unknown = Array.isArray(workerData) ? workerData[1] : workerData;
  return typeof data === 'object' && data !== null && 'fonts' in data
    ? (data.fonts as FontLibraryOptions)
    : {};
};

const convert = async ({ docx, options, packing }: NativeTask) => {
  tellPackingTo(packing);
  try {
    const result = convertNatively(docx, await openFonts(), options);
    return moved({ ok: true, result }, result.kind === 'converted' ? result.pdf : undefined);
  } catch (error) {
    return { ok: false, error: errorToData(error) } satisfies NativeAnswer;
  }
};

/** The file changes threads without a copy, unless it shares its memory with others. */
const moved = (answer: NativeAnswer, file: Uint8Array | undefined) => {
  const own = file !== undefined && file.byteLength === file.buffer.byteLength;
  return move({ [transferableSymbol]: own ? [file.buffer] : [], [valueSymbol]: answer });
};

export default convert;
