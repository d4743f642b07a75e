/** What an invitation is for, and its use: signed in, with an account, or as somebody new. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../../errors.ts';
import { isoOrNull } from '../answer-values.ts';
import { readFields } from '../body/json-fields.ts';
import type { ConsoleFiles } from '../console-files.ts';
import { deviceOf, refuseForeignOrigin, refuseForgery } from '../console-request.ts';
import { clientOf } from '../failure-guard.ts';
import { InvitationBody, InvitationShown, TokenQuery } from '../schemas/session.ts';
import { errorAnswers, plainJson, reference } from '../schemas/shared.ts';
import { wantsPage } from '../unknown-routes.ts';
import { beginSession, countingFailures, type SessionContext, sessionOf, sessionView } from './session.ts';

export const invitation = (
  plain: FastifyInstance,
  context: SessionContext,
  consoleFiles: ConsoleFiles,
): void => {
  const { people, inFlight, settings } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/invitation',
    {
      schema: {
        operationId: 'getInvitation',
        summary: 'What an invitation link is for',
        tags: ['session'],
        security: [],
        querystring: TokenQuery,
        response: { 200: plainJson('The invitation.', InvitationShown), ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // The link that was passed on has its token behind a #, which a browser keeps to itself.
      if (request.query.token === undefined && wantsPage(request)) return consoleFiles.sendPage(reply);
      if (request.query.token === undefined) throw new PlatenError('bad_request', 'token is required.');
      const link = await countingFailures(context, request, () => people.link(request.query.token));
      return {
        organization: { name: link.organizationName },
        role: link.role,
        email: link.email,
        expiresAt: isoOrNull(link.expiresAt),
      };
    },
  );

  app.post(
    '/invitation',
    {
      schema: {
        operationId: 'useInvitation',
        summary: 'Join by an invitation; signed in, the token alone is enough',
        tags: ['session'],
        security: [],
        body: InvitationBody,
        response: {
          200: plainJson('Signed in, in the organization.', reference('Session')),
          ...errorAnswers(404, 409),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      refuseForeignOrigin(request, settings.publicUrl);
      const fields = await readFields(request, inFlight, ['token']);
      const { token } = fields;
      const session = await sessionOf(context, request, reply);
      // Somebody who is signed in and gives another address means that other account.
      if (session !== undefined && fields.get('email') === undefined) {
        refuseForgery(request, settings.publicUrl);
        const joined = await countingFailures(context, request, () => people.join(session, token));
        await people.chooseOrganization(session.id, joined.organizationId);
        return sessionView(context, { ...session, ...joined });
      }
      const entered = await countingFailures(context, request, () =>
        people.enter({
          token,
          name: fields.get('name'),
          email: fields.get('email'),
          password: fields.get('password'),
          address: clientOf(request.ip),
          device: deviceOf(request),
        }),
      );
      return sessionView(context, await beginSession(context, request, reply, entered));
    },
  );
};
