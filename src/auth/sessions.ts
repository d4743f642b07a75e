/**
 * People's sessions: better-auth behind the few questions that the service has.
 *
 * None of better-auth's own routes is served but the callback of an identity provider. What a session is, how its
 * cookie is signed and renewed, how a password is hashed and how OpenID Connect goes is the library's; who may come in
 * is ours.
 */
import { randomUUID } from 'node:crypto';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { AuthRecords } from '../service/people-ports.ts';
import { recordsAdapter } from './records-adapter.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** From the last use, to the day: a person who comes once a week stays signed in. */
const SESSION_DAYS = 14;
/** The identity provider answers a person who waits. */
const PROVIDER_TIMEOUT_MS = 10_000;
const PROVIDER = 'oidc';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly name: string;
}

export interface SessionSettings {
  readonly records: AuthRecords;
  /** Signs cookies. */
  readonly secret: string;
  /** https://documents.example.com; null where nobody said so. */
  readonly publicUrl: string | null;
  readonly oidc: OidcSettings | null;
  readonly admission: Admission;
  /** What better-auth has to say, without the values it says it of: they may be secrets. */
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

/** Who may come in by an identity provider. */
export interface Admission {
  /** A code where the person may not; called with an address that the provider says is the person's own. */
  refusal(email: string): Promise<'not_invited' | undefined>;
  /** The provider has proven whose address this is: a password that was set without such a proof ends. */
  proven(email: string): Promise<void>;
}

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string | null;
}

/** Set-Cookie lines go along with every answer. */
export interface WithCookies<Value> {
  readonly value: Value;
  readonly cookies: readonly string[];
}

/** What of a request better-auth gets to see. */
export interface RequestHeaders {
  readonly cookie?: string | undefined;
}

/** For the server alone: somebody whose identity is known gets a session, with its cookie. */
const openSession = createAuthEndpoint.serverOnly(
  { method: 'POST', metadata: { $Infer: { body: {} as { userId: string } } } },
  async (ctx) => {
    const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
    if (!user) throw new APIError('UNAUTHORIZED');
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ id: session.id, userId: user.id, email: user.email, name: user.name });
  },
);

type Profile = Readonly<Record<string, unknown>>;

/** Only an address that the provider says it has verified says who somebody is. */
const admitted = async (
  profile: Profile,
  admission: Admission,
): Promise<{ name?: string; email: string }> => {
  const { email, name, email_verified: verified } = profile;
  if (typeof email !== 'string' || (verified !== true && verified !== 'true'))
    throw new APIError('FORBIDDEN', { code: 'email_unverified', message: 'The address is not verified.' });
  const address = email.normalize('NFC').toLowerCase();
  const refusal = await admission.refusal(address);
  if (refusal !== undefined) throw new APIError('FORBIDDEN', { code: refusal, message: refusal });
  await admission.proven(address);
  return { email: address, name: typeof name === 'string' && name.trim() !== '' ? name.trim() : address };
};

const makeAuth = (settings: SessionSettings, oidc: OidcSettings | null) => {
  const { records, secret, publicUrl, admission, log } = settings;
  return betterAuth({
    appName: 'Platen',
    // Where nobody said what the public address is there is no provider either, and nothing else needs it.
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/session',
    secret,
    database: recordsAdapter(records),
    telemetry: { enabled: false },
    // Its own limits are for its own routes, which are not served; ours are in the store, for all nodes.
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log(level === 'error' ? 'error' : 'warn', String(message)),
    },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: { organizationId: { type: 'string', required: false, input: false } },
    },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'platen',
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUID(), validateSchema: false },
    },
    plugins: [
      { id: 'platen', endpoints: { openSession } },
      ...(oidc === null
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: PROVIDER,
                  name: oidc.name,
                  discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
                  clientId: oidc.clientId,
                  ...(oidc.clientSecret !== null && { clientSecret: oidc.clientSecret }),
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                  disableProviderLogout: true,
                  mapProfileToUser: (profile: Profile) => admitted(profile, admission),
                },
              ],
            }),
          ]),
    ],
  });
};

type Auth = ReturnType<typeof makeAuth>;

const toHeaders = ({ cookie }: RequestHeaders): Headers => {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
};

export class Sessions {
  readonly #settings: SessionSettings;
  readonly #auth: Auth;
  #oidc: Auth | undefined;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#auth = makeAuth(settings, null);
  }

  /** Whether there is something that could be a session, valid or not. */
  present({ cookie }: RequestHeaders): boolean {
    return cookie !== undefined && /(?:^|;\s*)(?:__Secure-)?platen\.session_token=/.test(cookie);
  }

  /** Renews the cookie once a day. */
  async find(headers: RequestHeaders): Promise<WithCookies<Session | undefined>> {
    const { response, headers: answer } = await this.#auth.api.getSession({
      headers: toHeaders(headers),
      returnHeaders: true,
    });
    const cookies = answer.getSetCookie();
    if (response === null) return { value: undefined, cookies };
    const { session, user } = response;
    const value: Session = {
      id: session.id,
      userId: user.id,
      email: user.email,
      name: user.name,
      organizationId: typeof session['organizationId'] === 'string' ? session['organizationId'] : null,
    };
    return { value, cookies };
  }

  async open(userId: string): Promise<WithCookies<Session>> {
    const { response, headers } = await this.#auth.api.openSession({
      body: { userId },
      headers: new Headers(),
      returnHeaders: true,
    });
    return { value: { ...response, organizationId: null }, cookies: headers.getSetCookie() };
  }

  async close(headers: RequestHeaders): Promise<WithCookies<undefined>> {
    const { headers: answer } = await this.#auth.api.signOut({
      headers: toHeaders(headers),
      returnHeaders: true,
    });
    return { value: undefined, cookies: answer.getSetCookie() };
  }

  /** Undefined where nobody is configured. */
  get provider(): { readonly id: string; readonly name: string } | undefined {
    const { oidc } = this.#settings;
    return oidc === null ? undefined : { id: PROVIDER, name: oidc.name };
  }

  /** The provider's page to send the person to; undefined where the provider does not answer. */
  async startOidc(): Promise<WithCookies<string | undefined>> {
    try {
      const { response, headers } = await withinTime(
        this.#withOidc().api.signInSocial({
          body: { provider: PROVIDER, callbackURL: '/', errorCallbackURL: '/sign-in', disableRedirect: true },
          headers: new Headers(),
          returnHeaders: true,
        }),
      );
      if ('url' in response && response.url !== undefined)
        return { value: response.url, cookies: headers.getSetCookie() };
    } catch (error) {
      this.#settings.log('error', `the identity provider can't be used: ${messageOf(error)}`);
    }
    // Its discovery document is read when the library starts: the next attempt reads it anew.
    this.#oidc = undefined;
    return { value: undefined, cookies: [] };
  }

  /** The person comes back: signed in, or refused with a code. */
  async finishOidc(
    query: Readonly<Record<string, string>>,
    headers: RequestHeaders,
  ): Promise<WithCookies<{ readonly refused?: string }>> {
    try {
      const answer = await withinTime(
        this.#withOidc().api.callbackOAuth({
          params: { id: PROVIDER },
          query,
          headers: toHeaders(headers),
          method: 'GET',
          asResponse: true,
        }),
      );
      const cookies = answer.headers.getSetCookie();
      const location = answer.headers.get('location');
      if (location === null) return { value: { refused: await codeOf(answer) }, cookies };
      const error = URL.parse(location, 'http://localhost')?.searchParams.get('error');
      return { value: error == null ? {} : { refused: error }, cookies };
    } catch (error) {
      this.#settings.log('error', `a sign-in by the identity provider failed: ${messageOf(error)}`);
      return { value: { refused: 'failed' }, cookies: [] };
    }
  }

  #withOidc(): Auth {
    this.#oidc ??= makeAuth(this.#settings, this.#settings.oidc);
    return this.#oidc;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const codeOf = async (answer: Response): Promise<string> => {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'failed';
};

const withinTime = async <Value>(work: Promise<Value>): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it does not answer')), PROVIDER_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};
