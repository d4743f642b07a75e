import { existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import {
  FileSpool,
  MemorySpool,
  openSpoolFile,
  SpoolRoom,
  spoolBytes,
  takeSpoolFile,
} from '../../src/workers/spool.ts';
import { SPOOL_MEMORY_BYTES, SpoolSink } from '../../src/workers/spool-sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-spool-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pattern = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) & 255);
const large = pattern(SPOOL_MEMORY_BYTES + 300_000);

describe('SpoolSink', () => {
  test('keeps what fits in memory and opens no file', () => {
    const sink = new SpoolSink(() => expect.unreachable());
    for (const chunk of [pattern(3), new Uint8Array(0), pattern(5)]) sink.write(chunk);
    expect(sink.size).toBe(8);
    expect(sink.finish()).toEqual(Uint8Array.of(...pattern(3), ...pattern(5)));
  });

  test('past the threshold everything is in the file, in order, and the file has no name', async () => {
    const fd = openSpoolFile(folder);
    const sink = new SpoolSink(() => fd);
    for (let at = 0; at < large.length; at += 100_001) sink.write(large.subarray(at, at + 100_001));
    expect(sink.finish()).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    const spool = new FileSpool(fd, sink.size);
    expect(Buffer.compare(await spool.bytes(), large)).toBe(0);
    spool.dispose();
  });
});

test('a sink that begins again holds only what came after, in memory or in the file', async () => {
  const small = new SpoolSink(() => expect.unreachable());
  small.write(pattern(9));
  small.reset();
  small.write(pattern(3));
  expect(small.finish()).toEqual(pattern(3));
  const fd = openSpoolFile(folder);
  const sink = new SpoolSink(() => fd);
  sink.write(large.toReversed());
  sink.reset();
  for (let at = 0; at < large.length; at += 100_001) sink.write(large.subarray(at, at + 100_001));
  sink.finish();
  const spool = new FileSpool(fd, sink.size);
  expect(Buffer.compare(await spool.bytes(), large)).toBe(0);
  spool.dispose();
});

const place = (memoryBytes = 1_000_000, fileBytes = 100_000_000) => ({
  room: new SpoolRoom({ folder, memoryBytes, fileBytes }),
  holder: 'acme',
});

describe('spools', () => {
  test.each([1000, large.length])(
    'of %i bytes come back as bytes and as a stream, more than once',
    async (size) => {
      const bytes = large.subarray(0, size);
      const spool = await spoolBytes(bytes, place());
      expect(spool).toBeInstanceOf(size === 1000 ? MemorySpool : FileSpool);
      expect(spool.size).toBe(size);
      expect(Buffer.compare(await spool.bytes(), bytes)).toBe(0);
      expect(Buffer.compare(await buffer(spool.stream()), bytes)).toBe(0);
      expect(Buffer.compare(await buffer(spool.stream()), bytes)).toBe(0);
      spool.dispose();
      spool.dispose();
      await expect((async () => spool.bytes())()).rejects.toThrow('disposed');
    },
  );

  test('disposed of in the middle of a stream, the stream ends with an error, not with another file’s bytes', async () => {
    const spool = await spoolBytes(large, place());
    const stream = spool.stream();
    const reading = buffer(stream);
    spool.dispose();
    await expect(reading).rejects.toThrow('disposed');
  });

  test('together hold no more memory than the limit; past it, small ones are in files too', async () => {
    const { room } = place(5000);
    const spool = (holder = 'acme') => spoolBytes(pattern(1000), { room, holder });
    const spools = [await spool(), await spool(), await spool(), await spool('other')];
    // One organization leaves as much as it takes.
    expect(spools.map(({ inMemory }) => inMemory)).toEqual([true, true, false, true]);
    expect(room.held).toEqual({ memory: 3000, files: 1000 });
    for (const one of spools) expect(Buffer.compare(await one.bytes(), pattern(1000))).toBe(0);
    spools[0]?.dispose();
    spools[0]?.dispose();
    expect(room.held.memory).toBe(2000);
    spools.push(await spool());
    expect(spools.at(-1)?.inMemory).toBe(true);
    for (const one of spools) one.dispose();
    expect(room.held).toEqual({ memory: 0, files: 0 });
  });

  test('of one organization leave room for others on the disk, and are refused past it', async () => {
    const { room } = place(0, 5000);
    const spool = (holder: string) => spoolBytes(pattern(1000), { room, holder });
    const [first] = [await spool('acme'), await spool('acme')];
    await expect(spool('acme')).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
    const path = join(folder, 'written-by-a-process');
    writeFileSync(path, pattern(1000));
    expect(() => takeSpoolFile(path, 1000, { room, holder: 'acme' })).toThrow('waiting to be read');
    (await spool('other')).dispose();
    first?.dispose();
    first?.dispose();
    expect(room.held.files).toBe(1000);
    const taken = takeSpoolFile(path, 1000, { room, holder: 'acme' });
    expect(Buffer.compare(await taken.bytes(), pattern(1000))).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  // /dev/full is Linux's own.
  test.runIf(existsSync('/dev/full'))('on a disk that is full are 503, not a mistake of the program', () => {
    const sink = new SpoolSink(() => openSync('/dev/full', 'w'));
    expect(() => sink.write(large)).toThrow(
      expect.objectContaining({ code: 'not_ready', kind: 'unavailable', retryAfter: 10 }),
    );
  });
});
