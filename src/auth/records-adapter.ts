/**
 * better-auth's database, on the store's port.
 *
 * Two things are done on the way. A session's token is stored as its hash, so whoever reads the database can't sign in
 * with what is there. And tokens of an identity provider are not stored at all: nothing here calls the provider again.
 */
import { createHash } from 'node:crypto';
import { type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { AuthCondition, AuthRecords, AuthRow, AuthTable } from '../service/people/people-ports.ts';

const TABLES: Readonly<Record<string, AuthTable>> = {
  user: 'users',
  session: 'sessions',
  account: 'accounts',
  verification: 'verifications',
};

const DATES: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'expiresAt',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
]);

const FORGOTTEN: ReadonlySet<string> = new Set(['accessToken', 'refreshToken', 'idToken']);

const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const toValue = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new Error(`better-auth sent a ${typeof value} for the database`);
};

const toStored = (table: AuthTable, row: object): AuthRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => {
        if (table === 'accounts' && FORGOTTEN.has(field)) return [field, null];
        if (table === 'sessions' && field === 'token') return [field, hashOfToken(String(value))];
        return [field, toValue(value)];
      }),
  );

type Where = Parameters<CustomAdapter['findOne']>[0]['where'];

const OPERATORS: readonly AuthCondition['operator'][] = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'not_in',
];

const toConditions = (table: AuthTable, where: Where | undefined): AuthCondition[] =>
  (where ?? []).map(({ field, operator, value, connector }) => {
    const known = OPERATORS.find((one) => one === operator);
    if (known === undefined) throw new Error(`the store has no operator ${operator}`);
    const one = (item: unknown): string | number => {
      const stored = toValue(item) ?? '';
      return table === 'sessions' && field === 'token' ? hashOfToken(String(stored)) : stored;
    };
    const plain = Array.isArray(value) ? value.map(one) : value === null ? null : one(value);
    return { field, operator: known, value: plain, connector: connector ?? 'AND' };
  });

/** The token that was asked for, where one was: the library wants to see it again, not its hash. */
const tokenAsked = (where: Where | undefined): string | undefined => {
  const value = where?.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;
  return typeof value === 'string' ? value : undefined;
};

const toSeen = (row: AuthRow, token?: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      if (field === 'token' && token !== undefined) return [field, token];
      if (field === 'emailVerified') return [field, value === 1];
      return [field, DATES.has(field) && typeof value === 'number' ? new Date(value) : value];
    }),
  );

const tableOf = (model: string): AuthTable => {
  const table = TABLES[model];
  if (table === undefined)
    throw new Error(`better-auth asked for ${model}, which is not one of its tables here`);
  return table;
};

export const recordsAdapter = (records: AuthRecords): ReturnType<typeof createAdapterFactory> => {
  const find = async (
    model: string,
    where: Where | undefined,
    options: Parameters<AuthRecords['find']>[2],
  ): Promise<Record<string, unknown>[]> => {
    const table = tableOf(model);
    const rows = await records.find(table, toConditions(table, where), options);
    return rows.map((row) => toSeen(row, tokenAsked(where)));
  };

  const update = async (model: string, where: Where, change: object): Promise<Record<string, unknown>[]> => {
    const table = tableOf(model);
    const rows = await records.update(table, toConditions(table, where), toStored(table, change));
    return rows.map((row) => toSeen(row, tokenAsked(where)));
  };

  const remove = async (model: string, where: Where): Promise<Record<string, unknown>[]> => {
    const table = tableOf(model);
    const rows = await records.delete(table, toConditions(table, where));
    return rows.map((row) => toSeen(row, tokenAsked(where)));
  };

  // The library's types promise each caller its own shape of row; what they are is known only in its schema.
  const adapter = {
    async create({ model, data }: { model: string; data: Record<string, unknown> }) {
      const table = tableOf(model);
      const row = await records.create(table, toStored(table, data));
      return toSeen(row, typeof data['token'] === 'string' ? data['token'] : undefined);
    },
    findOne: async ({ model, where }: { model: string; where: Where }) =>
      (await find(model, where, { limit: 1 }))[0] ?? null,
    findMany: ({ model, where, limit, offset, sortBy }: Parameters<CustomAdapter['findMany']>[0]) =>
      find(model, where, {
        limit,
        ...(offset !== undefined && { offset }),
        ...(sortBy !== undefined && { sort: sortBy }),
      }),
    update: async ({ model, where, update: change }: { model: string; where: Where; update: object }) =>
      (await update(model, where, change))[0] ?? null,
    updateMany: async ({ model, where, update: change }: Parameters<CustomAdapter['updateMany']>[0]) =>
      (await update(model, where, change)).length,
    delete: async ({ model, where }: { model: string; where: Where }) => {
      await remove(model, where);
    },
    deleteMany: async ({ model, where }: { model: string; where: Where }) =>
      (await remove(model, where)).length,
    consumeOne: async ({ model, where }: { model: string; where: Where }) =>
      (await remove(model, where))[0] ?? null,
    count: ({ model, where }: Parameters<CustomAdapter['count']>[0]) => {
      const table = tableOf(model);
      return records.count(table, toConditions(table, where));
    },
  };

  return createAdapterFactory({
    config: {
      adapterId: 'platen',
      supportsNumericIds: false,
      supportsUUIDs: false,
      supportsJSON: false,
      supportsArrays: false,
      // Both are turned into numbers above, by name.
      supportsDates: true,
      supportsBooleans: true,
      // Every step here is atomic by itself; what must happen together is one method of the store.
      transaction: false,
    },
    adapter: () => adapter as unknown as CustomAdapter,
  });
};
