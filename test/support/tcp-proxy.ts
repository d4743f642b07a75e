/** A proxy of TCP connections that a test can point elsewhere, cut or close: what stands between machines. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** host:port */
export type Target = string;

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection that there is. */
  cut(): void;
  close(): Promise<void>;
}

const opened = (target: Target): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(`tcp://${target}`);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });

/** `targets` is asked for each new connection, and tried in its order; nowhere to go ends the connection. */
export const startTcpProxy = async (targets: () => readonly Target[]): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket | undefined): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => other()?.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
  };
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, async (client) => {
    let server: Socket | undefined;
    keep(client, () => server);
    for (const target of targets()) {
      server = await opened(target);
      if (server !== undefined) break;
    }
    if (server === undefined || client.destroyed) {
      client.destroy();
      server?.destroy();
      return;
    }
    keep(server, () => client);
    client.pipe(server);
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
};

/** The same URL, by way of a proxy. */
export const through = (proxy: TcpProxy, url: string): string => {
  const by = new URL(url);
  by.hostname = '127.0.0.1';
  by.port = String(proxy.port);
  return by.href;
};
