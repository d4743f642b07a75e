/** Where a server listens, in words for whoever starts it; and how it stops. */
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../errors.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
  /** With other threads of this server. */
  readonly isShared?: boolean;
}

/** http://127.0.0.1:8080 */
export const listen = async (server: FastifyInstance, place: Place): Promise<string> => {
  const { host, port, isShared = false } = place;
  // Fastify passes on what it doesn't know by its types.
  const options = { host, port, ...(isShared && { reusePort: true }) };
  await server.listen(options).catch((error: unknown) => {
    throw listenError(error, place);
  });
  return addressOf(server.server.address());
};

/** Whether threads may listen on one port: on Linux and some other systems. macOS and Windows refuse. */
export const canShareAPort = async (): Promise<boolean> => {
  try {
    await bound({ host: '127.0.0.1', port: 0, reusePort: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * The port that is to be shared, bound once as by a program that shares it with nobody, and let go: where another program
 * has it, that is an error, and not two programs that get each other's connections.
 */
export const freePort = async (place: Place): Promise<number> => {
  try {
    return await bound({ host: place.host, port: place.port });
  } catch (error) {
    throw listenError(error, place);
  }
};

const bound = (options: { host: string; port: number; reusePort?: boolean }): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(options, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

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

/**
 * From here on each answer ends its connection, so that whoever keeps one open comes back by a balancer that knows better. Nothing
 * is asked of requests before that moment.
 */
export const endKeptConnections = (server: FastifyInstance): void => {
  server.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
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
