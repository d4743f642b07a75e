/** Signing in and out, and who is signed in. No API key here: the cookie is what says who asks. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import type { SignedIn } from '../../service/people/people.ts';
import { readFields } from '../body/json-fields.ts';
import {
  deviceCookie,
  deviceOf,
  refuseForeignOrigin,
  refuseForgery,
  sendCookies,
  sessionHeaders,
} from '../console-request.ts';
import { clientOf } from '../failure-guard.ts';
import { NO_CONTENT } from '../schemas/organization.ts';
import { OrganizationChoice, OwnerBody, PasswordBody, PersonBody, SignInBody } from '../schemas/session.ts';
import { errorAnswers, plainJson, reference } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

export type SessionContext = Pick<
  RouteContext,
  'people' | 'sessions' | 'signIn' | 'inFlight' | 'settings' | 'failures'
>;

/** Who is signed in, or undefined. Renews the cookie where that is due. */
export const sessionOf = async (
  { sessions }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> => {
  const headers = sessionHeaders(request);
  if (!sessions.present(headers)) return undefined;
  const { value, cookies } = await sessions.find(headers);
  sendCookies(reply, cookies);
  return value;
};

export const sessionExpired = (): PlatenError =>
  new PlatenError('session_expired', 'You are not signed in, or the session has ended.', {
    hint: 'Sign in again.',
  });

/** For routes that need somebody: the request must come from the console as well. */
export const requireSession = async (
  context: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> => {
  refuseForgery(request, context.settings.publicUrl);
  const session = await sessionOf(context, request, reply);
  if (session === undefined) throw sessionExpired();
  request.bodyHolder = session.userId;
  return session;
};

/** What GET /session and everything that changes it answer. */
export const sessionView = async ({ people, sessions }: SessionContext, session: SignedIn | undefined) => {
  const memberships = session === undefined ? [] : await people.memberships(session.userId);
  const current = session && people.current(session, memberships);
  const shown = ({ organization: { id, name }, role }: (typeof memberships)[number]) => ({ id, name, role });
  const { provider } = sessions;
  return {
    person: session === undefined ? null : { id: session.userId, email: session.email, name: session.name },
    organization: current === undefined ? null : shown(current),
    organizations: memberships.map(shown),
    setup: await people.isNew(),
    signInWith: provider === undefined ? [] : [{ ...provider, url: '/session/oidc' }],
  };
};

/** A new session for a person; one that the browser had before ends. */
export const beginSession = async (
  { sessions, people, signIn, settings }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, organizationId }: { readonly userId: string; readonly organizationId?: string },
): Promise<SignedIn> => {
  const headers = sessionHeaders(request);
  if (sessions.present(headers)) await sessions.close(headers);
  const { value, cookies } = await sessions.open(userId);
  if (organizationId !== undefined) await people.chooseOrganization(value.id, organizationId);
  sendCookies(reply, [...cookies, deviceCookie(signIn.deviceToken(value.email), settings.publicUrl)]);
  return { ...value, organizationId: organizationId ?? null };
};

const SESSION = { tags: ['session'], security: [] };

export const session = (app: FastifyInstance, context: SessionContext): void => {
  const { people, sessions, signIn, inFlight, settings } = context;
  const answers = { 200: plainJson('Who is signed in.', reference('Session')), ...errorAnswers() };

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      refuseForeignOrigin(request, settings.publicUrl);
  });

  app.get(
    '/session',
    { schema: { ...SESSION, operationId: 'getSession', summary: 'Who is signed in', response: answers } },
    async (request, reply) => sessionView(context, await sessionOf(context, request, reply)),
  );

  app.post(
    '/session',
    {
      schema: {
        ...SESSION,
        operationId: 'signIn',
        summary: 'Sign in with e-mail address and password',
        body: SignInBody,
        response: answers,
      },
    },
    async (request, reply) => {
      const { email, password } = await readFields(request, inFlight, ['email', 'password']);
      const userId = await signIn.signIn({
        email,
        password,
        address: clientOf(request.ip),
        device: deviceOf(request),
      });
      return sessionView(context, await beginSession(context, request, reply, { userId }));
    },
  );

  app.delete(
    '/session',
    {
      schema: {
        ...SESSION,
        operationId: 'signOut',
        summary: 'Sign out',
        response: { ...NO_CONTENT, ...errorAnswers() },
      },
    },
    async (request, reply) => {
      refuseForgery(request, settings.publicUrl);
      sendCookies(reply, (await sessions.close(sessionHeaders(request))).cookies);
      return reply.code(204).send();
    },
  );

  app.patch(
    '/session',
    {
      schema: {
        ...SESSION,
        operationId: 'renamePerson',
        summary: 'Change your name',
        body: PersonBody,
        response: answers,
      },
    },
    async (request, reply) => {
      const person = await requireSession(context, request, reply);
      const { name } = await readFields(request, inFlight, ['name']);
      await people.rename(person, name);
      return sessionView(context, await sessionOf(context, request, reply));
    },
  );

  app.put(
    '/session/organization',
    {
      schema: {
        ...SESSION,
        operationId: 'switchOrganization',
        summary: 'Choose the organization to work in',
        body: OrganizationChoice,
        response: { ...answers, ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const person = await requireSession(context, request, reply);
      const { organizationId } = await readFields(request, inFlight, ['organizationId']);
      await people.switchOrganization(person, organizationId);
      return sessionView(context, { ...person, organizationId });
    },
  );

  app.put(
    '/session/password',
    {
      schema: {
        ...SESSION,
        operationId: 'changePassword',
        summary: 'Change your password; every other session of yours ends',
        body: PasswordBody,
        response: { ...NO_CONTENT, ...errorAnswers() },
      },
    },
    async (request, reply) => {
      const person = await requireSession(context, request, reply);
      const { current, next } = await readFields(request, inFlight, ['current', 'next']);
      await people.changePassword(person, { current, next });
      return reply.code(204).send();
    },
  );

  app.post(
    '/session/owner',
    {
      schema: {
        ...SESSION,
        operationId: 'becomeOwner',
        summary: 'Use the one-time owner link of the first start',
        body: OwnerBody,
        response: {
          201: plainJson('Signed in as the owner.', reference('Session')),
          ...errorAnswers(404, 409),
        },
      },
    },
    async (request, reply) => {
      const fields = await readFields(request, inFlight, ['token', 'name', 'email', 'password']);
      const entered = await countingFailures(context, request, () =>
        people.enter({ ...fields, address: clientOf(request.ip), device: deviceOf(request) }),
      );
      const view = await sessionView(context, await beginSession(context, request, reply, entered));
      return reply.code(201).send(view);
    },
  );
};

/** A token has 256 random bits: what this bounds is noise. */
export const countingFailures = async <Result>(
  { failures }: SessionContext,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatenError && error.code === 'link_not_found') await failures.count(request.ip);
    throw error;
  }
};
