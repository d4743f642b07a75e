/**
 * stampOf :: text, fonts → page → the page with the text across it
 *
 * Painted last, so that neither a picture nor a shaded table hides it, and marked as decoration: a screen reader does not
 * read it between the lines.
 */
import type { FontLibrary } from '../../fonts/font.ts';
import type { Item, Page } from '../../layout/display-list.ts';

/** Of the page's diagonal: long enough to be seen, short enough to be printed within any printer's margins. */
const LENGTH_SHARE = 0.65;
/** Of the page's shorter side: what keeps a word of three letters from hiding the page. */
const HEIGHT_SHARE = 0.3;
const GRAY = 0x808080;
/** What is beneath stays easy to read. */
const OPACITY = 0.22;

export const stampOf = (text: string, fonts: FontLibrary): ((page: Page) => Page) => {
  let font = fonts.resolve({ family: 'Arial', bold: true });
  // One font for all of it: the first that has what the usual one lacks.
  for (const character of text) font = fonts.fontFor(character.codePointAt(0) ?? 0, font);
  const length = font.measure(text);
  if (!(length > 0)) return (page) => page;

  return (page) => {
    const diagonal = Math.hypot(page.width, page.height);
    const size = Math.min(
      (diagonal * LENGTH_SHARE) / length,
      Math.min(page.width, page.height) * HEIGHT_SHARE,
    );
    // Along the diagonal, from the lower left to the upper right.
    const cos = page.width / diagonal;
    const sin = page.height / diagonal;
    const stamp: readonly Item[] = [
      { kind: 'mark', element: null },
      { kind: 'push', matrix: [cos, -sin, sin, cos, page.width / 2, page.height / 2] },
      {
        kind: 'text',
        font: font.key,
        size,
        x: (-length * size) / 2,
        y: (font.capHeight * size) / 2,
        text,
        color: GRAY,
        opacity: OPACITY,
      },
      { kind: 'pop' },
    ];
    return { ...page, items: [...page.items, ...stamp] };
  };
};
