/** Why a job, or a step of one, did not come to its end, and what is to follow from it. */
import { type ErrorCode, errorToData, PlatenError } from '../../errors.ts';
import type { JobError } from './job-ports.ts';

/** A job that has cost so many servers their lives is not given to one more. */
export const MOST_ATTEMPTS = 4;

/**
 * Nothing is wrong with the job: a queue is full, the database is away, or the server that had it may still be at it. A
 * program that is not installed stays away, and whoever waits for it would keep all behind it waiting.
 */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  'busy',
  'not_ready',
  'shutting_down',
  'idempotency_running',
]);

export const isPassing = (error: unknown): boolean => error instanceof PlatenError && PASSING.has(error.code);

export const toJobError = (error: unknown): JobError => {
  const { code, message, hint, details } = errorToData(error);
  return { code, message, ...(hint !== undefined && { hint }), ...(details !== undefined && { details }) };
};

export const givenUp = (): PlatenError =>
  new PlatenError('internal_error', 'The job was begun again and again and never came to an end.', {
    hint: 'The log of the servers has the reason.',
  });
