/** A real S3 server on loopback, and a door before it that can refuse, be slow or keep silent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const BUCKET = 'platen-files';

export interface TestS3 {
  /** For PLATEN_BLOBS. */
  address(more?: string): string;
  /** Names of all objects. */
  objects(): Promise<readonly string[]>;
  /** What the door does from now on; undefined lets everything through. */
  answer(next: ((response: ServerResponse, method: string, path: string) => boolean) | undefined): void;
  /** Nobody listens there any more, until `back`; what was stored stays. */
  away(): Promise<void>;
  back(): Promise<void>;
  /** Requests that came to the door. */
  readonly seen: readonly string[];
  stop(): Promise<void>;
}

/** What every S3 client finds its credentials in. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

export const startS3 = async (): Promise<TestS3> => {
  const { default: S3rver } = await import('@20minutes/s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'));
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory, resetOnClose: true },
    // It reckons the path of a list without its last slash, which the SDK signs.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const inside = await server.run();
  const seen: string[] = [];
  let reply: Parameters<TestS3['answer']>[0];
  const door = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    seen.push(`${method} ${url}`);
    if (reply?.(response, method, url)) {
      incoming.resume();
      return;
    }
    const forwarded = request(
      { host: '127.0.0.1', port: inside.port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const away = async (): Promise<void> => {
    const closed = new Promise((resolve) => door.close(resolve));
    door.closeAllConnections();
    await closed;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    seen,
    address: (more = '') =>
      `s3://${BUCKET}/files?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1&pathStyle=true${more}`,
    async objects() {
      const listed = await fetch(`http://127.0.0.1:${inside.port}/${BUCKET}?list-type=2`);
      return [...(await listed.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    },
    answer(next) {
      reply = next;
    },
    away,
    back: () => new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve)),
    async stop() {
      if (door.listening) await away();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** As S3 says no. */
export const refuseWith =
  (status: number, code: string) =>
  (response: ServerResponse): boolean => {
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    return true;
  };
