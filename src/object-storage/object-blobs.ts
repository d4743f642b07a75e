/**
 * Blobs whose bytes lie in a bucket, and whose rows lie in the database.
 *
 * The database decides: a blob is there once its row is, and its row is written after its bytes. An object has a name of its own,
 * beside the hash that it begins with, so nobody can remove bytes that somebody else puts in the same moment. What was put and
 * never got a row, because a server died in between, is found by a look through the bucket a few times a day.
 */
import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { certificateTrouble } from '../certificates.ts';
import type { BucketAddress } from '../config/bucket-address.ts';
import { PlatenError } from '../errors.ts';
import { PIECE_BYTES, readPieces, writePiece } from '../file-pieces.ts';
import type { BlobRegister, BlobStore } from '../service/ports.ts';
import { type Bucket, openBucket, type Patience } from './bucket.ts';
import { PieceUploads } from './piece-uploads.ts';

interface Needs {
  readonly register: BlobRegister;
  /** For what was stored before there was a bucket. */
  readonly database: BlobStore;
}

interface ObjectBlobs {
  readonly blobs: BlobStore;
  /** Whether the server may do there all that it has to; rejects with the way out where not. */
  check(): Promise<void>;
  /** Whether anybody answers there. */
  ping(): Promise<void>;
  close(): void;
}

export const openObjectBlobs = (address: BucketAddress, needs: Needs, patience?: Patience): ObjectBlobs => {
  const bucket = openBucket(address, patience);
  return {
    blobs: objectBlobs({ ...needs, ...address, bucket }),
    check: () => checkBucket(bucket, `s3://${address.bucket}/${address.prefix}`),
    async ping() {
      await bucket.get('ping', undefined, AbortSignal.timeout(PING_MS)).catch((error: unknown) => {
        throw unreachable(error);
      });
    },
    close: () => bucket.close(),
  };
};

/** A balancer that asks for readiness waits for no longer than a second or two, and would take the server for dead. */
const PING_MS = 1_000;

/** Larger ones are results of jobs, which are read once. */
const MOST_CACHED = 8 * 1024 * 1024;
const HOUR_MS = 3_600_000;
const LOOK_THROUGH_MS = 6 * HOUR_MS;
/** Longer than any upload takes between its bytes and its row. */
const ORPHAN_MS = 24 * HOUR_MS;

const objectBlobs = ({
  bucket,
  register,
  database,
  cacheBytes,
  links,
}: Needs & Pick<BucketAddress, 'cacheBytes' | 'links'> & { readonly bucket: Bucket }): BlobStore => {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: Math.max(1, cacheBytes),
    maxEntrySize: Math.min(MOST_CACHED, Math.max(1, cacheBytes)),
    sizeCalculation: (bytes) => bytes.byteLength + 1,
  });
  const uploads = new PieceUploads(bucket);
  let lookedThroughAt = 0;

  /** Bytes that turn out to be somebody else's gift are let go of at once. */
  const add = async (hash: string, blob: Parameters<BlobRegister['add']>[1]): Promise<void> => {
    const kept = await register.add(hash, blob);
    if (kept !== blob.object) await bucket.delete(blob.object).catch(() => undefined);
  };

  const begin: BlobStore['beginPieces'] = async (hash) => {
    if (await database.beginPieces(hash)) return true;
    await uploads.begin(hash, nameOf(hash));
    return false;
  };

  const end: BlobStore['endPieces'] = (hash, { pieces, size }) =>
    uploads.end(hash, pieces, (ended) => add(hash, { ...ended, size, pieces }));

  const read = async (hash: string, object: string): Promise<Uint8Array> => {
    const bytes = await bucket.get(object);
    if (bytes === undefined) throw lost(object);
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw new Error(`the object ${object} is not what was put there`);
    return bytes;
  };

  const removeOrphans = async (): Promise<void> => {
    if (Date.now() - lookedThroughAt < LOOK_THROUGH_MS) return;
    lookedThroughAt = Date.now();
    for await (const names of bucket.olderThan(Date.now() - ORPHAN_MS)) {
      const inUse = new Set(await register.inUse(names));
      for (const name of names) if (!inUse.has(name)) await bucket.delete(name);
    }
  };

  return withBucketErrors({
    async put(hash, bytes) {
      if (await register.refresh(hash)) return;
      const object = nameOf(hash);
      await bucket.put(object, bytes);
      await add(hash, { object, size: bytes.byteLength, pieces: 0, pieceBytes: 0 });
    },

    async putFile(hash, { fd, size }) {
      if (size <= PIECE_BYTES) {
        if (await register.refresh(hash)) return;
        const object = nameOf(hash);
        let whole: Uint8Array = new Uint8Array();
        for await (const bytes of readPieces(fd, size)) whole = bytes;
        await bucket.put(object, whole);
        return add(hash, { object, size, pieces: 0, pieceBytes: 0 });
      }
      if (await begin(hash)) return;
      let pieces = 0;
      for await (const piece of readPieces(fd, size)) {
        await uploads.put(hash, pieces, piece);
        pieces += 1;
      }
      await end(hash, { pieces, size });
    },

    async get(hash) {
      // Whoever gets bytes may give them away.
      const cached = cache.get(hash);
      if (cached !== undefined) return cached.slice();
      const found = await register.find(hash);
      if (found === undefined) return undefined;
      if (found.object === null) return database.get(hash);
      const bytes = await read(hash, found.object);
      if (bytes.byteLength <= MOST_CACHED) cache.set(hash, bytes.slice());
      return bytes;
    },

    async copyToFile(hash, fd) {
      const found = await register.find(hash);
      if (found === undefined) return undefined;
      const { object, size } = found;
      if (object === null) return database.copyToFile(hash, fd);
      for (let start = 0; start < size; start += PIECE_BYTES) {
        const bytes = await bucket.get(object, { start, end: Math.min(size, start + PIECE_BYTES) });
        if (bytes === undefined) throw lost(object);
        await writePiece(fd, bytes, start);
      }
      return size;
    },

    beginPieces: begin,

    putPiece: (hash, number, bytes) => uploads.put(hash, number, bytes),

    endPieces: end,

    async head(hash) {
      const found = await register.find(hash);
      return found && { size: found.size, pieces: found.pieces };
    },

    async piece(hash, number) {
      const found = await register.find(hash);
      if (found === undefined || number >= found.pieces) return undefined;
      const { object, pieceBytes, size } = found;
      if (object === null) return database.piece(hash, number);
      const start = number * pieceBytes;
      const bytes = await bucket.get(object, { start, end: Math.min(size, start + pieceBytes) });
      if (bytes === undefined) throw lost(object);
      return bytes;
    },

    async link(hash, file) {
      if (!links) return undefined;
      const found = await register.find(hash);
      return found?.object == null ? undefined : bucket.link(found.object, file);
    },

    async sweep(olderThan) {
      const { count, objects } = await register.sweep(olderThan);
      for (const object of objects) {
        cache.delete(hashOf(object));
        await bucket.delete(object);
      }
      await uploads.abortOld(Date.now() - HOUR_MS);
      await removeOrphans();
      return count;
    },
  });
};

const nameOf = (hash: string): string => `${hash}-${randomUUID()}`;
const hashOf = (object: string): string => object.slice(0, object.indexOf('-'));

const lost = (object: string): Error => new Error(`the object ${object} is not in the bucket any more`);

/** What the bucket says is for the log; callers hear that a part of the service is away. */
const withBucketErrors = (blobs: BlobStore): BlobStore =>
  Object.fromEntries(
    Object.entries(blobs).map(([name, method]) => [
      name,
      async (...args: unknown[]) => {
        try {
          return await (method as (...given: unknown[]) => Promise<unknown>)(...args);
        } catch (error) {
          throw isOfBucket(error) ? unreachable(error) : error;
        }
      },
    ]),
  ) as unknown as BlobStore;

/** Of the SDK: an answer that refuses, or none at all. */
const isOfBucket = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof PlatenError) && '$metadata' in error;

const RETRY_SECONDS = 5;

const unreachable = (cause: unknown): PlatenError =>
  new PlatenError('not_ready', 'The storage of files does not answer as it should.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });

/** What rights have nothing to do with, by the name that the SDK or the store gives it, or by the system's. */
const BUCKET_TROUBLES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Make the bucket first; Platen does not.',
  CredentialsProviderError:
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role or a profile.',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not one that the store knows.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.',
  ECONNREFUSED: 'Nothing answers there: check `endpoint`, and that the store runs.',
  ENOTFOUND:
    'There is no such host: check `endpoint`; `pathStyle=true` where the bucket is no part of its name.',
};

const bucketTrouble = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return BUCKET_TROUBLES[error.name] ?? ('code' in error ? BUCKET_TROUBLES[String(error.code)] : undefined);
};

const checkBucket = async (bucket: Bucket, shown: string): Promise<void> => {
  const name = `check-${randomUUID()}`;
  const steps: readonly (readonly [right: string, step: () => Promise<unknown>])[] = [
    ['s3:PutObject', () => bucket.put(name, new Uint8Array([1]))],
    ['s3:GetObject', () => bucket.get(name)],
    ['s3:ListBucket', async () => bucket.olderThan(0)[Symbol.asyncIterator]().next()],
    ['s3:DeleteObject', () => bucket.delete(name)],
  ];
  for (const [right, step] of steps)
    try {
      await step();
    } catch (cause) {
      const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
      throw new PlatenError('not_ready', `PLATEN_BLOBS: ${shown} can't be used (${said}).`, {
        hint:
          certificateTrouble(cause) ??
          bucketTrouble(cause) ??
          `The server needs ${steps.map(([name]) => name).join(', ')} there; ${right} failed.`,
        cause,
      });
    }
};
