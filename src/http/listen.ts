/** Where a server listens, in words for whoever starts it; and how it stops. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../errors.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** http://127.0.0.1:8080 */
export const listen = async (server: FastifyInstance, place: Place): Promise<string> => {
  await server.listen({ host: place.host, port: place.port }).catch((error: unknown) => {
    throw listenError(error, place);
  });
  return addressOf(server.server.address());
};

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use already',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

const listenError = (error: unknown, { host, port }: Place): unknown => {
  const why = LISTEN_ERRORS[String((error as NodeJS.ErrnoException).code)];
  if (why === undefined) return error;
  return new PlatenError('not_ready', `${host}:${port} ${why}.`, {
    hint: 'Set PORT (and HOST) to where the server should listen.',
    cause: error,
  });
};

/** Connections that are still open when the time is up are cut; renders whose caller is gone end by themselves. */
export const closeServer = async (server: FastifyInstance, seconds: number): Promise<void> => {
  const force = setTimeout(() => server.server.closeAllConnections(), seconds * 1000);
  await server.close();
  clearTimeout(force);
};

const addressOf = (address: string | AddressInfo | null): string => {
  if (address === null || typeof address === 'string') return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
};
