/** What readers of all kinds hand over, and the bound that holds for each of them. */

/** Why a record has no data. */
interface RecordProblem {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

/** One record: its number (1 for the first), and its data or why it has none. */
export type ReadRecord =
  | { readonly record: number; readonly data: Record<string, unknown> }
  | { readonly record: number; readonly problem: RecordProblem };

/** Characters of one record as it is written in the file. */
export const MAX_RECORD = 16 * 1024 * 1024;

export const broken = (message: string): RecordProblem => ({ code: 'record_broken', message });

export const tooLong = (): RecordProblem => ({
  code: 'record_too_big',
  message: `The record is longer than ${MAX_RECORD} characters.`,
});

/** What is not an object has no fields. */
export const dataOf = (value: unknown): { data: Record<string, unknown> } | { problem: RecordProblem } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { data: value as Record<string, unknown> }
    : {
        problem: broken(
          `A record must be a JSON object; this is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`,
        ),
      };

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
