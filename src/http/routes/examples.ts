/** GET /examples, and POST /organization/examples, which makes templates of them. */

import type { FastifyInstance } from 'fastify';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES, signalOf } from '../body/request-body.ts';
import { DelimiterName, errorAnswers, json } from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';

const Keys = Type.Array(Type.String({ examples: ['invoice'] }), { minItems: 1, maxItems: 100 });

export const ExamplesAnswer = Type.Object({
  examples: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      description: Type.String(),
      delimiter: DelimiterName,
      data: Type.Object({}, { additionalProperties: true, description: 'For generate.' }),
      options: Type.Object(
        {},
        { additionalProperties: true, description: 'For generate: locale, currency.' },
      ),
    }),
  ),
});

export const AddedAnswer = Type.Object({
  added: Type.Array(Type.String(), { description: 'Keys of templates that are there now.' }),
  existing: Type.Array(Type.String(), { description: 'Keys that were there already, and are left alone.' }),
});

export const exampleTemplates = (app: FastifyInstance, { examples, inFlight }: RouteContext): void => {
  app.get(
    '/examples',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'listExamples',
        summary: 'Example templates that come with Platen, with data',
        tags: ['templates'],
        response: { 200: json('The examples.', ExamplesAnswer), ...errorAnswers() },
      },
    },
    async () => ({ examples: await examples.list() }),
  );

  app.post(
    '/organization/examples',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'addExamples',
        summary: 'Make templates of the examples, or of some of them',
        tags: ['templates'],
        body: Type.Object({ keys: Type.Optional(Keys) }),
        response: { 200: json('Which were added.', AddedAnswer), ...errorAnswers(409) },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      return examples.add(callerOf(request), body.get('keys'), signal);
    },
  );
};
