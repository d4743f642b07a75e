/**
 * Connections are shared by address: whoever holds some leaves at least as many free for others. Behind a proxy that the
 * operator trusts all come from its one address, and sharing them out is its own business.
 */
import type { Server } from 'node:http';
import { type Holdings, Shares } from '../shares.ts';
import { clientOf } from './failure-guard.ts';

interface ConnectionLimits {
  readonly connections: number;
  readonly isProxied: boolean;
  /** Where several threads share them. */
  readonly held?: Holdings | undefined;
}

export const shareConnections = (
  server: Server,
  { connections, isProxied, held }: ConnectionLimits,
): void => {
  const shares = new Shares(connections, held);
  server.on('connection', (socket) => {
    const holder = clientOf(socket.remoteAddress ?? '');
    if (!(isProxied ? shares.takeRest(holder, 1) : shares.take(holder, 1))) {
      socket.destroy();
      return;
    }
    socket.once('close', () => shares.giveBack(holder, 1));
  });
};
