/** A grey box with a frame: the picture that an author sees in Word where data will put another. */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 120;
const HEIGHT = 80;

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

export const placeholderPng = (): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 0], 8); // 8 bits, greyscale
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const frame = x < 2 || y < 2 || x >= WIDTH - 2 || y >= HEIGHT - 2;
      const cross =
        Math.abs(x * HEIGHT - y * WIDTH) < WIDTH || Math.abs((WIDTH - x) * HEIGHT - y * WIDTH) < WIDTH;
      rows[y * (WIDTH + 1) + 1 + x] = frame ? 170 : cross ? 205 : 232;
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
};
