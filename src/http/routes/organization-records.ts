/** GET /organization/usage, /organization/ledger and /organization/audit. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { UsagePoint } from '../../service/model.ts';
import type { Rows } from '../../service/organizations.ts';
import { iso, pageOf } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import type { RecordList } from '../record-ids.ts';
import { RowsQuery, UsageQuery } from '../schemas/organization.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

export const organizationRecords = (
  plain: FastifyInstance,
  { organizations, recordIds }: RouteContext,
): void => {
  const readFrom = (list: RecordList, organizationId: string, { limit, before }: Rows): Rows => ({
    limit,
    ...(before !== undefined && { before: recordIds.read(list, organizationId, before) }),
  });
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const config = { scope: 'admin' } as const;
  const tags = ['organization'];

  app.get(
    '/organization/usage',
    {
      config,
      schema: {
        operationId: 'getUsage',
        summary: 'Documents and errors over time, by template, format and outcome',
        tags,
        querystring: UsageQuery,
        response: { 200: json('The figures.', reference('Usage')), ...errorAnswers() },
      },
    },
    async (request) => {
      const points = await organizations.usage(callerOf(request).organization, request.query);
      return {
        points: points.map(({ start, ...point }) => ({ start: iso(start), ...point })),
        totals: totalsOf(points),
      };
    },
  );

  app.get(
    '/organization/ledger',
    {
      config,
      schema: {
        operationId: 'getLedger',
        summary: 'Every change of the balance, newest first',
        tags,
        querystring: RowsQuery,
        response: { 200: json('A page of the ledger.', reference('Ledger')), ...errorAnswers() },
      },
    },
    async (request) => {
      const { id } = callerOf(request).organization;
      return pageOf(request.query, async (rows) =>
        (await organizations.ledger(id, readFrom('ledger', id, rows))).map(
          ({ organizationId: _, at, ...entry }) => ({
            ...entry,
            id: recordIds.shown('ledger', id, entry.id),
            at: iso(at),
          }),
        ),
      );
    },
  );

  app.get(
    '/organization/audit',
    {
      config,
      schema: {
        operationId: 'getAuditLog',
        summary: 'Who changed what, newest first',
        tags,
        querystring: RowsQuery,
        response: { 200: json('A page of the log.', reference('Audit')), ...errorAnswers() },
      },
    },
    async (request) => {
      const { id } = callerOf(request).organization;
      return pageOf(request.query, async (rows) =>
        (await organizations.audit(id, readFrom('audit', id, rows))).map((entry) => ({
          id: recordIds.shown('audit', id, entry.id),
          actor: entry.actor,
          action: entry.action,
          subject: JSON.parse(entry.subject) as unknown,
          at: iso(entry.at),
        })),
      );
    },
  );
};

const totalsOf = (points: readonly UsagePoint[]) => {
  const totals = { documents: 0, errors: 0 };
  for (const { outcome, count } of points) totals[outcome === 'ok' ? 'documents' : 'errors'] += count;
  return totals;
};
