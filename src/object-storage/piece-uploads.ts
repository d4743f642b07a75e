/**
 * Files that come in pieces, each a part of one upload. Two that put the same file at once share the upload: the pieces are
 * the same. Who has left one behind leaves it to the sweep.
 */
import type { Bucket } from './bucket.ts';

interface Upload {
  readonly name: string;
  readonly id: string;
  readonly tags: Map<number, string>;
  pieceBytes: number;
  usedAt: number;
  /** Settled once it is there for everybody. */
  ending?: Promise<void>;
}

interface EndedUpload {
  readonly object: string;
  readonly pieceBytes: number;
}

export class PieceUploads {
  readonly #bucket: Bucket;
  readonly #uploads = new Map<string, Promise<Upload>>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async begin(hash: string, name: string): Promise<void> {
    const running = this.#uploads.get(hash);
    if (running !== undefined) {
      (await running).usedAt = Date.now();
      return;
    }
    const beginning = this.#begin(name);
    this.#uploads.set(hash, beginning);
    try {
      await beginning;
    } catch (error) {
      this.#uploads.delete(hash);
      throw error;
    }
  }

  async #begin(name: string): Promise<Upload> {
    const id = await this.#bucket.begin(name);
    return { name, id, tags: new Map(), pieceBytes: 0, usedAt: Date.now() };
  }

  /** Of one that another ends, or has ended meanwhile, nothing is missing. */
  async put(hash: string, number: number, bytes: Uint8Array): Promise<void> {
    const upload = await this.#uploads.get(hash);
    if (upload === undefined || upload.ending !== undefined) return;
    const { tag } = await this.#bucket.putPart(upload, number + 1, bytes);
    upload.tags.set(number, tag);
    if (number === 0) upload.pieceBytes = bytes.byteLength;
    upload.usedAt = Date.now();
  }

  /** `keep` says where it is from then on. Of those who end it at once, all wait for the first. */
  async end(hash: string, pieces: number, keep: (ended: EndedUpload) => Promise<void>): Promise<void> {
    const upload = await this.#uploads.get(hash);
    if (upload === undefined) return;
    upload.ending ??= this.#end(upload, pieces)
      .then(keep)
      .finally(() => this.#uploads.delete(hash));
    await upload.ending;
  }

  async #end(upload: Upload, pieces: number): Promise<EndedUpload> {
    const parts = Array.from({ length: pieces }, (_, number) => {
      const tag = upload.tags.get(number);
      if (tag === undefined) throw new Error(`piece ${number} of a file was never put`);
      return { number: number + 1, tag };
    });
    await this.#bucket.complete(upload, parts);
    return { object: upload.name, pieceBytes: upload.pieceBytes };
  }

  async abortOld(before: number): Promise<void> {
    for (const [hash, beginning] of this.#uploads) {
      const upload = await beginning.catch(() => undefined);
      if (upload === undefined || upload.usedAt >= before) continue;
      this.#uploads.delete(hash);
      await this.#bucket.abort(upload);
    }
  }
}
