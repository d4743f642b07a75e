/** Tables laid out, and what stands where on their pages. */
import { openFontLibrary } from '../../src/fonts/library.ts';
import type { DisplayList, RectItem, TextItem } from '../../src/layout/display-list.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import type { WordDocument } from '../../src/wml/model.ts';

const fonts = await openFontLibrary();

/** Documents of `build.ts` have A4 pages with margins of 72 points: this is where their text begins, and its width. */
export const LEFT = 72;
export const TOP = 72;
export const WIDTH = 595.3 - 144;
export const BOTTOM = 841.9 - 72;
/** Carlito at 11 points, single-spaced; a line of half a point. */
export const LINE = 11 * 1.2207;
export const THIN = 0.5;
/** 108 twips. */
export const MARGIN = 5.4;

export interface Page {
  readonly texts: readonly TextItem[];
  readonly rects: readonly RectItem[];
}

/** A compatibility mode, or settings of another kind. */
type Wanted = number | Partial<WordDocument['settings']>;

export const layoutList = (file: Uint8Array, wanted: Wanted = 15): DisplayList => {
  const document = readDocument(openDocx(file));
  const changed = typeof wanted === 'number' ? { compatibilityMode: wanted } : wanted;
  return layoutDocument({ ...document, settings: { ...document.settings, ...changed } }, fonts).list;
};

export const layout = (file: Uint8Array, wanted: Wanted = 15): readonly Page[] =>
  pagesOf(layoutList(file, wanted));

const pagesOf = (list: DisplayList): readonly Page[] =>
  list.pages.map(({ items }) => ({
    texts: items.filter((item) => item.kind === 'text'),
    rects: items.filter((item) => item.kind === 'rect'),
  }));

/** How wide a text would be in the look of another. */
export const widthIn = (item: TextItem | undefined, text: string): number =>
  item === undefined ? 0 : fonts.byKey(item.font).measure(text) * item.size;

/** The first text of the page that says this. */
export const find = (page: Page | undefined, text: string): TextItem => {
  const found = page?.texts.find((item) => item.text === text);
  if (found === undefined)
    throw new Error(`no "${text}" among ${page?.texts.map((item) => item.text).join(' | ')}`);
  return found;
};

export const words = (page: Page | undefined): readonly string[] => page?.texts.map(({ text }) => text) ?? [];

/** Upright lines at their middles, without repetition, from left to right. */
export const uprights = (page: Page | undefined): readonly number[] =>
  distinct(
    (page?.rects ?? [])
      .filter(({ width, height }) => width < 6 && height > 6)
      .map(({ x, width }) => x + width / 2),
  );

/** Tops of level lines. */
export const levels = (page: Page | undefined): readonly number[] =>
  distinct((page?.rects ?? []).filter(({ width, height }) => height < 6 && width > 6).map(({ y }) => y));

const distinct = (values: readonly number[]): readonly number[] =>
  [...new Set(values.map((value) => Math.round(value * 100) / 100))].sort((a, b) => a - b);

/** From one to the next. */
export const steps = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? 0));
