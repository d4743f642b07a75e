/** GET /organization/calls, also as CSV, and GET /organization/calls/{id} with what was sent as data. */
import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callsCsv, type ShownCall, shownCall } from '../../service/calls/shown-call.ts';
import { attachment } from '../answer-headers.ts';
import { callerOf } from '../authentication.ts';
import { signalOf } from '../body/request-body.ts';
import { CallAnswer, CallParameters, CallsAnswer, CallsQuery } from '../schemas/calls.ts';
import { errorAnswers, json } from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';

const tags = ['organization'];

export const organizationCalls = (plain: FastifyInstance, { calls, organizations }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/organization/calls',
    {
      // Whoever may make documents may see why they were not made; so it is with jobs.
      config: { scope: 'generate' },
      schema: {
        operationId: 'listCalls',
        summary: 'The log of calls: documents, jobs and deliveries of webhooks, newest first',
        tags,
        querystring: CallsQuery,
        response: {
          200: {
            description: 'A page of the log, or all that fit as CSV.',
            content: {
              'application/json': {
                schema: Type.Unsafe<{ entries: readonly ShownCall[]; next: string | null } | Readable>(
                  CallsAnswer,
                ),
              },
              'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) },
            },
          },
          ...errorAnswers(),
        },
      },
    },
    async (request, reply) => {
      const { format, ...sent } = request.query;
      const { organization } = callerOf(request);
      if (format === 'csv') {
        const all = calls.all(organization, sent);
        // The first one tells of what is wrong with the request, before the answer has begun.
        const first = await all.next();
        const rows = async function* () {
          if (!first.done) yield first.value;
          yield* all;
        };
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', attachment(`calls ${new Date().toISOString().slice(0, 10)}`, 'csv'));
        return reply.send(Readable.from(callsCsv(rows())));
      }
      const page = await calls.list(organization, sent, signalOf(reply));
      return { entries: page.calls.map(shownCall), next: page.next ?? null };
    },
  );

  app.get(
    '/organization/calls/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'getCall',
        summary:
          'A call with what was sent as data, where that is kept; each look at data is in the audit log',
        tags,
        params: CallParameters,
        response: { 200: json('The call.', CallAnswer), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { organization, actor } = callerOf(request);
      const call = await calls.get(organization.id, request.params.id);
      // The caller's record may be half a second old.
      const current = await organizations.get(organization.id);
      const found = await calls.data(current, call, actor);
      return {
        call: shownCall(call),
        data: found.data,
        dataProblem: found.data === null ? found.problem : null,
      };
    },
  );
};
