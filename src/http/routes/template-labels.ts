/** GET and PUT /template/labels: names that point at versions. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Label } from '../../service/model.ts';
import { templateKeyOf } from '../../service/template-rules.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from '../body/request-body.ts';
import { errorAnswers, json } from '../schemas/shared.ts';
import { KeyQuery, LabelsAnswer, LabelsBody } from '../schemas/template.ts';
import type { RouteContext } from '../types.ts';
import { sentKey } from './sent-key.ts';

export const templateLabels = (plain: FastifyInstance, { labels, inFlight }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['templates'];

  app.get(
    '/template/labels',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'listLabels',
        summary: 'Labels of a template, and the versions that they point at',
        tags,
        querystring: KeyQuery,
        response: { 200: json('The labels.', LabelsAnswer), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const key = templateKeyOf(request.query.templateKey);
      return shown(await labels.list(callerOf(request).organization.id, key));
    },
  );

  plain.put(
    '/template/labels',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'setLabels',
        summary: 'Point labels at versions, or remove them: all or nothing',
        tags,
        body: LabelsBody,
        response: { 200: json('All labels then.', LabelsAnswer), ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const sent = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      const key = sentKey(sent);
      const change = { labels: sent.get('labels'), expected: sent.get('expected') };
      return shown(await labels.set(callerOf(request), key, change));
    },
  );
};

const shown = (labels: readonly Label[]) => ({
  labels: labels.map(({ name, version, changedAt, changedBy }) => ({
    name,
    version,
    changedAt: iso(changedAt),
    changedBy,
  })),
});
