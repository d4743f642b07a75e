/** paletted :: PNG → the same picture with at most 256 colours: a third of the size, and a screen needs no more. */
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const MAX_COLORS = 256;

export const paletted = (file: Uint8Array): Buffer => {
  const { width, height, data } = PNG.sync.read(Buffer.from(file));
  const pixels = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let index = 0; index < pixels.length; index++) {
    const at = index * 4;
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    pixels[index] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = choose(counts);
  const indexOf = new Map<number, number>();
  for (const color of counts.keys()) indexOf.set(color, nearest(palette, color));

  // Each row begins with its filter: none, which is best for indexes.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x] ?? 0) ?? 0;

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/**
 * The most frequent colours, but none that is nearly one of those before it: else the hundred greys of a page's
 * shadow would leave nothing for a small red badge.
 */
const choose = (counts: ReadonlyMap<number, number>): readonly number[] => {
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color);
  for (const apart of [0, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 135, 200, 300]) {
    const palette: number[] = [];
    for (const color of ranked) {
      if (palette.every((one) => distance(one, color) > apart || one === color)) palette.push(color);
      if (palette.length > MAX_COLORS) break;
    }
    if (palette.length <= MAX_COLORS) return palette;
  }
  return ranked.slice(0, MAX_COLORS);
};

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

const nearest = (palette: readonly number[], color: number): number => {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of palette.entries()) {
    const away = distance(one, color);
    if (away < least) [best, least] = [index, away];
    if (away === 0) break;
  }
  return best;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
};
