import { beforeAll, describe, expect, test } from 'vitest';
import advances from '../../src/fonts/data/advances.json' with { type: 'json' };
import { canonicalFamily, normalizeFamily } from '../../src/fonts/families/family-names.ts';
import { KNOWN_FAMILIES } from '../../src/fonts/families/known-families.ts';
import { originalOf } from '../../src/fonts/families/proprietary-metrics.ts';
import { averageAdvance } from '../../src/fonts/families/web-families.ts';
import type { Font, FontLibrary } from '../../src/fonts/font.ts';
import { bundledLibrary } from './support.ts';

let library: FontLibrary;
beforeAll(async () => {
  library = await bundledLibrary();
});

const rows = KNOWN_FAMILIES.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every family whose widths are known has a row, so that they are used', () => {
  expect(Object.keys(advances).filter((family) => originalOf(family) === undefined)).toEqual([]);
});

test.each(rows)(
  '%s: can be reached, is drawn with what is here, has all of its numbers',
  (name = '', ...cells) => {
    const [family = '', style] = name.split('/');
    const [kind, draw = '', figures = ''] = cells;
    expect(canonicalFamily(family)).toBe(family);
    expect(style ?? 'bold').toMatch(/^(?:bold|[\da-f]{8} [\da-f]{8})$/);
    if (style === undefined) {
      expect(['roman', 'swiss', 'modern', 'script', 'decorative', 'auto']).toContain(kind);
      const missing = draw
        .split(', ')
        .filter((drawn) => library.resolve({ family: drawn }).quality !== 'exact');
      expect(missing).toEqual([]);
    } else expect(rows.some(([other]) => other === family)).toBe(true);
    if (figures === '') return;
    const numbers = figures.split(' ').map(Number);
    expect(numbers).toHaveLength(12);
    expect(numbers.every(Number.isInteger)).toBe(true);
    // A line of any of them is between 0.9 and 1.7 em before East Asian leading.
    const [em = 1, ascent = 0, descent = 0] = numbers;
    expect((ascent + descent) / em).toBeGreaterThan(0.9);
    expect((ascent + descent) / em).toBeLessThan(1.8);
  },
);

/** As the PDFs have them that Word made: height of a line in em, and the width of a word in em. */
test.each([
  ['Poor Richard', {}, 1.126, 'ordinate', 3.17],
  ['Old English Text MT', {}, 1.219, 'hand', 1.854],
  ['Sitka Small', {}, 1.25, 'stand', 2.784],
  ['Britannic Bold', {}, 1.108, 'RUN', 1.837],
  ['David', {}, 0.984, 'stand', 2.111],
  ['Cordia New', {}, 1.386, 'detail', 1.604],
  ['Cordia New', { bold: true }, 1.25, 'งาน', 1.167],
  // Times New Roman's digits at 0.66, as its blank is.
  ['Angsana New', {}, 1.351, '123', 0.99],
  ['TH SarabunIT๙', {}, 1.13, 'งานกข', 1.794],
  ['DengXian', {}, 1.355, '2025', 2.108],
  ['DengXian Light', {}, 1.355, '2026', 2.06],
  ['等线 Light', {}, 1.355, '2026', 2.06],
  ['Yu Mincho', {}, 1.673, '2025', 2.168],
] as const)('%s %o: a line of %d em, %s of %d em', (family, style, height, word, width) => {
  const font: Font = library.resolve({ family, ...style });
  expect(font.quality).toBe('metric');
  expect(font.line.height).toBeCloseTo(height, 2);
  expect(font.measure(word)).toBeCloseTo(width, 2);
});

test('a version that the font table tells apart by what it covers has its own heights', () => {
  const family = 'TH SarabunPSK';
  for (const bold of [false, true]) {
    const later = library.resolve({ family, bold, signature: 'A100006F 00010183' });
    const older = library.resolve({ family, bold, signature: '01000003 00010111' });
    expect(older.line.descent).toBeCloseTo(0.46, 3);
    expect(later.line.descent).toBeCloseTo(0.25, 3);
    expect(older.key).not.toBe(later.key);
    expect(library.byKey(older.key).line).toEqual(older.line);
    expect(older.measure('แบบ detail')).toBe(later.measure('แบบ detail'));
    // One answer, and what it has measured, for all that make no difference.
    expect(library.resolve({ family, bold })).toBe(later);
  }
  const arial = library.resolve({ family: 'Arial', signature: '01000003 00010111' });
  expect(arial.line).toEqual(library.resolve({ family: 'Arial' }).line);
});

test.each([false, true])('Arial Black (bold: %s) is drawn black, no blacker, at its own widths', (bold) => {
  const font = library.resolve({ family: 'Arial Black', bold });
  expect(font.face.family).toBe('Archivo Black');
  expect(font.synthetic.bold).toBe(false);
  expect(font.measure('Hello')).toBeCloseTo(2.833, 3);
});

test('Aptos is kerned as Word kerns it, where the text is to be kerned', () => {
  const font = library.resolve({ family: 'Aptos' });
  const width = (text: string, kerning: boolean): number =>
    font.shape(text, { kerning }).advances.reduce((sum, one) => sum + one, 0);
  expect(width('Tor.', false)).toBeCloseTo(font.measure('Tor.'), 6);
  expect(width('Tor.', true)).toBeCloseTo(font.measure('Tor.') - 0.08 - 0.081, 6);
  expect(width('or-', true)).toBeCloseTo(font.measure('or-') - 0.032, 6);
  expect(width('on', true)).toBeCloseTo(font.measure('on'), 6);
});

test('an accented letter is kerned as its letter is, and what the bold cut does not show as the regular one has it', () => {
  const kern = (text: string, bold = false, family = 'Aptos'): number => {
    const font = library.resolve({ family, bold });
    const [first = 0] = font.shape(text, { kerning: true }).advances;
    return Math.round((first - font.advance(text.codePointAt(0) ?? 0)) * 1000);
  };
  // As six documents show them [M].
  expect([kern('ra'), kern('ra', true), kern('ss')]).toEqual([-33, -30, -15]);
  expect(kern('ŕà')).toBe(kern('ra'));
  expect([kern('r,', true), kern('AV', true), kern('AV')]).toEqual([kern('r,'), -39, 0]);
  expect(kern('To', false, 'Aptos Display')).toBe(kern('To'));
  expect([kern('nn'), kern('To '), kern('T')]).toEqual([0, kern('To'), 0]);
});

test('Calibri Light is kerned as Calibri is [M]', () => {
  const [light, plain] = ['Calibri Light', 'Calibri'].map((family) => library.resolve({ family }));
  const kern = (font: typeof light, text: string): number => {
    const width = (kerning: boolean): number => font?.shape(text, { kerning }).advances[0] ?? 0;
    return Math.round((width(true) - width(false)) * 1000);
  };
  // 28 pt on the page of a document: Te 0.087, Wo 0.043, Yo 0.069 em closer.
  expect(['Te', 'Wo', 'Yo'].map((pair) => kern(light, pair))).toEqual([-89, -42, -75]);
  for (const pair of ['Te', 'AV', 'fo', 'nn', 'Ta']) expect(kern(light, pair)).toBe(kern(plain, pair));
});

test('a name with a note behind it is the name: "Aptos (Body)" in any language', () => {
  for (const family of ['Aptos (Body)', 'Aptos (Cuerpo)', 'Aptos (正文)'])
    expect(library.resolve({ family }).line).toEqual(library.resolve({ family: 'Aptos' }).line);
  expect(normalizeFamily('Aptos (Body)')).toBe('aptos (body)');
});

test('Calibri Light is as light as it is: Lato, of which Carlito was made, with letters as high as its own', () => {
  const light = library.resolve({ family: 'Calibri Light' });
  expect(light.face.postscriptName).toBe('Lato-Light');
  expect(light.letterHeight).toBeCloseTo(946 / 2048 / (995 / 2000), 3);
  expect(light.measure('Consent')).toBeCloseTo(3.306, 3);
  // Cyrillic, which Lato lacks, is Carlito's.
  expect(library.fontFor(0x416, light).face.family).toBe('Carlito');
  expect(library.resolve({ family: 'Calibri' }).letterHeight).toBe(1);
});

describe('fonts that nobody may ship', () => {
  /** What Office, Windows and macOS bring along, a few of each kind; the rest has rows as well. */
  test.each([
    ['Comic Sans MS', 'Comic Relief', 1.394],
    ['Impact', 'Anton', 1.22],
    ['Old English Text MT', 'UnifrakturMaguntia', 1.219],
    ['Garamond', 'EB Garamond', 1.125],
    ['Tw Cen MT', 'Jost', 1.089],
    ['Monotype Corsiva', 'Dancing Script', 1.15],
    ['Bradley Hand ITC', 'Comic Relief', 1.15],
    ['Goudy Old Style', 'Tinos', 1.15],
    ['Avenir Next', 'Jost', 1.15],
    ['Haettenschweiler', 'Anton', 1.15],
    ['OCR A Extended', 'Cousine', 1.133],
    ['Cascadia Code', 'Inconsolata', 1.162],
    ['FreeSans', 'Arimo', 1.15],
  ])('%s is drawn with %s, in lines of %d em', (family, face, height) => {
    const font = library.resolve({ family });
    expect(font.face.family).toBe(face);
    expect(font.line.height).toBeCloseTo(height, 2);
  });

  test('Comic Relief was made as wide as Comic Sans MS', () => {
    expect(library.resolve({ family: 'Comic Sans MS' }).quality).toBe('metric');
  });

  test.each([
    ['Inter', 1.21, 0.478],
    ['Poppins', 1.5, 0.5],
    ['JetBrains Mono', 1.32, 0.6],
    ['Source Sans Pro', 1.257, 0.418],
    ['Bitter', 1.2, 0.465],
  ])(
    '%s, which is free but not here, has lines of %d em and letters of %d em on average',
    (family, height, average) => {
      const font = library.resolve({ family });
      expect(font.quality).toBe('similar');
      expect(font.line.height).toBeCloseTo(height, 2);
      expect(averageAdvance((codePoint) => font.advance(codePoint))).toBeCloseTo(average, 2);
    },
  );

  test('a free family that is here lends and borrows as itself', () => {
    // Carlito has no Hebrew; Arimo does, and comes before what would be drawn for a Carlito that is not here.
    expect(library.fontFor(0x5e9, library.resolve({ family: 'Carlito' })).face.family).toBe('Arimo');
  });

  test('a bold cut is wider, as its own is', () => {
    const inter = (bold: boolean): number =>
      library.resolve({ family: 'Inter', bold }).measure('words of text');
    expect(inter(true) / inter(false)).toBeCloseTo(492 / 478, 1);
  });

  test.each([
    ['Inter SemiBold', 'Inter', true],
    ['Inter Light', 'Inter', false],
    ['Poppins ExtraBold Italic', 'Poppins', true],
    ['Nunito Sans Medium', 'Nunito Sans', false],
    ['Helvetica Light Oblique', 'Arial', false],
  ])('a weight that is written as a family: %s is %s (bold: %s)', (family, plain, bold) => {
    const font = library.resolve({ family });
    expect(font.line).toEqual(library.resolve({ family: plain, bold }).line);
    expect(font.bold).toBe(bold);
  });
});
