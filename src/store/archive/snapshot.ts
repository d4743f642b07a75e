/** All rows of a database as they are in one moment, while others go on writing. */
import type { Cell } from '../../archive/frames.ts';

export interface Snapshot {
  /** Of the schema. */
  readonly version: number;
  columns(table: string): Promise<readonly string[]>;
  rows(table: string, key: readonly string[]): AsyncIterable<readonly Cell[]>;
  close(): Promise<void>;
}
