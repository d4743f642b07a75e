/** The task of a layout process: fonts are opened once, documents come and go as plain data. */
import type { FontLibrary } from '../../fonts/font.ts';
import { type FontLibraryOptions, openFontLibrary } from '../../fonts/library.ts';
import { convertNatively, type NativeOptions, type NativeResult } from './convert-native.ts';

export interface LayoutSettings {
  readonly fonts: FontLibraryOptions;
}

export interface LayoutTask {
  readonly docx: Uint8Array;
  readonly options: NativeOptions;
}

let library: Promise<FontLibrary> | undefined;
let fontOptions: FontLibraryOptions = {};

export const prepare = async ({ fonts }: LayoutSettings): Promise<void> => {
  fontOptions = fonts;
  // Whoever converts hears of an error.
  await openFonts().catch(() => undefined);
};

const openFonts = (): Promise<FontLibrary> => {
  library ??= openFontLibrary(fontOptions);
  return library;
};

export const lay = async ({ docx, options }: LayoutTask): Promise<NativeResult> =>
  convertNatively(docx, await openFonts(), options);
