/**
 * KeptParts :: the parts of a package, as they are written → an archive that was never a file
 *
 * For documents that are read as soon as they are made. Entries that many packages share are the same objects in each of
 * them, so that readers may keep what they made of one.
 */
import { crc32 } from 'node:zlib';
import type { PreparedEntries } from './zip-prepared.ts';
import type { ZipArchive, ZipEntry } from './zip-read.ts';
import type { Content, EntryWriter, PackageWriter } from './zip-write.ts';

export class KeptParts implements PackageWriter, ZipArchive {
  readonly entries = new Map<string, ZipEntry>();
  /** In the order in which they came, for whoever wants a file after all. */
  readonly #written: (ZipEntry | PreparedEntries)[] = [];

  copy(prepared: PreparedEntries): void {
    this.#written.push(prepared);
    for (const entry of prepared.entries) this.entries.set(entry.name, entry);
  }

  raw(name: string, content: Content): void {
    // An entry that is copied under its own name stays the object that it is.
    const isItsOwn = 'name' in content && content.name === name;
    this.#keep(isItsOwn ? (content as ZipEntry) : { ...content, crc32: content.crc32, name });
  }

  add(name: string, bytes: Uint8Array | string): void {
    this.#keep(stored(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes));
  }

  open(name: string): EntryWriter {
    const pieces: Uint8Array[] = [];
    return {
      // Whoever writes uses its memory again.
      write: (piece) => void pieces.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)),
      close: () => this.#keep(stored(name, joined(pieces))),
    };
  }

  finish(): void {}

  /** Something else for a part of its own. */
  replace(name: string, bytes: Uint8Array): void {
    const entry = stored(name, bytes);
    const at = this.#written.findIndex((one) => !('entries' in one) && one.name === name);
    if (at < 0) throw new Error(`${name} is no part that this package has for itself`);
    this.#written[at] = entry;
    this.entries.set(name, entry);
  }

  /** Those that no other package has. */
  get own(): readonly ZipEntry[] {
    return this.#written.filter((one): one is ZipEntry => !('entries' in one));
  }

  /** The same with other bytes for some parts; whatever is not among them stays the object that it is. */
  with(changes: ReadonlyMap<string, Uint8Array>): KeptParts {
    const other = new KeptParts();
    for (const one of this.#written) {
      if (!('entries' in one)) other.#keep(changed(one, changes));
      else if (one.entries.every(({ name }) => !changes.has(name))) other.copy(one);
      else for (const entry of one.entries) other.#keep(changed(entry, changes));
    }
    return other;
  }

  /** The same package, into another writer. */
  writeTo(writer: PackageWriter): void {
    for (const one of this.#written) {
      if ('entries' in one) writer.copy(one);
      else if (one.method === 0) writer.add(one.name, one.compressed);
      else writer.raw(one.name, one);
    }
    writer.finish();
  }

  #keep(entry: ZipEntry): void {
    this.#written.push(entry);
    this.entries.set(entry.name, entry);
  }
}

const changed = (entry: ZipEntry, changes: ReadonlyMap<string, Uint8Array>): ZipEntry => {
  const bytes = changes.get(entry.name);
  return bytes === undefined ? entry : stored(entry.name, bytes);
};

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);

/**
 * A class, because a getter written into an object makes a shape of its own for each object, and shapes are old from the start: until the next
 * full collection each would hold its getter, with it the bytes, and with them all that Node.js has put into the same 64 KiB.
 */
class StoredEntry implements ZipEntry {
  readonly name: string;
  readonly method = 0;
  readonly isOwn = true;
  readonly size: number;
  readonly compressed: Uint8Array;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.size = bytes.length;
    this.compressed = bytes;
  }

  /** For whoever writes a file of it; most are laid out and gone. */
  get crc32(): number {
    return crc32(this.compressed);
  }
}

const stored = (name: string, bytes: Uint8Array): ZipEntry => new StoredEntry(name, bytes);
