/** Drawings of Windows: what becomes of their records, and that no bytes make them hang or crash. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import type { Item } from '../../src/layout/display-list.ts';
import { playMetafile } from '../../src/metafile/play.ts';
import { writePdf } from '../../src/pdf/write.ts';
import { dib, emf, emfFont, emfText, emr, long, wmf, wmr } from './metafiles.ts';
import { library, list, noQpdf, PdfReader, page, tool, write } from './support.ts';

const play = (file: Uint8Array) => playMetafile(file, library, 'x');
const of = <Kind extends Item['kind']>(file: Uint8Array, kind: Kind): Extract<Item, { kind: Kind }>[] =>
  play(file).items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind);
/** The device's dots in the picture's units: 200 dots are 2,000 units. */
const DOT = 10;
const RED_BRUSH = [emr(39, 1, 0, 0x0000ff, 0), emr(37, 1)];
const NO_PEN = emr(37, 0x80000008);

describe('EMF', () => {
  test('areas are filled and outlined, in the picture its frame shows', () => {
    const pen = [emr(38, 2, 0, 3, 0, 0x00ff00), emr(37, 2)];
    const file = emf(...RED_BRUSH, ...pen, emr(43, 10, 20, 60, 40));
    expect(play(file)).toMatchObject({ width: 2000, height: 1000 });
    expect(of(file, 'path')).toEqual([
      {
        kind: 'path',
        path: [['M', 100, 200], ['L', 600, 200], ['L', 600, 400], ['L', 100, 400], ['Z']],
        fill: 0xff0000,
        stroke: { color: 0x00ff00, width: 3 * DOT, cap: 'round', join: 'round' },
        evenOdd: true,
      },
    ]);
  });

  test('windows, viewports and transforms map coordinates', () => {
    const mapped = emf(
      emr(17, 8),
      emr(9, 1000, 1000),
      emr(11, 100, 50),
      emr(12, 20, 0),
      emr(27, 0, 0),
      emr(54, 1000, 1000),
    );
    expect(of(mapped, 'path')[0]?.path).toEqual([
      ['M', 200, 0],
      ['L', 1200, 500],
    ]);
    const floats = (...values: number[]): Uint8Array => Buffer.from(new Float32Array(values).buffer);
    const turned = emf(emr(35, floats(0, 1, -1, 0, 50, 0)), emr(27, 10, 0), emr(54, 10, 20));
    expect(of(turned, 'path')[0]?.path).toEqual([
      ['M', 500, 100],
      ['L', 300, 100],
    ]);
  });

  test('what was saved comes back', () => {
    const file = emf(...RED_BRUSH, NO_PEN, emr(33), emr(37, 0x80000004), emr(34, -1), emr(43, 0, 0, 9, 9));
    expect(of(file, 'path')[0]?.fill).toBe(0xff0000);
  });

  test('paths are gathered, and filled or clipped to', () => {
    const triangle = [emr(59), emr(27, 0, 0), emr(54, 10, 0), emr(54, 0, 10), emr(61), emr(60)];
    const filled = emf(...RED_BRUSH, ...triangle, emr(62, 0, 0, 0, 0));
    expect(of(filled, 'path')[0]).toMatchObject({
      path: [['M', 0, 0], ['L', 100, 0], ['L', 0, 100], ['Z']],
      fill: 0xff0000,
    });
    const clipped = emf(...RED_BRUSH, NO_PEN, ...triangle, emr(67, 5), emr(43, 0, 0, 10, 10));
    expect(play(clipped).items.map(({ kind }) => kind)).toEqual(['push', 'path', 'pop']);
    expect(of(clipped, 'push')[0]?.clip).toHaveLength(4);
  });

  test('text stands at its advances, in its font, and turns', () => {
    const file = emf(emfFont(1, -20, 'Arial'), emr(37, 1), emr(22, 24), emfText('AB', 5, 50, [30, 15]));
    const [text] = of(file, 'text');
    expect(text).toMatchObject({ text: 'AB', size: 200, x: 50, y: 500 });
    expect(text?.glyphs?.advances).toEqual([1.5, 0.75]);
    expect(text !== undefined && library.byKey(text.font).family).toBe('Arial');
    const turned = emf(emfFont(1, -20, 'Arial', 900), emr(37, 1), emr(22, 24), emfText('A', 5, 50, [30]));
    const push = of(turned, 'push')[0]?.matrix;
    expect(push?.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, -1, 1, 0, 50, 500]);
  });

  test('bitmaps become pictures, with what of them is meant', () => {
    const bitmap = dib([
      [0xff0000, 0x00ff00],
      [0x0000ff, 0xffffff],
    ]);
    const bits = 80 + 40;
    const place = [0, 0, 0, 0, 10, 20, 1, 0, 1, 2];
    const record = emr(81, ...place, 80, 40, bits, bitmap.length - 40, 0, 0xcc0020, 50, 30, bitmap);
    const [image] = of(emf(record), 'image');
    expect(image).toMatchObject({ matrix: [500, 0, 0, 300, 100, 200], crop: { left: 0.5, right: 0 } });
    const pixels = play(emf(record)).images.get(image?.image ?? '');
    expect([...(pixels?.data.subarray(0, 8) ?? [])]).toEqual([255, 0, 0, 255, 0, 255, 0, 255]);
  });

  test.each([
    ['what turns colours over', emf(...RED_BRUSH, emr(20, 7), emr(43, 0, 0, 9, 9))],
    ['a record that is not known', emf(emr(300, 0))],
    ['letters by their numbers', emf(emfText('AB', 0, 0, [1, 1], 0x10))],
    ['letters that join', emf(emfText('\u0628\u0629', 0, 0, [1, 1]))],
    [
      'what GDI+ draws alone',
      emf(emr(70, 44, Buffer.from('EMF+'), 0x4001, 28, 16, 0, 0, 0, 0, 0x4009, 12, 0)),
    ],
    ['a frame of no size', emf().fill(0, 24, 40)],
  ])('%s is refused', (_, file) => {
    expect(() => play(file)).toThrow(PlatenError);
  });
});

describe('WMF', () => {
  test('its window is stretched over the picture', () => {
    const file = wmf(
      wmr(0x20b, 0, 0),
      wmr(0x20c, 50, 100),
      wmr(0x2fc, 0, long(0x0000ff), 0),
      wmr(0x12d, 0),
      wmr(0x324, 3, 0, 0, 100, 0, 0, 50),
    );
    expect(of(file, 'path')[0]).toMatchObject({
      path: [['M', 0, 0], ['L', 2000, 0], ['L', 0, 1000], ['Z']],
      fill: 0xff0000,
    });
  });

  test('objects take the lowest place that is free', () => {
    const brush = (color: number) => wmr(0x2fc, 0, long(color), 0);
    const file = wmf(
      brush(0x0000ff),
      brush(0x00ff00),
      wmr(0x1f0, 0),
      brush(0xff0000),
      wmr(0x12d, 0),
      wmr(0x41b, 9, 9, 0, 0),
    );
    expect(of(file, 'path')[0]?.fill).toBe(0x0000ff);
  });

  test('text of one byte a letter is read as its charset says', () => {
    const face = Buffer.alloc(32);
    face.write('Arial');
    const font = (charset: number) =>
      wmr(0x2fb, -20, 0, 0, 0, 400, Uint8Array.of(0, 0, 0, charset, 0, 0, 0, 0), face);
    const said = (charset: number, byte: number) =>
      of(wmf(font(charset), wmr(0x12d, 0), wmr(0x521, 1, Uint8Array.of(byte, 0), 10, 10)), 'text')[0]?.text;
    expect(said(0, 0x80)).toBe('€');
    expect(said(204, 0xe6)).toBe('ж');
  });

  test('edges of controls, which only Marlett has, are drawn; its other letters are refused', () => {
    const face = Buffer.alloc(32);
    face.write('Marlett');
    const font = wmr(0x2fb, 13, 0, 0, 0, 400, Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0), face);
    const shown = (letter: string) =>
      wmf(font, wmr(0x12d, 0), wmr(0x521, 1, Uint8Array.of(letter.charCodeAt(0), 0), 10, 20));
    // Two dots inside the square whose corner is at 20, 10.
    expect(of(shown('g'), 'path')[0]?.path[0]).toEqual(['M', 220, 120]);
    expect(of(shown('c'), 'path')[0]?.path).toHaveLength(7);
    expect(() => play(shown('r'))).toThrow(PlatenError);
  });

  test('a mask and a picture become a picture with holes', () => {
    const copy = (operation: number, rows: readonly (readonly number[])[]) =>
      wmr(0xf43, long(operation), 0, 1, 2, 0, 0, 50, 100, 10, 20, dib(rows));
    const file = wmf(copy(0x8800c6, [[0xffffff, 0]]), copy(0xee0086, [[0, 0x336699]]));
    const { items, images } = play(file);
    expect(items).toHaveLength(1);
    expect([...(images.values().next().value?.data ?? [])]).toEqual([0, 0, 0, 0, 0x33, 0x66, 0x99, 255]);
  });
});

describe('bytes of any kind', () => {
  const bitmap = dib([[1, 2]]);
  const sources = [
    emf(
      ...RED_BRUSH,
      emfFont(2, 12, 'Arial'),
      emr(37, 2),
      emfText('Text', 1, 2, [3, 4, 5, 6]),
      emr(30, 0, 0, 50, 50),
      emr(2, 0, 0, 0, 0, 4, 0, 0, 1, 1, 2, 2, 3, 3),
      emr(8, 0, 0, 0, 0, 1, 3, 3, 0, 0, 1, 1, 2, 2),
      emr(81, 0, 0, 0, 0, 1, 2, 0, 0, 2, 1, 80, 40, 120, 8, 0, 0xcc0020, 5, 3, bitmap),
      emr(75, 48, 5, 32, 1, 1, 16, 0, 0, 9, 9, 0, 0, 9, 9),
    ),
    wmf(
      wmr(0x20c, 50, 100),
      wmr(0x2fb, -20, 0, 0, 0, 400, new Uint8Array(40)),
      wmr(0x12d, 0),
      wmr(0xa32, 1, 2, 2, 0, Uint8Array.of(65, 66), 3, 4),
      wmr(0x538, 1, 3, 0, 0, 1, 1, 2, 2),
      wmr(0x940, long(0xcc0020), 0, 0, 1, 2, 3, 4, bitmap),
    ),
  ];

  test('the ones that are changed are complete', () => {
    for (const source of sources) expect(play(source).items.length).toBeGreaterThan(2);
  });

  test('are drawn or refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(fc.tuple(fc.nat(2000), fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xff)), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.nat(2000),
        (source, changes, cut) => {
          const bytes = Uint8Array.from(cut % 3 === 0 ? source.subarray(0, cut) : source);
          for (const [at, value] of changes) bytes[at % Math.max(1, bytes.byteLength)] = value;
          try {
            const { items } = play(bytes);
            expect(items.filter(({ kind }) => kind === 'push')).toHaveLength(
              items.filter(({ kind }) => kind === 'pop').length,
            );
          } catch (error) {
            expect(error).toBeInstanceOf(PlatenError);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('on a page', () => {
  const label = emf(
    emfFont(1, -20, 'Arial'),
    emr(37, 1),
    emr(22, 24),
    emfText('Voltage', 5, 50, [15, 12, 6, 6, 12, 12, 12]),
  );
  const shown = (y: number): Item => ({ kind: 'image', image: 'x', matrix: [200, 0, 0, 100, 50, y] });

  test('is a form that is written once, packed or not', () => {
    const reader = new PdfReader(write(list([page(shown(10)), page(shown(20))]), {}, { x: gzipSync(label) }));
    expect(reader.objects.filter((object) => object.includes('/Subtype/Form'))).toHaveLength(1);
    expect(reader.content(0)).toContain('200 0 0 100 50 290 cm\n/I1 Do');
  });

  test('what cannot be drawn is a reason', () => {
    const sources = { fonts: library, images: () => emf(emr(300, 0)) };
    expect(writePdf(list([page(shown(10))]), sources)).toMatchObject({
      reasons: ['picture-format'],
      warnings: [expect.stringContaining('x: ')],
    });
  });

  test.skipIf(noQpdf)('the file is sound, and its words are found', () => {
    const file = write(list([page(shown(10))]), {}, { x: label });
    expect(tool('qpdf', ['--check', 'FILE'], file)).toContain('No syntax or stream encoding errors');
    expect(tool('pdftotext', ['FILE', '-'], file)).toContain('Voltage');
  });
});
