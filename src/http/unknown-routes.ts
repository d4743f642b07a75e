/** 404 for a path that nobody knows, as a page where a browser opened it; 405 with Allow, or the answer to OPTIONS, for one that exists with other methods. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';

/** Collects as routes are added, so it must be set up before them. */
export const handleUnknownRoutes = (
  app: FastifyInstance,
  page: (reply: FastifyReply) => FastifyReply,
): void => {
  const methods = new Map<string, Set<string>>();
  /** Routes with a parameter, such as /organization/keys/:id. */
  const patterns = new Map<string, RegExp>();
  const folders = new Set<string>();
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    const known = methods.get(url) ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
    if (config?.scope !== undefined || schema?.hide !== true) folders.add(folderOf(url));
    if (/\/:\w+/.test(url) && !url.includes('*'))
      patterns.set(url, new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`));
  });
  const methodsAt = (path: string): Set<string> | undefined => {
    const known = methods.get(path);
    if (known !== undefined) return known;
    const [url] = [...patterns].find(([, pattern]) => pattern.test(path)) ?? [];
    return url === undefined ? undefined : methods.get(url);
  };

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const known = methodsAt(path) ?? methodsAt(path.replace(/\/$/, ''));
    // What begins as an operation does is a mistake in a program, whatever it says that it accepts.
    if (known === undefined && wantsPage(request) && !folders.has(folderOf(path))) return page(reply);
    if (known === undefined)
      throw new PlatenError('route_not_found', `No operation lives at ${shown(path)}.`, {
        hint: 'GET /openapi.json lists every operation; /docs/reference shows them.',
      });
    const allow = [...known].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new PlatenError('method_not_allowed', `${request.method} is not possible here; use ${allow}.`);
  });
};

const folderOf = (path: string): string => path.split('/')[1] ?? '';

/** A browser that opens an address says so; a program that calls the API asks for anything, or for JSON. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').toLowerCase().includes('text/html');

export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

/** A path goes into a message only as far as it is short and harmless. */
const shown = (path: string): string => (/^[\w/.~%-]{1,100}$/.test(path) ? path : 'this path');
