/**
 * eraseOrganization :: organization → its ledger under another id, and nothing else
 * erasePerson :: person → what they did under a name that says nothing
 *
 * In pieces, so that servers go on beside it; whoever is interrupted does it again. First nobody can come in any more, then what
 * there is goes, last the organization itself: what was under way until then is found by the last step.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, type Db, present, type Trx } from '../database.ts';
import { lockBalance } from '../group-charge.ts';
import { OWNED_TABLES, ofOrganization } from './owned.ts';

const PIECE = 2_000;
const KEPT: ReadonlySet<string> = new Set(['ledger']);

export const eraseOrganization = async (database: Database, id: string, at: number): Promise<string> => {
  const pseudonym = await database.transaction(async (trx) => {
    const kept = await pseudonymOf(trx, id, at);
    await trx.deleteFrom('api_keys').where('organization_id', '=', id).execute();
    await trx.deleteFrom('members').where('organization_id', '=', id).execute();
    await trx.deleteFrom('links').where('organization_id', '=', id).execute();
    await trx
      .updateTable('sessions')
      .set({ organization_id: null })
      .where('organization_id', '=', id)
      .execute();
    return kept;
  });
  for (const { name } of OWNED_TABLES) while ((await erasePiece(database, name, id, pseudonym)) === PIECE);
  await forgetMentions(database.db, [id], pseudonym);
  await database.transaction(async (trx) => {
    // From here on nobody is charged: a line that came after the ledger was gone through would be nobody's.
    const balance = await lockBalance(trx, id);
    for (const { name } of OWNED_TABLES) await eraseRows(trx, name, id, pseudonym);
    await trx
      .updateTable('organizations')
      .set({ credit: present(balance).credit })
      .where('id', '=', pseudonym)
      .execute();
    await trx.deleteFrom('organizations').where('id', '=', id).execute();
    await audit(trx, 'organization.erase', { id: pseudonym }, at);
  });
  return pseudonym;
};

/** Under which its ledger is found; the same again where somebody was interrupted. */
const pseudonymOf = async (trx: Trx, id: string, at: number): Promise<string> => {
  const { erased_as: before } = await trx
    .selectFrom('organizations')
    .select('erased_as')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (before !== null) return before;
  const pseudonym = `erased-${randomUUID()}`;
  await trx
    .insertInto('organizations')
    .values({
      id: pseudonym,
      name: 'erased',
      credit: null,
      erased_as: pseudonym,
      template_count: 0,
      version_count: 0,
      stored_bytes: 0,
      created_at: at,
    })
    .execute();
  await trx.updateTable('organizations').set({ erased_as: pseudonym }).where('id', '=', id).execute();
  return pseudonym;
};

/** Rows that were erased. */
const erasePiece = (database: Database, name: string, id: string, pseudonym: string): Promise<number> =>
  database.transaction((trx) => eraseRows(trx, name, id, pseudonym, PIECE));

const eraseRows = async (
  trx: Trx,
  name: string,
  id: string,
  pseudonym: string,
  most?: number,
): Promise<number> => {
  const table = OWNED_TABLES.find((one) => one.name === name);
  if (table === undefined) throw new Error(`nobody owns ${name}`);
  const owned = ofOrganization(table, id);
  const limited =
    most === undefined || table.cursor === undefined
      ? owned
      : sql`${owned} and ${sql.ref(table.cursor)} in (select ${sql.ref(table.cursor)} from ${sql.table(name)} where ${owned} limit ${sql.lit(most)})`;
  const statement = KEPT.has(name)
    ? // Who and what for is gone; sums stay exact.
      sql`update ${sql.table(name)} set organization_id = ${pseudonym}, note = '', request_id = null where ${limited}`
    : sql`delete from ${sql.table(name)} where ${limited}`;
  const { numAffectedRows } = await statement.execute(trx);
  return table.cursor === undefined ? 0 : Number(numAffectedRows ?? 0);
};

const audit = async (trx: Trx, action: string, subject: object, at: number): Promise<void> => {
  await trx
    .insertInto('audit')
    .values({ organization_id: null, actor: 'cli', action, subject: JSON.stringify(subject), at })
    .execute();
};

interface PersonToErase {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export const erasePerson = async (database: Database, person: PersonToErase, at: number): Promise<string> => {
  const { id, email } = person;
  const pseudonym = `erased-${randomUUID()}`;
  const forget = async (): Promise<void> => {
    await forgetNames(database, person, pseudonym);
    await forgetMentions(database.db, [email, id], pseudonym);
  };
  // Before as well: whoever is interrupted finds the person by their address, and does it again.
  await forget();
  await database.transaction(async (trx) => {
    await trx
      .deleteFrom('links')
      .where(({ or, eb }) => or([eb('email', '=', email), eb('created_by', '=', id)]))
      .execute();
    for (const mark of [id, email])
      await trx
        .deleteFrom('verifications')
        .where(({ or, eb }) => or([eb('identifier', 'like', `%${mark}%`), eb('value', 'like', `%${mark}%`)]))
        .execute();
    // Sessions, accounts and memberships go with it.
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await audit(trx, 'person.erase', { id: pseudonym }, at);
  });
  await forget();
  return pseudonym;
};

/** A name may be a word like any other: it is taken out where the person is meant. */
const forgetNames = async (
  { db }: Database,
  { id, email, name }: PersonToErase,
  pseudonym: string,
): Promise<void> => {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'subject'])
    .where(({ or, and, eb }) =>
      and([
        eb('subject', 'like', `%${JSON.stringify(name).slice(1, -1)}%`),
        or([eb('subject', 'like', `%${id}%`), eb('subject', 'like', `%${email}%`)]),
      ]),
    )
    .execute();
  for (const row of rows) {
    const subject = JSON.stringify(JSON.parse(row.subject), (_key, value) =>
      value === name ? pseudonym : value,
    );
    await db.updateTable('audit').set({ subject }).where('id', '=', row.id).execute();
  }
};

/** Wherever else a mark may have been written by somebody: in texts and in JSON. */
const MENTIONING: readonly (readonly [table: string, column: string])[] = [
  ['audit', 'actor'],
  ['audit', 'subject'],
  ['ledger', 'note'],
  ['ledger', 'request_id'],
  ['calls', 'caller'],
  ['calls', 'request_id'],
  ['calls', 'facts'],
  ['jobs', 'actor'],
  ['jobs', 'pins'],
  ['jobs', 'request_id'],
  ['retries', 'outcome'],
  ['webhook_deliveries', 'facts'],
  ['verifications', 'value'],
  ['template_versions', 'created_by'],
  ['template_versions', 'published_by'],
  ['template_versions', 'note'],
  ['template_labels', 'changed_by'],
  ['template_samples', 'changed_by'],
  ['template_samples', 'data'],
  ['preludes', 'created_by'],
];

const forgetMentions = async (db: Db, marks: readonly string[], pseudonym: string): Promise<void> => {
  for (const [table, column] of MENTIONING)
    for (const mark of marks) {
      const place = sql.ref(column);
      const isThere = sql`${place} like ${`%${escaped(mark)}%`} escape '!'`;
      // Looked for first, by a reader: a search through a large table is not to hold up whoever writes.
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${isThere} limit 1`.execute(db);
      if (rows.length > 0)
        await sql`update ${sql.table(table)} set ${place} = replace(${place}, ${mark}, ${pseudonym})
          where ${isThere}`.execute(db);
    }
  // Counters of the minute are in a table in PostgreSQL alone.
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'rate_windows')) return;
  for (const mark of marks)
    await sql`delete from rate_windows where subject like ${`%${escaped(mark)}%`} escape '!'`.execute(db);
};

const escaped = (mark: string): string => mark.replace(/[!%_]/g, '!$&');

/** What `eraseOrganization` would erase, or keep under another id. */
export const countOfOrganization = async (db: Db, id: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of OWNED_TABLES) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table.name)} where ${ofOrganization(table, id)}`.execute(db);
    counts[table.name] = Number(rows[0]?.count ?? 0);
  }
  return counts;
};
