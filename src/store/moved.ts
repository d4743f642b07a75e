/** The mark on a database that was moved: what is written to it afterwards would be a second truth, so nobody opens it. */
import { PlatenError } from '../errors.ts';
import type { Db } from './database.ts';

export const refuseMoved = async (db: Db): Promise<void> => {
  const mark = await db.selectFrom('moved').select(['target', 'at']).executeTakeFirst();
  if (mark === undefined) return;
  throw new PlatenError(
    'not_ready',
    `This database was moved to ${mark.target} (${new Date(mark.at).toISOString()}): what is in it here is out of date.`,
    {
      hint: 'Start the servers on that one. If this one is to be used again, without what was written there since: platen admin move --take-back',
    },
  );
};

/** On purpose: whether there was a mark. */
export const takeBack = async (db: Db): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('moved').executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
