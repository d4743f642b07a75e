import { PlatenError } from '../../errors.ts';

/** Node's names for a server that cannot be reached. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** SQLSTATEs, whole or by class, of states that pass: what failed may succeed in a moment, perhaps elsewhere. */
const PASSING = [
  '08', // connection exceptions
  '53', // insufficient resources: disk, memory, connections
  '57P0', // the server is being shut down, restarted or started
  '57014', // our own statement timeout
  '25006', // read-only: the primary has moved
  '40', // lost a race more often than we try
  '55P03', // a lock that was not free
];

/** `pg` gives these no code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded)/;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Two transactions were in each other's way; PostgreSQL has undone this one, so it may simply run again. */
export const lostRace = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

const passes = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && LOST.test(error.message);
  return UNREACHABLE.has(code) || PASSING.some((prefix) => code.startsWith(prefix));
};

/** It answers, and can't write. */
export const isFull = (error: unknown): boolean => codeOf(error) === '53100';

/** What a caller should see: "try again" where that may help, anything else unchanged. */
export const translatePostgresError = (error: unknown): unknown => {
  if (isFull(error))
    return new PlatenError('not_ready', 'The disk of the database is full.', {
      retryAfter: 10,
      cause: error,
    });
  return passes(error)
    ? new PlatenError('not_ready', 'The database does not answer.', { retryAfter: 1, cause: error })
    : error;
};
