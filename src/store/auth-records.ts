/** The tables of the sign-in library, by its own field names. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { AuthCondition, AuthRecords, AuthRow, AuthTable } from '../service/people/people-ports.ts';
import type { Database } from './database.ts';

/** What a name in a condition or a row may be: nothing else ever becomes part of a statement. */
const FIELDS = {
  users: ['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'],
  sessions: [
    'id',
    'token',
    'userId',
    'organizationId',
    'expiresAt',
    'ipAddress',
    'userAgent',
    'createdAt',
    'updatedAt',
  ],
  accounts: [
    'id',
    'accountId',
    'providerId',
    'userId',
    'accessToken',
    'refreshToken',
    'idToken',
    'accessTokenExpiresAt',
    'refreshTokenExpiresAt',
    'scope',
    'password',
    'createdAt',
    'updatedAt',
  ],
  verifications: ['id', 'identifier', 'value', 'expiresAt', 'createdAt', 'updatedAt'],
} as const satisfies Record<AuthTable, readonly string[]>;

/** One shape for the four: their names are looked up in FIELDS, which the types of Kysely can't follow. */
interface AnyTable {
  [column: string]: string | number | null;
}
type AnyTables = Record<AuthTable, AnyTable>;

const columnOf = (table: AuthTable, field: string): string => {
  const known: readonly string[] = FIELDS[table];
  if (!known.includes(field)) throw new Error(`${table} has no field ${field}`);
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

const toColumns = (table: AuthTable, row: AuthRow): AnyTable =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(table, field), value]));

const toFields = (table: AuthTable, row: AnyTable): AuthRow =>
  Object.fromEntries(FIELDS[table].map((field) => [field, row[columnOf(table, field)] ?? null]));

const OPERATORS = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

type Builder = ExpressionBuilder<AnyTables, AuthTable>;

const condition = (eb: Builder, table: AuthTable, { field, operator, value }: AuthCondition) => {
  const column = columnOf(table, field);
  if (operator === 'in' || operator === 'not_in') {
    const values = Array.isArray(value) ? (value as (string | number)[]) : [value as string | number];
    // `in ()` is no SQL; nothing is in an empty list.
    if (values.length === 0) return eb.val(operator === 'not_in' ? 1 : 0) as unknown as Expression<SqlBool>;
    return eb(column, operator === 'in' ? 'in' : 'not in', values);
  }
  if (Array.isArray(value)) throw new Error(`${operator} takes one value`);
  const one = value as string | number | null;
  if (one === null) return eb(column, operator === 'eq' ? 'is' : 'is not', null);
  return eb(column, OPERATORS[operator], one);
};

const matching =
  (table: AuthTable, where: readonly AuthCondition[]) =>
  (eb: Builder): Expression<SqlBool> => {
    const terms = (connector: AuthCondition['connector']) =>
      where.filter((one) => one.connector === connector).map((one) => condition(eb, table, one));
    const either = terms('OR');
    return eb.and([...terms('AND'), ...(either.length > 0 ? [eb.or(either)] : [])]);
  };

/** SQLite says it in the message, PostgreSQL by SQLSTATE. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('UNIQUE constraint failed') || ('code' in error && error.code === '23505'));

export const authRecords = (database: Database): AuthRecords => {
  const db = database.db as unknown as import('kysely').Kysely<AnyTables>;
  return {
    async create(table, row) {
      try {
        const made = await db
          .insertInto(table)
          .values(toColumns(table, row))
          .returningAll()
          .executeTakeFirstOrThrow();
        return toFields(table, made as AnyTable);
      } catch (error) {
        if (!isTaken(error)) throw error;
        throw new PlatenError('email_taken', 'Somebody with this e-mail address has an account already.', {
          cause: error,
        });
      }
    },

    async find(table, where, { limit, offset, sort } = {}) {
      let query = db.selectFrom(table).selectAll().where(matching(table, where));
      if (sort !== undefined) query = query.orderBy(columnOf(table, sort.field), sort.direction);
      if (limit !== undefined) query = query.limit(limit);
      if (offset !== undefined && offset > 0) query = query.limit(limit ?? 1_000_000).offset(offset);
      return (await query.execute()).map((row) => toFields(table, row as AnyTable));
    },

    async count(table, where) {
      const row = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(matching(table, where))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    async update(table, where, change) {
      const rows = await db
        .updateTable(table)
        .set(toColumns(table, change))
        .where(matching(table, where))
        .returningAll()
        .execute();
      return rows.map((row) => toFields(table, row as AnyTable));
    },

    async delete(table, where) {
      const rows = await db.deleteFrom(table).where(matching(table, where)).returningAll().execute();
      return rows.map((row) => toFields(table, row as AnyTable));
    },
  };
};
