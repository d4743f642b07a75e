/**
 * People's sessions: better-auth behind the few questions that the service has.
 *
 * None of better-auth's own routes is served but the callback of an identity provider. What a session is, how its
 * cookie is signed and renewed, how a password is hashed and how OpenID Connect goes is the library's; who may come in
 * is ours.
 */
import type { Auth, SessionSettings } from './better-auth.ts';

/** The identity provider answers a person who waits. */
const PROVIDER_TIMEOUT_MS = 10_000;

interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string | null;
}

/** Set-Cookie lines go along with every answer. */
interface WithCookies<Value> {
  readonly value: Value;
  readonly cookies: readonly string[];
}

/** What of a request better-auth gets to see. */
export interface RequestHeaders {
  readonly cookie?: string | undefined;
}

const toHeaders = ({ cookie }: RequestHeaders): Headers => {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
};

export class Sessions {
  readonly #settings: SessionSettings;
  #auth: Promise<Auth> | undefined;
  #oidc: Promise<Auth> | undefined;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /**
   * Loads the library, which takes half a second, before somebody waits for it. Not at the start: it takes 30 MiB, and a server
   * that only programs talk to never needs it.
   */
  warm(): void {
    this.#ready().catch((error: unknown) =>
      this.#settings.log('error', `the sign-in library cannot be loaded: ${messageOf(error)}`),
    );
  }

  /** Whether there is something that could be a session, valid or not. */
  present({ cookie }: RequestHeaders): boolean {
    return cookie !== undefined && /(?:^|;\s*)(?:__Secure-)?platen\.session_token=/.test(cookie);
  }

  /** Renews the cookie once a day. */
  async find(headers: RequestHeaders): Promise<WithCookies<Session | undefined>> {
    const { response, headers: answer } = await (await this.#ready()).api.getSession({
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
    const { response, headers } = await (await this.#ready()).api.openSession({
      body: { userId },
      headers: new Headers(),
      returnHeaders: true,
    });
    return { value: { ...response, organizationId: null }, cookies: headers.getSetCookie() };
  }

  async close(headers: RequestHeaders): Promise<WithCookies<undefined>> {
    const { headers: answer } = await (await this.#ready()).api.signOut({
      headers: toHeaders(headers),
      returnHeaders: true,
    });
    return { value: undefined, cookies: answer.getSetCookie() };
  }

  /** Undefined where nobody is configured. */
  get provider(): { readonly id: string; readonly name: string } | undefined {
    const { oidc } = this.#settings;
    return oidc === null ? undefined : { id: oidc.id, name: oidc.name };
  }

  /** The provider's page to send the person to; undefined where the provider does not answer. */
  async startOidc(): Promise<WithCookies<string | undefined>> {
    try {
      const auth = await this.#withOidc();
      const { response, headers } = await withinTime(
        auth.api.signInSocial({
          body: {
            provider: this.#settings.oidc?.id ?? '',
            callbackURL: '/',
            errorCallbackURL: '/sign-in',
            disableRedirect: true,
          },
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
      const auth = await this.#withOidc();
      const answer = await withinTime(
        auth.api.callbackOAuth({
          params: { id: this.#settings.oidc?.id ?? '' },
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

  #ready(): Promise<Auth> {
    this.#auth ??= this.#load(null);
    return this.#auth;
  }

  #withOidc(): Promise<Auth> {
    this.#oidc ??= this.#load(this.#settings.oidc);
    return this.#oidc;
  }

  async #load(oidc: SessionSettings['oidc']): Promise<Auth> {
    const { makeAuth } = await import('./better-auth.ts');
    return makeAuth(this.#settings, oidc);
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
