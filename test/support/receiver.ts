/** A receiver of webhooks on loopback: keeps what it hears, and answers as a test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const startReceiver = async () => {
  const heard: Heard[] = [];
  let reply: (response: ServerResponse, path: string) => void = (response) => response.end('thanks');
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    heard.push({ path, headers: request.headers, body });
    reply(response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (path: string): readonly Heard[] => heard.filter((one) => one.path === path),
    answer(next: typeof reply): void {
      reply = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
