/** GET /template/inspect, POST /template/validate, /evaluate and /lint: what a template takes, whether data fits it, what its tags print, and how its pages bear it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { COUNTED } from '../../service/rate-limits.ts';
import { templateKeyOf } from '../../service/template-rules.ts';
import { callerOf } from '../authentication.ts';
import { readJsonBytes, signalOf } from '../body/request-body.ts';
import { LintAnswer, LintBody } from '../schemas/document-map.ts';
import {
  EvaluateAnswer,
  EvaluateBody,
  errorAnswers,
  InspectQuery,
  json,
  reference,
  ValidateBody,
} from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';
import { queriedChoice } from './queried-choice.ts';

export const templateInspect = (plain: FastifyInstance, context: RouteContext): void => {
  const { templates, documents, inFlight, settings } = context;
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
    '/template/lint',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'lintTemplate',
        summary:
          'Lay a template out with the shortest, the longest and the usual data, and say what is hardly meant',
        tags: ['templates'],
        body: LintBody,
        response: { 200: json('What was found on the pages.', LintAnswer), ...errorAnswers(404, 422) },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const body = await readJsonBytes(request, inFlight, settings.bodyBytes);
      const caller = callerOf(request);
      const saved = (key: string) => savedSets(context, caller.organization.id, key);
      const order = { caller, requestId: request.id, signal, use: COUNTED, body, saved };
      const found = await documents.lint(order);
      return reply.type('application/json; charset=utf-8').serializer(String).send(found);
    },
  );

  plain.post(
    '/template/evaluate',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'evaluateExpressions',
        summary: 'What tags would print with these data; costs nothing',
        tags: ['templates'],
        body: EvaluateBody,
        response: { 200: json('What each expression comes to.', EvaluateAnswer), ...errorAnswers(422) },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const body = await readJsonBytes(request, inFlight, settings.bodyBytes);
      return { results: await documents.evaluate(callerOf(request), body, signal) };
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

/** Looked at with each; who has saved more has the default and the first of them looked at. */
const MOST_SETS = 5;

/** As JSON: a list of names, data and options. */
const savedSets = async ({ samples }: RouteContext, organizationId: string, key: string): Promise<string> => {
  const place = { organizationId, key };
  const known = [...(await samples.list(place))].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const sets = await Promise.all(known.slice(0, MOST_SETS).map(({ name }) => samples.get(place, name)));
  const texts = sets.map(
    ({ name, data, options }) => `{"name":${JSON.stringify(name)},"data":${data},"options":${options}}`,
  );
  return `[${texts.join()}]`;
};
