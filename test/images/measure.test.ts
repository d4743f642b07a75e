import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { DEFAULT_IMAGE_LIMITS } from '../../src/images/limits.ts';
import { measure } from '../../src/images/measure.ts';
import { sniff } from '../../src/images/sniff.ts';
import { gif, jpeg, png, svg, webpAnimated, webpLossless, webpLossy, webpWithAlpha } from './pictures.ts';

const read = (bytes: Uint8Array) => measure(bytes, DEFAULT_IMAGE_LIMITS);
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const refusal = (run: () => unknown): PlatenError => {
  try {
    run();
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('sniff', () => {
  it.each([
    ['png', png()],
    ['jpeg', jpeg()],
    ['gif', gif()],
    ['webp', webpLossy],
    ['svg', svg()],
    [
      'svg',
      ascii(
        '\uFEFF<?xml version="1.0"?>\n<!-- made by hand --><!DOCTYPE svg PUBLIC "a" "b">\n<svg:svg xmlns:svg="x"/>',
      ),
    ],
    ['bmp', Uint8Array.of(0x42, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0)],
    ['tiff', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0)],
    ['tiff', Uint8Array.of(0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8)],
    ['wmf', Uint8Array.of(0xd7, 0xcd, 0xc6, 0x9a)],
    ['emf', Buffer.concat([Uint8Array.of(1, 0, 0, 0), Buffer.alloc(36), Buffer.from(' EMF')])],
  ] as const)('knows %s', (format, bytes) => {
    expect(sniff(bytes)).toBe(format);
  });

  it.each([
    ['text', ascii('Hello')],
    ['HTML', ascii('<html><svg></svg></html>')],
    ['text that begins with BM', ascii('BMW is a car maker in Munich')],
    ['a zip file', ascii('PK\u0003\u0004')],
    ['nothing', new Uint8Array(0)],
  ])('takes %s for no picture', (_name, bytes) => {
    expect(sniff(bytes)).toBeUndefined();
  });
});

describe('measure', () => {
  it('reads pixels and resolution of a PNG, 96 dpi where it says nothing', () => {
    expect(read(png({ width: 30, height: 20 }))).toMatchObject({
      format: 'png',
      width: 30,
      height: 20,
      dpiX: 96,
      dpiY: 96,
    });
    const info = read(png({ dpi: 300 }));
    expect(info.format === 'png' && Math.round(info.dpiX)).toBe(300);
  });

  it.each([
    ['nothing', {}, 96],
    ['JFIF dots an inch', { jfif: { unit: 1, density: 150 } }, 150],
    ['JFIF dots a centimetre', { jfif: { unit: 2, density: 100 } }, 254],
    ['a JFIF aspect ratio only', { jfif: { unit: 0, density: 1 } }, 96],
    ['a JFIF density of one', { jfif: { unit: 1, density: 1 } }, 96],
    ['Exif dots an inch', { resolution: { value: 240, unit: 2 } }, 240],
    ['Exif dots a centimetre', { resolution: { value: 50, unit: 3 } }, 127],
    [
      'Exif behind JFIF without unit',
      { jfif: { unit: 0, density: 1 }, resolution: { value: 300, unit: 2 } },
      300,
    ],
  ] as const)('a JPEG that says %s', (_name, options, dpi) => {
    const info = read(jpeg(options));
    expect(info).toMatchObject({ format: 'jpeg', width: 32, height: 16 });
    expect(info.format === 'jpeg' && Math.round(info.dpiX)).toBe(dpi);
  });

  it('reads the orientation of a JPEG, and takes nonsense for upright', () => {
    expect(read(jpeg({ orientation: 6 }))).toMatchObject({ orientation: 6 });
    expect(read(jpeg({ orientation: 42 }))).toMatchObject({ orientation: 1 });
  });

  it('reads GIF and all three kinds of WebP, animated too', () => {
    expect(read(gif())).toMatchObject({ format: 'gif', width: 3, height: 2 });
    for (const file of [webpLossy, webpWithAlpha, webpLossless, webpAnimated(webpLossy, 12)]) {
      expect(read(file)).toMatchObject({ format: 'webp', width: 32, height: 16 });
    }
  });

  it('says of formats that Word alone would take that they are not supported', () => {
    const error = refusal(() => read(Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0)));
    expect(error).toMatchObject({
      code: 'data_invalid',
      message: 'Pictures of the format TIFF are not supported.',
    });
    expect(error.hint).toContain('PNG');
  });

  const WHOLE = {
    png: png({ width: 40, height: 40 }),
    jpeg: jpeg({ orientation: 6 }),
    gif: gif(),
    webp: webpWithAlpha,
  };

  it.each(Object.entries(WHOLE))('refuses a %s that is cut off anywhere', (format, file) => {
    // The last byte of a GIF is a trailer that nobody misses, and a WebP may have a padding byte.
    const slack = format === 'gif' ? 1 : 0;
    for (let length = 12; length < file.byteLength - slack; length++) {
      expect(refusal(() => read(file.subarray(0, length))).code, `${length} bytes`).toBe('data_invalid');
    }
  });

  it.each(Object.entries(WHOLE))(
    'never throws anything but a refusal for a %s with a wrong byte',
    (_format, file) => {
      for (let at = 0; at < file.byteLength; at++) {
        const broken = file.slice();
        broken[at] = (broken[at] ?? 0) ^ 0xff;
        try {
          read(broken);
        } catch (error) {
          expect(error).toBeInstanceOf(PlatenError);
        }
      }
    },
  );

  it('notices altered PNG data by its checksum', () => {
    const broken = png();
    broken[broken.byteLength - 20] = 0;
    expect(refusal(() => read(broken)).message).toContain('IDAT chunk is altered');
  });

  it('refuses too many bytes and too many pixels before anything is decoded', () => {
    const limits = { ...DEFAULT_IMAGE_LIMITS, bytes: 100 };
    expect(refusal(() => measure(jpeg(), limits)).message).toContain('100 is the limit');
    // 65,500 × 65,500 in 300 bytes: what a decompression bomb looks like.
    const bomb = jpeg();
    const frame = bomb.findIndex((byte, at) => byte === 0xff && bomb[at + 1] === 0xc0);
    bomb.set([0xff, 0xdc, 0xff, 0xdc], frame + 5);
    expect(refusal(() => read(bomb)).message).toContain('65500 × 65500 pixels');
  });
});
