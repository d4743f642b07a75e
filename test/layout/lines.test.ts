/** Where text stands in its lines: asserted through the display list, in points. */
import { describe, expect, test } from 'vitest';
import type { ImageItem, LinkItem, TextItem } from '../../src/layout/display-list.ts';
import { bookmark, docx, hyperlink, p, picture, r, runOf } from '../support/build.ts';
import { find, LEFT, LINE, layout, layoutList, TOP, WIDTH, widthIn, words } from './table-support.ts';

/** Of Carlito, in em: from the top of its line to the baseline. */
const ASCENT = 1950 / 2048;
const spacing = (xml: string): { readonly xml: string } => ({ xml: `<w:spacing ${xml}/>` });
const baselineOf = (size: number): number => TOP + ASCENT * size;

describe('lines', () => {
  test('the first baseline lies an ascent below the margin, the next a line further', () => {
    const [page] = layout(docx(p('One'), p('Two')));
    expect(find(page, 'One')).toMatchObject({ x: LEFT });
    expect(find(page, 'One').y).toBeCloseTo(baselineOf(11), 2);
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
  });

  test('a line ends where the next word does not fit; blanks hang', () => {
    const text = Array.from({ length: 40 }, () => 'fourteen').join(' ');
    const [page] = layout(docx(p(text)));
    const lines = words(page);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    const widthOf = (text: string): number => widthIn(page?.texts[0], text);
    for (const [index, line] of lines.entries()) {
      expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(WIDTH + 0.1);
      const next = lines[index + 1]?.split(' ')[0];
      if (next !== undefined) expect(widthOf(`${line.trimEnd()} ${next}`)).toBeGreaterThan(WIDTH);
    }
  });

  test('a word longer than the line is cut at its letters', () => {
    const [page] = layout(docx(p('m'.repeat(200))));
    expect(words(page).length).toBeGreaterThan(2);
    expect(words(page).join('')).toBe('m'.repeat(200));
  });

  test('multiples add their extra below the text, exact heights put four fifths above the baseline', () => {
    const [multiple] = layout(docx(p(spacing('w:line="480" w:lineRule="auto"'), 'One'), p('Two')));
    expect(find(multiple, 'One').y).toBeCloseTo(baselineOf(11), 2);
    expect(find(multiple, 'Two').y - find(multiple, 'One').y).toBeCloseTo(LINE * 2, 2);
    const [exact] = layout(docx(p(spacing('w:line="400" w:lineRule="exact"'), 'One')));
    expect(find(exact, 'One').y).toBeCloseTo(TOP + 16, 2);
    const [least] = layout(docx(p(spacing('w:line="600" w:lineRule="atLeast"'), 'One')));
    expect(find(least, 'One').y).toBeCloseTo(TOP + 30 - (550 / 2048) * 11, 2);
  });

  test('the larger of two spaces stands between paragraphs', () => {
    const [page] = layout(docx(p(spacing('w:after="200"'), 'One'), p(spacing('w:before="300"'), 'Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE + 15, 2);
  });

  test('contextual spacing takes the space away between paragraphs of one style', () => {
    const contextual = { xml: '<w:spacing w:before="200" w:after="200"/><w:contextualSpacing/>' };
    const [page] = layout(docx(p(contextual, 'One'), p(contextual, 'Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
  });

  test('the height of a line is that of its text, not of the mark behind it', () => {
    const small = '<w:rPr><w:sz w:val="60"/></w:rPr>';
    const [page] = layout(docx(p({ xml: small }, 'One'), p('Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
  });

  test('alignment moves a line by what it leaves over', () => {
    const [page] = layout(docx(p('Side'), p({ align: 'right' }, 'Side'), p({ align: 'center' }, 'Side')));
    const [left, right, middle] = page?.texts.map(({ x }) => x - LEFT) ?? [];
    expect(left).toBe(0);
    expect(middle).toBeCloseTo((right ?? 0) / 2, 2);
    expect(right).toBeGreaterThan(WIDTH - 30);
  });

  test('justified lines fill the width by their blanks; the last one does not', () => {
    const text = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    const [page] = layout(docx(p({ align: 'both' }, text)), 14);
    const lines = page?.texts ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line.wordSpacing).toBeGreaterThan(0);
    expect(lines.at(-1)?.wordSpacing).toBeUndefined();
  });

  test('tabs go to the next stop, right ones end there', () => {
    const stops = {
      xml: '<w:tabs><w:tab w:val="left" w:pos="1440"/><w:tab w:val="right" w:leader="dot" w:pos="5760"/></w:tabs>',
    };
    const [page] = layout(docx(p(stops, r('a'), runOf('<w:tab/>'), r('b'), runOf('<w:tab/>'), r('end'))));
    expect(find(page, 'b').x).toBeCloseTo(LEFT + 72, 2);
    const end = find(page, 'end');
    expect(end.x).toBeGreaterThan(LEFT + 288 - 30);
    expect(end.x).toBeLessThan(LEFT + 288);
    expect(words(page).some((text) => /^\.{10,}$/.test(text))).toBe(true);
  });

  test('numbers hang before their text, which begins at the indent', () => {
    const [page] = layout(docx(p({ list: 'a' }, 'First'), p({ list: 'a' }, 'Second')));
    expect(words(page)).toEqual(['1.', ' ', 'First', '2.', ' ', 'Second']);
    expect(find(page, 'First').x).toBe(find(page, 'Second').x);
    expect(find(page, '1.').x).toBeLessThan(find(page, 'First').x);
  });

  test('superscripts are smaller and higher, and leave the line as it is', () => {
    const [page] = layout(docx(p(r('x'), r('2', { vertical: 'superscript' })), p('Next')));
    expect(find(page, '2').size).toBeLessThan(11);
    expect(find(page, '2').y).toBeLessThan(find(page, 'x').y);
    expect(find(page, 'Next').y - find(page, 'x').y).toBeCloseTo(LINE, 2);
  });

  test('hidden text takes no room', () => {
    const [page] = layout(docx(p(r('a'), r('hidden', { hidden: true }), r('b'))));
    expect(words(page).join('')).toBe('ab');
  });
});

describe('what stands in lines', () => {
  test('a picture is as high as it is, its line no higher', () => {
    const list = layoutList(docx(p(picture({ width: 914_400, height: 457_200 })), p('Below')));
    const items = list.pages[0]?.items ?? [];
    const image = items.find((item): item is ImageItem => item.kind === 'image');
    expect(image?.matrix).toEqual([72, 0, 0, 36, LEFT, TOP]);
    const below = items.find((item): item is TextItem => item.kind === 'text');
    expect(below?.y).toBeCloseTo(TOP + 36 + ASCENT * 11, 2);
  });

  test('links cover their text and lead to bookmarks', () => {
    const list = layoutList(docx(p(hyperlink('#there', 'Go')), p(bookmark('there', 'There'))));
    const link = list.pages[0]?.items.find((item): item is LinkItem => item.kind === 'link');
    expect(link).toMatchObject({ x: LEFT, y: TOP, target: { destination: 'there' } });
    expect(list.destinations).toMatchObject([{ name: 'there', page: 0, x: LEFT }]);
  });
});
