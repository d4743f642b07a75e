/** One structured line a request: who, what, how long. Never a secret, never a query string, never document data. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Caller } from '../service/authenticator.ts';
import { hasTimedOut } from './error-replies.ts';
import type { HttpNeeds } from './types.ts';
import { pathOf } from './unknown-routes.ts';

export const makeLogger = (level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: fenced },
    serializers: { err: fencedError },
  };
  return destination === undefined ? inBatches(options) : pino(options, destination);
};

const HIDDEN = '[Redacted]';
const SECRETS = ['headers', 'authorization'];
/** What clients of HTTP hang onto their errors. */
const SECRETS_OF_ERRORS = [...SECRETS, 'config', 'request'];

/**
 * A second fence: nothing here logs headers or addresses with queries on purpose. By hand, because pino's own copies every
 * line first: half of what a line costs, a hundredth of a small document.
 */
const fenced = (line: Record<string, unknown>): Record<string, unknown> => {
  let shown = line;
  for (const name in line) {
    const value = line[name];
    if (SECRETS.includes(name)) shown = { ...shown, [name]: HIDDEN };
    // Errors have their own fence, once they are written out.
    else if (typeof value === 'object' && value !== null && !(value instanceof Error))
      for (const secret of SECRETS)
        if (secret in value) shown = { ...shown, [name]: { ...(shown[name] as object), [secret]: HIDDEN } };
  }
  return shown;
};

const fencedError = (error: Error): unknown => {
  const shown: unknown = pino.stdSerializers.err(error);
  if (typeof shown === 'object' && shown !== null)
    for (const secret of SECRETS_OF_ERRORS) if (secret in shown) Object.assign(shown, { [secret]: HIDDEN });
  return shown;
};

/** Bytes of lines that are written together, and how long the first of them waits: a call of the system for each is dear. */
const BATCH_BYTES = 3_000;
/** What a pipe takes in one piece: threads write to the same one, and no line of one may stand within another's. */
const MOST_BYTES = 4_096;
const BATCH_MS = 100;

let standardOutput: ReturnType<typeof pino.destination> | undefined;

const openOutput = (): ReturnType<typeof pino.destination> => {
  const opened = pino.destination({
    dest: 1,
    sync: true,
    minLength: BATCH_BYTES,
    maxWrite: MOST_BYTES,
    periodicFlush: BATCH_MS,
  });
  process.once('exit', () => opened.flushSync());
  return opened;
};

/** Whatever is a warning or worse is written at once, with all that came before it. */
const inBatches = (options: LoggerOptions): Logger => {
  standardOutput ??= openOutput();
  const output = standardOutput;
  return pino(
    {
      ...options,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, args);
          if (level >= WARN) output.flushSync();
        },
      },
    },
    output,
  );
};

const WARN = pino.levels.values['warn'] ?? 0;

/** A caller's own id is kept where it is harmless, so that its logs and ours can be read side by side. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:/+=@-]{1,128}$/.test(sent) ? sent : randomUUID();
};

/** A person by id: an address is personal, and a log is read by many. */
const whoAsked = ({ organization, key, person }: Caller): Record<string, string> => ({
  organization: organization.id,
  ...(key && { key: key.prefix }),
  ...(person && { person: person.id }),
});

const SHOWN_CHARACTERS = 200;
/** As keys are made; a fixed one may look like anything, and stands where no operation does. */
const KEY = /plt_[\w-]*/gi;
const LONG_WORD = /[^/]{20,}/g;

/** Keys that somebody wrote into the path are not for a log, in whatever spelling. */
const shownPath = ({ url, is404 }: Pick<FastifyRequest, 'url' | 'is404'>): string => {
  const path = pathOf(url);
  const hidden = (path.includes('%') ? decoded(path) : path).replaceAll(KEY, 'plt_…');
  return (is404 ? hidden.replaceAll(LONG_WORD, '…') : hidden).slice(0, SHOWN_CHARACTERS);
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    // What is no text has no key in it that anybody could read.
    return path.replaceAll(/%[\da-f]{0,2}/gi, '%');
  }
};

/** Once an answer is out, or its caller has hung up. */
export const noteAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, watch }: Pick<HttpNeeds, 'metrics' | 'watch'>,
): void => {
  const late = hasTimedOut(request.raw.socket);
  const aborted = !late && !reply.raw.writableFinished;
  const status = late ? 408 : reply.statusCode;
  metrics.answered(request, aborted ? 'aborted' : String(status), reply.elapsedTime / 1000);
  const line = {
    method: request.method,
    path: shownPath(request),
    // As nginx writes it: the client closed the request.
    status: aborted ? 499 : status,
    ...(late ? { code: 'request_timeout' } : request.failure && { code: request.failure.code }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(request.caller && whoAsked(request.caller)),
  };
  if (!aborted && status >= 500) request.log.warn(line, 'request');
  else request.log.info(line, 'request');
  const { stages } = request;
  if (stages === null) return;
  // Nobody else notes any.
  if (stages.list.length > 0) stages.noteRest('send');
  watch.end(stages, {
    isDocument: stages.list.length > 0,
    name: request.is404 ? request.method : `${request.method} ${request.routeOptions.url ?? ''}`,
    requestId: request.id,
    organizationId: request.caller?.organization.id,
    status: line.status,
    code: 'code' in line ? line.code : aborted ? 'aborted' : undefined,
  });
};
