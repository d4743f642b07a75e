/** /healthz and /readyz: for whoever restarts the process, and for whoever sends it traffic. */
import type { FastifyInstance } from 'fastify';
import type { HttpNeeds, PartHealth } from '../types.ts';

export const operations = (app: FastifyInstance, { health }: HttpNeeds): void => {
  // The process lives; that is all. A check of the database here would restart servers whose database is down.
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const { required, optional } = await health();
    const isReady = Object.values(required).every(isFine);
    const isWhole = Object.values(optional).every(isFine);
    reply.code(isReady ? 200 : 503);
    return {
      status: !isReady ? 'unavailable' : isWhole ? 'ready' : 'degraded',
      parts: { ...required, ...optional },
    };
  });
};

const isFine = ({ ok }: PartHealth): boolean => ok;
