/** Kysely on `node:sqlite`: the statements cached, transactions that take the write lock at their start. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from '../tables.ts';

/** Distinct texts of queries are few; this only bounds what a bug could do. */
const CACHED_STATEMENTS = 500;

const adapt = (statement: StatementSync): SqliteStatement => {
  const bind = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bind(parameters)),
    run: (parameters) => statement.run(...bind(parameters)),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  };
};

const cachingStatements = (database: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const cached = statements.get(text);
      if (cached !== undefined) return cached;
      const statement = adapt(database.prepare(text));
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
};

class ImmediateDriver extends SqliteDriver {
  readonly #inTransaction: () => boolean;

  constructor(database: SqliteDatabase, inTransaction: () => boolean) {
    super({ database });
    this.#inTransaction = inTransaction;
  }

  /**
   * A plain `begin` takes the lock at its first write, and where another process wrote since the first read that
   * fails at once, whatever the busy timeout says. `immediate` waits its turn before anything is read.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk makes SQLite roll back by itself; a second rollback would fail, and hide what had happened. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#inTransaction()) await super.rollbackTransaction(connection);
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #driver: () => SqliteDriver;

  constructor(connection: DatabaseSync) {
    const database = cachingStatements(connection);
    super({ database });
    this.#driver = () => new ImmediateDriver(database, () => connection.isTransaction);
  }

  override createDriver(): SqliteDriver {
    return this.#driver();
  }
}

export const sqliteKysely = (connection: DatabaseSync): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(connection) });
