import { expect, test } from 'vitest';
import { encodeFrame, FrameReader } from '../../src/convert/libreoffice/frames.ts';

test('frames survive whatever pieces a pipe makes of them', () => {
  const payloads = [new Uint8Array(0), new Uint8Array(70_000).fill(7), Uint8Array.of(1, 2, 3)];
  const stream = Buffer.concat(payloads.flatMap((payload, id) => encodeFrame({ id, text: 'ü' }, payload)));
  for (const size of [1, 7, 4096, stream.length]) {
    const reader = new FrameReader();
    const frames = [];
    for (let at = 0; at < stream.length; at += size)
      frames.push(...reader.push(stream.subarray(at, at + size)));
    expect(frames.map(({ message }) => message)).toEqual([0, 1, 2].map((id) => ({ id, text: 'ü' })));
    expect(frames.map(({ payload }) => payload.length)).toEqual([0, 70_000, 3]);
    expect(Buffer.compare(frames[1]?.payload ?? Buffer.alloc(0), payloads[1] ?? Buffer.alloc(0))).toBe(0);
  }
});
