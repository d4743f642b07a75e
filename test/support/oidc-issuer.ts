/** A small OpenID Connect issuer on loopback: the code flow with PKCE and nonce, and the ways in which one can lie. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Claims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly nonce?: string;
  readonly iss?: string;
  readonly aud?: string;
  readonly exp?: number;
}

export interface Issuer {
  readonly address: string;
  /** Who sits at the browser, as the next ID token says it. Fields of the token itself may be overridden. */
  person: Claims;
  /** How the next ID token is signed. */
  signature: 'right' | 'foreign' | 'none';
  /** Requests that broke the protocol; empty where the client is a good one. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export const CLIENT = { id: 'platen', secret: 'client secret' };

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

export const startIssuer = async (redirectUri: () => string, port = 0): Promise<Issuer> => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { challenge: string; nonce: string }>();
  const complaints: string[] = [];
  const check = (fact: boolean, complaint: string): void => {
    if (!fact) complaints.push(complaint);
  };

  const idToken = (nonce: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer.address, aud: CLIENT.id, iat: now, exp: now + 60, nonce, ...issuer.person };
    const { signature } = issuer;
    const head = base64(signature === 'none' ? { alg: 'none' } : { alg: 'RS256', kid: 'k1' });
    const text = `${head}.${base64(claims)}`;
    if (signature === 'none') return `${text}.`;
    const key = signature === 'right' ? keys.privateKey : foreign.privateKey;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
  };

  const authorize = (query: URLSearchParams): string => {
    check(query.get('response_type') === 'code', 'not the code flow');
    check(query.get('client_id') === CLIENT.id, 'another client');
    check(query.get('redirect_uri') === redirectUri(), `redirect to ${query.get('redirect_uri')}`);
    check(query.get('code_challenge_method') === 'S256', 'no PKCE');
    check((query.get('scope') ?? '').split(' ').includes('openid'), 'no openid');
    check((query.get('state') ?? '').length >= 16, 'no state');
    check((query.get('nonce') ?? '').length >= 16, 'no nonce');
    const code = randomUUID();
    codes.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '' });
    const back = new URLSearchParams({ code, state: query.get('state') ?? '' });
    return `${redirectUri()}?${back}`;
  };

  const token = (request: IncomingMessage, body: URLSearchParams): object | undefined => {
    const known = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const authenticated =
      basic === `${CLIENT.id}:${CLIENT.secret}` ||
      basic === `${CLIENT.id}:${encodeURIComponent(CLIENT.secret)}` ||
      (body.get('client_id') === CLIENT.id && body.get('client_secret') === CLIENT.secret);
    check(authenticated, 'the client did not say who it is');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    check(challenge === known?.challenge, 'the PKCE verifier is wrong');
    check(body.get('redirect_uri') === redirectUri(), 'another redirect address');
    if (known === undefined || !authenticated) return undefined;
    return {
      access_token: 'access token of the issuer',
      refresh_token: 'refresh token of the issuer',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken(known.nonce),
    };
  };

  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const json = (value: unknown, status = 200) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: issuer.address,
        authorization_endpoint: `${issuer.address}/authorize`,
        token_endpoint: `${issuer.address}/token`,
        jwks_uri: `${issuer.address}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      });
    if (url.pathname === '/keys')
      return json({
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    if (url.pathname === '/authorize')
      return reply.writeHead(302, { location: authorize(url.searchParams) }).end();
    if (url.pathname === '/token') {
      const answer = token(request, await bodyOf(request));
      return answer === undefined ? json({ error: 'invalid_grant' }, 400) : json(answer);
    }
    return json({}, 404);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer: Issuer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: '1' },
    signature: 'right',
    complaints,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return issuer;
};
