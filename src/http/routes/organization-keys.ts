/** GET and POST /organization/keys, DELETE /organization/keys/:id. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '../../service/model.ts';
import type { Rows } from '../../service/organizations.ts';
import { iso, isoOrNull, pageOf } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from '../body/request-body.ts';
import { ApiKeyBody, ApiKeyParams, KeysQuery, Next, NO_CONTENT } from '../schemas/organization.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';

export const organizationKeys = (plain: FastifyInstance, context: RouteContext): void => {
  const { organizations, inFlight } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const config = { scope: 'admin' } as const;
  const tags = ['organization'];

  app.get(
    '/organization/keys',
    {
      config,
      schema: {
        operationId: 'listApiKeys',
        summary: 'API keys, newest first, revoked ones included',
        tags,
        querystring: KeysQuery,
        response: {
          200: json('The keys.', Type.Object({ keys: Type.Array(reference('ApiKey')), next: Next })),
          ...errorAnswers(),
        },
      },
    },
    async (request) => {
      const { id } = callerOf(request).organization;
      const read = async (rows: Partial<Rows>) => (await organizations.keys(id, rows)).map(shown);
      const { limit } = request.query;
      if (limit === undefined) return { keys: await read(request.query), next: null };
      const { entries, next } = await pageOf({ ...request.query, limit }, read);
      return { keys: entries, next };
    },
  );

  plain.post(
    '/organization/keys',
    {
      config,
      schema: {
        operationId: 'createApiKey',
        summary: 'Make an API key, with no more scopes than the caller has',
        tags,
        body: ApiKeyBody,
        response: {
          201: json('The key, shown this once.', reference('NewApiKey')),
          ...errorAnswers(),
        },
      },
    },
    async (request, reply) => {
      const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      const caller = callerOf(request);
      const { key, secret } = await organizations.createKey(
        caller.organization.id,
        {
          name: body.get('name'),
          scopes: body.get('scopes'),
          expiresAt: body.get('expiresAt'),
          label: body.get('label'),
        },
        caller,
      );
      reply.code(201);
      return { ...shown(key), key: secret };
    },
  );

  app.delete(
    '/organization/keys/:id',
    {
      config,
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key; every server refuses it within a second',
        tags,
        params: ApiKeyParams,
        response: { ...NO_CONTENT, ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const { organization, actor } = callerOf(request);
      await organizations.revokeKey(organization.id, request.params.id, actor);
      return reply.code(204).send(null);
    },
  );
};

const shown = (key: ApiKey) => {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt, revokedAt, label } = key;
  return {
    id,
    name,
    prefix,
    scopes,
    createdAt: iso(createdAt),
    lastUsed: isoOrNull(lastUsedAt),
    expiresAt: isoOrNull(expiresAt),
    revokedAt: isoOrNull(revokedAt),
    label,
    status: statusOf(key),
  };
};

const statusOf = ({ revokedAt, expiresAt }: ApiKey): 'active' | 'expired' | 'revoked' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= Date.now() ? 'expired' : 'active';
};
