/** One library for a test file, without the machine's own fonts: the same answers everywhere. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openFace } from '../../src/fonts/face.ts';
import type { Face } from '../../src/fonts/font.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';

export const bundledLibrary = () => openFontLibrary({ system: false });

const require = createRequire(import.meta.url);

/** A copy that a test may change. For instance `carlito/400Regular/Carlito_400Regular.ttf`. */
export const bundledFile = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(require.resolve(`@expo-google-fonts/${path}`)));

export const CARLITO = 'carlito/400Regular/Carlito_400Regular.ttf';
export const LATO = 'lato/400Regular/Lato_400Regular.ttf';

export const bundledFace = (path: string): Face => openFace({ id: path, bytes: bundledFile(path) });

/** A font with CFF outlines, which no package of ours ships but this one. */
export const cffFile = (): Uint8Array =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../node_modules/bwip-js/fonts/Inconsolata.otf')));
