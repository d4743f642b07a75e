/**
 * Entries of a backup as bytes, and back. An entry is JSON with bytes beside it: cells that are bytes stand in the JSON as
 * their length, in order.
 */
import { PlatenError } from '../errors.ts';

export type Cell = string | number | null | Uint8Array;

/** The sum of a table: how many rows, and a hash over all of them in order. */
export interface TableSum {
  readonly rows: number;
  readonly sha256: string;
}

export type ArchiveEntry =
  | {
      readonly kind: 'table';
      readonly name: string;
      readonly columns: readonly string[];
      /** What its rows are in the order of: columns, or `coalesce(column, '')`. */
      readonly key: readonly string[];
    }
  | { readonly kind: 'row'; readonly cells: readonly Cell[] }
  | { readonly kind: 'end'; readonly tables: Readonly<Record<string, TableSum>> };

/** No value of either database is larger. */
const MOST_BYTES = 0x7fff_ffff;
const HEAD_BYTES = 8;

export async function* framesOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* frameOf(entry);
}

/** What a row's hash is made of, too. */
export const frameOf = (entry: ArchiveEntry): readonly Buffer[] => {
  const bytes: Uint8Array[] = [];
  const json = Buffer.from(
    JSON.stringify(
      entry.kind === 'row'
        ? entry.cells.map((cell) => {
            if (!(cell instanceof Uint8Array)) return cell;
            bytes.push(cell);
            return [cell.byteLength];
          })
        : entry,
    ),
  );
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(json.length);
  head.writeUInt32BE(
    bytes.reduce((sum, one) => sum + one.byteLength, 0),
    4,
  );
  return [head, json, ...bytes.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength))];
};

export async function* entriesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new Reader(stream);
  for (;;) {
    const head = await reader.take(HEAD_BYTES);
    if (head === undefined) return;
    const [jsonLength, bytesLength] = [head.readUInt32BE(), head.readUInt32BE(4)];
    if (jsonLength > MOST_BYTES || bytesLength > MOST_BYTES) throw unreadable();
    const json = await reader.need(jsonLength);
    yield entryOf(json, await reader.need(bytesLength));
  }
}

const entryOf = (json: Buffer, bytes: Buffer): ArchiveEntry => {
  const value = JSON.parse(json.toString('utf8')) as ArchiveEntry | readonly (Cell | readonly [number])[];
  if (!Array.isArray(value)) return value as ArchiveEntry;
  let at = 0;
  const cells = (value as readonly (Cell | readonly [number])[]).map((cell): Cell => {
    if (!Array.isArray(cell)) return cell as Cell;
    const [length] = cell as readonly [number];
    at += length;
    return new Uint8Array(bytes.subarray(at - length, at));
  });
  return { kind: 'row', cells };
};

class Reader {
  readonly #stream: AsyncIterator<Buffer>;
  #chunks: Buffer[] = [];
  #held = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the stream. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#held < length) {
      const { done, value } = await this.#stream.next();
      if (done) {
        if (this.#held === 0) return undefined;
        throw unreadable();
      }
      this.#chunks.push(value);
      this.#held += value.length;
    }
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(length)];
    this.#held -= length;
    return all.subarray(0, length);
  }

  async need(length: number): Promise<Buffer> {
    const bytes = length === 0 ? Buffer.alloc(0) : await this.take(length);
    if (bytes === undefined) throw unreadable();
    return bytes;
  }
}

const unreadable = (): PlatenError =>
  new PlatenError('bad_backup', 'The backup cannot be read to its end.', {
    hint: 'Nothing was changed. Take another copy of the file.',
  });
