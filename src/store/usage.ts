import { sql } from 'kysely';
import type { UsageStore } from '../service/ports.ts';
import type { Database } from './database.ts';
import { toUsageHour } from './rows.ts';

const HOUR_MS = 3_600_000;

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

export const usageStore = ({ db }: Database): UsageStore => ({
  async recordFailure({ organizationId, templateKey, format, code, at }) {
    await db
      .insertInto('usage_hours')
      .values({
        organization_id: organizationId,
        hour: hourOf(at),
        template_key: templateKey,
        format,
        outcome: code,
        count: 1,
      })
      // Two that start the same row at once both count.
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'hour', 'template_key', 'format', 'outcome'])
          .doUpdateSet({ count: sql`usage_hours.count + 1` }),
      )
      .execute();
  },

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
