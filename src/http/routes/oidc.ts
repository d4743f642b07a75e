/** Signing in by an identity provider: out to it, and back from it. Both are pages, so both answer with redirects. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PlatenError } from '../../errors.ts';
import { sendCookies, sessionHeaders } from '../console-request.ts';
import type { SessionContext } from './session.ts';

/** What the sign-in page has words for; anything else is `failed`. */
const REFUSALS: ReadonlySet<string> = new Set(['not_invited', 'email_unverified', 'access_denied']);

const refuse = (reply: FastifyReply, code: string): FastifyReply =>
  reply.redirect(`/sign-in?error=${REFUSALS.has(code) ? code : 'failed'}`);

export const oidc = (app: FastifyInstance, { sessions, people }: SessionContext): void => {
  const { provider } = sessions;
  if (provider === undefined) return;

  app.get('/session/oidc', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const { value: url, cookies } = await sessions.startOidc();
    if (url === undefined) return refuse(reply, 'failed');
    sendCookies(reply, cookies);
    return reply.redirect(url);
  });

  app.get('/session/callback/oidc', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>))
      if (typeof value === 'string') query[name] = value;
    const { value, cookies } = await sessions.finishOidc(query, sessionHeaders(request));
    sendCookies(reply, cookies);
    if (value.refused !== undefined) {
      request.log.info({ reason: value.refused.slice(0, 100) }, 'a sign-in by the provider was refused');
      return refuse(reply, value.refused);
    }
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const session = (await sessions.find({ cookie })).value;
    if (session === undefined) throw new PlatenError('internal_error', 'The new session is not there.');
    await people.joinWhereInvited(session.userId);
    return reply.redirect('/');
  });
};
