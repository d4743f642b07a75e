/** GET and PATCH /organization: the caller's own organization, its limits and its defaults. */
import type { FastifyInstance } from 'fastify';
import { callDaysOf } from '../../service/calls/call-days.ts';
import type { Organization } from '../../service/model.ts';
import { secondsUntilReset } from '../../service/rate-limits.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from '../body/request-body.ts';
import { OrganizationBody } from '../schemas/organization.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

export const organization = (
  app: FastifyInstance,
  { organizations, templates, rateLimits, inFlight, calls, settings }: RouteContext,
): void => {
  const headroom = async (one: Organization, bucket: 'generate' | 'request') => {
    const verdict = await rateLimits.peek(one, bucket);
    const { limit, remaining } = verdict;
    return { limit, remaining, resetSeconds: secondsUntilReset(verdict) };
  };
  const shown = async (one: Organization) => {
    const [generate, request] = await Promise.all([headroom(one, 'generate'), headroom(one, 'request')]);
    const { id, name, createdAt, credit, defaults, lowCredit, resultHours, callDays } = one;
    const limits = { generate, request, ...templates.storage(one) };
    const log = {
      callDays,
      callDaysKept: callDaysOf(callDays, settings.keptCallDays),
      callDaysLimit: settings.keptCallDays,
      keepCallData: one.keepsCallData,
      callDataKeyIn: settings.hasSecret ? ('settings' as const) : ('database' as const),
    };
    return { id, name, createdAt: iso(createdAt), credit, limits, defaults, lowCredit, resultHours, ...log };
  };
  const answer = json('The organization.', reference('Organization'));

  app.get(
    '/organization',
    {
      // Also who may only generate should see what is left.
      config: { scope: 'any' },
      schema: {
        operationId: 'getOrganization',
        summary: "The caller's organization, its credit, limits and defaults",
        tags: ['organization'],
        response: { 200: answer, ...errorAnswers() },
      },
    },
    // The caller's record may be half a second old, and a balance is looked at right after a document.
    async (request) => shown(await organizations.get(callerOf(request).organization.id)),
  );

  app.patch(
    '/organization',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'updateOrganization',
        summary:
          'Change the name, the defaults, the credit that counts as low, how long results and the log of calls are kept; what is left out stays, null clears',
        tags: ['organization'],
        body: OrganizationBody,
        response: { 200: answer, ...errorAnswers() },
      },
    },
    async (request) => {
      const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      const { organization: own, actor } = callerOf(request);
      const sent = {
        name: body.get('name'),
        defaults: body.get('defaults'),
        lowCredit: body.get('lowCredit'),
        resultHours: body.get('resultHours'),
        callDays: body.get('callDays'),
        keepCallData: body.get('keepCallData'),
      };
      const updated = await organizations.update(own.id, sent, actor);
      if (sent.keepCallData === false) await calls.dropData(own.id);
      return shown(updated);
    },
  );
};
