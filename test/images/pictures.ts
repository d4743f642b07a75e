/** Small pictures of every kind, made in one call. The coded ones are 32 × 16: red, green / blue, white (or nothing). */
import { encodePng } from '../../src/images/png-encode.ts';

const base64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Without APP0, so that a test can put its own segments behind the first two bytes. */
const BARE_JPEG = base64(
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAQACADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcGCP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAGB//EAB0RAAEDBQEAAAAAAAAAAAAAAAAVF2RioaLh4mP/2gAMAwEAAhEDEQA/AJYMMErbycOxq4UbPkpg7pABIrtslKD6W2f/2Q==',
);

export const webpLossy = base64(
  'UklGRlAAAABXRUJQVlA4IEQAAACwAgCdASogABAAAUAmJaACdMoR2j4B+EADIQb854AA/vm88/KWZ/8ovFGVP+Mqf/LQpXYGuf2HEf//rVMM3vJxi8IAAA==',
);
export const webpWithAlpha = base64(
  'UklGRnwAAABXRUJQVlA4WAoAAAAQAAAAHwAADwAAQUxQSBQAAAABDzD/ERFCSED4f1pmQUT/J8AhNFZQOCBCAAAAsAIAnQEqIAAQAAFAJiWgAnTKEdo+AfhAAyEG/TbAAP75vPPylmf/KLxRlT/jKn/y0KV2Brnz5//+yzXywxOMXhAA',
);
export const webpLossless = base64(
  'UklGRjoAAABXRUJQVlA4TC4AAAAvH8ADEB8gFkzxsENougUCSVD7Eww1/wF8KSDItpnkJCd5gAtE9D+2reqnCnAD',
);

const riffChunk = (name: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.byteLength & 1)]);
};

const webpFile = (...chunks: readonly Buffer[]): Uint8Array => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return new Uint8Array(riffChunk('RIFF', body));
};

/** 32 × 16, as VP8X and ANMF store it: 24 bits less one. */
const SIZE_24 = [31, 0, 0, 15, 0, 0];

/** The chunks of `still` as the only frame of an animation. */
export const webpAnimated = (still: Uint8Array, frameFrom: number): Uint8Array =>
  webpFile(
    riffChunk('VP8X', Uint8Array.of(0x12, 0, 0, 0, ...SIZE_24)),
    riffChunk('ANIM', new Uint8Array(6)),
    riffChunk(
      'ANMF',
      Buffer.concat([Uint8Array.of(0, 0, 0, 0, 0, 0, ...SIZE_24, 100, 0, 0, 0), still.subarray(frameFrom)]),
    ),
  );

export const png = ({
  width = 4,
  height = 2,
  dpi,
}: {
  width?: number;
  height?: number;
  dpi?: number;
} = {}): Uint8Array => {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([at % 256, (at >> 8) % 256, 128, 255], at);
  return new Uint8Array(encodePng({ kind: 'rgba', width, height, data, ...(dpi !== undefined && { dpi }) }));
};

/** TIFF block with orientation and, where given, resolution an inch (unit 2) or a centimetre (unit 3). */
export const exifBlock = (orientation: number, resolution?: { value: number; unit: 2 | 3 }): Buffer => {
  const entries: [tag: number, type: number, value: number][] = [[0x0112, 3, orientation]];
  if (resolution !== undefined) entries.push([0x011a, 5, 0], [0x011b, 5, 0], [0x0128, 3, resolution.unit]);
  const end = 8 + 2 + entries.length * 12 + 4;
  const block = Buffer.alloc(end + 8);
  block.write('MM', 0, 'latin1');
  block.writeUInt16BE(42, 2);
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(entries.length, 8);
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    block.writeUInt16BE(tag, at);
    block.writeUInt16BE(type, at + 2);
    block.writeUInt32BE(1, at + 4);
    if (type === 5) block.writeUInt32BE(end, at + 8);
    else block.writeUInt16BE(value, at + 8);
  });
  block.writeUInt32BE((resolution?.value ?? 0) * 10, end);
  block.writeUInt32BE(10, end + 4);
  return block;
};

const segment = (marker: number, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt8(0xff, 0);
  head.writeUInt8(marker, 1);
  head.writeUInt16BE(data.byteLength + 2, 2);
  return Buffer.concat([head, data]);
};

export interface JpegOptions {
  readonly jfif?: { readonly unit: 0 | 1 | 2; readonly density: number };
  readonly orientation?: number;
  readonly resolution?: { readonly value: number; readonly unit: 2 | 3 };
}

export const jpeg = (
  { jfif, orientation, resolution }: JpegOptions = {},
  bare: Uint8Array = BARE_JPEG,
): Uint8Array => {
  const parts: Uint8Array[] = [bare.subarray(0, 2)];
  if (jfif !== undefined) {
    const data = Buffer.from([0x4a, 0x46, 0x49, 0x46, 0, 1, 2, jfif.unit, 0, 0, 0, 0, 0, 0]);
    data.writeUInt16BE(jfif.density, 8);
    data.writeUInt16BE(jfif.density, 10);
    parts.push(segment(0xe0, data));
  }
  if (orientation !== undefined || resolution !== undefined) {
    parts.push(
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifBlock(orientation ?? 1, resolution)])),
    );
  }
  return new Uint8Array(Buffer.concat([...parts, bare.subarray(2)]));
};

/** The smallest whole GIF: one pixel, one comment before it. */
export const gif = (): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('GIF89a'),
      Buffer.from([3, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
      Buffer.from([0x21, 0xfe, 2, 0x68, 0x69, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 3, 0x84, 0x11, 0x05, 0, 0x3b]),
    ]),
  );

export const svg = (
  inside = '<rect width="20" height="10" fill="red"/>',
  attributes = 'width="20" height="10"',
): Uint8Array =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

export const dataUri = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
