import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PIECE_BYTES } from '../../../src/file-pieces.ts';
import { actor, anOrganization, aTemplate, atOnce, type Fixture, PLENTY, sha256 } from './fixture.ts';

const HOUR_MS = 3_600_000;

export const blobsContract = (fixture: () => Fixture): void => {
  describe('blobs', () => {
    test.each([0, 1, 255, 70_000, 3_000_000])('%d bytes come back exactly', async (size) => {
      const { store, other } = fixture();
      const bytes = new Uint8Array(randomBytes(size));
      const hash = sha256(bytes);
      await store.blobs.put(hash, bytes);
      const back = await other.blobs.get(hash);
      expect(back?.length).toBe(size);
      expect(sha256(back ?? '')).toBe(hash);
    });

    test('the caller keeps its bytes, and a view is stored without what surrounds it', async () => {
      const { store } = fixture();
      const all = new Uint8Array(randomBytes(1000));
      const view = all.subarray(100, 200);
      await store.blobs.put(sha256(view), view);
      expect(all.length).toBe(1000);
      expect(view.length).toBe(100);
      expect(await store.blobs.get(sha256(view))).toEqual(new Uint8Array(view));
    });

    test.each([0, 1, 70_000, PIECE_BYTES, 2 * PIECE_BYTES + 5])(
      'a file of %d bytes, there and back',
      async (size) => {
        const { store, other } = fixture();
        const bytes = new Uint8Array(randomBytes(size));
        const hash = sha256(bytes);
        const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
        onTestFinished(() => rm(folder, { recursive: true }));
        await writeFile(join(folder, 'a'), bytes);
        const from = await open(join(folder, 'a'));
        await store.blobs.putFile(hash, { fd: from.fd, size });
        await other.blobs.putFile(hash, { fd: from.fd, size });
        await from.close();
        expect(sha256((await other.blobs.get(hash)) ?? '-')).toBe(hash);
        const to = await open(join(folder, 'b'), 'wx');
        expect(await other.blobs.copyToFile(hash, to.fd)).toBe(size);
        expect(await other.blobs.copyToFile(sha256('nobody has put it'), to.fd)).toBeUndefined();
        await to.close();
        expect(sha256(await readFile(join(folder, 'b')))).toBe(hash);
        // Shorter than it is said to be: it is not there then.
        const empty = await open(join(folder, 'c'), 'wx+');
        await expect(store.blobs.putFile(sha256('short'), { fd: empty.fd, size: 5 })).rejects.toThrow();
        await empty.close();
        expect(await other.blobs.head(sha256('short'))).toBeUndefined();
      },
    );

    test('in pieces: not there until it is whole, then as if it had been put at once', async () => {
      const { store, other } = fixture();
      const pieces = [randomBytes(1000), randomBytes(1000), randomBytes(10)].map(
        (one) => new Uint8Array(one),
      );
      const whole = Buffer.concat(pieces);
      const hash = sha256(whole);
      expect(await store.blobs.beginPieces(hash)).toBe(false);
      expect(await other.blobs.beginPieces(hash)).toBe(false);
      for (const [number, piece] of pieces.entries()) {
        expect([await other.blobs.get(hash), await other.blobs.head(hash)]).toEqual([undefined, undefined]);
        await store.blobs.putPiece(hash, number, new Uint8Array(piece));
        await other.blobs.putPiece(hash, number, new Uint8Array(piece));
      }
      await store.blobs.endPieces(hash, { pieces: 3, size: 2010 });
      expect(await other.blobs.beginPieces(hash)).toBe(true);
      expect(await other.blobs.head(hash)).toEqual({ pieces: 3, size: 2010 });
      expect(sha256((await other.blobs.get(hash)) ?? '')).toBe(hash);
      expect(await other.blobs.piece(hash, 2)).toEqual(pieces[2]);
      expect(await other.blobs.piece(hash, 3)).toBeUndefined();
      await store.blobs.put(hash, whole);
      expect(await other.blobs.head(hash)).toEqual({ pieces: 3, size: 2010 });
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect([await other.blobs.head(hash), await other.blobs.piece(hash, 0)]).toEqual([
        undefined,
        undefined,
      ]);
    });

    test('what was begun in pieces and left is swept, and what is put whole meanwhile is there', async () => {
      const { store } = fixture();
      const left = sha256('left in pieces');
      await store.blobs.beginPieces(left);
      await store.blobs.putPiece(left, 0, new Uint8Array(5));
      await store.blobs.put(left, Buffer.from('left in pieces'));
      expect(Buffer.from((await store.blobs.get(left)) ?? []).toString()).toBe('left in pieces');
      expect(await store.blobs.head(left)).toEqual({ pieces: 0, size: 14 });
      await store.blobs.sweep(Date.now() + HOUR_MS);
      const begun = sha256('begun');
      await store.blobs.beginPieces(begun);
      await store.blobs.putPiece(begun, 0, new Uint8Array(5));
      expect(await store.blobs.sweep(Date.now() + HOUR_MS)).toBe(1);
      expect(await store.blobs.piece(begun, 0)).toBeUndefined();
    });

    test('a hash that nobody put is not there', async () => {
      expect(await fixture().store.blobs.get(sha256('nothing'))).toBeUndefined();
    });

    test('the same bytes may be put at once from everywhere', async () => {
      const { store, other } = fixture();
      const bytes = new Uint8Array(randomBytes(50_000));
      const hash = sha256(bytes);
      await atOnce(20, (n) => (n % 2 ? store : other).blobs.put(hash, bytes));
      expect(sha256((await store.blobs.get(hash)) ?? '')).toBe(hash);
    });

    test('the sweep takes what no version names and what is old enough, nothing else', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id);
      const version = (await store.templates.find(id, template.key))?.version;
      const loose = sha256('loose');
      await store.blobs.put(loose, Buffer.from('loose'));
      await store.blobs.sweep(Date.now() - HOUR_MS);
      expect(await store.blobs.get(loose)).toBeDefined();
      expect(await store.blobs.sweep(Date.now() + HOUR_MS)).toBeGreaterThanOrEqual(1);
      expect(await store.blobs.get(loose)).toBeUndefined();
      expect(await store.blobs.get(version?.fileHash ?? '')).toBeDefined();
      expect(await store.blobs.get(version?.programHash ?? '')).toBeDefined();
      expect(await store.blobs.sweep(Date.now() + HOUR_MS)).toBe(0);
    });

    test('the sweep counts past the size of its batches', async () => {
      const { store } = fixture();
      await store.blobs.sweep(Date.now() + HOUR_MS);
      await atOnce(45, (n) => store.blobs.put(sha256(`many ${n}`), Buffer.from(`many ${n}`)));
      expect(await store.blobs.sweep(Date.now() + HOUR_MS)).toBe(45);
    });

    test('after the last template that names it is gone, a blob is swept', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const bytes = Buffer.from(randomBytes(10));
      await store.blobs.put(sha256(bytes), bytes);
      const version = {
        delimiter: 'BRACES' as const,
        fileHash: sha256(bytes),
        fileSize: bytes.length,
        programHash: sha256(bytes),
        programFormat: 1,
        inspection: '{}',
        storedBytes: 1,
        within: PLENTY,
      };
      await store.templates.create(
        { id: `t-${id}`, organizationId: id, key: 'k', name: 'k' },
        version,
        actor(),
      );
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect(await store.blobs.get(sha256(bytes))).toBeDefined();
      await store.templates.delete(id, 'k', actor());
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect(await store.blobs.get(sha256(bytes))).toBeUndefined();
    });

    test('putting a blob again keeps it from the sweep', async () => {
      const { store } = fixture();
      const hash = sha256('again');
      await store.blobs.put(hash, Buffer.from('again'));
      await sleep(5);
      const between = Date.now();
      await sleep(5);
      await store.blobs.put(hash, Buffer.from('again'));
      await store.blobs.sweep(between);
      expect(await store.blobs.get(hash)).toBeDefined();
    });

    test('a sweep that races with put and create never takes what a template then names', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const texts = Array.from({ length: 30 }, (_, n) => `raced ${n}`);
      for (const text of texts) await store.blobs.put(sha256(text), Buffer.from(text));
      await sleep(5);
      const grace = Date.now();
      let done = false;
      const sweeping = (async () => {
        // Everything that was put before `grace` is fair game; what is put from now on is not.
        while (!done) await other.blobs.sweep(grace);
      })();
      await Promise.all(
        texts.map(async (text, n) => {
          await sleep(n % 7);
          const hash = sha256(text);
          await store.blobs.put(hash, Buffer.from(text));
          const version = {
            delimiter: 'BRACES' as const,
            fileHash: hash,
            fileSize: text.length,
            programHash: hash,
            programFormat: 1,
            inspection: '{}',
            storedBytes: 1,
            within: PLENTY,
          };
          const template = { id: `${id}-${n}`, organizationId: id, key: text, name: text };
          expect(await store.templates.create(template, version, actor())).toBeDefined();
        }),
      );
      done = true;
      await sweeping;
      for (const text of texts) {
        const found = await store.templates.find(id, text);
        expect(await store.blobs.get(found?.version.fileHash ?? '')).toEqual(
          new Uint8Array(Buffer.from(text)),
        );
      }
    });
  });
};
