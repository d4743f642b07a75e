/** Columns and where text stands in its page. */
import { describe, expect, test } from 'vitest';
import { docx, lastSection, p, section } from '../support/build.ts';
import { BOTTOM, find, LEFT, LINE, layout, TOP, words } from './table-support.ts';

const many = (count: number): ReturnType<typeof p>[] =>
  Array.from({ length: count }, (_, index) => p(`line ${index + 1}`));
const CONTINUOUS = { type: 'continuous' } as const;

describe('columns', () => {
  test('are equally high before a continuous break, and the text goes on below them', () => {
    const [page] = layout(docx(...many(7), section({ columns: 2 }), lastSection(CONTINUOUS), p('After')));
    const left = page?.texts.filter(({ x, text }) => x === LEFT && text.startsWith('line')) ?? [];
    expect(left.map(({ text }) => text)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
    expect(find(page, 'line 5').y).toBe(find(page, 'line 1').y);
    expect(find(page, 'line 5').x).toBeGreaterThan(LEFT + 100);
    expect(find(page, 'After').y - find(page, 'line 4').y).toBeCloseTo(LINE, 1);
  });

  test('keep together what belongs together', () => {
    const kept = p({ keepNext: true }, 'Heading');
    const [page] = layout(
      docx(
        ...many(2),
        kept,
        p('Text'),
        p('End'),
        section({ columns: 2 }),
        lastSection(CONTINUOUS),
        p('After'),
      ),
    );
    expect(find(page, 'Heading').x).toBe(find(page, 'Text').x);
  });

  test('are not balanced at the end of the document', () => {
    const [page] = layout(
      docx(p('Before'), section(), lastSection({ ...CONTINUOUS, columns: 2 }), ...many(6)),
    );
    expect(new Set(page?.texts.map(({ x }) => x)).size).toBe(1);
  });

  test('have lines between them where the section says so', () => {
    const separated = { xml: '<w:cols w:num="2" w:space="720" w:sep="1"/>' };
    const [page] = layout(docx(...many(6), section(separated), lastSection(CONTINUOUS), p('After')));
    const line = page?.rects.find(({ width, height }) => width < 1 && height > LINE);
    expect(line?.y).toBe(TOP);
    expect(line?.height).toBeCloseTo(LINE * 3, 0);
    expect(line?.x).toBeGreaterThan(find(page, 'line 1').x + 100);
  });
});

describe('vertical alignment of a section', () => {
  const aligned = (value: string) =>
    layout(docx(p('One'), p('Two'), lastSection({ xml: `<w:vAlign w:val="${value}"/>` })))[0];

  test('moves the text of a page that is not full', () => {
    const middle = (find(aligned('center'), 'One').y + find(aligned('center'), 'Two').y) / 2;
    expect(Math.abs(middle - (TOP + BOTTOM) / 2)).toBeLessThan(LINE / 2);
    expect(BOTTOM - find(aligned('bottom'), 'Two').y).toBeLessThan(LINE);
    expect(find(aligned('top'), 'One').y).toBeLessThan(TOP + LINE);
    expect(words(aligned('center'))).toEqual(['One', 'Two']);
  });

  test('justified: what a full page leaves over goes between its paragraphs, the last page stands at the top', () => {
    const spaced = Array.from({ length: 30 }, (_, index) =>
      p({ xml: '<w:spacing w:after="400"/>' }, `line ${index + 1}`),
    );
    const both = lastSection({ xml: '<w:vAlign w:val="both"/>' });
    const [first, last] = layout(docx(...spaced, both));
    const [plain] = layout(docx(...spaced));
    const count = first?.texts.length ?? 0;
    expect(count).toBe(plain?.texts.length);
    expect(find(first, 'line 1').y).toBe(find(plain, 'line 1').y);
    const end = find(first, `line ${count}`).y;
    expect(BOTTOM - end).toBeLessThan(LINE / 2);
    expect(end).toBeGreaterThan(find(plain, `line ${count}`).y + 1);
    const step = find(first, 'line 2').y - find(first, 'line 1').y;
    expect(end - find(first, `line ${count - 1}`).y).toBeCloseTo(step, 2);
    expect(find(last, `line ${count + 1}`).y).toBeLessThan(TOP + LINE);
  });
});
