/**
 * styleTexts :: pages → what a STYLEREF in the header or footer of a page says (ECMA-376 §17.16.5.59)
 *
 * The first text of the style on the page, else the last one before it.
 */
import type { StyleSheet } from '../wml/style-sheet.ts';
import type { Canvas } from './draw/canvas.ts';

export const styleTexts =
  (pages: readonly { readonly canvas: Canvas }[], index: number, styles: StyleSheet) =>
  (name: string): string | undefined => {
    const id = styleIdOf(name, styles);
    if (id === undefined) return undefined;
    const own = pages[index]?.canvas.styled.find(({ styleId }) => styleId === id);
    if (own !== undefined) return own.text;
    for (let at = index - 1; at >= 0; at--) {
      const before = pages[at]?.canvas.styled.findLast(({ styleId }) => styleId === id);
      if (before !== undefined) return before.text;
    }
    return undefined;
  };

/** By its name or one of its aliases, or the level of a heading. */
const styleIdOf = (name: string, styles: StyleSheet): string | undefined => {
  const level = /^[1-9]$/.exec(name.trim())?.[0];
  const names = (level === undefined ? name : `heading ${level}`)
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  for (const [id, style] of styles.byId) {
    if (names.includes(style.name.toLowerCase())) return id;
  }
  return undefined;
};
