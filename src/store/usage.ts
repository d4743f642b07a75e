import { sql } from 'kysely';
import type { OutputFormat, UsagePoint } from '../service/model.ts';
import type { UsageSpan, UsageStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';

const HOUR_MS = 3_600_000;

/** A part of the key, so it has to be something. */
const UNKNOWN = '';

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** What documents, or attempts to make one, are counted under. */
interface Counted {
  readonly organizationId: string;
  readonly templateKey: string;
  readonly format: string;
  readonly at: number;
}

export const countDocuments = async (
  db: Db,
  { organizationId, templateKey, format, at }: Counted,
  outcome: string,
  count: number,
): Promise<void> => {
  await db
    .insertInto('usage_hours')
    .values({
      organization_id: organizationId,
      hour: hourOf(at),
      template_key: templateKey,
      format,
      outcome,
      count,
    })
    // Two that start the same row at once both count.
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'hour', 'template_key', 'format', 'outcome'])
        .doUpdateSet({ count: sql`usage_hours.count + ${count}` }),
    )
    .execute();
};

/** Always in the same order: those of other chunks may want the same rows. */
export const countFailures = async (
  db: Db,
  counted: Counted,
  failures: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const [code, count] of [...failures].sort(([one], [other]) => (one < other ? -1 : 1)))
    await countDocuments(db, counted, code, count);
};

export const usageStore = ({ db }: Database): UsageStore => ({
  recordFailure: ({ format, code, count = 1, ...counted }) =>
    countDocuments(db, { ...counted, format: format ?? UNKNOWN }, code, count),

  async series(organizationId, spans, templates) {
    const named = await mostUsed(db, organizationId, spans, templates);
    const points: UsagePoint[] = [];
    for (const span of spans) points.push(...(await sums(db, organizationId, span, named)));
    return points;
  },
});

/** The templates that have a name of their own in a series; undefined where all of them have. */
const mostUsed = async (
  db: Db,
  organizationId: string,
  spans: readonly UsageSpan[],
  templates: number,
): Promise<readonly string[] | undefined> => {
  const rows = await db
    .selectFrom('usage_hours')
    .select('template_key')
    .where('organization_id', '=', organizationId)
    .where('hour', '>=', spans[0]?.from ?? 0)
    .where('hour', '<', spans.at(-1)?.to ?? 0)
    .groupBy('template_key')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .orderBy('template_key')
    .limit(templates + 1)
    .execute();
  if (rows.length <= templates) return undefined;
  return rows.slice(0, templates).map(({ template_key }) => template_key);
};

/**
 * The numbers are written into the statement: as parameters PostgreSQL could not tell that what is selected is what
 * is grouped by, and SQLite would divide them as fractions.
 */
const sums = async (
  db: Db,
  organizationId: string,
  { from, to, step }: UsageSpan,
  named: readonly string[] | undefined,
): Promise<UsagePoint[]> => {
  const bucket = sql<number>`((hour - ${sql.lit(from)}) / ${sql.lit(step)})`;
  const key =
    named === undefined
      ? sql<string | null>`template_key`
      : sql<string | null>`case when template_key in (${sql.join(named)}) then template_key end`;
  const rows = await db
    .selectFrom('usage_hours')
    .select([
      bucket.as('bucket'),
      key.as('named_key'),
      'format',
      'outcome',
      sql<number>`cast(sum(count) as bigint)`.as('total'),
    ])
    .where('organization_id', '=', organizationId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(sql`1, 2, 3, 4`)
    .orderBy(sql`1, 2, 3, 4`)
    .execute();
  return rows.map((row) => ({
    start: from + row.bucket * step,
    templateKey: row.named_key,
    format: row.format === UNKNOWN ? null : (row.format as OutputFormat),
    outcome: row.outcome,
    count: row.total,
  }));
};
