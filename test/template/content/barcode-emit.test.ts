import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { emitBarcode, emitQr } from '../../../src/template/content/barcode-emit.ts';
import { drawSymbol } from '../../../src/template/content/barcode-symbol.ts';
import { checkOption } from '../../../src/template/content/content-options.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { TestPackage } from './test-package.ts';

const CM = 360_000;

const emit = (kind: 'qr' | 'barcode', value: unknown, options: Record<string, unknown> = {}) => {
  const pkg = new TestPackage();
  const xml = (kind === 'qr' ? emitQr : emitBarcode)(value, options, pkg.context);
  expect(checkDocx(pkg.docx(`<w:p>${xml}</w:p>`))).toEqual([]);
  const [width = 0, height = 0] = (/<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(xml) ?? [])
    .slice(1)
    .map(Number);
  return { xml, width, height, png: [...pkg.media.values()][0] ?? new Uint8Array(0) };
};

/** Rows of a 1-bit PNG as strings of # and space. */
const rows = (png: Uint8Array): readonly string[] => {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const at = Buffer.from(png).indexOf('IDAT');
  const data = inflateSync(png.subarray(at + 4, at + 4 + view.getUint32(at - 4)));
  const stride = Math.ceil(width / 8) + 1;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      ((data[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? ' ' : '#',
    ).join(''),
  );
};

/** Widths of bars and spaces of a row in modules. */
const bars = (row: string, module: number): readonly number[] =>
  (row.trim().match(/#+| +/g) ?? []).map((run) => run.length / module);

describe('linear codes', () => {
  it('bars are whole modules, as the standard says', () => {
    const bitmap = drawSymbol({
      type: 'code128',
      text: 'A1',
      scale: 3,
      barHeight: 20,
      withText: false,
      margin: { horizontal: 10, vertical: 0 },
    });
    const row = Array.from(bitmap.data.subarray(0, bitmap.width), (pixel) => (pixel === 0 ? '#' : ' ')).join(
      '',
    );
    // Start B, A, 1, check, stop: ISO/IEC 15417 table 1.
    expect(bars(row, 3)).toEqual([
      2, 1, 1, 2, 1, 4, 1, 1, 1, 3, 2, 3, 1, 2, 3, 2, 2, 1, 1, 4, 1, 2, 2, 1, 2, 3, 3, 1, 1, 1, 2,
    ]);
    expect(row.startsWith(' '.repeat(30))).toBe(true);
  });

  it('own size: a third of a millimetre a module', () => {
    const { width } = emit('barcode', 'A1', { margin: 0 });
    expect(width / CM).toBeCloseTo((57 * 0.033 * 600) / 600, 2);
  });

  it('fills a box exactly: the bars grow, not the ratio', () => {
    const wide = emit('barcode', 'SKU-12345', { width: '6cm', height: '2cm' });
    expect(wide.width).toBe(6 * CM);
    expect(Math.abs(wide.height - 2 * CM)).toBeLessThan(0.03 * CM);
    const high = emit('barcode', 'SKU-12345', { height: '3cm' });
    expect(Math.abs(high.height - 3 * CM)).toBeLessThan(0.05 * CM);
  });

  it('with and without text below', () => {
    const shown = rows(emit('barcode', 'A1').png).length;
    const hidden = rows(emit('barcode', 'A1', { text: false }).png).length;
    expect(shown).toBeGreaterThan(hidden);
  });

  it.each(['ean13', 'EAN-13', 'ean', 'gs1-128', 'GS1 128', 'codabar', 'itf', 'QR', 'aztec', 'Data_Matrix'])(
    'knows the type %s',
    (type) => {
      expect(checkOption('barcode', 'type', type)).toBeUndefined();
    },
  );

  it('names a type that does not exist, and some that do', () => {
    expect(checkOption('barcode', 'type', 'ean14x')).toMatchObject({
      message: '"ean14x" is not a value for type.',
      hint: expect.stringContaining('code128'),
    });
    expect(() => emit('barcode', 'x', { type: 'nope' })).toThrow('"nope" is not a value for type.');
  });

  it.each([
    ['12', { type: 'ean13' }, '"12" cannot be shown as ean13: EAN-13 must be 12 or 13 digits.'],
    ['abc', { type: 'interleaved2of5' }, /^"abc" cannot be shown as interleaved2of5: /],
    ['5901234123450', { type: 'ean13' }, /check/i],
    ['ü', { type: 'code39' }, /^"ü" cannot be shown as code39: /],
    [{}, {}, 'an object is not text for a code.'],
    ['x'.repeat(9000), {}, '8000 characters at most'],
    ['x', { margin: -1 }, '"-1" is not a value for margin.'],
  ])('refuses %j %j', (value, options, message) => {
    expect(() => emit('barcode', value, options)).toThrow(message);
  });

  it('a number is text; nothing is nothing', () => {
    expect(emit('barcode', 590_123_412_345, { type: 'ean13' }).width).toBeGreaterThan(0);
    for (const value of [undefined, null, '']) expect(emit('barcode', value).xml).toBe('');
  });
});

describe('QR codes', () => {
  it('have a quiet zone, square modules and finder patterns', () => {
    const { png, width, height } = emit('qr', 'HELLO', { size: '3cm' });
    expect([width, height]).toEqual([3 * CM, 3 * CM]);
    const picture = rows(png);
    // Version 1 has 21 modules, and four on each side stay white.
    const module = picture.length / 29;
    expect(Number.isInteger(module)).toBe(true);
    const finder = picture[4 * module] ?? '';
    expect(bars(finder, module)[0]).toBe(7);
    expect(finder.indexOf('#')).toBe(4 * module);
    expect(bars(picture[7 * module] ?? '', module).slice(0, 5)).toEqual([1, 1, 3, 1, 1]);
  });

  it('2.5 cm unless told otherwise; without a margin where none is wanted', () => {
    expect(emit('qr', 'x').width).toBe(2.5 * CM);
    expect(rows(emit('qr', 'HELLO', { margin: 0 }).png)[0]?.startsWith('#')).toBe(true);
  });

  it('more correction takes more modules', () => {
    const text = 'https://example.com/a/rather/long/address';
    expect(rows(emit('qr', text, { ecc: 'H' }).png).length).toBeGreaterThan(
      rows(emit('qr', text, { ecc: 'L' }).png).length,
    );
    expect(() => emit('qr', 'x', { ecc: 'z' })).toThrow('"z" is not a value for ecc.');
  });

  it('keep their ratio in an oblong box, and say what they say as alternative text', () => {
    const { width, height, xml } = emit('qr', 'a & b', { width: '4cm', height: '2cm' });
    expect([width, height]).toEqual([2 * CM, 2 * CM]);
    expect(xml).toContain('descr="a &amp; b"');
  });

  it('too much text is refused', () => {
    expect(() => emit('qr', 'ä'.repeat(3000))).toThrow('cannot be shown as qrcode');
  });
});

describe('matrix codes of other kinds', () => {
  it.each(['datamatrix', 'pdf417', 'azteccode', 'maxicode', 'dotcode', 'microqrcode'])('%s', (type) => {
    const { png } = emit('barcode', type === 'microqrcode' ? '12' : 'hello', { type, size: '2cm' });
    expect(rows(png).some((row) => row.includes('#'))).toBe(true);
  });
});
