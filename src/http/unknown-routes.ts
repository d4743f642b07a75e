/** 404 for a path that nobody knows; 405 with Allow, or the answer to OPTIONS, for one that exists with other methods. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../errors.ts';

/** Collects as routes are added, so it must be set up before them. */
export const handleUnknownRoutes = (app: FastifyInstance): void => {
  const methods = new Map<string, Set<string>>();
  /** Routes with a parameter, such as /organization/keys/:id. */
  const patterns = new Map<string, RegExp>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
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
    if (known === undefined)
      throw new PlatenError('route_not_found', `No operation lives at ${shown(path)}.`, {
        hint: 'GET /openapi.json lists every operation; /docs shows them.',
      });
    const allow = [...known].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new PlatenError('method_not_allowed', `${request.method} is not possible here; use ${allow}.`);
  });
};

export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

/** A path goes into a message only as far as it is short and harmless. */
const shown = (path: string): string => (/^[\w/.~%-]{1,100}$/.test(path) ? path : 'this path');
