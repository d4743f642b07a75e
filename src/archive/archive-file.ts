/**
 * The file of a backup: a line that says what it is, then rows of tables, packed and sealed.
 *
 * writeArchive :: facts × rows → file
 * readArchive :: file → facts, rows
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { PlatenError } from '../errors.ts';
import { type ArchiveEntry, entriesOf, framesOf } from './frames.ts';
import { keyOf, newSalt, OpenChunks, SealChunks } from './sealed-chunks.ts';

const MAGIC = 'PLATEN BACKUP 1 ';
/** The first line is short; whatever has none within this is another file. */
const MOST_HEADER_BYTES = 64 * 1024;

export interface ArchiveFacts {
  /** Of the database that it was made of. */
  readonly schema: number;
  readonly platen: string;
  readonly madeAt: string;
  /** Where the files are: all in here, or some in a bucket, which only their names are in here. */
  readonly files: 'inside' | 'some in a bucket';
}

interface Header extends ArchiveFacts {
  readonly salt?: string;
}

export const writeArchive = async (
  path: string,
  facts: ArchiveFacts,
  { entries, passphrase }: { entries: AsyncIterable<ArchiveEntry>; passphrase: string | undefined },
): Promise<void> => {
  const salt = passphrase === undefined ? undefined : newSalt();
  const header: Header = { ...facts, ...(salt !== undefined && { salt }) };
  const line = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const key = passphrase === undefined || salt === undefined ? undefined : keyOf(passphrase, salt);
  await refuseOtherKinds(path);
  // Beside its place, and renamed once it is on the disk: nobody takes half a backup for one.
  const partial = `${path}.${process.pid}.partial`;
  try {
    const file = await open(partial, 'wx', 0o600);
    await file.write(line);
    await pipeline(
      Readable.from(framesOf(entries), { objectMode: false }),
      createZstdCompress(),
      new SealChunks({ header: line, key }),
      createWriteStream('', { fd: file.fd, autoClose: false, start: line.length }),
    );
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/** What is put in its place replaces it: a device or a link would be gone. */
const refuseOtherKinds = async (path: string): Promise<void> => {
  const there = await lstat(path).catch(() => undefined);
  if (path !== '-' && (there === undefined || there.isFile())) return;
  throw new PlatenError('bad_backup', `${path} is not a file that a backup could be written to.`, {
    hint: 'Name a file that is not there yet, or an older backup.',
  });
};

interface OpenArchive {
  readonly facts: ArchiveFacts;
  readonly isEncrypted: boolean;
  /** Once. Rejects where the file is not what was written; what came before is then not to be trusted either. */
  entries(passphrase: string | undefined): AsyncIterable<ArchiveEntry>;
}

export const readArchive = async (path: string): Promise<OpenArchive> => {
  const line = await firstLine(path);
  const { salt, ...facts } = headerOf(line);
  return {
    facts,
    isEncrypted: salt !== undefined,
    async *entries(passphrase) {
      if (salt !== undefined && passphrase === undefined)
        throw new PlatenError('bad_backup', 'The backup is encrypted.', {
          hint: 'Set PLATEN_BACKUP_PASSPHRASE to what it was when the backup was made.',
        });
      const key = salt === undefined ? undefined : keyOf(passphrase ?? '', salt);
      const opened = new OpenChunks({ header: line, key });
      const unpacked = createZstdDecompress();
      const reading = pipeline(createReadStream(path, { start: line.length }), opened, unpacked);
      // It is told to whoever reads, below; before that it is nobody's.
      reading.catch(() => undefined);
      let isWhole = false;
      try {
        yield* entriesOf(unpacked);
        isWhole = true;
      } finally {
        if (!isWhole) unpacked.destroy();
      }
      await reading;
    },
  };
};

const firstLine = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new PlatenError('bad_backup', `${path} cannot be read (${systemCode(cause)}).`, { cause });
  });
  try {
    if (!(await file.stat()).isFile()) throw new PlatenError('bad_backup', `${path} is not a file.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEADER_BYTES), 0, MOST_HEADER_BYTES, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(0x0a);
    return buffer.subarray(0, end + 1);
  } finally {
    await file.close();
  }
};

const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const headerOf = (line: Buffer): Header => {
  const text = line.toString('utf8');
  if (!text.startsWith('PLATEN BACKUP '))
    throw new PlatenError('bad_backup', 'The file is not a backup of Platen.', {
      hint: '`platen admin backup FILE` makes one.',
    });
  if (!text.startsWith(MAGIC))
    throw new PlatenError('bad_backup', 'The backup was made by a newer Platen, in a format of its own.', {
      hint: 'Restore it with the version that made it, or a newer one.',
    });
  try {
    return JSON.parse(text.slice(MAGIC.length)) as Header;
  } catch (cause) {
    throw new PlatenError('bad_backup', 'The backup is damaged: its first line cannot be read.', { cause });
  }
};
