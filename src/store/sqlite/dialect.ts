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
  /**
   * A plain `begin` takes the lock at its first write, and where another process wrote since the first read that
   * fails at once, whatever the busy timeout says. `immediate` waits its turn before anything is read.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }
}

export const sqliteKysely = (database: DatabaseSync): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(cachingStatements(database)) });
