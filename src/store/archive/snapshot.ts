/** All rows of a database as they are in one moment. */
import type { Cell } from '../../archive/frames.ts';
import { PlatenError } from '../../errors.ts';

/**
 * `beside`: others go on writing. `alone`: nobody else may be at work there, and whoever comes meanwhile can't write, because what he wrote
 * would be left behind.
 */
export type Company = 'beside' | 'alone';

/** `who`: as far as the database knows. */
export const inUse = (who: string, cause?: unknown): PlatenError =>
  new PlatenError('not_ready', `The database is in use${who}: what is written now would be left behind.`, {
    hint: 'Stop all servers on it, and other commands. Connections that a pooler (pgbouncer) keeps for nobody end with the pooler.',
    cause,
  });

export interface Snapshot {
  /** Of the schema. */
  readonly version: number;
  columns(table: string): Promise<readonly string[]>;
  rows(table: string, key: readonly string[]): AsyncIterable<readonly Cell[]>;
  /** Of one that was opened alone: rejects where a server has come since. */
  requireAlone(): Promise<void>;
  /** Of one that was opened alone, once all of it is elsewhere: nobody opens this database again (`moved.ts`). */
  markMoved(target: string, at: number): Promise<void>;
  close(): Promise<void>;
}
