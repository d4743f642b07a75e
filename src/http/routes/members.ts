/** Members and invitations of the caller's organization, and new organizations. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../service/authenticator.ts';
import type { Member } from '../../service/model.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { readFields } from '../body/json-fields.ts';
import { publicUrlOf } from '../console-request.ts';
import { NO_CONTENT } from '../schemas/organization.ts';
import { IdParameter, MadeInvitation, NewInvitation, NewOrganization, RoleBody } from '../schemas/session.ts';
import { errorAnswers, json, plainJson, reference } from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';
import { requireSession, type SessionContext, sessionView } from './session.ts';

const MEMBERS = { tags: ['organization'] };

const shown = ({ id, name, email, role, createdAt }: Member, { person }: Caller) => ({
  id,
  name,
  email,
  role,
  createdAt: iso(createdAt),
  you: person?.id === id,
});

export const members = (plain: FastifyInstance, { people, inFlight, settings }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/organization/members',
    {
      config: { scope: 'admin' },
      schema: {
        ...MEMBERS,
        operationId: 'listMembers',
        summary: 'List the members, oldest first',
        response: {
          200: json('All of them.', Type.Object({ members: Type.Array(reference('Member')) })),
          ...errorAnswers(),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return { members: (await people.members(caller)).map((member) => shown(member, caller)) };
    },
  );

  app.patch(
    '/organization/members/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...MEMBERS,
        operationId: 'setMemberRole',
        summary: "Change a member's role; only an owner makes or changes owners",
        params: IdParameter,
        body: RoleBody,
        response: { 200: json('The member.', reference('Member')), ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { role } = await readFields(request, inFlight, ['role']);
      const member = await people.setRole(caller, request.params.id, role);
      return member && shown(member, caller);
    },
  );

  app.delete(
    '/organization/members/:id',
    {
      // Anybody may leave; the service asks for more where it is somebody else.
      config: { scope: 'templates:read' },
      schema: {
        ...MEMBERS,
        operationId: 'removeMember',
        summary: 'Remove a member, or leave; needs the scope admin for anybody else',
        params: IdParameter,
        response: { ...NO_CONTENT, ...errorAnswers(404, 409) },
      },
    },
    async (request, reply) => {
      await people.setRole(callerOf(request), request.params.id, null);
      return reply.code(204).send();
    },
  );

  app.get(
    '/organization/invitations',
    {
      config: { scope: 'admin' },
      schema: {
        ...MEMBERS,
        operationId: 'listInvitations',
        summary: 'List the open invitations, newest first',
        response: {
          200: json('All of them.', Type.Object({ invitations: Type.Array(reference('Invitation')) })),
          ...errorAnswers(),
        },
      },
    },
    async (request) => ({
      invitations: (await people.invitations(callerOf(request))).map(
        ({ id, email, role, createdAt, expiresAt }) => ({
          id,
          email,
          role,
          createdAt: iso(createdAt),
          expiresAt: iso(expiresAt ?? createdAt),
        }),
      ),
    }),
  );

  app.post(
    '/organization/invitations',
    {
      config: { scope: 'admin' },
      schema: {
        ...MEMBERS,
        operationId: 'invite',
        summary: 'Invite somebody by a link that works once, for seven days',
        body: NewInvitation,
        response: { 201: json('The invitation with its link.', MadeInvitation), ...errorAnswers() },
      },
    },
    async (request, reply) => {
      const fields = await readFields(request, inFlight, ['role']);
      const made = await people.invite(callerOf(request), { role: fields.role, email: fields.get('email') });
      const { id, email, role, expiresAt } = made.link;
      return reply.code(201).send({
        id,
        email,
        role,
        createdAt: iso(made.createdAt),
        expiresAt: iso(expiresAt ?? made.createdAt),
        link: `${publicUrlOf(request, settings.publicUrl)}/invitation#token=${made.token}`,
      });
    },
  );

  app.delete(
    '/organization/invitations/:id',
    {
      config: { scope: 'admin' },
      schema: {
        ...MEMBERS,
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        params: IdParameter,
        response: { ...NO_CONTENT, ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      await people.revokeInvitation(callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};

/** Not behind an organization: whoever makes one may just have left the last. */
export const newOrganization = (app: FastifyInstance, context: SessionContext): void => {
  app.post(
    '/organizations',
    {
      schema: {
        ...MEMBERS,
        operationId: 'createOrganization',
        summary: 'Make an organization and switch to it; for owners, unless the server says otherwise',
        security: [],
        body: NewOrganization,
        response: {
          201: plainJson('Signed in, in the new organization.', reference('Session')),
          ...errorAnswers(),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const session = await requireSession(context, request, reply);
      const { name } = await readFields(request, context.inFlight, ['name']);
      const organizationId = await context.people.createOrganization(session, name);
      return reply.code(201).send(await sessionView(context, { ...session, organizationId }));
    },
  );
};
