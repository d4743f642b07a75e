/**
 * The log of calls. An id begins with its time, so the key is the order of the log, and a range of ids is a span of time.
 *
 * A filter that nothing fits would look at every call of an organization, of which there may be millions: what is looked at for a
 * page is bounded, and the page says where the next one goes on.
 */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { CallKind, CallQuery, CallStore, ListedCall, NewCall } from '../../service/calls/call-ports.ts';
import type { OutputFormat } from '../../service/model.ts';
import { recordAudit } from '../audit.ts';
import type { Database, Db } from '../database.ts';
import type { CallsTable, Tables } from '../tables.ts';

/** Calls that are looked at for a page: some ten milliseconds. */
const LOOKED_AT = 20_000;
/** Rows of an insert; a statement of PostgreSQL takes 65,535 values. */
const AT_ONCE = 500;

const toRow = (call: NewCall): Selectable<CallsTable> => ({
  organization_id: call.organizationId,
  id: call.id,
  at: call.at,
  kind: call.kind,
  caller: call.caller,
  template_key: call.templateKey,
  version: call.version,
  format: call.format,
  status: call.status,
  code: call.code,
  request_id: call.requestId,
  milliseconds: call.milliseconds,
  facts: call.facts,
  failed_id: call.code === null ? null : call.id,
});

const toCall = (row: Selectable<CallsTable>): NewCall => ({
  organizationId: row.organization_id,
  id: row.id,
  at: row.at,
  kind: row.kind as CallKind,
  caller: row.caller,
  templateKey: row.template_key,
  version: row.version,
  format: row.format as OutputFormat | null,
  status: row.status,
  code: row.code,
  requestId: row.request_id,
  milliseconds: row.milliseconds,
  facts: row.facts,
});

type Rows = SelectQueryBuilder<Tables, 'calls', Selectable<CallsTable>>;

/** Whatever was not answered with success has a code. */
const isOfFailures = ({ status, code }: CallQuery): boolean =>
  code !== undefined || status === 'failed' || (typeof status === 'number' && (status < 200 || status > 299));

const orderOf = (query: CallQuery): 'id' | 'failed_id' => (isOfFailures(query) ? 'failed_id' : 'id');

/** The span, in the order of the key, or of the indexes that failed calls have: all of them, and those of one code. */
const spanOf = (db: Db, organizationId: string, query: CallQuery): Rows => {
  const { before, after, since, until, code } = query;
  const id = orderOf(query);
  let rows = db.selectFrom('calls').selectAll().where('organization_id', '=', organizationId);
  if (id === 'failed_id') rows = rows.where(id, 'is not', null);
  if (code !== undefined) rows = rows.where('code', '=', code);
  if (before !== undefined) rows = rows.where(id, '<', before);
  if (after !== undefined) rows = rows.where(id, '>', after);
  if (since !== undefined) rows = rows.where(id, '>=', since);
  if (until !== undefined) rows = rows.where(id, '<', until);
  return rows.orderBy(id, after === undefined ? 'desc' : 'asc');
};

const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&');

const filtered = (rows: Rows, query: CallQuery): Rows => {
  const { kind, templateKey, caller, status, requestId, search } = query;
  let found = rows;
  if (kind !== undefined) found = found.where('kind', '=', kind);
  if (templateKey !== undefined) found = found.where('template_key', '=', templateKey);
  if (caller !== undefined) found = found.where('caller', '=', caller);
  if (status === 'ok') found = found.where('code', 'is', null);
  if (typeof status === 'number') found = found.where('status', '=', status);
  if (requestId !== undefined) found = found.where('request_id', '=', requestId);
  if (search !== undefined) {
    const pattern = `%${escaped(search.toLowerCase())}%`;
    const holds = (column: 'request_id' | 'template_key' | 'facts') =>
      sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
    found = found.where(({ or }) => or([holds('request_id'), holds('template_key'), holds('facts')]));
  }
  return found;
};

const OF_THE_SPAN: readonly (keyof CallQuery)[] = ['limit', 'before', 'after', 'since', 'until', 'code'];
/** Whether rows of the span may have to be left out. */
const isFiltered = (query: CallQuery): boolean =>
  Object.keys(query).some(
    (name) =>
      !OF_THE_SPAN.includes(name as keyof CallQuery) && !(name === 'status' && query.status === 'failed'),
  );

export const callStore = (database: Database): CallStore => {
  const { db } = database;

  /** What a list shows beside the row. */
  const listed = async (
    organizationId: string,
    rows: readonly Selectable<CallsTable>[],
  ): Promise<readonly ListedCall[]> => {
    if (rows.length === 0) return [];
    const kept = await db
      .selectFrom('call_data')
      .select('call_id')
      .where('organization_id', '=', organizationId)
      .where(
        'call_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const prefixes = [...new Set(rows.map(({ caller }) => caller))]
      .filter((caller) => caller.startsWith('key:'))
      .map((caller) => caller.slice('key:'.length));
    const keys =
      prefixes.length === 0
        ? []
        : await db
            .selectFrom('api_keys')
            .select(['id', 'name', 'prefix'])
            .where('organization_id', '=', organizationId)
            .where('prefix', 'in', prefixes)
            .execute();
    const byCaller = new Map(keys.map(({ id, name, prefix }) => [`key:${prefix}`, { id, name }]));
    const withData = new Set(kept.map(({ call_id }) => call_id));
    return rows.map((row) => ({
      ...toCall(row),
      key: byCaller.get(row.caller) ?? null,
      hasData: withData.has(row.id),
    }));
  };

  return {
    write: (calls, data) =>
      database.transaction(async (trx) => {
        const ids = [...new Set([...calls, ...data].map(({ organizationId }) => organizationId))];
        if (ids.length === 0) return;
        const there = await trx.selectFrom('organizations').select('id').where('id', 'in', ids).execute();
        const isThere = new Set(there.map(({ id }) => id));
        const rows = calls.filter(({ organizationId }) => isThere.has(organizationId)).map(toRow);
        for (let at = 0; at < rows.length; at += AT_ONCE)
          await trx
            .insertInto('calls')
            .values(rows.slice(at, at + AT_ONCE))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        for (const { organizationId, callId, bytes } of data)
          if (isThere.has(organizationId))
            await trx
              .insertInto('call_data')
              .values({ organization_id: organizationId, call_id: callId, size: bytes.byteLength, bytes })
              .onConflict((conflict) => conflict.doNothing())
              .execute();
      }),

    async list(organizationId, query) {
      const span = spanOf(db, organizationId, query);
      const page = query.limit + 1;
      const looked = isFiltered(query)
        ? filtered(db.selectFrom(span.limit(LOOKED_AT).as('calls')).selectAll() as Rows, query)
            .orderBy(orderOf(query), query.after === undefined ? 'desc' : 'asc')
            .limit(page)
        : span.limit(page);
      const found = await looked.execute();
      const calls = await listed(organizationId, found.slice(0, query.limit));
      if (found.length > query.limit) {
        const last = calls.at(-1);
        return { calls, ...(last && { next: last.id }) };
      }
      if (!isFiltered(query)) return { calls };
      const edge = await span
        .clearSelect()
        .select('id')
        .offset(LOOKED_AT - 1)
        .limit(1)
        .executeTakeFirst();
      return { calls, ...(edge && { next: edge.id }) };
    },

    async get(organizationId, id) {
      const row = await db
        .selectFrom('calls')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && (await listed(organizationId, [row]))[0];
    },

    readData: (organizationId, id, actor) =>
      database.transaction(async (trx) => {
        const row = await trx
          .selectFrom('call_data')
          .select('bytes')
          .where('organization_id', '=', organizationId)
          .where('call_id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await recordAudit(trx, actor, { organizationId, action: 'call.read_data', subject: { id } });
        return new Uint8Array(row.bytes);
      }),

    dropData: (organizationId, most) => dropOldest(db, 'call_data', organizationId, { most }),
  };
};

/** The oldest of an organization, up to the id `before`; how many went. */
export const dropOldest = async (
  db: Db,
  table: 'calls' | 'call_data',
  organizationId: string,
  { before, most }: { readonly before?: string; readonly most: number },
): Promise<number> => {
  const id = sql.ref<string>(table === 'calls' ? 'id' : 'call_id');
  const isOld = before === undefined ? sql`` : sql`and ${id} < ${before}`;
  const { rows } = await sql<{ readonly id: string }>`
    select ${id} as id from ${sql.table(table)} where organization_id = ${organizationId} ${isOld}
    order by ${id} limit ${sql.lit(most)}`.execute(db);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  await sql`
    delete from ${sql.table(table)} where organization_id = ${organizationId} and ${id} <= ${last.id}`.execute(
    db,
  );
  return rows.length;
};

/** The newest call whose data is beyond what may be kept, with all that are newer. */
export const firstBeyond = async (
  db: Db,
  organizationId: string,
  bytes: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ readonly id: string }>`
    select call_id as id from (
      select call_id, sum(size) over (order by call_id desc) as total
      from call_data where organization_id = ${organizationId}
    ) as summed where total > ${bytes} order by call_id desc limit 1`.execute(db);
  return rows[0]?.id;
};
