import { expect, test } from 'vitest';
import { docx, p, pageBreak } from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { layout } from './table-support.ts';

const SIDES = ['top', 'left', 'bottom', 'right'];
const withBorders = (attributes: string): Uint8Array => {
  const file = docx(p('one'), p(pageBreak()), p('two'));
  // sz 24 is 3 points.
  const borders = `<w:pgBorders ${attributes}>${SIDES.map((side) => `<w:${side} w:val="single" w:sz="24" w:space="24" w:color="FF0000"/>`).join('')}</w:pgBorders>`;
  const text = partText(file);
  return withParts(file, { 'word/document.xml': text.replace(/(<w:pgMar[^>]*\/>)/, `$1${borders}`) });
};

test('from the paper: the lines’ outer edges stand at their distance, and corners are closed', () => {
  const [page] = layout(withBorders('w:offsetFrom="page"'));
  expect(
    page?.rects.map(({ x, y, width, height }) =>
      [x, y, width, height].map((value) => Math.round(value * 10) / 10),
    ),
  ).toEqual([
    [24, 24, 547.3, 3],
    [24, 814.9, 547.3, 3],
    [24, 25.5, 3, 790.9],
    [568.3, 25.5, 3, 790.9],
  ]);
});

test('from the text: the lines stand outside the margins', () => {
  const [page] = layout(withBorders(''));
  const [top] = page?.rects ?? [];
  // 72 points of margin, less the space, less the line itself.
  expect(top).toMatchObject({ y: 72 - 24 - 3, height: 3 });
});

test.each([
  ['allPages', [4, 4]],
  ['firstPage', [4, 0]],
  ['notFirstPage', [0, 4]],
])('%s', (display, counts) => {
  expect(layout(withBorders(`w:display="${display}"`)).map(({ rects }) => rects.length)).toEqual(counts);
});
