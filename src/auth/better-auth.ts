/** better-auth as it is used here: what it keeps, how its cookies look, and who may come in by a provider. */
import { randomUUID } from 'node:crypto';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { AuthRecords } from '../service/people/people-ports.ts';
import { recordsAdapter } from './records-adapter.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** From the last use, to the day: a person who comes once a week stays signed in. */
const SESSION_DAYS = 14;
const NAME_CHARACTERS = 200;

interface OidcSettings {
  readonly id: string;
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
interface Admission {
  /** A code where the person may not; called with an address that the provider says is the person's own. */
  refusal(email: string): Promise<'not_invited' | undefined>;
  /** The provider has proven whose address this is: a password that was set without such a proof ends. */
  proven(email: string): Promise<void>;
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
  return { email: address, name: nameOf(name) ?? address };
};

const nameOf = (claim: unknown): string | undefined => {
  if (typeof claim !== 'string') return undefined;
  const name = claim
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .normalize('NFC');
  return [...name].slice(0, NAME_CHARACTERS).join('') || undefined;
};

export const makeAuth = (settings: SessionSettings, oidc: OidcSettings | null) => {
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
                  providerId: oidc.id,
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

export type Auth = ReturnType<typeof makeAuth>;
