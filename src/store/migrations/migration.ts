/** The few words that the dialects spell differently; every migration is written with them, once for both. */
export interface SqlWords {
  readonly dialect: 'sqlite' | 'postgres';
  /** Text that is ordered by code point; PostgreSQL orders by the database's language unless told. */
  readonly text: string;
  readonly bytes: string;
  /** A primary key that counts up by itself and never gives a number twice. */
  readonly serial: string;
}

/**
 * One step of the schema. Steps are only ever added: one that has been released is never edited, because databases
 * out there have run it.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: (words: SqlWords) => readonly string[];
}

export const SQLITE_WORDS: SqlWords = {
  dialect: 'sqlite',
  // BINARY, SQLite's default, compares UTF-8 byte by byte, which is code-point order.
  text: 'text',
  bytes: 'blob',
  serial: 'integer primary key autoincrement',
};

export const POSTGRES_WORDS: SqlWords = {
  dialect: 'postgres',
  // On every column, because PostgreSQL refuses to compare two columns of different collations.
  text: 'text collate "C"',
  bytes: 'bytea',
  serial: 'bigint generated always as identity primary key',
};
