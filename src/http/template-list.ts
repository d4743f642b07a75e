/** GET or POST /template/list. */
import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../errors.ts';
import type { ListedTemplate, Template } from '../service/model.ts';
import type { Page } from '../service/templates.ts';
import { iso, isoOrNull } from './answer-values.ts';
import { callerOf } from './authentication.ts';
import { errorAnswers, json, LINK_HEADER, ListQuery, reference } from './schemas.ts';
import type { RouteContext } from './types.ts';

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
