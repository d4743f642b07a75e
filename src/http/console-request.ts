/** Requests of the console: what a cookie proves, and what it does not. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestHeaders } from '../auth/sessions.ts';
import { PlatenError } from '../errors.ts';

export const sessionHeaders = ({ headers }: FastifyRequest): RequestHeaders => ({ cookie: headers.cookie });

export const sendCookies = (reply: FastifyReply, cookies: readonly string[]): void => {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
};

/** A year. */
const DEVICE_SECONDS = 365 * 24 * 3600;
const DEVICE = 'platen.device';

/** Says that the browser has been signed in to an account: it signs nobody in. */
export const deviceCookie = (token: string, publicUrl: string | null): string =>
  `${DEVICE}=${token}; Max-Age=${DEVICE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${publicUrl?.startsWith('https:') ? '; Secure' : ''}`;

export const deviceOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${DEVICE}=`))
    ?.slice(DEVICE.length + 1);

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends the cookie with whatever any page makes it send. No foreign page can add a header of its own without
 * asking first, which is never granted, and none can lie about its Origin: what changes something needs both.
 */
export const refuseForgery = (request: FastifyRequest, publicUrl: string | null): void => {
  if (SAFE_METHODS.has(request.method)) return;
  refuseForeignOrigin(request, publicUrl);
  if (request.headers.origin === undefined || request.headers['platen-console'] !== '1')
    throw forged('it lacks the header Platen-Console: 1, or an Origin');
};

/** Also without a cookie: no foreign page may sign somebody in. */
export const refuseForeignOrigin = (request: FastifyRequest, publicUrl: string | null): void => {
  const { origin } = request.headers;
  if (origin === undefined) return;
  // Behind a proxy that ends TLS the scheme differs, so without PLATEN_URL the host is what is compared.
  const own =
    publicUrl === null
      ? URL.parse(origin)?.host === request.headers.host?.toLowerCase()
      : origin === publicUrl;
  if (!own) throw forged('its Origin is another site');
};

const forged = (why: string): PlatenError =>
  new PlatenError('csrf', `The request was not sent by the console: ${why}.`, {
    hint: 'Programs use an API key: Authorization: Bearer plt_…',
  });

/** Where people reach this server, for links that are passed on. */
export const publicUrlOf = (request: FastifyRequest, configured: string | null): string =>
  configured ?? `${request.protocol}://${request.host}`;
