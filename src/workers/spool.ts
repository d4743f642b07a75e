/** A finished document on the main thread's side: in memory, or in a file that has no name any more. */
import { close, openSync, read, unlinkSync, write } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { PlatenError } from '../errors.ts';
import { temporaryName } from '../processes/temporary.ts';
import type { Spool } from '../service/renderer-ports.ts';
import { type Holdings, Shares } from '../shares.ts';
import { diskTrouble, SPOOL_MEMORY_BYTES } from './spool-sink.ts';

const readAt = promisify(read);
const writeAt = promisify(write);
const CHUNK_BYTES = 256 * 1024;

/**
 * What finished documents may take of memory and of the disk, shared out by organization: callers that read slowly hold theirs
 * for as long as they like. What finds no room in memory goes to a file however small it is; what finds none on the disk is
 * refused.
 */
export class SpoolRoom {
  readonly folder: string;
  readonly #memory: Shares;
  readonly #files: Shares;

  constructor({ folder, memoryBytes, fileBytes, held }: SpoolLimits) {
    this.folder = folder;
    this.#memory = new Shares(memoryBytes, held?.memory);
    this.#files = new Shares(fileBytes, held?.files);
  }

  get held(): { readonly memory: number; readonly files: number } {
    return { memory: this.#memory.held, files: this.#files.held };
  }

  /** Undefined where there is no room for it. */
  hold(holder: string, bytes: Uint8Array): MemorySpool | undefined {
    if (!this.#memory.take(holder, bytes.length)) return undefined;
    return new MemorySpool(bytes, () => this.#memory.giveBack(holder, bytes.length));
  }

  /** Gives what gives it back. */
  takeFile(holder: string, bytes: number): () => void {
    if (!this.#files.take(holder, bytes))
      throw new PlatenError(
        'busy',
        'Your organization has as many bytes of finished documents waiting to be read as this server can hold for it.',
        { retryAfter: RETRY_SECONDS, hint: 'Read the answers that are under way, then try again.' },
      );
    return () => this.#files.giveBack(holder, bytes);
  }
}

interface SpoolLimits {
  readonly folder: string;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  /** Where several threads share the room. */
  readonly held?: Readonly<Record<'memory' | 'files', Holdings>> | undefined;
}

const RETRY_SECONDS = 5;

export class MemorySpool implements Spool {
  #bytes: Uint8Array | undefined;
  readonly #release: () => void;
  readonly size: number;
  readonly inMemory = true;

  constructor(bytes: Uint8Array, release: () => void) {
    this.#bytes = bytes;
    this.#release = release;
    this.size = bytes.length;
  }

  stream(): Readable {
    const bytes = this.#held();
    return Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
  }

  async bytes(): Promise<Uint8Array> {
    return this.#held();
  }

  dispose(): void {
    if (this.#bytes === undefined) return;
    this.#bytes = undefined;
    this.#release();
  }

  #held(): Uint8Array {
    if (this.#bytes === undefined) throw new Error('the document was disposed of');
    return this.#bytes;
  }
}

/** Where another process may spool; whoever gave it the name takes the file, and the name, away. */
export const spoolFileName = (folder: string): string =>
  join(folder, `${temporaryName('spool')}${crypto.randomUUID()}`);

/** What another process has written. From here on it has no name. */
export const takeSpoolFile = (
  path: string,
  size: number,
  { room, holder }: { readonly room: SpoolRoom; readonly holder: string },
): FileSpool => {
  const release = room.takeFile(holder, size);
  try {
    const fd = openSync(path, 'r');
    unlinkSync(path);
    return new FileSpool(fd, size, release);
  } catch (error) {
    release();
    throw error;
  }
};

/** Owned by this process alone from the moment it exists: whatever dies, nothing is left on the disk. */
export const openSpoolFile = (folder: string): number => {
  const path = spoolFileName(folder);
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return fd;
};

export class FileSpool implements Spool {
  readonly #fd: number;
  readonly size: number;
  readonly inMemory = false;
  /** Reads under way. The number of a closed file is given to the next one, so closing waits for them. */
  #reading = 0;
  #disposed = false;
  readonly #release: () => void;

  constructor(fd: number, size: number, release: () => void = () => undefined) {
    this.#fd = fd;
    this.size = size;
    this.#release = release;
  }

  stream(): Readable {
    let at = 0;
    const stream: Readable = new Readable({
      highWaterMark: CHUNK_BYTES,
      read: () => {
        this.#read(at, CHUNK_BYTES).then(
          (chunk) => {
            at += chunk.length;
            stream.push(chunk.length === 0 ? null : chunk);
          },
          (error: Error) => stream.destroy(error),
        );
      },
    });
    return stream;
  }

  async fill(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      at += (await writeAt(this.#fd, bytes, at, bytes.length - at, at)).bytesWritten;
    }
  }

  readonly withFile = async <Result>(use: (fd: number) => Promise<Result>): Promise<Result> =>
    this.#whileOpen(() => use(this.#fd));

  async bytes(): Promise<Uint8Array> {
    const all = new Uint8Array(this.size);
    for (let at = 0; at < this.size; ) {
      const read = await this.#readInto(all, at, at);
      if (read === 0) throw new Error('the spool file is shorter than what was written');
      at += read;
    }
    return all;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#release();
    this.#closeWhenUnused();
  }

  async #read(position: number, most: number): Promise<Buffer> {
    const chunk = Buffer.allocUnsafeSlow(Math.min(most, this.size - position, CHUNK_BYTES));
    return chunk.subarray(0, chunk.length === 0 ? 0 : await this.#readInto(chunk, 0, position));
  }

  /** As much as there is room for; gives how much that was. */
  async #readInto(into: Uint8Array, offset: number, position: number): Promise<number> {
    return this.#whileOpen(
      async () => (await readAt(this.#fd, into, offset, into.length - offset, position)).bytesRead,
    );
  }

  async #whileOpen<Result>(use: () => Promise<Result>): Promise<Result> {
    if (this.#disposed) throw new Error('the document was disposed of');
    this.#reading += 1;
    try {
      return await use();
    } finally {
      this.#reading -= 1;
      if (this.#disposed) this.#closeWhenUnused();
    }
  }

  #closeWhenUnused(): void {
    if (this.#reading === 0) close(this.#fd, () => undefined);
  }
}

/** Bytes that came whole, as a PDF does: kept, or past the threshold written to a file and let go. */
export const spoolBytes = async (
  bytes: Uint8Array,
  { room, holder }: { readonly room: SpoolRoom; readonly holder: string },
): Promise<Spool> => {
  const held = bytes.length <= SPOOL_MEMORY_BYTES ? room.hold(holder, bytes) : undefined;
  if (held !== undefined) return held;
  const release = room.takeFile(holder, bytes.length);
  let spool: FileSpool | undefined;
  try {
    spool = new FileSpool(openSpoolFile(room.folder), bytes.length, release);
    await spool.fill(bytes);
    return spool;
  } catch (error) {
    if (spool === undefined) release();
    else spool.dispose();
    throw diskTrouble(error);
  }
};
