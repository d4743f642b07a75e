/**
 * rowsOfOrganization :: organization → what each table has of it, page by page
 * rowsOfPerson :: person → the same
 */
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { OWNED_TABLES, ofOrganization } from './owned.ts';

export interface ExportedRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const PAGE = 1_000;

export async function* rowsOfOrganization(db: Db, id: string): AsyncGenerator<ExportedRows> {
  const { rows } = await sql<Record<string, unknown>>`select * from organizations where id = ${id}`.execute(
    db,
  );
  yield { table: 'organizations', rows };
  for (const table of OWNED_TABLES) {
    const { name, cursor, hidden = [] } = table;
    for (let last: unknown; ; ) {
      const after =
        cursor === undefined || last === undefined ? sql`` : sql`and ${sql.ref(cursor)} > ${last}`;
      const page = cursor === undefined ? sql`` : sql`order by ${sql.ref(cursor)} limit ${sql.lit(PAGE)}`;
      const found = await sql<Record<string, unknown>>`
        select * from ${sql.table(name)} where ${ofOrganization(table, id)} ${after} ${page}`.execute(db);
      if (found.rows.length > 0) yield { table: name, rows: found.rows.map((row) => without(row, hidden)) };
      if (cursor === undefined || found.rows.length < PAGE) break;
      last = found.rows.at(-1)?.[cursor];
    }
  }
}

/** By whom a change was made, as the audit log, versions and jobs have it. */
const actorOf = (email: string): string => `user:${email}`;

export async function* rowsOfPerson(
  db: Db,
  { id, email }: { readonly id: string; readonly email: string },
): AsyncGenerator<ExportedRows> {
  const actor = actorOf(email);
  const mentions = sql`(actor = ${actor} or subject like ${`%"${id}"%`} or subject like ${`%"${email}"%`})`;
  const questions = [
    ['users', sql`select * from users where id = ${id}`, []],
    [
      'accounts',
      sql`select * from accounts where user_id = ${id}`,
      ['access_token', 'refresh_token', 'id_token', 'password'],
    ],
    ['sessions', sql`select * from sessions where user_id = ${id}`, ['token']],
    ['members', sql`select * from members where user_id = ${id}`, []],
    ['links', sql`select * from links where email = ${email} or created_by = ${id}`, ['hash']],
    [
      'template_versions',
      sql`select template_id, number, created_at, published_at from template_versions
        where created_by = ${actor} or published_by = ${actor}`,
      [],
    ],
    [
      'template_labels',
      sql`select template_id, name, version, changed_at from template_labels where changed_by = ${actor}`,
      [],
    ],
    [
      'template_samples',
      sql`select template_id, name, changed_at from template_samples where changed_by = ${actor}`,
      [],
    ],
    [
      'jobs',
      sql`select id, organization_id, template_key, version, output, state, created_at from jobs where actor = ${actor}`,
      [],
    ],
    [
      'preludes',
      sql`select organization_id, version, created_at from preludes where created_by = ${actor}`,
      [],
    ],
    ['calls', sql`select * from calls where caller = ${actor}`, []],
    ['audit', sql`select * from audit where ${mentions} order by id`, []],
  ] as const;
  for (const [table, question, hidden] of questions) {
    const { rows } = await question.execute(db);
    if (rows.length > 0)
      yield { table, rows: rows.map((row) => without(row as Record<string, unknown>, hidden)) };
  }
}

const without = (
  row: Readonly<Record<string, unknown>>,
  hidden: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)));
