/**
 * Every way a request can fail, as the one Error object. What the caller sees and what the operator sees are two
 * things: a PlatenError is shown as it is, anything else is logged with its stack and shown as `internal_error`.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, type ErrorCode, type ErrorKind, PlatenError, type Problem } from '../errors.ts';
import { allProblems } from '../service/field-errors.ts';

export const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  out_of_range: 416,
  contradictory: 422,
  limited: 429,
  internal: 500,
  unavailable: 503,
};

export const statusOf = (code: ErrorCode): number => STATUS[ERROR_CODES[code].kind];

/** What a 503 without a time of its own suggests. */
const RETRY_SECONDS = 1;

interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly requestId: string;
}

const errorBody = (error: PlatenError, requestId: string): ErrorBody => ({
  error: error.message,
  code: error.code,
  ...(error.hint !== undefined && { hint: error.hint }),
  ...(error.details !== undefined && { details: error.details }),
  requestId,
});

export const replyWithError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const error = toPlatenError(thrown);
  request.failure = error;
  if (error.kind === 'internal') request.log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.cause !== undefined && concernsOperator(error))
    request.log.warn({ err: error.cause, code: error.code }, error.message);

  // What is still to come of it would not come in time either.
  if (error.kind === 'timed_out') reply.header('connection', 'close');
  if (error.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="platen"');
  const retryAfter = error.retryAfter ?? (error.kind === 'unavailable' ? RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  // Headers that a handler had set for the document it was about to send.
  for (const name of ['content-disposition', 'content-length', 'etag']) reply.removeHeader(name);
  reply.code(STATUS[error.kind]).type('application/json; charset=utf-8').send(errorBody(error, request.id));
};

/** A part that is away, or LibreOffice in trouble. What callers did wrong is told to them: it may quote their data. */
const concernsOperator = ({ kind, code }: PlatenError): boolean =>
  kind === 'unavailable' || code === 'pdf_failed' || code === 'pdf_timeout';

const toPlatenError = (thrown: unknown): PlatenError => {
  if (thrown instanceof PlatenError) return thrown;
  const { code, validation, statusCode } = thrown as Partial<FastifyError>;
  if (validation !== undefined) return invalidParameters(validation);
  // Of Fastify's own errors, those that a request can cause; the rest are mistakes in this program.
  if (code === 'FST_ERR_BAD_URL')
    return new PlatenError('bad_request', 'The address is not a valid URL path.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new PlatenError('unsupported_media_type', 'The Content-Type is missing or is not one.');
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new PlatenError('bad_request', 'The body is not as long as its Content-Length says.');
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new PlatenError('bad_request', 'The request is malformed.', { cause: thrown });
  return new PlatenError('internal_error', 'Something failed inside Platen.', {
    hint: 'The server log has the reason under this requestId.',
    cause: thrown,
  });
};

type Violation = NonNullable<FastifyError['validation']>[number];

const invalidParameters = (validation: readonly Violation[]): PlatenError => {
  const seen = new Set<string>();
  const details = validation.flatMap((violation): Problem[] => {
    const missing =
      violation.keyword === 'required' ? String(violation.params['missingProperty']) : undefined;
    const path = missing ?? violation.instancePath.slice(1).replaceAll('/', '.');
    // Each choice that a value was not comes as a violation of its own.
    if (seen.has(path)) return [];
    seen.add(path);
    const choices = validation
      .filter(({ keyword, instancePath }) => keyword === 'const' && instancePath === violation.instancePath)
      .map(({ params }) => String(params['allowedValue']));
    return [{ code: 'bad_request', message: `${path} ${whatIsWrong(violation, choices)}.`, path }];
  });
  return allProblems(details);
};

const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  // A parameter that was sent twice arrives as a list of both.
  ['string', 'a single value'],
]);

const whatIsWrong = ({ keyword, params, message }: Violation, choices: readonly string[]): string => {
  if (keyword === 'required') return 'is required';
  if (choices.length > 0) return `must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`;
  if (keyword === 'type' && TYPES.has(params['type'])) return `must be ${TYPES.get(params['type'])}`;
  if (keyword === 'minimum') return `must be at least ${params['limit']}`;
  if (keyword === 'maximum') return `must be at most ${params['limit']}`;
  if (keyword === 'minLength') return 'must not be empty';
  if (keyword === 'maxLength') return `is longer than ${params['limit']} characters`;
  return message ?? 'is not valid';
};

/** Connections that were told 408: their requests did not hang up. */
const timedOut = new WeakSet<Socket>();
export const hasTimedOut = (socket: Socket): boolean => timedOut.has(socket);

/** Errors before there is a request: not HTTP, headers too long, or a request that did not arrive in time. */
export const replyToClientError = (error: ConnectionError, socket: Socket): void => {
  // A reset connection has nobody to answer; an answer under way must not get a second one mixed into it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') timedOut.add(socket);
  const [status, answer] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, new PlatenError('request_timeout', 'The request took too long to arrive.')]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, new PlatenError('bad_request', 'The request headers are too large.')]
        : error.code === 'HPE_INVALID_EOF_STATE'
          ? [400, new PlatenError('bad_request', 'The request ended early.')]
          : [400, new PlatenError('bad_request', 'The request is not valid HTTP.')];
  const body = JSON.stringify(errorBody(answer, ''));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
};
