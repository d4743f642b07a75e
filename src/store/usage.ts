import { sql } from 'kysely';
import type { OutputFormat } from '../service/model.ts';
import type { UsageStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';
import { toUsageHour } from './rows.ts';

const HOUR_MS = 3_600_000;

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** Adds one to an hour's series; two that start the same row at once both count. */
export const countUsage = async (
  db: Db,
  use: { organizationId: string; templateKey: string; format: OutputFormat; outcome: string; at: number },
): Promise<void> => {
  await db
    .insertInto('usage_hours')
    .values({
      organization_id: use.organizationId,
      hour: hourOf(use.at),
      template_key: use.templateKey,
      format: use.format,
      outcome: use.outcome,
      count: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'hour', 'template_key', 'format', 'outcome'])
        .doUpdateSet({ count: sql`usage_hours.count + 1` }),
    )
    .execute();
};

export const usageStore = ({ db }: Database): UsageStore => ({
  recordFailure: ({ organizationId, templateKey, format, code, at }) =>
    countUsage(db, { organizationId, templateKey, format, outcome: code, at }),

  async series(organizationId, from, to) {
    const rows = await db
      .selectFrom('usage_hours')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .orderBy('hour')
      .orderBy('template_key')
      .orderBy('format')
      .orderBy('outcome')
      .execute();
    return rows.map(toUsageHour);
  },
});
