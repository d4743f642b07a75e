/** Templates as they stand: /template/list, /template/download (the original bytes) and /template/delete. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import type { ListedTemplate, Template } from '../../service/model.ts';
import { templateKeyOf } from '../../service/template-rules.ts';
import type { Page } from '../../service/templates.ts';
import { attachment, hasTag } from '../answer-headers.ts';
import { iso, isoOrNull } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { endSlowReader } from '../body/pace.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from '../body/request-body.ts';
import { retried } from '../idempotency.ts';
import {
  binary,
  DeleteBody,
  DeleteQuery,
  DOCX_TYPE,
  DownloadBody,
  DownloadQuery,
  errorAnswers,
  json,
  LINK_HEADER,
  ListQuery,
  REPLAYED_HEADER,
  RetryHeaders,
  reference,
} from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';
import { queriedChoice } from './queried-choice.ts';

export const templateList = (plain: FastifyInstance, { templates }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  for (const [method, operationId] of [
    ['GET', 'listTemplates'],
    ['POST', 'listTemplatesByPost'],
  ] as const)
    app.route({
      method,
      url: '/template/list',
      config: { scope: 'templates:read' },
      schema: {
        operationId,
        summary: 'List templates, newest first',
        tags: ['templates'],
        querystring: ListQuery,
        response: {
          200: json('Every template, or a page of them.', Type.Array(reference('Template')), LINK_HEADER),
          ...errorAnswers(),
        },
      },
      handler: async (request, reply) => {
        const { limit, cursor, details = false } = request.query;
        const shown = details ? inDetail : inShort;
        const organizationId = callerOf(request).organization.id;
        if (limit === undefined) {
          if (cursor !== undefined)
            throw new PlatenError('bad_cursor', 'A cursor needs the limit it was made with.');
          return (await templates.list(organizationId)).map(shown);
        }
        // One more than asked for tells whether there is a next page.
        const page = await templates.list(organizationId, { limit: limit + 1, ...afterCursor(cursor) });
        const rows = page.slice(0, limit);
        const last = rows.at(-1);
        if (page.length > limit && last !== undefined)
          reply.header(
            'link',
            `</template/list?limit=${limit}&cursor=${cursorOf(last)}${details ? '&details=true' : ''}>; rel="next"`,
          );
        return rows.map(shown);
      },
    });
};

const inShort = ({ key, name, usage, createdAt, updatedAt, lastUsed }: Template) => ({
  key,
  name,
  usage,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
  lastUsed: isoOrNull(lastUsed),
});

/** The specification's fields are all that a list has unless it is asked for more. */
const inDetail = (template: ListedTemplate) => ({
  ...inShort(template),
  version: template.version,
  delimiter: template.delimiter,
  draft: template.draft,
});

const cursorOf = ({ createdAt, key }: Template): string =>
  Buffer.from(JSON.stringify([createdAt, key])).toString('base64url');

const afterCursor = (cursor: string | undefined): Pick<Page, 'after'> => {
  if (cursor === undefined) return {};
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts)) throw new Error('not a list');
    const [createdAt, key] = parts;
    if (
      !Number.isSafeInteger(createdAt) ||
      typeof key !== 'string' ||
      key.includes('\0') ||
      !key.isWellFormed()
    )
      throw new Error('not a place in the list');
    return { after: { createdAt, key } };
  } catch (cause) {
    throw new PlatenError('bad_cursor', 'The cursor was not made by this service.', { cause });
  }
};

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
          queriedChoice(request.query),
        );
        const etag = `"${version.fileHash}"`;
        reply.headers({ etag, 'cache-control': 'private, no-cache' });
        // RFC 9110 §13.1.2: 304 is for GET and HEAD. It describes no body: a length would be taken for the file's.
        if (method === 'GET' && hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        const file = await templates.file(version);
        endSlowReader(reply, file.byteLength, inFlight.pace);
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

export const templateDelete = (app: FastifyInstance, context: RouteContext): void => {
  const { templates, inFlight } = context;
  const body = async (request: FastifyRequest): Promise<Sent> => {
    const sent = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
    return { templateKey: sent.get('templateKey'), force: sent.get('force') };
  };

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
        headers: RetryHeaders,
        response: {
          200: json('Deleted.', reference('Success'), REPLAYED_HEADER),
          ...errorAnswers(404, 409, 422),
        },
      },
      handler: async (request, reply) => {
        const query = method === 'DELETE' ? (request.query as Sent) : {};
        const sent = query.templateKey === undefined ? await body(request) : query;
        if (sent.templateKey === undefined) throw new PlatenError('bad_request', 'templateKey is required.');
        const key = templateKeyOf(sent.templateKey);
        const force = forceOf(query.force ?? sent.force);
        await retried(context, { request, reply, content: [key] }, async (attempt) => {
          if (attempt?.kind === 'again') return;
          await templates.delete({ caller: callerOf(request), key, force, hold: attempt?.hold });
        });
        return { success: true };
      },
    });
};

interface Sent {
  readonly templateKey?: unknown;
  readonly force?: unknown;
}

const forceOf = (sent: unknown): boolean => {
  if (sent === undefined || typeof sent === 'boolean') return sent ?? false;
  throw new PlatenError('bad_request', 'force must be true or false.');
};
