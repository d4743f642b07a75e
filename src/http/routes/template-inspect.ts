/** GET /template/inspect and POST /template/validate: what a template takes, and whether some data fits it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { templateKeyOf } from '../../service/template-rules.ts';
import { callerOf } from '../authentication.ts';
import { readJsonBytes, signalOf } from '../body/request-body.ts';
import { errorAnswers, InspectQuery, json, reference, ValidateBody } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';
import { queriedChoice } from './queried-choice.ts';

export const templateInspect = (plain: FastifyInstance, context: RouteContext): void => {
  const { templates, inFlight, settings } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/template/inspect',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'inspectTemplate',
        summary: 'Fields, JSON Schema and sample data of a template',
        tags: ['templates'],
        querystring: InspectQuery,
        response: { 200: json('What the template takes.', reference('Inspection')), ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const { id } = callerOf(request).organization;
      const key = templateKeyOf(request.query.templateKey);
      const inspection = await templates.described(id, key, queriedChoice(request.query));
      // It was written as JSON at upload, and is not taken apart on its way out.
      return reply.type('application/json; charset=utf-8').serializer(String).send(inspection);
    },
  );

  plain.post(
    '/template/validate',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'validateData',
        summary: 'Every path of the data that is missing, mistyped or unused',
        tags: ['templates'],
        body: ValidateBody,
        response: { 200: json('How the data fits.', reference('DataReport')), ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const body = await readJsonBytes(request, inFlight, settings.bodyBytes);
      return templates.validate(callerOf(request).organization.id, body, signal);
    },
  );
};
