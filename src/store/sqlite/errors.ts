import { PlatenError } from '../../errors.ts';

// Primary result codes of SQLite; an extended code holds its primary one in the low byte.
const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;

const primaryCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

/** The disk is full, broken, or only reads. */
export const isUnwritable = (error: unknown): boolean =>
  [FULL, READ_ONLY, IO_ERROR].includes(primaryCode(error) ?? 0);

export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY;

/** What a caller should see: "try again" for states that pass or that an operator ends, anything else unchanged. */
export const translateSqliteError = (error: unknown): unknown => {
  const code = primaryCode(error);
  if (code === BUSY) {
    return new PlatenError('not_ready', 'The database is held by another process.', {
      retryAfter: 1,
      cause: error,
    });
  }
  if (isUnwritable(error)) {
    return new PlatenError('not_ready', 'The database cannot be written at the moment.', {
      retryAfter: 10,
      cause: error,
    });
  }
  if (code === CANNOT_OPEN) {
    return new PlatenError('not_ready', 'The database cannot be opened.', { retryAfter: 10, cause: error });
  }
  if (code === CORRUPT || code === NO_DATABASE) {
    return new PlatenError('not_ready', 'The database is damaged, or is not a database.', {
      hint: 'Move platen.db, platen.db-wal and platen.db-shm away together, then `platen admin restore` a backup; see docs/operations.md.',
      cause: error,
    });
  }
  return error;
};
