/** GET or POST /template/download: the original bytes. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import { templateKeyOf } from '../service/template-rules.ts';
import { attachment, hasTag } from './answer-headers.ts';
import { callerOf } from './authentication.ts';
import { parseObject } from './json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from './request-body.ts';
import { binary, DOCX_TYPE, DownloadBody, DownloadQuery, errorAnswers } from './schemas.ts';
import type { RouteContext } from './types.ts';

const NOT_CHANGED = { 304: { description: 'Not changed since the answer with this ETag.', type: 'null' } };

export const templateDownload = (plain: FastifyInstance, { templates, inFlight }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  /** POST may also carry the key in a JSON body: the specification shows POST without saying where the key goes. */
  const keyInBody = async (request: FastifyRequest): Promise<unknown> => {
    if (request.method !== 'POST' || request.headers['content-type'] === undefined) return undefined;
    return parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES)).get('templateKey');
  };

  for (const [method, operationId] of [
    ['GET', 'downloadTemplate'],
    ['POST', 'downloadTemplateByPost'],
  ] as const)
    app.route({
      method,
      url: '/template/download',
      config: { scope: 'templates:read' },
      schema: {
        operationId,
        summary: 'Download the original file of a template',
        tags: ['templates'],
        querystring: DownloadQuery,
        ...(method === 'POST' && { documentedBody: DownloadBody }),
        response: {
          200: binary('The file, byte for byte.', [DOCX_TYPE]),
          ...(method === 'GET' && NOT_CHANGED),
          ...errorAnswers(404),
        },
      },
      handler: async (request, reply) => {
        const sent = request.query.templateKey ?? (await keyInBody(request));
        if (sent === undefined) throw new PlatenError('bad_request', 'templateKey is required.');
        const organizationId = callerOf(request).organization.id;
        const { template, version } = await templates.find(
          organizationId,
          templateKeyOf(sent),
          request.query.version,
        );
        const etag = `"${version.fileHash}"`;
        reply.headers({ etag, 'cache-control': 'private, no-cache' });
        // RFC 9110 §13.1.2: 304 is for GET and HEAD. It describes no body: a length would be taken for the file's.
        if (method === 'GET' && hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        const file = await templates.file(version);
        return reply
          .headers({
            'content-type': DOCX_TYPE,
            'content-length': String(file.byteLength),
            'content-disposition': attachment(template.name, 'docx'),
          })
          .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
      },
    });
};
