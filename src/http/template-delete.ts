/** PUT or DELETE /template/delete. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import { templateKeyOf } from '../service/template-rules.ts';
import { callerOf } from './authentication.ts';
import { parseObject } from './json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from './request-body.ts';
import { DeleteBody, DeleteQuery, DownloadBody, errorAnswers, json, reference } from './schemas.ts';
import type { RouteContext } from './types.ts';

export const templateDelete = (app: FastifyInstance, { templates, inFlight }: RouteContext): void => {
  const keyInBody = async (request: FastifyRequest): Promise<unknown> =>
    parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES)).get('templateKey');

  for (const [method, operationId] of [
    ['PUT', 'deleteTemplate'],
    ['DELETE', 'deleteTemplateByDelete'],
  ] as const)
    app.route({
      method,
      url: '/template/delete',
      config: { scope: 'templates:write' },
      schema: {
        operationId,
        summary: 'Delete a template with all its versions',
        tags: ['templates'],
        // Some clients and proxies drop the body of a DELETE.
        ...(method === 'PUT'
          ? { body: DeleteBody }
          : { querystring: DeleteQuery, documentedBody: DownloadBody }),
        response: { 200: json('Deleted.', reference('Success')), ...errorAnswers(404) },
      },
      handler: async (request) => {
        const key = keyInQuery(request) ?? (await keyInBody(request));
        if (key === undefined) throw new PlatenError('bad_request', 'templateKey is required.');
        await templates.delete(callerOf(request), templateKeyOf(key));
        return { success: true };
      },
    });
};

const keyInQuery = ({ method, query }: FastifyRequest): unknown =>
  method === 'DELETE' ? (query as { readonly templateKey?: string }).templateKey : undefined;
