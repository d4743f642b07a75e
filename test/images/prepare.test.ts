import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { decodeWebp } from '../../src/images/decode/webp.ts';
import { DEFAULT_IMAGE_LIMITS } from '../../src/images/limits.ts';
import { measure } from '../../src/images/measure.ts';
import { encodePng } from '../../src/images/png-encode.ts';
import { prepareImage } from '../../src/images/prepare.ts';
import { rasterizeSvg, readSvg } from '../../src/images/svg.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import {
  exifBlock,
  jpeg,
  png,
  svg,
  webpAnimated,
  webpLossless,
  webpLossy,
  webpWithAlpha,
} from './pictures.ts';

const pixel = (data: ArrayLike<number>, x: number, y: number): number[] =>
  Array.from({ length: 4 }, (_, sample) => data[(y * 32 + x) * 4 + sample] ?? -1);

const near = (actual: readonly number[], wanted: readonly number[]): boolean =>
  actual.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 40);

describe('WebP', () => {
  it.each([
    ['lossy', webpLossy, [255, 255, 255, 255]],
    ['lossy with alpha', webpWithAlpha, [0, 0, 0, 0]],
    ['lossless', webpLossless, [0, 0, 0, 0]],
    ['animated', webpAnimated(webpLossy, 12), [255, 255, 255, 255]],
    ['animated with alpha', webpAnimated(webpWithAlpha, 30), [0, 0, 0, 0]],
  ])('%s is decoded', (_name, file, lastQuarter) => {
    const { width, height, data } = decodeWebp(file);
    expect([width, height]).toEqual([32, 16]);
    expect(near(pixel(data, 4, 3), [221, 0, 0, 255])).toBe(true);
    expect(near(pixel(data, 27, 3), [0, 136, 0, 255])).toBe(true);
    expect(near(pixel(data, 4, 12), [0, 0, 204, 255])).toBe(true);
    const corner = pixel(data, 27, 12);
    expect(corner[3]).toBe(lastQuarter[3]);
  });

  it.each([
    ['cut off', webpLossy.subarray(0, webpLossy.length - 40)],
    ['with a chunk that leaves it', Uint8Array.from(webpLossy, (byte, at) => (at === 18 ? 0xff : byte))],
    ['with a frame that leaves it', webpAnimated(webpLossy, 12).map((byte, at) => (at === 50 ? 0xff : byte))],
  ])('%s is told to be damaged', (_name, file) => {
    expect(() => decodeWebp(file)).toThrow(PlatenError);
  });

  it('becomes a PNG of the same size', () => {
    const image = prepareImage(webpLossy);
    if (image.kind !== 'raster') throw new Error('not a raster');
    expect(image.format).toBe('png');
    expect(measure(image.bytes, DEFAULT_IMAGE_LIMITS)).toMatchObject({
      format: 'png',
      width: 32,
      height: 16,
    });
    expect(image.width).toBeCloseTo(32 / 96);
  });

  it('refuses one that cannot be decoded, and goes on with the next', () => {
    const broken = webpLossy.slice();
    broken.fill(0x55, 40);
    broken.fill(0, 20, 24);
    expect(() => prepareImage(broken)).toThrow(PlatenError);
    expect(prepareImage(webpLossless).width).toBeCloseTo(32 / 96);
  });

  it('refuses more pixels than may be decoded', () => {
    expect(() => prepareImage(webpLossy, { ...DEFAULT_IMAGE_LIMITS, decodedPixels: 511 })).toThrow(
      '511 in all is the limit',
    );
  });
});

describe('PNG that is made here', () => {
  const idat = (file: Uint8Array): Buffer => {
    const at = Buffer.from(file).indexOf('IDAT');
    return inflateSync(
      file.subarray(at + 4, at + 4 + new DataView(file.buffer, file.byteOffset).getUint32(at - 4)),
    );
  };

  it('packs two levels into bits', () => {
    const data = Uint8Array.of(0, 1, 0, 1, 1, 1, 1, 1, 0, 1);
    const file = encodePng({ kind: 'bilevel', width: 10, height: 1, data });
    expect([...idat(file)]).toEqual([0, 0b01011111, 0b01000000]);
  });

  it('leaves out an alpha that says nothing', () => {
    const opaque = encodePng({ kind: 'rgba', width: 1, height: 1, data: Uint8Array.of(1, 2, 3, 255) });
    expect([...idat(opaque)]).toEqual([4, 1, 2, 3]);
    const clear = encodePng({ kind: 'rgba', width: 1, height: 1, data: Uint8Array.of(1, 2, 3, 4) });
    expect([...idat(clear)]).toEqual([4, 1, 2, 3, 4]);
  });
});

describe('upright size', () => {
  it('trades width and height where the picture lies on its side', () => {
    expect(prepareImage(jpeg({ orientation: 3 }))).toMatchObject({
      width: 32 / 96,
      height: 16 / 96,
      orientation: 3,
    });
    expect(prepareImage(jpeg({ orientation: 6 }))).toMatchObject({
      width: 16 / 96,
      height: 32 / 96,
      orientation: 6,
    });
  });

  it('follows a resolution that differs by direction', () => {
    const image = prepareImage(jpeg({ jfif: { unit: 1, density: 200 }, orientation: 8 }));
    expect(image.width).toBeCloseTo(16 / 200);
  });

  it('passes the bytes of PNG and JPEG as they are', () => {
    const file = png();
    expect(prepareImage(file)).toMatchObject({ kind: 'raster', format: 'png', bytes: file });
  });

  it('does not mind an Exif block that is nonsense', () => {
    expect(exifBlock(6).byteLength).toBeGreaterThan(0);
    const file = jpeg({ orientation: 6 });
    const at = Buffer.from(file).indexOf('MM');
    file.fill(0xff, at + 4, at + 8);
    expect(prepareImage(file).orientation).toBe(1);
  });
});

describe('SVG', () => {
  const read = (bytes: Uint8Array) => readSvg(bytes, DEFAULT_IMAGE_LIMITS);

  it.each([
    ['pixels', 'width="20" height="10"', 20, 10],
    ['centimetres', 'width="2.54cm" height="1in"', 96, 96],
    ['a view box alone', 'viewBox="0 0 300 150"', 300, 150],
    ['a width and a view box', 'width="100" viewBox="0 0 300 150"', 100, 50],
    ['a height in points and a view box', 'viewBox="0 0 300 150" height="75pt" width="100%"', 200, 100],
    ['percentages and a view box', 'width="100%" height="100%" viewBox="0 0 300 150"', 300, 150],
  ])('is measured by %s', (_name, attributes, width, height) => {
    const picture = read(svg(undefined, attributes));
    expect([Math.round(picture.width), Math.round(picture.height)]).toEqual([width, height]);
  });

  it('keeps shapes and turns text into outlines, with bundled fonts', () => {
    const picture = read(svg('<text x="1" y="9" font-family="Arial" font-size="8">Hi</text>'));
    expect(picture.markup).toContain('<path');
    expect(picture.markup).not.toContain('<text');
  });

  it.each([
    [
      'scripts',
      '<script>alert(1)</script><rect width="5" height="5" onclick="alert(1)"/>',
      /script|onclick|alert/,
    ],
    ['external pictures', '<image href="http://127.0.0.1/x.png" width="5" height="5"/>', /127\.0\.0\.1/],
    ['local files', '<image href="file:///etc/passwd" width="5" height="5"/>', /passwd/],
    [
      'external style sheets',
      '<style>@import url(http://127.0.0.1/a.css); rect{fill:red}</style><rect width="5" height="5"/>',
      /import|127/,
    ],
    [
      'foreign objects',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>',
      /foreign|body/,
    ],
  ])('loses %s', (_name, inside, gone) => {
    expect(read(svg(inside)).markup).not.toMatch(gone);
  });

  it('refuses entities, and takes a plain document type', () => {
    const text =
      '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5"/></svg>';
    const bytes = (head: string): Uint8Array => new TextEncoder().encode(head + text);
    expect(() => read(bytes('<!DOCTYPE svg [<!ENTITY a "b">]>'))).toThrow('declares entities');
    expect(
      read(bytes('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/svg.dtd">')).width,
    ).toBe(5);
    const second = '<!DOCTYPE svg [<!ENTITY a "b">]>';
    expect(() => read(bytes(`<?xml version="1.0"?><!-- <!DOCTYPE x> -->${second}`))).toThrow(
      'declares entities',
    );
    expect(() => read(bytes(`<!DOCTYPE svg>${second}`))).toThrow('not well-formed');
    expect(read(bytes('<!-- <!DOCTYPE svg [ -->')).width).toBe(5);
  });

  const filtered = (steps: string): Uint8Array =>
    svg(`<filter id="f">${steps}</filter><rect width="20" height="10" filter="url(#f)"/>`);
  const inside = (picture: Uint8Array, type: string): Uint8Array =>
    svg(
      `<image width="20" height="10" href="&#100;ata:${type};base64,${Buffer.from(picture).toString('base64')}"/>`,
    );
  const turbulence = filtered("<feTurbulence baseFrequency='0.1' numOctaves='1000000'/>");

  it.each([
    ['octaves that nobody sees', turbulence],
    ['octaves in a picture inside', inside(turbulence, 'image/svg+xml')],
    ['octaves in a picture that calls itself text', inside(turbulence, 'text/plain')],
  ])('draws %s in no time', (_name, picture) => {
    const started = cpuMilliseconds();
    expect(rasterizeSvg(read(picture), 200)).toBeInstanceOf(Uint8Array);
    expect(cpuMilliseconds() - started).toBeLessThan(4000);
  });

  it.each([
    ['a neighbourhood of the whole picture', filtered('<feMorphology radius="2000"/>')],
    ['the same in style and inside', inside(filtered('<feMorphology radius="300 900"/>'), 'image/svg+xml')],
    [
      'a large matrix',
      filtered(`<feConvolveMatrix order="90" kernelMatrix="${'1 '.repeat(8100)}"/>`.repeat(3)),
    ],
  ])('refuses filters that take for ever: %s', (_name, picture) => {
    expect(() => rasterizeSvg(read(picture), 400)).toThrow('too long to draw');
  });

  it('draws the filters of drawing programs', () => {
    const shadow =
      '<feMorphology radius="1"/><feGaussianBlur stdDeviation="2"/><feOffset dx="1" dy="1"/><feTurbulence baseFrequency="0.2" numOctaves="3"/><feConvolveMatrix order="3" kernelMatrix="1 1 1 1 1 1 1 1 1"/>';
    expect(rasterizeSvg(read(filtered(shadow)), 400)).toBeInstanceOf(Uint8Array);
  });

  it('refuses pictures inside pictures without end', () => {
    let picture = svg();
    for (let level = 0; level < 6; level += 1) picture = inside(picture, 'image/svg+xml');
    expect(() => read(picture)).toThrow('too deep');
  });

  it('refuses references that multiply', () => {
    const level = (n: number): string => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`;
    const bomb = svg(
      `<defs><g id="l0"><rect width="1" height="1"/></g>${[1, 2, 3, 4, 5, 6].map(level).join('')}</defs><use href="#l6"/>`,
    );
    expect(() => read(bomb)).toThrow('draws more than');
  });

  it.each([
    ['a circle of references', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['depth', svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000))],
    ['an open comment', svg('<!-- ')],
    ['a tag that never ends', svg('<rect "')],
    ['no size', svg('', 'width="0" height="0"')],
    ['endless size', svg('', 'width="1e30" height="1e30"')],
    ['bytes that are not its encoding', Buffer.concat([svg(), Uint8Array.of(0xff, 0xfe)])],
  ])('survives %s', (_name, bytes) => {
    try {
      rasterizeSvg(read(bytes), 100);
    } catch (error) {
      expect(error).toBeInstanceOf(PlatenError);
    }
    expect(read(svg()).width).toBe(20);
  });

  it('draws its twin at the size asked for, within reason', () => {
    const size = (width: number) => {
      const { width: across, height: down } = measure(
        rasterizeSvg(read(svg()), width),
        DEFAULT_IMAGE_LIMITS,
      ) as {
        width: number;
        height: number;
      };
      return [across, down];
    };
    expect(size(200)).toEqual([200, 100]);
    expect(size(1_000_000)).toEqual([4000, 2000]);
  });
});
