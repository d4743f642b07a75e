/** Fields of a small JSON body. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../errors.ts';
import { allProblems } from '../../service/field-errors.ts';
import type { InFlight } from './in-flight.ts';
import { parseObject } from './json-object.ts';
import { readJsonBytes } from './request-body.ts';

/** Names, addresses, passwords: what anybody may send before it is known who asks. */
const FORM_BYTES = 16 * 1024;

/** Those that must be there, each a string; every one that is missing or something else is told at once. */
export const readFields = async <const Name extends string>(
  request: FastifyRequest,
  inFlight: InFlight,
  required: readonly Name[],
): Promise<{ readonly [Key in Name]: string } & { get(name: string): unknown }> => {
  const body = parseObject(await readJsonBytes(request, inFlight, FORM_BYTES));
  const problems = required.flatMap((name): Problem[] => {
    const value = body.get(name);
    if (typeof value === 'string') return [];
    const message = value === undefined ? `${name} is required.` : `${name} must be a string.`;
    return [{ code: 'bad_request', message, path: name }];
  });
  if (problems.length > 0) throw allProblems(problems);
  const fields = Object.fromEntries(required.map((name) => [name, body.get(name)]));
  // Each was just seen to be a string.
  return { ...(fields as { [Key in Name]: string }), get: (name) => body.get(name) };
};
