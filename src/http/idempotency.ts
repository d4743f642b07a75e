/**
 * retried :: a request and what it asks for → the answer, once for each Idempotency-Key
 *
 * The header is the one of the IETF's draft (draft-ietf-httpapi-idempotency-key-header), in quotes or without.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import type { Attempt } from '../service/documents/orders.ts';
import { callerOf } from './authentication.ts';
import type { Form } from './body/multipart.ts';
import type { RouteContext } from './types.ts';

const LONGEST_KEY = 255;

/** What a request holds, in an order that does not depend on how it was sent. */
export type Content = readonly (Uint8Array | string | undefined)[];

interface Sent {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly content: Content;
}

export const retried = <Answer>(
  context: Pick<RouteContext, 'retries'>,
  sent: Sent,
  run: (attempt?: Attempt) => Promise<Answer>,
): Promise<Answer> => {
  const key = idempotencyKeyOf(sent.request);
  return key === undefined ? run() : once(context, key, sent, run);
};

const once = async <Answer>(
  { retries }: Pick<RouteContext, 'retries'>,
  key: string,
  { request, reply, content }: Sent,
  run: (attempt?: Attempt) => Promise<Answer>,
): Promise<Answer> => {
  const organizationId = callerOf(request).organization.id;
  const { answer, isReplayed } = await retries.once(
    { organizationId, key, fingerprint: fingerprintOf(request, content) },
    {
      first: (hold) => run({ kind: 'first', hold }),
      again: (outcome) => run({ kind: 'again', outcome }),
    },
  );
  if (isReplayed) reply.header('idempotency-replayed', 'true');
  return answer;
};

export const formContent = ({ text, files, fileNames, json }: Form): Content => [
  ...[...text].sort(([one], [other]) => (one < other ? -1 : 1)).flat(),
  ...[...files].flatMap(([name, bytes]) => [name, fileNames.get(name), bytes]),
  json,
];

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  const key = /^\s*"([^"\\]*)"\s*$/.exec(String(sent))?.[1] ?? String(sent).trim();
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= LONGEST_KEY) return key;
  throw new PlatenError(
    'bad_idempotency_key',
    `The Idempotency-Key must have 1 to ${LONGEST_KEY} printable ASCII characters.`,
    { hint: 'A UUID for each request is a good one.' },
  );
};

/** Each piece with its length before it: where one ends and the next begins is part of what is said. */
const fingerprintOf = (request: FastifyRequest, content: Content): string => {
  const hash = createHash('sha256').update(`${request.method} ${request.routeOptions.url}\n`);
  for (const piece of content)
    if (piece === undefined) hash.update('-\n');
    else hash.update(`${Buffer.byteLength(piece)}\n`).update(piece);
  return hash.digest('hex');
};
