/** The thread's side of the native engine: fonts are opened once, documents come and go as plain data. */
import { workerData } from 'node:worker_threads';
import { type ErrorData, errorToData } from '../../errors.ts';
import type { FontLibrary } from '../../fonts/font.ts';
import { type FontLibraryOptions, openFontLibrary } from '../../fonts/library.ts';
import { convertNatively, type NativeOptions, type NativeResult } from './convert-native.ts';

export interface NativeTask {
  readonly docx: Uint8Array;
  readonly options: NativeOptions;
}

export type NativeAnswer =
  | { readonly ok: true; readonly result: NativeResult }
  | { readonly ok: false; readonly error: ErrorData };

let library: Promise<FontLibrary> | undefined;

const fontOptions = (): FontLibraryOptions => {
  // Piscina wraps what it hands to its threads.
  const data: unknown = Array.isArray(workerData) ? workerData[1] : workerData;
  return typeof data === 'object' && data !== null && 'fonts' in data
    ? (data.fonts as FontLibraryOptions)
    : {};
};

const convert = async ({ docx, options }: NativeTask): Promise<NativeAnswer> => {
  try {
    library ??= openFontLibrary(fontOptions());
    return { ok: true, result: convertNatively(docx, await library, options) };
  } catch (error) {
    return { ok: false, error: errorToData(error) };
  }
};

export default convert;
