import { beforeAll, expect, test } from 'vitest';
import { joinedForm } from '../../src/fonts/families/joined-letters.ts';
import type { FontLibrary } from '../../src/fonts/font.ts';
import { bundledLibrary } from './support.ts';

let library: FontLibrary;
beforeAll(async () => {
  library = await bundledLibrary();
});

const formsOf = (word: string): readonly (string | undefined)[] =>
  Array.from(word, (_, index) => joinedForm(word, index)?.form.toString(16));

test.each([
  // alone, beginning, middle, end
  ['ب', ['fe8f']],
  ['بب', ['fe91', 'fe90']],
  ['ببب', ['fe91', 'fe92', 'fe90']],
  // What follows an alef, a dal or a reh begins anew.
  ['باب', ['fe91', 'fe8e', 'fe8f']],
  ['در', ['fea9', 'fead']],
  // A hamza joins nothing; marks part nothing; Persian letters join as their likes do.
  ['شيء', ['feb7', 'fef2', 'fe80']],
  ['بَب', ['fe91', undefined, 'fe90']],
  ['پی', ['fe91', 'fef2']],
  ['می‌شود', ['fee3', 'fef2', undefined, 'feb7', 'feee', 'fea9']],
  ['abc', [undefined, undefined, undefined]],
])('%s has the forms %j', (word, forms) => {
  expect(formsOf(word)).toEqual(forms);
});

test('lam and alef are one sign, as wide as the PDFs of Word say [M]', () => {
  const arial = library.fontFor(0x627, library.resolve({ family: 'Arial' }));
  const width = (word: string): number =>
    arial.shape(word, { direction: 'rtl' }).advances.reduce((sum, one) => sum + one, 0);
  expect(width('لا')).toBeCloseTo(0.544, 3);
  expect(width('بلا')).toBeCloseTo(0.244 + 0.601, 3);
  // alef, lam, seen, lam-alef at the end, meem
  expect(width('السلام')).toBeCloseTo(0.207 + 0.207 + 0.531 + 0.601 + 0.338, 3);
  expect(arial.advance(0x628)).toBeCloseTo(0.713, 3);
});

test('a font that nobody knows has Arial’s widths, one that is known without them the face’s own', () => {
  const width = (family: string): number => {
    const font = library.fontFor(0x627, library.resolve({ family }));
    return font.shape('السلام', { direction: 'rtl' }).advances.reduce((sum, one) => sum + one, 0);
  };
  expect(width('B Nazanin')).toBeCloseTo(width('Arial'), 3);
  expect(width('Times New Roman')).toBeCloseTo(width('Arial'), 3);
  expect(width('Dubai')).toBeGreaterThan(width('Arial') * 1.2);
});

test('Hebrew letters that the face lacks are drawn by another at the original’s widths and heights [M]', () => {
  const calibri = library.resolve({ family: 'Calibri' });
  const hebrew = library.fontFor(0x5e9, calibri);
  expect(calibri.has(0x5e9)).toBe(false);
  // In thousandths of the font size: shin, lamed, vav, mem at the end.
  expect(hebrew.measure('שלום') * 1000).toBeCloseTo(693 + 434 + 231 + 585, 0);
  expect(hebrew.line).toEqual(calibri.line);
});
