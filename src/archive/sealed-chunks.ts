/**
 * A stream in chunks, each with a seal: what was cut off, swapped or changed by one bit is noticed when it is read, before
 * anything behind it is believed.
 *
 * A chunk is its length, its bytes and 16 bytes of seal: of AES-256-GCM where there is a passphrase, otherwise the beginning of a SHA-256.
 * Both cover the header, the chunk's number and whether it is the last one.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { PlatenError } from '../errors.ts';

const CHUNK_BYTES = 256 * 1024;
const SEAL_BYTES = 16;
const LENGTH_BYTES = 4;
/** In the length, says that no other chunk follows. */
const LAST = 0x8000_0000;
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

interface Sealing {
  /** Everything that stands in front of the first chunk. */
  readonly header: Uint8Array;
  /** Undefined: the bytes can be read by anybody. */
  readonly key: Uint8Array | undefined;
}

export const newSalt = (): string => randomBytes(16).toString('base64');

export const keyOf = (passphrase: string, salt: string): Uint8Array =>
  scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, SCRYPT);

const placeOf = (number: number, isLast: boolean): Buffer => {
  const place = Buffer.alloc(12);
  place.writeBigUInt64BE(BigInt(number));
  place.writeUInt32BE(isLast ? 1 : 0, 8);
  return place;
};

const plainSeal = (header: Uint8Array, place: Buffer, bytes: Uint8Array): Buffer =>
  createHash('sha256').update(header).update(place).update(bytes).digest().subarray(0, SEAL_BYTES);

const sealed = ({ header, key }: Sealing, number: number, isLast: boolean, bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(isLast ? (bytes.length | LAST) >>> 0 : bytes.length);
  const place = placeOf(number, isLast);
  if (key === undefined) return Buffer.concat([length, bytes, plainSeal(header, place, bytes)]);
  // A key belongs to one file, by its salt, and a number to one chunk: no place comes twice.
  const cipher = createCipheriv('aes-256-gcm', key, place).setAAD(header);
  const hidden = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([length, hidden, cipher.getAuthTag()]);
};

const opened = (
  { header, key }: Sealing,
  { number, isLast }: { number: number; isLast: boolean },
  chunk: Buffer,
): Buffer => {
  const bytes = chunk.subarray(0, -SEAL_BYTES);
  const seal = chunk.subarray(-SEAL_BYTES);
  const place = placeOf(number, isLast);
  if (key === undefined) {
    if (!plainSeal(header, place, bytes).equals(seal)) throw damaged();
    return bytes;
  }
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, place).setAAD(header).setAuthTag(seal);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  } catch (cause) {
    throw number === 0 ? wrongPassphrase(cause) : damaged(cause);
  }
};

export class SealChunks extends Transform {
  readonly #sealing: Sealing;
  #held: Buffer = Buffer.alloc(0);
  #number = 0;

  constructor(sealing: Sealing) {
    super();
    this.#sealing = sealing;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    while (this.#held.length > CHUNK_BYTES) {
      this.push(sealed(this.#sealing, this.#number, false, this.#held.subarray(0, CHUNK_BYTES)));
      this.#number += 1;
      this.#held = this.#held.subarray(CHUNK_BYTES);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.push(sealed(this.#sealing, this.#number, true, this.#held));
    done();
  }
}

export class OpenChunks extends Transform {
  readonly #sealing: Sealing;
  #held: Buffer = Buffer.alloc(0);
  #number = 0;
  #isDone = false;

  constructor(sealing: Sealing) {
    super();
    this.#sealing = sealing;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.#held = Buffer.concat([this.#held, bytes]);
      while (this.#takeChunk());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #takeChunk(): boolean {
    if (this.#held.length === 0) return false;
    if (this.#isDone) throw damaged();
    if (this.#held.length < LENGTH_BYTES) return false;
    const marked = this.#held.readUInt32BE();
    const isLast = marked >= LAST;
    const length = isLast ? marked - LAST : marked;
    if (length > CHUNK_BYTES) throw damaged();
    const end = LENGTH_BYTES + length + SEAL_BYTES;
    if (this.#held.length < end) return false;
    this.push(
      opened(this.#sealing, { number: this.#number, isLast }, this.#held.subarray(LENGTH_BYTES, end)),
    );
    this.#number += 1;
    this.#isDone = isLast;
    this.#held = this.#held.subarray(end);
    return true;
  }

  override _flush(done: TransformCallback): void {
    done(this.#isDone && this.#held.length === 0 ? null : cutOff());
  }
}

const damaged = (cause?: unknown): PlatenError =>
  new PlatenError('bad_backup', 'The backup is damaged: a part of it is not what was written.', {
    hint: 'Nothing was changed. Take another copy of the file.',
    cause,
  });

const cutOff = (): PlatenError =>
  new PlatenError('bad_backup', 'The backup is cut off: its end is missing.', {
    hint: 'Nothing was changed. Take another copy of the file.',
  });

const wrongPassphrase = (cause: unknown): PlatenError =>
  new PlatenError(
    'bad_backup',
    'The backup cannot be opened: the passphrase is another one, or it is damaged.',
    {
      hint: 'Set PLATEN_BACKUP_PASSPHRASE to what it was when the backup was made.',
      cause,
    },
  );
