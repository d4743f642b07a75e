import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { decodePng } from '../../src/images/decode/png.ts';
import { DEFAULT_IMAGE_LIMITS } from '../../src/images/limits.ts';
import { measure } from '../../src/images/measure.ts';
import type { ImageItem, Recolor } from '../../src/layout/display-list.ts';
import { encodeImage } from '../../src/pdf/images/encode-image.ts';
import { writePdf } from '../../src/pdf/write.ts';
import * as pictures from '../images/pictures.ts';
import { noPoppler } from '../support/pdf.ts';
import { emf, emr } from './metafiles.ts';
import { library, list, PdfReader, page, write } from './support.ts';

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

interface Recipe {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly type: number;
  /** Rows as they are stored, each with its filter byte. */
  readonly rows: readonly (readonly number[])[];
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  readonly interlaced?: boolean;
}

const png = (recipe: Recipe): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(recipe.width, 0);
  header.writeUInt32BE(recipe.height, 4);
  header.set([recipe.bits, recipe.type, 0, 0, recipe.interlaced === true ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(recipe.palette === undefined ? [] : [chunk('PLTE', Uint8Array.from(recipe.palette))]),
    ...(recipe.transparency === undefined ? [] : [chunk('tRNS', Uint8Array.from(recipe.transparency))]),
    chunk('IDAT', deflateSync(Uint8Array.from(recipe.rows.flat()))),
    chunk('IEND', new Uint8Array(0)),
  ]);
};

/** A 2 × 2 picture: red, green / blue, white. */
const RGB: Recipe = {
  width: 2,
  height: 2,
  bits: 8,
  type: 2,
  rows: [
    [0, 255, 0, 0, 0, 255, 0],
    [0, 0, 0, 255, 255, 255, 255],
  ],
};

const square = (image: string, x = 10) => ({ kind: 'image', image, matrix: [50, 0, 0, 50, x, 20] }) as const;

/** Pixels drawn this large are not blurred into each other. */
const ENLARGED = 20;

/** The colour that poppler draws in the middle of each of the picture's pixels. */
const drawn = (
  bytes: Uint8Array,
  columns: number,
  rows: number,
  look: Pick<ImageItem, 'light' | 'recolor'> = {},
): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-image-'));
  try {
    const [width, height] = [columns * ENLARGED, rows * ENLARGED];
    const item = { kind: 'image', image: 'x', matrix: [width, 0, 0, height, 0, 0], ...look } as const;
    writeFileSync(join(folder, 'in.pdf'), write(list([{ width, height, items: [item] }]), {}, { x: bytes }));
    execFileSync('pdftoppm', ['-r', '72', join(folder, 'in.pdf'), join(folder, 'out')]);
    const ppm = readFileSync(join(folder, 'out-1.ppm'));
    const pixels = ppm.subarray(ppm.byteLength - width * height * 3);
    return Array.from({ length: columns * rows }, (_, index) => {
      const x = ((index % columns) + 0.5) * ENLARGED;
      const y = (Math.floor(index / columns) + 0.5) * ENLARGED;
      const at = (y * width + x) * 3;
      return pixels.subarray(at, at + 3).toString('hex');
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('PNG', () => {
  test('an opaque one goes in as it is', () => {
    const image = encodeImage(png(RGB));
    expect(image.entries).toContain('/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode');
    expect(image.entries).toContain('/Predictor 15/Colors 3/BitsPerComponent 8/Columns 2');
    expect(image.softMask).toBeUndefined();
    expect(Buffer.from(image.data).equals(deflateSync(Uint8Array.from(RGB.rows.flat())))).toBe(true);
  });

  test('a palette of two bits stays one', () => {
    const image = encodeImage(
      png({
        width: 2,
        height: 1,
        bits: 2,
        type: 3,
        rows: [[0, 0b0110_0000]],
        palette: [255, 0, 0, 0, 255, 0, 0, 0, 255],
      }),
    );
    expect(image.entries).toContain(
      '/ColorSpace[/Indexed/DeviceRGB 2<ff000000ff000000ff>]/BitsPerComponent 2',
    );
  });

  test('one transparent colour is a colour key', () => {
    expect(encodeImage(png({ ...RGB, transparency: [0, 255, 0, 0, 0, 0] })).entries).toContain(
      '/Mask[255 255 0 0 0 0]',
    );
    const indexed = { width: 1, height: 1, bits: 8, type: 3, rows: [[0, 1]], palette: [1, 2, 3, 4, 5, 6] };
    expect(encodeImage(png({ ...indexed, transparency: [255, 0] })).entries).toContain('/Mask[1 1]');
    expect(encodeImage(png({ ...indexed, transparency: [255, 255] })).entries).not.toContain('/Mask');
  });

  test('alpha becomes a soft mask, and is left out where everything is opaque', () => {
    const half = png({ width: 2, height: 1, bits: 8, type: 6, rows: [[0, 255, 0, 0, 128, 0, 255, 0, 255]] });
    expect(encodeImage(half).softMask?.entries).toContain('/ColorSpace/DeviceGray');
    const opaque = png({
      width: 2,
      height: 1,
      bits: 8,
      type: 6,
      rows: [[0, 255, 0, 0, 255, 0, 255, 0, 255]],
    });
    expect(encodeImage(opaque).softMask).toBeUndefined();
  });

  test('a damaged one is refused, not passed on', () => {
    const bytes = Buffer.from(png(RGB));
    bytes[bytes.byteLength - 20] = (bytes[bytes.byteLength - 20] ?? 0) ^ 0xff;
    expect(() => encodeImage(bytes)).toThrow(/PNG file is damaged/);
    expect(() => encodeImage(png(RGB).subarray(0, 40))).toThrow(PlatenError);
  });

  test('a bomb does not unfold', () => {
    const header = png({ ...RGB, type: 6, width: 60_000, height: 60_000 });
    expect(() => encodeImage(header)).toThrow(/60000 × 60000/);
  });

  test.each([
    [
      'filters',
      {
        ...RGB,
        rows: [
          [1, 255, 0, 0, 1, 255, 0],
          [2, 1, 0, 255, 255, 0, 255],
        ],
      },
      ['ff0000ff', '00ff00ff', '0000ffff', 'ffffffff'],
    ],
    [
      'average and Paeth',
      {
        ...RGB,
        rows: [
          [3, 255, 0, 0, 129, 255, 0],
          [4, 1, 0, 255, 0, 0, 255],
        ],
      },
      undefined,
    ],
    ['16 bits', { width: 1, height: 1, bits: 16, type: 2, rows: [[0, 255, 7, 128, 7, 0, 7]] }, ['ff8000ff']],
    ['grey and alpha', { width: 1, height: 1, bits: 8, type: 4, rows: [[0, 100, 50]] }, ['64646432']],
    [
      'one bit',
      { width: 3, height: 1, bits: 1, type: 0, rows: [[0, 0b1010_0000]] },
      ['ffffffff', '000000ff', 'ffffffff'],
    ],
    [
      'a half transparent palette',
      {
        width: 2,
        height: 1,
        bits: 8,
        type: 3,
        rows: [[0, 0, 1]],
        palette: [9, 8, 7, 6, 5, 4],
        transparency: [128],
      },
      ['09080780', '060504ff'],
    ],
    [
      'interlace',
      {
        ...RGB,
        interlaced: true,
        rows: [
          [0, 255, 0, 0],
          [0, 0, 255, 0],
          [0, 0, 0, 255, 255, 255, 255],
        ],
      },
      ['ff0000ff', '00ff00ff', '0000ffff', 'ffffffff'],
    ],
  ] as const)('decodes %s', (_, recipe, expected) => {
    const { data } = decodePng(png(recipe as Recipe));
    const pixels = Buffer.from(data).toString('hex').match(/.{8}/g);
    if (expected === undefined) expect(pixels).toHaveLength(4);
    else expect(pixels).toEqual(expected);
  });
});

/** 1 × 1 GIF, red, made by hand: header, two colours, one frame. */
const GIF = Buffer.from('47494638396101000100800000ff000000ff002c00000000010001000002024401003b', 'hex');
const BMP = Buffer.from(
  '424d46000000000000003600000028000000020000000200000001001800000000001000000000000000000000000000000000000000' +
    'ff0000ffffff00000000ff00ff000000',
  'hex',
);

/** Of 2 × 2 pixels in one strip; entries are numbers of 16 bits, or lists of them. */
const tiff = (
  entries: Readonly<Record<number, number | readonly number[]>>,
  data: Uint8Array,
  little = true,
): Uint8Array => {
  const all = Object.entries({ 256: 2, 257: 2, 273: 8, 278: 2, 279: data.length, ...entries });
  const lists: Buffer[] = [];
  const listsAt = 8 + data.length + 2 + all.length * 12 + 4;
  const file = Buffer.alloc(8 + data.length + 2 + all.length * 12 + 4);
  const short = (value: number, at: number, to = file) =>
    little ? to.writeUInt16LE(value, at) : to.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    little ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at);
  file.write(little ? 'II' : 'MM');
  short(42, 2);
  long(8 + data.length, 4);
  file.set(data, 8);
  short(all.length, 8 + data.length);
  for (const [index, [tag, value]] of all.entries()) {
    const at = 8 + data.length + 2 + index * 12;
    const values = typeof value === 'number' ? [value] : value;
    short(Number(tag), at);
    short(3, at + 2);
    long(values.length, at + 4);
    if (values.length <= 2) for (const [place, one] of values.entries()) short(one, at + 8 + place * 2);
    else {
      long(listsAt + Buffer.concat(lists).length, at + 8);
      const list = Buffer.alloc(values.length * 2);
      for (const [place, one] of values.entries()) short(one, place * 2, list);
      lists.push(list);
    }
  }
  return Buffer.concat([file, ...lists]);
};
const TIFF_ROWS = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255);
/** Differences of these rows, and a square of black and white, as other programs pack them. */
const TIFF_LZW = Buffer.from('803fc000000c0a06ff84002020', 'hex');
const TIFF_FAX = Buffer.from('095c004004', 'hex');
const TIFF_RGB = { 258: [8, 8, 8], 262: 2, 277: 3 } as const;

describe('other formats', () => {
  test('GIF becomes a palette picture', () => {
    expect(encodeImage(GIF).entries).toContain(
      '/Width 1/Height 1/ColorSpace[/Indexed/DeviceRGB 1<ff000000ff00>]',
    );
  });

  test('JPEG goes in as it is, in its own colours', () => {
    const jpeg = (components: number, adobe: boolean): Uint8Array => {
      const marker = adobe ? 'ffee000e41646f626500640000000000' : '';
      const frame = `ffc0${(8 + components * 3).toString(16).padStart(4, '0')}0800100020${components.toString(16).padStart(2, '0')}`;
      return Buffer.from(
        `ffd8ffe000104a46494600010100000100010000${marker}${frame}${'011100'.repeat(components)}ffd9`,
        'hex',
      );
    };
    const gray = jpeg(1, false);
    expect(encodeImage(gray)).toMatchObject({ data: gray, cmyk: false });
    expect(encodeImage(gray).entries).toBe(
      '/Width 32/Height 16/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode',
    );
    expect(encodeImage(jpeg(3, true)).entries).not.toContain('Decode[');
    const four = encodeImage(jpeg(4, true));
    expect(four).toMatchObject({ cmyk: true });
    expect(four.entries).toContain('/ColorSpace/DeviceCMYK/BitsPerComponent 8/Decode[1 0 1 0 1 0 1 0]');
  });

  test('SVG is rasterised', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#123456"/></svg>';
    expect(encodeImage(Buffer.from(svg)).entries).toContain(
      '/Width 1200/Height 600/ColorSpace[/Indexed/DeviceRGB 0<123456>]',
    );
  });

  test.each([
    ['rows', { 259: 2 }, '/K 0/Columns 2/Rows 2/EncodedByteAlign true/EndOfBlock false>>'],
    ['group 3', { 259: 3 }, '/K 0/Columns 2/Rows 2>>'],
    ['group 3 in two dimensions', { 259: 3, 292: 1 }, '/K 1/Columns 2/Rows 2>>'],
    ['group 4', { 259: 4 }, '/K -1/Columns 2/Rows 2/EndOfBlock false>>'],
    ['black as ones', { 259: 4, 262: 1 }, '/K -1/Columns 2/Rows 2/BlackIs1 true/EndOfBlock false>>'],
  ] as const)('a fax in a TIFF goes in as it came: %s', (_, entries, parameters) => {
    const image = encodeImage(tiff({ 258: 1, 262: 0, ...entries }, TIFF_FAX));
    expect(image.entries).toMatch(/CCITTFaxDecode\/DecodeParms<<.*/);
    expect(image.entries.endsWith(parameters)).toBe(true);
    expect(Buffer.from(image.data)).toEqual(TIFF_FAX);
    // The bits of a byte may stand the other way round.
    const turned = encodeImage(tiff({ 258: 1, 262: 0, ...entries, 266: 2 }, TIFF_FAX));
    expect(turned.data[0]).toBe(0b1001_0000);
  });

  test.each([
    ['PNG', pictures.png({ width: 9, height: 5 })],
    ['GIF', pictures.gif()],
    ['JPEG', pictures.jpeg({ orientation: 6 })],
  ])('a %s that is cut off is no more to those who decode than to those who measure', (_, file) => {
    const refusal = (act: () => unknown): unknown => {
      try {
        act();
        return undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(PlatenError);
        return error;
      }
    };
    for (let length = 12; length <= file.byteLength; length++) {
      const part = file.subarray(0, length);
      const drawn = refusal(() => encodeImage(part));
      const measured = refusal(() => measure(part, DEFAULT_IMAGE_LIMITS));
      if (measured === undefined) expect(drawn).toBeUndefined();
    }
    expect(refusal(() => measure(file, DEFAULT_IMAGE_LIMITS))).toBeUndefined();
  });

  test('what is no picture is refused', () => {
    expect(() => encodeImage(Buffer.from('no picture'))).toThrow(PlatenError);
    expect(() => encodeImage(new Uint8Array(0))).toThrow(PlatenError);
  });

  test('mutated pictures are drawn or refused', () => {
    const sources = [
      png({
        ...RGB,
        type: 6,
        rows: [
          [0, 1, 2, 3, 4, 5, 6, 7, 8],
          [0, 1, 2, 3, 4, 5, 6, 7, 8],
        ],
      }),
      GIF,
      BMP,
      pictures.jpeg({ orientation: 6 }),
      tiff(TIFF_RGB, TIFF_ROWS),
      tiff({ ...TIFF_RGB, 259: 5 }, TIFF_LZW),
      tiff({ ...TIFF_RGB, 259: 32773 }, Buffer.concat([Uint8Array.of(11), TIFF_ROWS])),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        (source, changes) => {
          const bytes = Uint8Array.from(source);
          for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
          try {
            encodeImage(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(PlatenError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('on a page', () => {
  test('the same picture is stored once, wherever it stands', () => {
    const pages = [page(square('a'), square('b')), page(square('a', 100))];
    const reader = new PdfReader(write(list(pages), {}, { a: png(RGB), b: GIF }));
    expect(reader.objects.filter((object) => object.includes('/Subtype/Image'))).toHaveLength(2);
    expect(reader.content(1)).toBe('q\n50 0 0 50 100 330 cm\n/I1 Do\nQ\n');
  });

  test('is cropped by a clip', () => {
    const item = { ...square('a'), crop: { left: 0.5, top: 0, right: 0, bottom: 0.5 } };
    const reader = new PdfReader(write(list([page(item)]), {}, { a: png(RGB) }));
    expect(reader.content(0)).toBe(
      'q\n10 380 m\n60 380 l\n60 330 l\n10 330 l\nh\nW n\n100 0 0 100 -40 280 cm\n/I1 Do\nQ\n',
    );
  });

  test('a missing or damaged one is a frame and a warning', () => {
    const result = writePdf(list([page(square('gone'), square('broken'), square('gone'))]), {
      fonts: library,
      images: (id) => (id === 'broken' ? Buffer.from('x') : undefined),
    });
    expect(result.warnings).toHaveLength(2);
    expect(result.warnings[0]).toContain('gone');
    expect(new PdfReader(result.file).content(0).match(/^S$/gm)).toHaveLength(3);
  });
});

describe.skipIf(noPoppler)('as a viewer draws them (needs poppler)', () => {
  const colors = ['ff0000', '00ff00', '0000ff', 'ffffff'];

  test.each([
    ['PNG as it is', png(RGB)],
    [
      'interlaced PNG',
      png({
        ...RGB,
        interlaced: true,
        rows: [
          [0, 255, 0, 0],
          [0, 0, 255, 0],
          [0, 0, 0, 255, 255, 255, 255],
        ],
      }),
    ],
    [
      'PNG with alpha',
      png({
        ...RGB,
        type: 6,
        rows: [
          [0, 255, 0, 0, 255, 0, 255, 0, 255],
          [0, 0, 0, 255, 255, 0, 0, 0, 0],
        ],
      }),
    ],
    [
      'palette',
      png({
        width: 2,
        height: 2,
        bits: 4,
        type: 3,
        rows: [
          [0, 0x01],
          [0, 0x23],
        ],
        palette: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255],
      }),
    ],
  ])('%s: red, green, blue, white', (_, bytes) => {
    expect(drawn(bytes, 2, 2)).toEqual(colors);
  });

  test.each([
    ['as it is', {}, TIFF_ROWS, true],
    ['the high byte first', {}, TIFF_ROWS, false],
    [
      'in runs',
      { 259: 32773 },
      Buffer.concat([
        Uint8Array.of(3),
        TIFF_ROWS.subarray(0, 4),
        Uint8Array.of(3),
        TIFF_ROWS.subarray(4, 8),
        Uint8Array.of(256 - 3, 255),
      ]),
      true,
    ],
    ['deflated', { 259: 8 }, deflateSync(TIFF_ROWS), true],
    ['by LZW, as differences', { 259: 5, 317: 2 }, TIFF_LZW, true],
    ['as differences', { 317: 2 }, Uint8Array.of(255, 0, 0, 1, 255, 0, 0, 0, 255, 255, 255, 0), true],
    [
      'of another number of bits',
      { 258: [16, 16, 16] },
      Uint8Array.from([...TIFF_ROWS].flatMap((byte) => [0, byte])),
      true,
    ],
  ] as const)('TIFF, %s', (_, entries, data, little) => {
    const expected = ['ff0000', '00ff00', '0000ff', 'ffffff'];
    expect(drawn(tiff({ ...TIFF_RGB, ...entries }, data, little), 2, 2)).toEqual(expected);
  });

  test('TIFF of a palette, of greys, and a fax as it came', () => {
    // Reds, then greens, then blues, of two colours.
    const palette = tiff({ 258: 8, 262: 3, 320: [0xffff, 0, 0, 0x8080, 0, 0] }, Uint8Array.of(0, 1, 1, 0));
    expect(drawn(palette, 2, 2)).toEqual(['ff0000', '008000', '008000', 'ff0000']);
    expect(drawn(tiff({ 258: 8, 262: 0 }, Uint8Array.of(255, 0, 255, 0)), 2, 2)).toEqual([
      '000000',
      'ffffff',
      '000000',
      'ffffff',
    ]);
    expect(encodeImage(tiff({ 258: 1, 259: 4, 262: 0 }, TIFF_FAX)).entries).toContain(
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1',
    );
    expect(drawn(tiff({ 258: 1, 259: 4, 262: 0 }, TIFF_FAX), 2, 2)).toEqual([
      '000000',
      'ffffff',
      'ffffff',
      '000000',
    ]);
  });

  const PALETTE = png({
    width: 2,
    height: 2,
    bits: 8,
    type: 3,
    rows: [
      [0, 0, 1],
      [0, 2, 3],
    ],
    palette: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255],
  });
  const LOOKS: readonly (readonly [string, Recolor, readonly string[]])[] = [
    ['grey', { kind: 'gray' }, ['4c4c4c', '969696', '1d1d1d', 'ffffff']],
    ['black and white', { kind: 'bilevel', threshold: 0.5 }, ['000000', 'ffffff', '000000', 'ffffff']],
    [
      'of two colours',
      { kind: 'duotone', dark: 0x000080, light: 0xffff80 },
      ['4c4c80', '969680', '1d1d80', 'ffff80'],
    ],
    ['without one colour', { kind: 'hidden', color: 0x0000ff }, ['ff0000', '00ff00', 'ffffff', 'ffffff']],
  ];

  test.each(LOOKS)('%s', (_, recolor, expected) => {
    // A step up or down is rounding.
    const near = (hex: string): readonly number[] =>
      (hex.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
    for (const bytes of [png(RGB), PALETTE]) {
      const found = drawn(bytes, 2, 2, { recolor }).flatMap(near);
      for (const [index, part] of expected.flatMap(near).entries())
        expect(Math.abs((found[index] ?? -9) - part)).toBeLessThanOrEqual(1);
    }
  });

  test('drawings change their colours, too', () => {
    const red = emf(emr(39, 1, 0, 0x0000ff, 0), emr(37, 1), emr(37, 0x80000008), emr(43, 0, 0, 200, 100));
    expect(drawn(red, 1, 1)).toEqual(['ff0000']);
    expect(drawn(red, 1, 1, { recolor: { kind: 'gray' } })).toEqual(['4c4c4c']);
  });

  test('BMP, whose rows are upside down', () => {
    expect(drawn(BMP, 2, 2)).toEqual(['ff0000', '00ff00', '0000ff', 'ffffff']);
  });
});
