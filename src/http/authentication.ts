/** key or session → organization → rate limit → scope, before a byte of the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';
import type { Caller } from '../service/authenticator.ts';
import type { Scope } from '../service/model.ts';
import { type RateUse, secondsUntilReset } from '../service/rate-limits.ts';
import { refuseForgery, sessionHeaders } from './console-request.ts';
import { sessionExpired, sessionOf } from './routes/session.ts';
import type { RouteContext } from './types.ts';

const LONGEST_KEY = 512;

export const requireCaller = (app: FastifyInstance, context: RouteContext): void => {
  const { authenticator, rateLimits, failures } = context;

  /** A header says more than a cookie, which a browser adds by itself. */
  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    if (request.headers.authorization === undefined && context.sessions.present(sessionHeaders(request))) {
      refuseForgery(request, context.settings.publicUrl);
      const session = await sessionOf(context, request, reply);
      if (session === undefined) throw sessionExpired();
      return context.people.caller(session);
    }
    try {
      return await authenticator.authenticate(secretOf(request.headers.authorization));
    } catch (error) {
      if (error instanceof PlatenError && error.kind === 'unauthorized') await failures.count(request.ip);
      throw error;
    }
  };

  app.addHook('onRequest', async (request, reply) => {
    const { scope, bucket = 'request' } = request.routeOptions.config;
    if (scope === undefined) throw new Error(`the route ${request.routeOptions.url} names no scope`);
    reply.header('cache-control', 'no-store');
    const caller = await authenticate(request, reply);
    request.caller = caller;
    request.bodyHolder = caller.organization.id;

    const use = rateLimits.use(caller, bucket);
    request.rateUse = use;
    const isAllowed = scope === 'any' || caller.scopes.includes(scope);
    // A document's request is counted by its charge, unless there will be none.
    if (bucket === 'generate' && isAllowed) refuseWhereFull(use, reply);
    else await countUse(request, reply);
    if (bucket === 'preview' && caller.person === undefined) throw personNeeded();
    if (scope !== 'any' && !isAllowed) throw lacksScope(caller, scope);
  });
};

export const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller === null) throw new Error('the route is not behind authentication');
  return request.caller;
};

export const rateUseOf = ({ rateUse }: FastifyRequest): RateUse => {
  if (rateUse === null) throw new Error('the route is not behind authentication');
  return rateUse;
};

const refuseWhereFull = (use: RateUse, reply: FastifyReply): void => {
  try {
    use.refuseWhereFull();
  } finally {
    showUse(use, reply);
  }
};

/** Counts the request, where nothing has done so yet. Throws where it is one too many. */
export const countUse = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const use = rateUseOf(request);
  try {
    await use.count();
  } finally {
    showUse(use, reply);
  }
};

export const showUse = ({ verdict }: RateUse, reply: FastifyReply): void => {
  if (verdict === undefined) return;
  reply.headers({
    'ratelimit-limit': String(verdict.limit),
    'ratelimit-remaining': String(Math.max(0, verdict.remaining)),
    'ratelimit-reset': String(secondsUntilReset(verdict)),
  });
};

const personNeeded = (): PlatenError =>
  new PlatenError('person_needed', 'Previews are for people who are signed in to the console.', {
    hint: 'With an API key, POST /template/generate makes the document.',
  });

export const lacksScope = ({ person }: Caller, scope: Scope): PlatenError =>
  person === undefined
    ? new PlatenError('forbidden', `The API key lacks the scope "${scope}" that this operation needs.`, {
        hint: 'An administrator can make a key that has it.',
      })
    : new PlatenError('forbidden', `Your role is ${person.role}; this needs the role admin or owner.`, {
        hint: 'An owner of the organization can change your role.',
      });

const secretOf = (header: string | undefined): string => {
  const hint = 'Send the header Authorization: Bearer <API key>.';
  if (header === undefined) throw new PlatenError('unauthorized', 'The API key is missing.', { hint });
  const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (secret === undefined || secret.length > LONGEST_KEY)
    throw new PlatenError('unauthorized', 'The Authorization header does not hold an API key.', { hint });
  return secret;
};
