/**
 * The console at `/`: one page for every path that is its own, and the files that the page loads.
 *
 * The page gets a policy with a number of its own at each answer, so nothing that finds its way into it runs or styles
 * anything. The files have their content's hash in their names: a browser keeps them for ever. Each is read when it is first
 * asked for, and kept: many servers are never looked at.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './unknown-routes.ts';

/** Where the console shows something; `/templates/a%2Fb` is one page as well. */
const PAGES = [
  ...['/', '/templates/*', '/batch', '/activity', '/activity/*', '/usage', '/settings', '/settings/*'],
  ...['/docs', '/docs/*', '/sign-in', '/setup'],
];

const NONCE = /__CSP_NONCE__/g;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  '.pdf': 'application/pdf',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
};

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Vite puts what it names by content here; the rest keeps its name and may change with the next version. */
const HASHED = '/assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_BUILT =
  'The console has not been built. Run "npm run console" and start the server again. The HTTP API works without it: see /openapi.json.\n';

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** A worker has the policy of its own file: the one that draws previews starts the one that reads them. */
const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; frame-ancestors 'none'";

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** By the name of the encoding. */
  readonly packed: ReadonlyMap<string, Buffer>;
}

/** By their paths. */
const findAssets = (folder: string): ReadonlyMap<string, () => Asset> => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const known = new Set(names);
  const plain = names.filter((name) => TYPES[extname(name)] !== undefined);
  return new Map(
    plain.map((name) => {
      let asset: Asset | undefined;
      return [`/${name.split(sep).join('/')}`, () => (asset ??= readAsset(folder, name, known))];
    }),
  );
};

const readAsset = (folder: string, name: string, known: ReadonlySet<string>): Asset => {
  const bytes = readFileSync(join(folder, name));
  const packed = ENCODINGS.filter(({ ending }) => known.has(name + ending)).map(
    ({ name: encoding, ending }): [string, Buffer] => [encoding, readFileSync(join(folder, name + ending))],
  );
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, type: TYPES[extname(name)] ?? '', etag, packed: new Map(packed) };
};

/** `br;q=0` is a refusal; anything else that names it is good enough. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    return name === encoding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });

export interface ConsoleFiles {
  /** The page, whatever the path. */
  sendPage(reply: FastifyReply, status?: number): FastifyReply;
}

/** `visited`: somebody opens the console, and will want to sign in. */
export const openConsole = (
  folder: string,
  visited: () => void,
): ConsoleFiles & { serve(app: FastifyInstance): void } => {
  const page = join(folder, 'index.html');
  const html = existsSync(page) ? readFileSync(page, 'utf8') : undefined;
  const assets = html === undefined ? new Map<string, () => Asset>() : findAssets(folder);

  const sendPage = (reply: FastifyReply, status = 200): FastifyReply => {
    reply.header('cache-control', 'no-store').header('vary', 'accept');
    if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    visited();
    const nonce = randomBytes(18).toString('base64');
    return reply
      .code(status)
      .headers({
        'content-security-policy': policyWith(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      })
      .type('text/html; charset=utf-8')
      .send(html.replace(NONCE, nonce));
  };

  const sendAsset = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const asset = assets.get(pathOf(request.url))?.();
    if (asset === undefined) {
      reply.callNotFound();
      return reply;
    }
    const encoding = ENCODINGS.find(
      ({ name }) => asset.packed.has(name) && accepts(request.headers['accept-encoding'] ?? '', name),
    )?.name;
    // Each form of the file has a tag of its own, as caches between here and the browser want it.
    const etag = encoding === undefined ? asset.etag : asset.etag.replace(/"$/, `-${encoding}"`);
    reply.headers({
      'cache-control': pathOf(request.url).startsWith(HASHED) ? FOR_EVER : 'no-cache',
      etag,
      vary: 'accept-encoding',
    });
    if (asset.type.startsWith('text/javascript')) reply.header('content-security-policy', SCRIPT_POLICY);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .type(asset.type)
      .send(encoding === undefined ? asset.bytes : (asset.packed.get(encoding) ?? asset.bytes));
  };

  return {
    sendPage,
    serve(app) {
      for (const url of PAGES) app.get(url, { schema: { hide: true } }, (_request, reply) => sendPage(reply));
      for (const url of assets.keys()) app.get(url, { schema: { hide: true } }, sendAsset);
    },
  };
};
