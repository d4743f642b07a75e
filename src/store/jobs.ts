import { PlatenError } from '../errors.ts';
import type { Claim, Job, JobEnd, JobPage, JobStore, NewJob } from '../service/jobs/job-ports.ts';
import { recordAudit } from './audit.ts';
import { keptFor, roomUsedUp, stopBatch } from './batch-steps.ts';
import { type Database, type Db, present } from './database.ts';
import { insertCallback, writeEvent } from './events.ts';
import {
  DONE_WITH,
  keyOf,
  type JobRow as Row,
  resultOf,
  toClaimed,
  toJob,
  traceOf,
  type Warned,
  type WatchedRow,
} from './job-rows.ts';
import { complete } from './retries.ts';

/** Others may be quicker; so many times in a row they leave nothing to claim. */
const ATTEMPTS = 10;

const RETRY_SECONDS = 10;

const reportOf = (lines: Job['warnings'] = []) =>
  lines.length > 0 && { report: JSON.stringify({ warned: 1, lines } satisfies Warned) };

const endOf = (end: JobEnd) => ({
  ...resultOf(end),
  ...(end.state === 'completed' && { done: 1, paid: 1, ...reportOf(end.warnings) }),
  ...(end.state === 'failed' && { failed: 1, error: JSON.stringify(end.error) }),
});

/** Two that come at once may both be the last: the limit is there for disks, not for money. */
const refuseBeyond = async (
  db: Db,
  { organizationId, within, keptBytes, roomBytes }: NewJob,
): Promise<void> => {
  const waiting = await db
    .selectFrom('jobs')
    .where('state', '=', 'queued')
    .where('organization_id', '=', organizationId)
    .where('parent_id', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirst();
  if ((await keptFor(db, organizationId)) + keptBytes > roomBytes) throw roomUsedUp(roomBytes);
  if (Number(waiting?.count ?? 0) < within) return;
  throw new PlatenError('too_many_jobs', `The organization has ${within} jobs waiting, as many as it may.`, {
    retryAfter: RETRY_SECONDS,
    hint: 'Wait until some of them are done.',
  });
};

const byId = (db: Db, id: string): Promise<Row | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** With what its chunks that run have made so far: one statement, so that a chunk that ends meanwhile counts once. */
const watched = (db: Db) =>
  db
    .selectFrom('jobs')
    .selectAll('jobs')
    .select(({ selectFrom }) => {
      const running = selectFrom('jobs as chunk')
        .whereRef('chunk.parent_id', '=', 'jobs.id')
        .where('chunk.state', '=', 'running');
      return [
        running.select(({ fn }) => fn.sum<number | string>('chunk.done').as('sum')).as('done_so_far'),
        running.select(({ fn }) => fn.sum<number | string>('chunk.failed').as('sum')).as('failed_so_far'),
      ];
    });

/** The organization after this one that has something waiting; the first again after the last. */
const nextOrganization = async (db: Db, after: string): Promise<string | undefined> => {
  const waiting = db.selectFrom('jobs').where('state', '=', 'queued');
  const next = await waiting
    .where('organization_id', '>', after)
    .select(({ fn }) => fn.min<string | null>('organization_id').as('id'))
    .executeTakeFirst();
  if (next?.id != null) return next.id;
  const first = await waiting
    .select(({ fn }) => fn.min<string | null>('organization_id').as('id'))
    .executeTakeFirst();
  return first?.id ?? undefined;
};

const candidate = async (db: Db, { at, after }: Claim): Promise<Row | undefined> => {
  const left = await db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'running')
    .where('lease_until', '<=', at)
    .orderBy('lease_until')
    .limit(1)
    .executeTakeFirst();
  if (left !== undefined) return left;
  const organizationId = await nextOrganization(db, after);
  if (organizationId === undefined) return undefined;
  return (
    db
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'queued')
      .where('organization_id', '=', organizationId)
      // One document is not to wait for thousands: chunks of a batch come after whatever is whole.
      .orderBy(({ eb }) => eb.case().when('parent_id', 'is', null).then(0).else(1).end())
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  );
};

/**
 * Whether it is paid for. Where not, nobody can pay for it any more: a server that was stopped in the middle of it may still
 * believe that it is to, and its charge looks for the key.
 */
const isPaidFor = async (db: Db, organizationId: string, id: string): Promise<boolean> => {
  const key = keyOf(id);
  await db
    .deleteFrom('retries')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('done_at', 'is', null)
    .execute();
  const paid = await db
    .selectFrom('retries')
    .select('key')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  return paid !== undefined;
};

export const jobStore = (database: Database): JobStore => {
  const { db } = database;
  const get = (organizationId: string, id: string): Promise<WatchedRow | undefined> =>
    watched(db)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('parent_id', 'is', null)
      .executeTakeFirst();

  return {
    clock: () => database.clock(),

    create: (job) =>
      database.transaction(async (trx) => {
        await refuseBeyond(trx, job);
        const row = await trx
          .insertInto('jobs')
          .values({
            id: job.id,
            organization_id: job.organizationId,
            state: 'queued',
            template_key: job.templateKey,
            version: job.version,
            output: job.output,
            actor: job.actor,
            request_id: job.requestId,
            pins: job.pins,
            body_hash: job.bodyHash,
            file_hash: job.fileHash,
            program_hash: job.programHash,
            total: job.batch?.total ?? 1,
            done: 0,
            kept_bytes: job.keptBytes,
            ...(job.batch && {
              step: 'split',
              bundle: job.batch.bundle,
              max_failures: job.batch.maxFailures,
              records_hash: job.batch.recordsHash,
            }),
            failed: 0,
            attempts: 0,
            lease_until: 0,
            is_cancelled: 0,
            created_at: job.createdAt,
            callback: job.callback?.url ?? null,
          })
          .returningAll()
          .executeTakeFirst();
        if (job.callback) await insertCallback(trx, job.organizationId, job.callback.secret, job.createdAt);
        if (job.batch)
          await recordAudit(
            trx,
            { name: job.actor, at: job.createdAt },
            {
              organizationId: job.organizationId,
              action: 'batch.create',
              subject: { id: job.id, templateKey: job.templateKey, bundle: job.batch.bundle },
            },
          );
        if (job.completes !== undefined) await complete(trx, job.completes);
        return toJob(present(row));
      }),

    async get(organizationId, id) {
      const row = await get(organizationId, id);
      return row && toJob(row);
    },

    async list(organizationId, { limit, before, state, templateKey }: JobPage) {
      let query = watched(db)
        .where('organization_id', '=', organizationId)
        .where('parent_id', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (state !== undefined) query = query.where('state', '=', state);
      if (templateKey !== undefined) query = query.where('template_key', '=', templateKey);
      if (before !== undefined)
        query = query.where(({ or, and, eb }) =>
          or([
            eb('created_at', '<', before.createdAt),
            and([eb('created_at', '=', before.createdAt), eb('id', '<', before.id)]),
          ]),
        );
      return (await query.execute()).map(toJob);
    },

    async claim(claim) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await candidate(db, claim);
        if (found === undefined) return undefined;
        // As it was seen: whoever was quicker has changed the state, the lease or both.
        const row = await db
          .updateTable('jobs')
          .set(({ eb }) => ({
            state: 'running',
            token: claim.token,
            lease_until: claim.leaseUntil,
            started_at: found.started_at ?? claim.at,
            attempts: eb('attempts', '+', 1),
            // What another server had made of a chunk is made anew.
            ...(found.parent_id !== null && { done: 0, failed: 0 }),
          }))
          .where('id', '=', found.id)
          .where('state', '=', found.state)
          .where('lease_until', '=', found.lease_until)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) continue;
        const whole = row.parent_id === null ? row : await byId(db, row.parent_id);
        if (whole !== undefined) return toClaimed(row, whole);
      }
      return undefined;
    },

    async renew(id, token, leaseUntil, made) {
      const row = await db
        .updateTable('jobs')
        .set({ lease_until: leaseUntil, ...made })
        .where('id', '=', id)
        .where('token', '=', token)
        .where('state', '=', 'running')
        .returning('is_cancelled')
        .executeTakeFirst();
      if (row === undefined) return 'lost';
      return row.is_cancelled === 1 ? 'stop' : 'go on';
    },

    finish: ({ id, token, at, expiresAt }, end) =>
      database.transaction(async (trx) => {
        const mine = trx
          .updateTable('jobs')
          .where('id', '=', id)
          .where('token', '=', token)
          .where('state', '=', 'running');
        // The lock on the row comes first, here and where it is called off.
        const held = await mine.set({ token }).returning('organization_id').executeTakeFirst();
        if (held === undefined) return false;
        const isPaid = await isPaidFor(trx, held.organization_id, id);
        if (isPaid && end.state === 'cancelled') return false;
        const row = await mine
          .set({ state: end.state, finished_at: at, expires_at: expiresAt, ...DONE_WITH, ...endOf(end) })
          .returningAll()
          .executeTakeFirst();
        // For a while yet: the server that had it before may come back to it.
        await trx
          .updateTable('retries')
          .set({ expires_at: expiresAt })
          .where('organization_id', '=', held.organization_id)
          .where('key', '=', keyOf(id))
          .execute();
        if (end.state !== 'cancelled') {
          const job = toJob(present(row));
          const { organizationId } = job;
          await writeEvent(
            trx,
            { organizationId, event: `job.${end.state}`, at, facts: job, trace: traceOf(row) },
            row?.callback ?? null,
          );
        }
        return true;
      }),

    async giveBack(id, token) {
      await db
        .updateTable('jobs')
        .set(({ eb }) => ({
          // To whoever looks, a batch that is about to be bundled runs.
          state: eb.case().when('step', '=', 'bundle').then('running').else('queued').end(),
          token: null,
          lease_until: 0,
          attempts: eb('attempts', '-', 1),
        }))
        .where('id', '=', id)
        .where('token', '=', token)
        .where('state', '=', 'running')
        .execute();
    },

    async cancel(organizationId, id, actor) {
      const { at } = actor;
      await database.transaction(async (trx) => {
        const mine = trx
          .updateTable('jobs')
          .where('organization_id', '=', organizationId)
          .where('id', '=', id);
        const told = await mine
          .set({ is_cancelled: 1 })
          .where('state', 'in', ['queued', 'running'])
          .where('parent_id', 'is', null)
          .returning(['state', 'step'])
          .executeTakeFirst();
        if (told !== undefined && told.step !== null)
          await recordAudit(trx, actor, { organizationId, action: 'batch.cancel', subject: { id } });
        if (told?.step === 'chunks') return stopBatch(trx, { id, by: 'batch_cancelled', at });
        if (told?.state !== 'queued' || (await isPaidFor(trx, organizationId, id))) return;
        await mine
          .set({ state: 'cancelled', finished_at: at, expires_at: at, kept_bytes: 0, ...DONE_WITH })
          .execute();
        // An attempt to split it may have left some.
        if (told.step !== null) await trx.deleteFrom('jobs').where('parent_id', '=', id).execute();
      });
      const row = await get(organizationId, id);
      return row && toJob(row);
    },

    async sweep(now, endedBefore) {
      await db
        .updateTable('jobs')
        .set({ result_hash: null, report_hash: null, kept_bytes: 0 })
        .where('expires_at', '<=', now)
        .where(({ or, eb }) => or([eb('result_hash', 'is not', null), eb('report_hash', 'is not', null)]))
        .execute();
      await db
        .deleteFrom('jobs')
        .where('state', 'in', ['completed', 'failed', 'cancelled'])
        .where('finished_at', '<', endedBefore)
        .execute();
    },

    async waiting() {
      const row = await db
        .selectFrom('jobs')
        .where('state', '=', 'queued')
        .select(({ fn }) => [
          fn.countAll<number | string>().as('count'),
          fn.min<number | string | null>('created_at').as('oldest'),
        ])
        .executeTakeFirst();
      return { count: Number(row?.count ?? 0), oldest: row?.oldest == null ? null : Number(row.oldest) };
    },
  };
};
