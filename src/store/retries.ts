import { PlatenError } from '../errors.ts';
import type { Completion, Held, Hold, RetryStore } from '../service/documents/retry-ports.ts';
import type { Database, Db } from './database.ts';

/** Somebody who releases the key between the two looks, so many times in a row, is at war with it. */
const ATTEMPTS = 5;

export const retryStore = ({ db }: Database): RetryStore => ({
  async take(request) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { organizationId, key, token, fingerprint, at } = request;
      const fresh = {
        token,
        fingerprint,
        lease_until: request.leaseUntil,
        expires_at: request.expiresAt,
        done_at: null,
        outcome: null,
        file_hash: null,
        program_hash: null,
        result_hash: null,
      };
      const taken = await db
        .insertInto('retries')
        .values({ organization_id: organizationId, key, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'key'])
            .doUpdateSet(fresh)
            .where(({ or, and, eb }) =>
              or([
                eb('retries.expires_at', '<=', at),
                and([eb('retries.done_at', 'is', null), eb('retries.lease_until', '<=', at)]),
              ]),
            ),
        )
        .returning('token')
        .executeTakeFirst();
      if (taken !== undefined) return { kind: 'taken' };
      const held = await heldBy(db, request);
      if (held !== undefined) return held;
    }
    throw new PlatenError('busy', 'The Idempotency-Key is taken and given back again and again.');
  },

  async renew(hold, leaseUntil) {
    const { numUpdatedRows } = await db
      .updateTable('retries')
      .set({ lease_until: leaseUntil })
      .where('organization_id', '=', hold.organizationId)
      .where('key', '=', hold.key)
      .where('token', '=', hold.token)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) > 0;
  },

  async release(hold) {
    await db
      .deleteFrom('retries')
      .where('organization_id', '=', hold.organizationId)
      .where('key', '=', hold.key)
      .where('token', '=', hold.token)
      .where('done_at', 'is', null)
      .execute();
  },

  async sweep(now) {
    const { numDeletedRows } = await db
      .deleteFrom('retries')
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});

const heldBy = async (db: Db, { organizationId, key }: Hold): Promise<Held | undefined> => {
  const row = await db
    .selectFrom('retries')
    .select(['fingerprint', 'outcome'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { fingerprint, outcome } = row;
  return outcome === null ? { kind: 'running', fingerprint } : { kind: 'done', fingerprint, outcome };
};

/** In the transaction of the change itself, which is undone where the key is not its own any more. */
export const complete = async (db: Db, completion: Completion): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('retries')
    .set({
      done_at: completion.at,
      outcome: completion.outcome,
      file_hash: completion.fileHash ?? null,
      program_hash: completion.programHash ?? null,
      result_hash: completion.resultHash ?? null,
    })
    .where('organization_id', '=', completion.organizationId)
    .where('key', '=', completion.key)
    .where('token', '=', completion.token)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0)
    throw new PlatenError('idempotency_running', 'Another request has the Idempotency-Key by now.', {
      retryAfter: 1,
    });
};
