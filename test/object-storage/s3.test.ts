/** Blobs in a real S3 server: the contract of the port on both databases, and a server that refuses, is slow, or says nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readBucketAddress } from '../../src/config/bucket-address.ts';
import { openObjectBlobs } from '../../src/object-storage/object-blobs.ts';
import type { BlobStore, Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { blobsContract } from '../contracts/store/blobs.ts';
import { type Fixture, sha256 } from '../contracts/store/fixture.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { refuseWith, S3_CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';

const HOUR_MS = 3_600_000;
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterEach(() => s3.answer(undefined));
afterAll(() => s3.stop());

/** A machine that stands still for a moment is no server that says nothing. */
const PATIENT = { connectMs: 30_000, silenceMs: 30_000, attempts: 2 };
const IMPATIENT = { connectMs: 500, silenceMs: 500, attempts: 2 };
const onBucket = (store: Store, more = '', patience = PATIENT) =>
  openObjectBlobs(
    readBucketAddress(s3.address(more)),
    { register: store.blobRegister, database: store.blobs },
    patience,
  );
const bucketStore = (store: Store): Store => ({ ...store, blobs: onBucket(store).blobs });

describe.each(['SQLite', 'PostgreSQL'])('files in a bucket, rows in %s', (kind) => {
  let folder: string;
  let database: TestDatabase | undefined;
  let inside: Store[] = [];
  let opened: Fixture;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-s3-rows-'));
    database = kind === 'PostgreSQL' ? await freshDatabase() : undefined;
    const open = (): Promise<Store> =>
      openStore(database ? { kind: 'postgres', url: database.url } : { kind: 'sqlite', folder });
    inside = [await open(), await open()];
    const [store, other] = inside.map(bucketStore);
    if (store === undefined || other === undefined) throw new Error('the stores are not open');
    opened = { store, other };
  });
  afterAll(async () => {
    await Promise.all(inside.map((store) => store.close()));
    await database?.drop();
    await rm(folder, { recursive: true });
  });
  const database0 = (): BlobStore => (inside[0] as Store).blobs;

  blobsContract(() => opened);

  test('bytes are in the bucket and not in the database, which says so', async () => {
    const { store } = opened;
    const hash = sha256('in the bucket');
    await store.blobs.put(hash, bytesOf('in the bucket'));
    expect((await s3.objects()).filter((name) => name.startsWith(`files/${hash}-`))).toHaveLength(1);
    await expect(database0().get(hash)).rejects.toMatchObject({ code: 'not_ready' });
    await store.blobs.sweep(Date.now() + HOUR_MS);
    expect((await s3.objects()).filter((name) => name.includes(hash))).toEqual([]);
  });

  test('what was stored before there was a bucket stays readable, and is not stored twice', async () => {
    const { store, other } = opened;
    const hash = sha256('from before');
    await database0().put(hash, bytesOf('from before'));
    await other.blobs.put(hash, bytesOf('from before'));
    expect(await store.blobs.get(hash)).toEqual(bytesOf('from before'));
    expect((await s3.objects()).filter((name) => name.includes(hash))).toEqual([]);
  });

  test('pieces of several mebibytes are parts of one object, read by ranges', async () => {
    const { store, other } = opened;
    const whole = new Uint8Array(11 * 1024 * 1024).map((_, index) => (index + kind.length) % 251);
    const hash = sha256(whole);
    const size = 8 * 1024 * 1024;
    await store.blobs.beginPieces(hash);
    await store.blobs.putPiece(hash, 0, whole.slice(0, size));
    await store.blobs.putPiece(hash, 1, whole.slice(size));
    await store.blobs.endPieces(hash, { pieces: 2, size: whole.length });
    expect((await s3.objects()).filter((name) => name.includes(hash))).toHaveLength(1);
    expect(sha256((await other.blobs.piece(hash, 1)) ?? '')).toBe(sha256(whole.slice(size)));
    expect(sha256((await other.blobs.get(hash)) ?? '')).toBe(hash);
  });

  test('a file that is not what was put is an error, never another file', async () => {
    const { store } = opened;
    const hash = sha256('the right one');
    await store.blobs.put(hash, bytesOf('the right one'));
    s3.answer((response) => response.end('the wrong one').writableEnded);
    await expect(store.blobs.get(hash)).rejects.toThrow('is not what was put there');
  });

  test.each([
    [403, 'AccessDenied'],
    [500, 'InternalError'],
    [503, 'SlowDown'],
  ])('a server that answers %d %s: not ready, and back when it is back', async (status, code) => {
    const { store } = opened;
    const hash = sha256(`${kind} ${code}`);
    s3.answer(refuseWith(status, code));
    await expect(store.blobs.put(hash, bytesOf(`${kind} ${code}`))).rejects.toMatchObject({
      code: 'not_ready',
      retryAfter: 5,
    });
    expect(await store.blobs.head(hash)).toBeUndefined();
    s3.answer(undefined);
    await store.blobs.put(hash, bytesOf(`${kind} ${code}`));
    expect(await store.blobs.get(hash)).toEqual(bytesOf(`${kind} ${code}`));
    // From memory: it needs nobody.
    s3.answer(refuseWith(status, code));
    expect(await store.blobs.get(hash)).toEqual(bytesOf(`${kind} ${code}`));
  });

  test('a server that says nothing is not waited for', async () => {
    const { blobs } = onBucket(inside[0] as Store, '', IMPATIENT);
    s3.answer(() => true);
    await expect(blobs.put(sha256(`${kind} silent`), bytesOf(''))).rejects.toMatchObject({
      code: 'not_ready',
    });
  });

  test('one refusal in passing is tried again and not told', async () => {
    const { store } = opened;
    let refused = 0;
    s3.answer((response) => refused++ === 0 && refuseWith(503, 'SlowDown')(response));
    await store.blobs.put(sha256(`${kind} once`), bytesOf(`${kind} once`));
    expect(refused).toBeGreaterThan(1);
  });

  test('bytes that never got a row are found and removed; what has one is not', async () => {
    const [store] = inside as [Store];
    const { blobs } = onBucket(store);
    const hash = sha256(`${kind} kept`);
    await blobs.put(hash, bytesOf(`${kind} kept`));
    const { register } = { register: store.blobRegister };
    const dying = openObjectBlobs(
      readBucketAddress(s3.address()),
      {
        register: { ...register, refresh: register.refresh, add: () => Promise.reject(new Error('killed')) },
        database: store.blobs,
      },
      PATIENT,
    );
    await expect(dying.blobs.put(sha256('orphan'), bytesOf('orphan'))).rejects.toThrow('killed');
    const orphans = async () =>
      (await s3.objects()).filter((name) => name.startsWith(`files/${sha256('orphan')}`));
    await blobs.sweep(0);
    expect(await orphans()).toHaveLength(1);
    // Two days on, as a server sees it that is new then.
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 48 * HOUR_MS);
    await onBucket(store).blobs.sweep(0);
    vi.restoreAllMocks();
    expect(await orphans()).toEqual([]);
    expect(await onBucket(store).blobs.get(hash)).toEqual(bytesOf(`${kind} kept`));
  });

  test('a link from which anybody may fetch a file, by the name that it has; none unless wanted', async () => {
    const [store] = inside as [Store];
    const hash = sha256(`${kind} linked`);
    const { blobs } = onBucket(store, '&links=true');
    await blobs.put(hash, bytesOf(`${kind} linked`));
    const file = {
      contentType: 'application/pdf',
      contentDisposition: 'attachment; filename="a.pdf"',
      expiresAt: Date.now() + HOUR_MS,
    };
    const answer = await fetch((await blobs.link(hash, file)) ?? '');
    expect(await answer.text()).toBe(`${kind} linked`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.pdf"');
    expect(await onBucket(store).blobs.link(hash, file)).toBeUndefined();
  });
});

describe('the check at the start', () => {
  const files = () =>
    openObjectBlobs(
      readBucketAddress(s3.address()),
      { register: {} as Store['blobRegister'], database: {} as BlobStore },
      PATIENT,
    );
  test('leaves nothing behind', async () => {
    const before = await s3.objects();
    await files().check();
    await files().ping();
    expect(await s3.objects()).toEqual(before);
  });

  test.each([
    ['PUT', 's3:PutObject'],
    ['GET', 's3:GetObject'],
    ['DELETE', 's3:DeleteObject'],
  ])('%s that is refused: the message names the right that is missing', async (refused, right) => {
    s3.answer((response, method) => method === refused && refuseWith(403, 'AccessDenied')(response));
    await expect(files().check()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('AccessDenied'),
      hint: expect.stringContaining(`${right} failed`),
    });
  });

  test.each([
    [404, 'NoSuchBucket', 'Make the bucket'],
    [403, 'InvalidAccessKeyId', 'AWS_ACCESS_KEY_ID'],
  ])('%i %s has its own way out', async (status, code, hint) => {
    s3.answer(refuseWith(status, code));
    await expect(files().check()).rejects.toMatchObject({ hint: expect.stringContaining(hint) });
  });
});
