/** PUT or DELETE /template/delete. */
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../errors.ts';
import { templateKeyOf } from '../service/template-rules.ts';
import { callerOf } from './authentication.ts';
import { parseObject } from './json-object.ts';
import { bodyReadByRoute, readJsonBytes, SMALL_BODY_BYTES } from './request-body.ts';
import { DeleteBody, errorAnswers, json, reference } from './schemas.ts';
import type { RouteContext } from './types.ts';

export const templateDelete = (app: FastifyInstance, { templates, inFlight }: RouteContext): void => {
  for (const [method, operationId] of [
    ['PUT', 'deleteTemplate'],
    ['DELETE', 'deleteTemplateByDelete'],
  ] as const)
    app.route({
      method,
      url: '/template/delete',
      config: { scope: 'templates:write' },
      validatorCompiler: bodyReadByRoute,
      schema: {
        operationId,
        summary: 'Delete a template with all its versions',
        tags: ['templates'],
        body: DeleteBody,
        response: { 200: json('Deleted.', reference('Success')), ...errorAnswers(404) },
      },
      handler: async (request) => {
        const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
        if (!body.has('templateKey')) throw new PlatenError('bad_request', 'templateKey is required.');
        await templates.delete(callerOf(request), templateKeyOf(body.get('templateKey')));
        return { success: true };
      },
    });
};
