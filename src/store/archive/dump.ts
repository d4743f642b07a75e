/**
 * dump :: snapshot → entries of a backup, with the sum of each table at the end
 *
 * Files that lie in a bucket are put in among the others where they are to be inside, as if they had always been.
 */
import { createHash, type Hash } from 'node:crypto';
import { type ArchiveEntry, type Cell, frameOf, type TableSum } from '../../archive/frames.ts';
import { PlatenError } from '../../errors.ts';
import type { BlobStore } from '../../service/ports.ts';
import { ARCHIVE_TABLES } from './archive-tables.ts';
import type { Snapshot } from './snapshot.ts';

/** Reads files of a bucket; left out where they stay there. */
type Outside = Pick<BlobStore, 'get' | 'piece'> | undefined;

export async function* dump(snapshot: Snapshot, outside: Outside): AsyncGenerator<ArchiveEntry> {
  const tables: Record<string, TableSum> = {};
  const inBucket = new Map<string, number>();
  for (const { name, key } of ARCHIVE_TABLES) {
    const columns = await snapshot.columns(name);
    // A database of an older version may not have it.
    if (columns.length === 0) continue;
    yield { kind: 'table', name, columns, key };
    const sum = new Sum();
    let rows = snapshot.rows(name, key);
    if (outside && name === 'blobs') rows = withFiles(rows, { columns, outside, inBucket });
    if (outside && name === 'blob_pieces') rows = withPieces(rows, { columns, outside, inBucket });
    for await (const cells of rows) {
      const row = { kind: 'row', cells } as const;
      sum.add(row);
      yield row;
    }
    tables[name] = sum.sum;
  }
  yield { kind: 'end', tables };
}

/** As many rows, and the same ones. */
export class Sum {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  add(row: ArchiveEntry): void {
    for (const part of frameOf(row)) this.#hash.update(part);
    this.#rows += 1;
  }

  get sum(): TableSum {
    return { rows: this.#rows, sha256: this.#hash.copy().digest('hex') };
  }
}

interface InBucket {
  readonly columns: readonly string[];
  readonly outside: NonNullable<Outside>;
  /** Blobs in pieces that were met, and how many they have. */
  readonly inBucket: Map<string, number>;
}

async function* withFiles(
  rows: AsyncIterable<readonly Cell[]>,
  { columns, outside, inBucket }: InBucket,
): AsyncGenerator<readonly Cell[]> {
  const at = (column: string): number => columns.indexOf(column);
  for await (const cells of rows) {
    if (at('object') < 0 || cells[at('object')] === null) {
      yield cells;
      continue;
    }
    const [hash, pieces] = [String(cells[at('hash')]), Number(cells[at('pieces')])];
    const inside = [...cells];
    inside[at('object')] = null;
    inside[at('piece_bytes')] = null;
    if (pieces > 0) inBucket.set(hash, pieces);
    else {
      inside[at('bytes')] = present(await outside.get(hash), hash);
      inside[at('size')] = null;
    }
    yield inside;
  }
}

/** Those of the database and those of the bucket, in the order of their hashes. */
async function* withPieces(
  rows: AsyncIterable<readonly Cell[]>,
  { columns, outside, inBucket }: InBucket,
): AsyncGenerator<readonly Cell[]> {
  const waiting = [...inBucket].sort(([one], [other]) => (one < other ? -1 : 1));
  const before = async function* (hash: string | undefined): AsyncGenerator<readonly Cell[]> {
    while (waiting[0] !== undefined && (hash === undefined || waiting[0][0] < hash)) {
      const [[own, pieces]] = waiting.splice(0, 1) as [[string, number]];
      for (let number = 0; number < pieces; number += 1) {
        const bytes = present(await outside.piece(own, number), own);
        const cells: Readonly<Record<string, Cell>> = { hash: own, number, bytes };
        yield columns.map((column) => cells[column] ?? null);
      }
    }
  };
  for await (const cells of rows) {
    yield* before(String(cells[columns.indexOf('hash')]));
    yield cells;
  }
  yield* before(undefined);
}

const present = (bytes: Uint8Array | undefined, hash: string): Uint8Array => {
  if (bytes === undefined)
    throw new PlatenError('bad_backup', `The file ${hash} was removed while the backup was made.`, {
      hint: 'Make it once more.',
    });
  return bytes;
};
