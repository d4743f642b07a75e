/**
 * load :: entries of a backup → an empty database, whole or not at all
 *
 * In one transaction: the schema as it was when the backup was made, the rows, and a look at what is there now, which has to have the
 * sums that the backup ends with. Whatever is missing or different undoes all of it. The schema is brought up to date afterwards.
 */
import { sql } from 'kysely';
import type { ArchiveEntry, Cell, TableSum } from '../../archive/frames.ts';
import { PlatenError } from '../../errors.ts';
import type { Database, Trx } from '../database.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { SqlWords } from '../migrations/migration.ts';
import { ARCHIVE_TABLES, COUNTED_TABLES } from './archive-tables.ts';
import { Sum } from './dump.ts';

interface Loading {
  readonly database: Database;
  readonly words: SqlWords;
  /** Of the schema that the entries were written with. */
  readonly version: number;
  readonly entries: AsyncIterable<ArchiveEntry>;
}

/** Rows of one statement: PostgreSQL takes 65,535 values, and files are large. */
const MOST_VALUES = 2_000;
const MOST_BYTES = 4 * 1024 * 1024;

export const load = async ({ database, words, version, entries }: Loading): Promise<LoadedSums> => {
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (version > newest)
    throw new PlatenError(
      'bad_backup',
      `The backup has schema version ${version}, but this Platen only knows versions up to ${newest}.`,
      { hint: 'Restore it with the version of Platen that made it, or a newer one.' },
    );
  const upTo = MIGRATIONS.filter((migration) => migration.version <= version);
  const sums = await database.transaction(async (trx) => {
    await database.exclusive(trx);
    await requireEmpty(trx, words);
    await migrate({ ...database, transaction: (work) => work(trx) }, { words, migrations: upTo });
    const { sums, tables } = await insertAll(trx, words, entries);
    for (const [name, sum] of Object.entries(sums)) {
      const table = tables.get(name);
      if (table !== undefined) await requireSum(trx, table, sum);
    }
    return sums;
  });
  await migrate(database, { words, migrations: MIGRATIONS });
  return sums;
};

type ArchivedTable = Extract<ArchiveEntry, { kind: 'table' }>;
type LoadedSums = Readonly<Record<string, TableSum>>;

const requireEmpty = async (trx: Trx, { dialect }: SqlWords): Promise<void> => {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(trx)
      : await sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
          trx,
        );
  if (!rows.some(({ name }) => name === 'schema_version')) return;
  throw new PlatenError('bad_backup', 'The database is not empty, and nothing in it is replaced.', {
    hint: 'Give it a new database, or a data folder without platen.db.',
  });
};

const insertAll = async (
  trx: Trx,
  words: SqlWords,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<{ readonly sums: LoadedSums; readonly tables: ReadonlyMap<string, ArchivedTable> }> => {
  const tables = new Map<string, ArchivedTable>();
  let table: Inserter | undefined;
  let end: LoadedSums | undefined;
  for await (const entry of entries) {
    if (entry.kind === 'table') {
      await table?.flush();
      table = new Inserter(trx, words, entry);
      tables.set(entry.name, entry);
    } else if (entry.kind === 'row') await table?.add(entry.cells);
    else end = entry.tables;
  }
  await table?.flush();
  if (end === undefined) throw new PlatenError('bad_backup', 'The backup has no end.');
  if (words.dialect === 'postgres')
    for (const name of COUNTED_TABLES)
      await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(name)}), false)`.execute(
        trx,
      );
  return { sums: end, tables };
};

/** It becomes SQL as it stands: whoever has made the file must not be able to say anything else. */
const KEY = /^(?:[a-z_]+|coalesce\([a-z_]+, ''\))$/;

class Inserter {
  readonly #trx: Trx;
  readonly #words: SqlWords;
  readonly #name: string;
  readonly #columns: readonly string[];
  #rows: (readonly Cell[])[] = [];
  #bytes = 0;

  constructor(trx: Trx, words: SqlWords, { name, columns, key }: ArchivedTable) {
    if (!ARCHIVE_TABLES.some((known) => known.name === name) || !key.every((one) => KEY.test(one)))
      throw new PlatenError('bad_backup', `The backup has a table ${name} that this Platen does not know.`);
    this.#trx = trx;
    this.#words = words;
    this.#name = name;
    this.#columns = columns;
  }

  async add(cells: readonly Cell[]): Promise<void> {
    this.#rows.push(cells);
    for (const cell of cells) if (cell instanceof Uint8Array) this.#bytes += cell.byteLength;
    if (this.#rows.length * this.#columns.length >= MOST_VALUES || this.#bytes >= MOST_BYTES)
      await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const rows = sql.join(this.#rows.map((cells) => sql`(${sql.join([...cells])})`));
    // Numbers that count up by themselves are to be those of the backup.
    const overriding = this.#words.dialect === 'postgres' ? sql`overriding system value` : sql``;
    const columns = sql.join(this.#columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(this.#name)} (${columns}) ${overriding} values ${rows}`.execute(
      this.#trx,
    );
    this.#rows = [];
    this.#bytes = 0;
  }
}

/** Rows of a page that is read again: files are large. */
const PAGE = 200;
const FILES_PAGE = 4;

const requireSum = async (
  trx: Trx,
  { name, columns, key }: ArchivedTable,
  expected: TableSum,
): Promise<void> => {
  const order = sql.raw(key.join(', '));
  const keys = sql.raw(key.map((one, index) => `${one} as key_${index}`).join(', '));
  const sum = new Sum();
  const page = name.startsWith('blob') ? FILES_PAGE : PAGE;
  let last: readonly unknown[] | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql`where (${order}) > (${sql.join([...last])})`;
    const { rows } = await sql<
      Record<string, Cell>
    >`select *, ${keys} from ${sql.table(name)} ${after} order by ${order} limit ${page}`.execute(trx);
    for (const row of rows) sum.add({ kind: 'row', cells: columns.map((column) => row[column] ?? null) });
    const end = rows.at(-1);
    if (end === undefined || rows.length < page) break;
    last = key.map((_, index) => end[`key_${index}`]);
  }
  const { rows, sha256 } = sum.sum;
  if (rows === expected.rows && sha256 === expected.sha256) return;
  throw new PlatenError(
    'bad_backup',
    `The table ${name} is not what it was: ${rows} rows are there, ${expected.rows} were written.`,
    { hint: 'Nothing was changed.' },
  );
};
