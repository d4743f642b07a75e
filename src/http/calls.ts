/**
 * The log of calls, as requests see it: notes that go along with a request, and what is written of it once its answer is out. What
 * a charge has written is not written again.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import type { CallLog } from '../service/calls/call-log.ts';
import {
  type CallNotes,
  documentFacts,
  durationOf,
  factsText,
  failureFacts,
} from '../service/calls/call-notes.ts';
import type { CallFacts } from '../service/calls/call-ports.ts';
import type { FinishedDocument } from '../service/documents/orders.ts';
import type { FailedCalls } from '../service/failed-calls.ts';
import type { Stages } from '../stages.ts';
import { hasTimedOut, STATUS } from './error-replies.ts';

/** As nginx writes it: the client closed the request. */
const HUNG_UP = 499;
const MOST_KEY_CHARACTERS = 200;

/** Of successful answers that no charge has written: they cost nothing. */
const freeDocuments = new WeakMap<CallNotes, CallFacts>();

/** Undefined of what is not in the log: a preview. */
export const notesOf = (request: FastifyRequest, { began }: Stages): CallNotes | undefined => {
  const { call: kind } = request.routeOptions.config;
  if (kind === undefined) return undefined;
  const notes: CallNotes = { kind, began };
  request.callNotes = notes;
  return notes;
};

export const noteDocument = (notes: CallNotes, finished: FinishedDocument, stages: Stages): void => {
  if (notes.written !== undefined) return;
  notes.templateKey ??= finished.request.templateKey;
  notes.format ??= finished.request.output;
  freeDocuments.set(notes, documentFacts(notes, stages, finished));
};

/** Once an answer is out, or its caller has hung up. */
export const logCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  { callLog, failedCalls }: { readonly callLog: CallLog; readonly failedCalls: FailedCalls },
): void => {
  const { caller, failure, stages } = request;
  const { call: kind } = request.routeOptions.config;
  if (kind === undefined || caller === null) return;
  const notes = request.callNotes ?? { kind, began: performance.now() - reply.elapsedTime };
  const organizationId = caller.organization.id;
  const body = caller.organization.keepsCallData ? notes.body : undefined;
  if (notes.written !== undefined) {
    if (body !== undefined) callLog.keep({ organizationId, id: notes.written.id }, body);
    return;
  }
  const isLate = hasTimedOut(request.raw.socket);
  const hasHungUp = !isLate && !reply.raw.writableFinished;
  const error = isLate
    ? new PlatenError('request_timeout', 'The request took too long to arrive.')
    : (failure ?? undefined);
  const free = freeDocuments.get(notes);
  // A job that was taken is in the log once it has come to its end.
  if (error === undefined && free === undefined && !hasHungUp) return;
  const at = Date.now();
  callLog.add(
    {
      organizationId,
      at,
      kind,
      caller: caller.actor,
      templateKey: harmless(notes.templateKey ?? ''),
      version: notes.version ?? null,
      format: notes.format ?? null,
      status: hasHungUp ? HUNG_UP : error === undefined ? reply.statusCode : STATUS[error.kind],
      code: hasHungUp ? 'aborted' : (error?.code ?? null),
      requestId: request.id,
      milliseconds: durationOf(notes),
      facts: factsText(
        hasHungUp
          ? failureFacts(notes, stages ?? undefined, HANGING_UP)
          : error === undefined
            ? (free ?? {})
            : failureFacts(notes, stages ?? undefined, error),
      ),
    },
    body,
  );
  // Whoever hung up was answered with nothing.
  if (error === undefined || hasHungUp) return;
  failedCalls.add({
    organizationId,
    templateKey: notes.isTemplate ? (notes.templateKey ?? '') : '',
    format: notes.format ?? null,
    code: error.code,
    at,
  });
};

const HANGING_UP = new PlatenError('request_timeout', 'The caller hung up before the answer was out.', {
  hint: 'The time that it waits for an answer may be too short.',
});

/** A key that nobody has is written as it was asked for, as far as a list can show it. */
const harmless = (key: string): string =>
  key
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, MOST_KEY_CHARACTERS);
