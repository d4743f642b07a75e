import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deobfuscate } from '../../src/fonts/embedded.ts';
import type { Font, FontLibrary, FontRequest } from '../../src/fonts/font.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { bundledFile, bundledLibrary, CARLITO, LATO } from './support.ts';

let library: FontLibrary;
beforeAll(async () => {
  library = await bundledLibrary();
});

const resolve = (family: string, more: Partial<FontRequest> = {}): Font =>
  library.resolve({ family, ...more });
const codePoint = (character: string): number => character.codePointAt(0) ?? 0;

describe('resolve', () => {
  test.each([
    // asked for, drawn, quality
    ['Calibri', 'Carlito-Regular', 'metric'],
    ['calibri', 'Carlito-Regular', 'metric'],
    ['Arial', 'Arimo-Regular', 'metric'],
    ['ArialMT', 'Arimo-Regular', 'metric'],
    ['Helvetica', 'Arimo-Regular', 'metric'],
    ['Times New Roman', 'Tinos-Regular', 'metric'],
    ['Times New Roman Bold', 'Tinos-Bold', 'metric'],
    ['Times New Roman italic', 'Tinos-Italic', 'metric'],
    ['Arial (W1)', 'Arimo-Regular', 'metric'],
    ['ABCDEF+Arial-BoldItalic', 'Arimo-BoldItalic', 'metric'],
    ['Courier', 'Cousine-Regular', 'metric'],
    ['Georgia', 'Gelasio-Regular', 'metric'],
    ['Cambria', 'Caladea-Regular', 'metric'],
    ['Aptos', 'Arimo-Regular', 'metric'],
    ['Segoe UI Semibold', 'OpenSans-SemiBold', 'metric'],
    ['ＭＳ 明朝', 'Cousine-Regular', 'metric'],
    ['Foo;Calibri', 'Carlito-Regular', 'metric'],
    ['Lato', 'Lato-Regular', 'exact'],
    ['Lato Light', 'Lato-Light', 'exact'],
    ['Open Sans SemiBold', 'OpenSans-SemiBold', 'exact'],
    ['Gill Sans MT', 'Carlito-Regular', 'metric'],
    ['Optima', 'Carlito-Regular', 'similar'],
    ['Nobody Knows This', 'Tinos-Regular', 'similar'],
    ['Nobody Knows This Sans', 'Arimo-Regular', 'similar'],
    ['', 'Tinos-Regular', 'similar'],
  ])('%s → %s (%s)', (family, postscriptName, quality) => {
    const font = resolve(family);
    expect([font.face.postscriptName, font.quality]).toEqual([postscriptName, quality]);
    expect(font.substitute === undefined).toBe(quality === 'exact');
  });

  test('styles come from their own faces, and are drawn where there is none', () => {
    expect(resolve('Calibri', { bold: true, italic: true })).toMatchObject({
      face: { postscriptName: 'Carlito-BoldItalic' },
      synthetic: { bold: false, italic: false },
    });
    expect(resolve('Noto Sans Math', { bold: true, italic: true })).toMatchObject({
      face: { postscriptName: 'NotoSansMath-Regular' },
      synthetic: { bold: true, italic: true },
    });
  });

  test('an unknown family is drawn by its other name, its PANOSE, its class, its pitch', () => {
    expect(resolve('X', { alternateName: 'Georgia' }).face.family).toBe('Gelasio');
    // A part of its own name says less than the other one.
    expect(resolve('Helvetica Light', { alternateName: 'Calibri' }).face.family).toBe('Carlito');
    expect(resolve('Helvetica Light').face.family).toBe('Arimo');
    expect(resolve('X', { panose: '020B0604020202020204' }).face.family).toBe('Arimo');
    expect(resolve('X', { panose: '02020603050405020304', familyClass: 'swiss' }).face.family).toBe('Tinos');
    expect(resolve('X', { familyClass: 'swiss' }).face.family).toBe('Arimo');
    expect(resolve('X', { fixedPitch: true }).face.family).toBe('Cousine');
    expect(resolve('X', { panose: 'nonsense' }).face.family).toBe('Tinos');
  });

  test('the same question has the same answer, and a key leads back to it', () => {
    const font = resolve('Calibri');
    expect(resolve('Calibri')).toBe(font);
    expect(library.byKey(font.key)).toBe(font);
  });

  test('fonts with other numbers on the same face are other fonts', () => {
    expect(resolve('Arial').key).not.toBe(resolve('Aptos').key);
    expect(resolve('Arial').key).toBe(resolve('Helvetica').key);
  });
});

describe('a single-spaced line', () => {
  test.each([
    // measured in PDFs that Word made, or read from the fonts inside them
    ['Arial', 1.1499, 0.938],
    ['Calibri', 1.2207, 0.9521],
    ['Calibri Light', 1.2207, 0.9521],
    ['Cambria', 1.1724, 0.9502],
    ['Aptos', 1.2207, 0.939],
    ['Times New Roman', 1.1499, 0.9336],
    ['Courier New', 1.1328, 0.8325],
    ['Georgia', 1.1362, 0.917],
    ['Verdana', 1.2153, 1.0054],
    ['Tahoma', 1.207, 1.0005],
    ['Segoe UI', 1.3301, 1.0791],
    ['Consolas', 1.1709, 0.9199],
    ['Symbol', 1.2251, 1.0054],
    ['Wingdings', 1.1099, 0.8989],
  ])('of %s is %f em, its baseline at %f', (family, height, ascent) => {
    const { line } = resolve(family);
    expect(line.height).toBeCloseTo(height, 3);
    expect(line.ascent).toBeCloseTo(ascent, 3);
    expect(line.height).toBe(line.ascent + line.descent);
  });

  test('has its rules where Word draws them: 11 pt Calibri is underlined at 1.25 pt, 0.72 pt thick', () => {
    const { underline, strike } = resolve('Calibri');
    expect(underline.top * 11).toBeCloseTo(-1.25, 2);
    expect(underline.thickness * 11).toBeCloseTo(0.72, 2);
    expect(strike.top).toBeGreaterThan(0);
  });
});

describe('advances', () => {
  test.each([
    ['Calibri', 'a', 0.479],
    ['Arial', 'a', 0.5562],
    ['Times New Roman', 'W', 0.9438],
    ['Cambria', '0', 0.554],
    ['Cambria', 'a', 0.488],
    ['Aptos', 'm', 0.853],
    ['Verdana', 'W', 0.989],
    ['Tahoma', 'e', 0.526],
    ['Segoe UI', ' ', 0.274],
    ['Consolas', 'i', 0.55],
    ['Arial Narrow', 'A', 0.547],
  ])('of %s: %s is %f em', (family, character, em) => {
    expect(resolve(family).advance(codePoint(character))).toBeCloseTo(em, 3);
  });

  test('accented letters are as wide as their letters where only those are known', () => {
    const aptos = resolve('Aptos');
    expect(aptos.advance(codePoint('ú'))).toBe(aptos.advance(codePoint('u')));
    expect(aptos.advance(0xa0)).toBe(aptos.advance(0x20));
  });

  test('an unknown style follows its siblings: bold is wider', () => {
    const text = 'Quarterly report';
    const regular = resolve('Aptos Display').measure(text);
    const bold = resolve('Aptos Display', { bold: true }).measure(text);
    expect(bold).toBeGreaterThan(regular);
    expect(bold).toBeLessThan(regular * 1.15);
  });

  test('measure sums them, surrogate pairs counted once', () => {
    const font = resolve('Calibri');
    const sum = [...'Hello, World'].reduce(
      (width, character) => width + font.advance(codePoint(character)),
      0,
    );
    expect(font.measure('Hello, World')).toBeCloseTo(sum, 10);
    const symbols = resolve('Noto Sans Symbols 2');
    expect(symbols.measure('🖉')).toBe(symbols.advance(0x1f589));
    expect(font.measure('')).toBe(0);
  });

  test('every bundled letter has a width', () => {
    for (const family of ['Aptos', 'Cambria', 'Segoe UI', 'Verdana', 'Calibri Light', 'Consolas']) {
      const font = resolve(family);
      for (let letter = 0x21; letter < 0x17f; letter++) {
        if (letter >= 0x7f && letter <= 0xa0) continue;
        const advance = font.advance(letter);
        expect(advance, `${family} U+${letter.toString(16)}`).toBeGreaterThan(0.1);
        expect(advance, `${family} U+${letter.toString(16)}`).toBeLessThan(1.3);
      }
    }
  });
});

describe('symbol fonts', () => {
  test.each([
    ['Symbol', 0xf0b7, '•'],
    ['Symbol', 0xb7, '•'],
    ['Symbol', 0xf061, 'α'],
    ['Symbol', 0x61, 'α'],
    ['Symbol', 0xf0ae, '→'],
    ['Wingdings', 0xf0a7, '▪'],
    ['Wingdings', 0xf0d8, '➢'],
    ['Wingdings', 0xf0fc, '✓'],
    ['Wingdings', 0xf0fe, '☑'],
    ['Wingdings', 0xf06f, '□'],
    ['Wingdings 2', 0xf052, '☑'],
    ['Wingdings 3', 0xf07d, '▸'],
    ['Webdings', 0xf061, '✔'],
  ])('%s U+%x is %s, and can be drawn', (family, code, unicode) => {
    const font = library.fontFor(code, resolve(family));
    expect(font.has(code)).toBe(true);
    expect(String.fromCodePoint(font.unicodeFor(code))).toBe(unicode);
    expect(font.line).toEqual(resolve(family).line);
  });

  test('bullets have the advances that Word uses', () => {
    expect(resolve('Symbol').advance(0xf0b7)).toBeCloseTo(0.46);
    expect(resolve('Wingdings').advance(0xf0a7)).toBeCloseTo(0.458);
  });

  test('all of Symbol and nearly all of Wingdings has a glyph somewhere', () => {
    const missing = (family: string): number[] => {
      const preferred = resolve(family);
      const codes = Array.from({ length: 0xe0 }, (_, index) => 0xf020 + index);
      return codes.filter(
        (code) => preferred.unicodeFor(code) !== code && !library.fontFor(code, preferred).has(code),
      );
    };
    expect(missing('Symbol')).toEqual([]);
    expect(missing('Wingdings').length).toBeLessThan(4);
  });
});

describe('fallback for one character', () => {
  test.each([
    ['✓', 'NotoSansSymbols2-Regular'],
    ['Ж', 'Carlito-Regular'],
    ['⇒', 'NotoSansMath-Regular'],
    ['ש', 'Arimo-Regular'],
    ['ก', 'NotoSansThai-Regular'],
    ['ب', 'NotoSansArabic-Regular'],
  ])('%s in Calibri comes from %s', (character, postscriptName) => {
    const font = library.fontFor(codePoint(character), resolve('Calibri'));
    expect(font.face.postscriptName).toBe(postscriptName);
    expect(font.has(codePoint(character))).toBe(true);
  });

  test('letters that the original has keep its line; others bring their own', () => {
    const cambria = resolve('Cambria');
    expect(cambria.has(codePoint('Ж'))).toBe(false);
    expect(library.fontFor(codePoint('Ж'), cambria).line).toEqual(cambria.line);
    expect(library.fontFor(codePoint('✓'), cambria).line.height).toBeCloseTo(1.3301, 3);
  });

  test('what nobody has stays with the preferred font', () => {
    const calibri = resolve('Calibri');
    expect(library.fontFor(0x13000, calibri)).toBe(calibri);
    expect(library.fontFor(0x200b, calibri)).toBe(calibri);
  });
});

describe('shape', () => {
  test('kerning and ligatures only where they are asked for', () => {
    const calibri = resolve('Calibri');
    const plain = calibri.shape('AVfi');
    expect(plain.ids).toEqual(['A', 'V', 'f', 'i'].map((letter) => calibri.glyphFor(codePoint(letter))));
    expect(plain.advances.reduce((a, b) => a + b)).toBeCloseTo(calibri.measure('AVfi'), 6);
    const kerned = calibri.shape('AV', { kerning: true });
    expect(kerned.advances[0]).toBeLessThan(plain.advances[0] ?? 0);
    const ligated = calibri.shape('fi', { ligatures: ['standard'] });
    expect(ligated).toMatchObject({ ids: { length: 1 }, clusters: [0] });
  });

  test('right-to-left text comes in visual order, joined', () => {
    const arabic = library.fontFor(codePoint('س'), resolve('Arial'));
    const { ids, clusters } = arabic.shape('سلام', { direction: 'rtl' });
    expect(clusters).toEqual([...clusters].sort((a, b) => b - a));
    expect(ids).not.toContain(arabic.glyphFor(codePoint('س')));
  });

  test('a look-alike is spaced as the original is, whatever its own kerning', () => {
    const verdana = resolve('Verdana');
    const { advances } = verdana.shape('AVA', { kerning: true });
    expect(advances).toEqual([...'AVA'].map((letter) => verdana.advance(codePoint(letter))));
  });
});

describe('where fonts come from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const carlito = createRequire(import.meta.url).resolve(`@expo-google-fonts/${CARLITO}`);

  test('the operator’s folder comes first, its subfolders included, and damaged files are named', async () => {
    mkdirSync(join(folder, 'corporate'));
    // The same font under another name: "Carlito" becomes "Zarlito" in all of its names (UTF-16 and ASCII).
    const bytes = readFileSync(carlito);
    const renamed = Buffer.from(
      bytes
        .toString('latin1')
        .replaceAll('C\0a\0r\0l\0i\0t\0o', 'Z\0a\0r\0l\0i\0t\0o')
        .replaceAll('Carlito', 'Zarlito'),
      'latin1',
    );
    writeFileSync(join(folder, 'corporate', 'zarlito.TTF'), renamed);
    writeFileSync(join(folder, 'broken.ttf'), 'not a font');
    writeFileSync(join(folder, 'notes.txt'), 'not looked at');
    const refused: string[] = [];
    const own = await openFontLibrary({
      system: false,
      folders: [folder],
      onRefused: (path, error) => refused.push(`${path.slice(folder.length + 1)} ${error.code}`),
    });
    expect(own.resolve({ family: 'Zarlito' })).toMatchObject({ quality: 'exact', substitute: undefined });
    expect(own.families()).toContain('Zarlito');
    expect(refused).toEqual(['broken.ttf font_invalid']);
  });

  test('the index is kept, and read again when a file changes', async () => {
    const kept = join(folder, 'kept');
    mkdirSync(kept);
    const cacheFile = join(folder, 'cache', 'fonts.json');
    const families = async (): Promise<readonly string[]> =>
      (await openFontLibrary({ system: false, folders: [kept], cacheFile })).families();
    expect(await families()).not.toContain('Nothing');
    const first = readFileSync(cacheFile, 'utf8');
    await families();
    expect(readFileSync(cacheFile, 'utf8')).toBe(first);
    copyFileSync(carlito, join(kept, 'copy.ttf'));
    await families();
    expect(readFileSync(cacheFile, 'utf8')).toContain('copy.ttf');
    writeFileSync(cacheFile, '{"format":1,"files":17}');
    expect(await families()).toContain('Carlito');
  });

  test('a folder that does not exist is no fonts, not an error', async () => {
    const empty = await openFontLibrary({ system: false, folders: [join(folder, 'nowhere')] });
    expect(empty.resolve({ family: 'Calibri' }).face.family).toBe('Carlito');
  });
});

describe('fonts that a document brings along', () => {
  const key = '{1DB3A8A0-2C4E-4F6B-9D11-0123456789AB}';
  const bytes = bundledFile(LATO);
  const obfuscated = deobfuscate(bytes, key); // XOR is its own inverse

  test('are deobfuscated with the GUID of the font table, from its last byte on', () => {
    expect(obfuscated[0]).toBe((bytes[0] ?? 0) ^ 0xab);
    expect(obfuscated[16]).toBe((bytes[16] ?? 0) ^ 0xab);
    expect(obfuscated.subarray(32)).toEqual(bytes.subarray(32));
    expect(deobfuscate(obfuscated, key)).toEqual(bytes);
    expect(deobfuscate(bytes, 'no key')).toEqual(bytes);
  });

  test('come first for their family, and only in that document', () => {
    const own = library.withEmbedded([{ family: 'Calibri', bold: false, italic: false, bytes }]);
    const font = own.resolve({ family: 'Calibri' });
    expect(font).toMatchObject({ quality: 'exact', face: { postscriptName: 'Lato-Regular' } });
    expect(own.byKey(font.key)).toBe(font);
    expect(own.resolve({ family: 'Calibri', bold: true }).synthetic.bold).toBe(true);
    expect(own.resolve({ family: 'Arial' })).toBe(library.resolve({ family: 'Arial' }));
    expect(library.resolve({ family: 'Calibri' }).face.family).toBe('Carlito');
  });

  test('characters that they lack come from what would be drawn without them', () => {
    const own = library.withEmbedded([{ family: 'Calibri', bold: false, italic: false, bytes }]);
    const font = own.resolve({ family: 'Calibri' });
    expect(font.has(codePoint('Ж'))).toBe(false);
    expect(own.fontFor(codePoint('Ж'), font).face.family).toBe('Carlito');
  });

  test('a damaged one is left out', () => {
    const broken = bytes.subarray(0, 500);
    expect(library.withEmbedded([{ family: 'Calibri', bold: false, italic: false, bytes: broken }])).toBe(
      library,
    );
  });
});

test.each([
  // A line, and letters of each style, as Adobe's metrics of the same design have them.
  ['Palatino Linotype', 1.349, 'Hamburg', [832, 500, 883, 553, 603, 395, 556]],
  ['Book Antiqua', 1.2456, 'Hamburg', [832, 500, 883, 553, 603, 395, 556]],
  ['Century Schoolbook', 1.2017, 'Hamburg', [833, 556, 889, 556, 611, 444, 537]],
  ['Bookman Old Style', undefined, 'Hamburg', [800, 580, 940, 620, 680, 440, 540]],
])('%s is drawn at its own advances and heights', (family, line, text, advances) => {
  const font = resolve(family);
  expect([...text].map((letter) => Math.round(font.advance(codePoint(letter)) * 1000))).toEqual(advances);
  if (line !== undefined) expect(font.line.height).toBeCloseTo(line, 3);
  const bold = resolve(family, { bold: true });
  expect(bold.measure(text)).toBeGreaterThan(font.measure(text));
});

test('a free family that is not here is drawn as wide as it is on average, with lines of its height, and with a warning', () => {
  const font = resolve('Poppins');
  expect(font.quality).toBe('similar');
  expect(font.line.height).toBeCloseTo(1.5, 3);
  const text = 'the quick brown fox jumps over the lazy dog and runs on into the wide open fields';
  const drawn = resolve('Montserrat');
  expect(font.measure(text)).toBeLessThan(drawn.measure(text));
  expect(font.measure(text) / resolve('Source Sans Pro').measure(text)).toBeCloseTo(0.5 / 0.418, 1);
});

test('one that its author did not have either is what Word drew in its place', () => {
  const missing = { absent: true, familyClass: 'roman', panose: '0'.repeat(20) } as const;
  expect(resolve('Roboto Mono', { ...missing, alternateName: 'Arial' }).face.postscriptName).toBe(
    'Arimo-Regular',
  );
  expect(resolve('Roboto Mono', missing).face.postscriptName).toBe('Tinos-Regular');
  expect(resolve('Roboto Mono').face.postscriptName).toBe('Cousine-Regular');
});
