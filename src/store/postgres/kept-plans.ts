/**
 * Statements that every document sends. PostgreSQL takes longer to plan a charge than to make it, and keeps the plan with the connection
 * where the statement has a name: a charge by itself is a quarter of the work then.
 *
 * A pooler in transaction mode may send each transaction by another connection, which has never heard of the name, or has it from somebody
 * else. That is said before anything is done, so the statement is sent again without its name, and from then on every one is.
 */
import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/** By its text: servers of two versions behind one pooler never mean different statements by one name. */
export const keptPlan = (text: string): string => {
  names.set(text, `platen_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);
  return text;
};

export const planName = (text: string): string | undefined => names.get(text);

/** SQLSTATEs: no statement of that name, one already, one whose answer would have other columns by now. */
const FORGOTTEN = new Set(['26000', '42P05', '0A000']);

export const isForgotten = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FORGOTTEN.has(String(error.code));
