/**
 * Connections are shared by address: whoever holds some leaves at least as many free for others. Behind a proxy that the
 * operator trusts all come from its one address, and sharing them out is its own business.
 */
import type { Server } from 'node:http';
import { Shares } from '../shares.ts';
import { clientOf } from './failure-guard.ts';

export const shareConnections = (
  server: Server,
  { connections, isProxied }: { readonly connections: number; readonly isProxied: boolean },
): void => {
  server.maxConnections = connections;
  if (isProxied) return;
  const shares = new Shares(connections);
  server.on('connection', (socket) => {
    const holder = clientOf(socket.remoteAddress ?? '');
    if (!shares.take(holder, 1)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => shares.giveBack(holder, 1));
  });
};
