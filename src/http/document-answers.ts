/**
 * answeredBy :: how a request's body is read → the handler of a route that makes a document
 *
 * What comes back is whole, and, but for a preview, paid for.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import type { FinishedDocument, RequestOrder } from '../service/documents/orders.ts';
import { Stages, timed } from '../stages.ts';
import { attachment, listHeader } from './answer-headers.ts';
import { callerOf, countUse, rateUseOf, showUse } from './authentication.ts';
import { endSlowReader } from './body/pace.ts';
import { signalOf } from './body/request-body.ts';
import { noteDocument, notesOf } from './calls.ts';
import { type Content, retried } from './idempotency.ts';
import { mappedAnswer } from './mapped-answer.ts';
import { DOCX_TYPE, PDF_TYPE } from './schemas/shared.ts';
import type { RouteContext } from './types.ts';

/** Up to here a document that is in memory is sent as one buffer, which costs less than a stream. */
const WHOLE_BYTES = 1024 * 1024;

/** What a request wants; by then its body has been read. */
interface Asked {
  readonly make: (order: RequestOrder) => Promise<FinishedDocument>;
  /** By which a request that is sent again is known; absent where it is just made again. */
  readonly content?: Content;
}

export const answeredBy = (context: RouteContext, read: (request: FastifyRequest) => Promise<Asked>) => {
  const answer = answering(context, read);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await answer(request, reply);
    } catch (error) {
      // No charge has counted it: neither a failure nor a caller who hung up is free of the limit.
      await countUse(request, reply);
      throw error;
    }
  };
};

const answering =
  (context: RouteContext, read: (request: FastifyRequest) => Promise<Asked>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const signal = signalOf(reply);
    const { inFlight, metrics } = context;
    const stages = stagesOf(context, request, reply);
    const call = notesOf(request, stages);
    const { make, content } = await timed(stages, 'body', () => read(request));
    const started = performance.now();
    const measure = (engine: string, outcome: string): void =>
      metrics.rendered(engine, outcome, (performance.now() - started) / 1000);
    const use = rateUseOf(request);
    try {
      const order: RequestOrder = {
        caller: callerOf(request),
        requestId: request.id,
        signal,
        use,
        stages,
        call,
      };
      const finished = await (content === undefined
        ? make(order)
        : retried(context, { request, reply, content }, (attempt) =>
            make({ ...order, ...(attempt && { attempt }) }),
          ));
      if (call !== undefined) noteDocument(call, finished, stages);
      measure(finished.engine, 'ok');
      metrics.fellBack(finished.engine, finished.reasons ?? []);
      if (signal.aborted) {
        // Hung up during the charge: the answer is closed already, so nothing below would let go of the document.
        finished.document.dispose();
        signal.throwIfAborted();
      }
      showUse(use, reply);
      endSlowReader(reply, finished.document.size, inFlight.pace);
      return await send(reply, finished);
    } catch (error) {
      measure(
        'none',
        signal.aborted ? 'aborted' : error instanceof PlatenError ? error.code : 'internal_error',
      );
      throw error;
    }
  };

/** What came before, from its first byte on, was to find out who asks. */
const stagesOf = ({ watch }: RouteContext, request: FastifyRequest, reply: FastifyReply): Stages => {
  const began = performance.now() - reply.elapsedTime;
  const stages = request.stages ?? watch.document('request', { began }) ?? new Stages(began);
  request.stages = stages;
  stages.note('authenticate', stages.began);
  return stages;
};

const send = async (reply: FastifyReply, finished: FinishedDocument): Promise<FastifyReply> => {
  const { document, request, name, engine, pages } = finished;
  // Whether it was sent or the caller hung up: the document's memory or file is not needed any more.
  reply.raw.once('close', () => document.dispose());
  const isPdf = request.output === 'PDF';
  const optional = {
    'platen-missing': listHeader(finished.missing),
    'platen-warnings': listHeader(finished.warnings),
    'platen-pages': pages === undefined ? undefined : String(pages),
  };
  for (const [header, value] of Object.entries(optional))
    if (value !== undefined) reply.header(header, value);
  const headers = {
    'content-type': isPdf ? PDF_TYPE : DOCX_TYPE,
    'content-disposition': attachment(request.filename ?? name, isPdf ? 'pdf' : 'docx'),
  };
  reply.header('platen-engine', engine);
  if (finished.mapAt !== undefined) {
    const requestId = reply.request.id;
    const both = mappedAnswer({ document, mapAt: finished.mapAt, headers, requestId });
    return reply
      .headers({ 'content-type': both.contentType, 'content-length': String(both.size) })
      .send(both.stream);
  }
  reply.headers({ ...headers, 'content-length': String(document.size) });
  if (document.size > WHOLE_BYTES || !document.inMemory) return reply.send(document.stream());
  const bytes = await document.bytes();
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
};
