import { expect, test } from 'vitest';
import { ownBytes, ownTexts } from '../src/own-bytes.ts';

test('bytes have memory of their own, and are copied only where they had not', () => {
  const shared = Buffer.from('shared');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.byteLength);
  const own = ownBytes(shared);
  expect(Buffer.from(own).toString()).toBe('shared');
  expect(own.buffer.byteLength).toBe(6);
  expect(ownBytes(own)).toBe(own);
  expect(ownBytes(new Uint8Array(0)).byteLength).toBe(0);
});

test('texts of every size stand in few pieces of memory, each as it was', () => {
  const bytesOf = ownTexts();
  const texts = Array.from({ length: 500 }, (_, at) => `${'é😀x'.repeat(at % 90)}${at}`).concat(
    '',
    'y'.repeat(10_000),
  );
  const made = texts.map(bytesOf);
  expect(made.map((bytes) => Buffer.from(bytes).toString())).toEqual(texts);
  const rooms = new Set(made.map(({ buffer }) => buffer));
  const all = made.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const held = [...rooms].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThan(all * 1.3 + 4096);
  expect(rooms.size).toBeLessThan(60);
});
