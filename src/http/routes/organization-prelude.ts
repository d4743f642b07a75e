/** GET and PUT /organization/prelude: what the organization defines for all its templates. */
import type { FastifyInstance } from 'fastify';
import type { Prelude } from '../../service/model.ts';
import { listHeader } from '../answer-headers.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, signalOf } from '../body/request-body.ts';
import { PreludeAnswer, PreludeBody } from '../schemas/organization.ts';
import { errorAnswers, json, WARNINGS_HEADER } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

/** Definitions and translations, with their escapes. */
const BODY_BYTES = 2 * 1024 * 1024;

const shown = (prelude: Prelude | undefined) => ({
  version: prelude?.version ?? 0,
  definitions: prelude?.definitions ?? '',
  translations: prelude?.translations ?? null,
  names: prelude?.parsed.map(({ name }) => name) ?? [],
  createdAt: prelude === undefined ? null : iso(prelude.createdAt),
  createdBy: prelude?.createdBy ?? null,
});

export const organizationPrelude = (app: FastifyInstance, { preludes, inFlight }: RouteContext): void => {
  const tags = ['organization'];

  app.get(
    '/organization/prelude',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'getPrelude',
        summary: 'Definitions and translations that all templates of the organization may use',
        tags,
        response: {
          200: json('The newest version; 0 where there is none yet.', PreludeAnswer),
          ...errorAnswers(),
        },
      },
    },
    async (request) => shown(await preludes.get(callerOf(request).organization.id)),
  );

  app.put(
    '/organization/prelude',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'putPrelude',
        summary: 'A new version of them; what is left out is empty',
        tags,
        body: PreludeBody,
        response: { 200: json('The new version.', PreludeAnswer, WARNINGS_HEADER), ...errorAnswers(409) },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const body = parseObject(await readJsonBytes(request, inFlight, BODY_BYTES));
      const sent = {
        definitions: body.get('definitions'),
        translations: body.get('translations'),
        expectedVersion: body.get('expectedVersion'),
        force: body.get('force'),
      };
      const { prelude, broken } = await preludes.put(callerOf(request), sent, signal);
      const header = listHeader(broken.map(({ message }) => message));
      if (header !== undefined) reply.header('platen-warnings', header);
      return shown(prelude);
    },
  );
};
