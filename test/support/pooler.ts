/**
 * What a pooler in transaction mode does to whoever speaks to PostgreSQL through it: it refuses settings that a connection
 * begins with, and after each transaction everything that the session had (prepared statements, settings, locks) is gone.
 * It also writes down which statements came, one for each trip to the database.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Pooler {
  readonly url: string;
  /** The text of each statement, in turn. */
  readonly statements: string[];
  /** Names of prepared statements: a pooler has lost them by the next transaction. */
  readonly named: string[];
  close(): void;
}

/** Those that pgbouncer takes. */
const PARAMETERS = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
]);

const DISCARD = message('Q', 'DISCARD ALL\0');

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Whole messages out of what has come; the first of a client has no type. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);

  *from(chunk: Buffer, isTyped: () => boolean): Generator<Buffer> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const at = isTyped() ? 1 : 0;
      if (this.#rest.length < at + 4) return;
      const length = this.#rest.readInt32BE(at) + at;
      if (this.#rest.length < length) return;
      const whole = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield whole;
    }
  }
}

const texts = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0');

/** `takesSettings`: as with pgbouncer's `ignore_startup_parameters`, so that nobody hears at once that it is one. */
export const startPooler = async (databaseUrl: string, { takesSettings = false } = {}): Promise<Pooler> => {
  const target = new URL(databaseUrl);
  const statements: string[] = [];
  const named: string[] = [];
  const sockets = new Set<Socket>();

  const serve = (client: Socket): void => {
    const server = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let begun = false;
    const asked = new Messages();
    client.on('data', (chunk) => {
      for (const one of asked.from(chunk, () => begun)) {
        if (!begun) {
          const parameters = texts(one.subarray(8)).filter((_, index) => index % 2 === 0);
          const unknown = parameters.find((name) => name !== '' && !PARAMETERS.has(name));
          if (unknown !== undefined && !takesSettings) {
            client.end(
              message('E', `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`),
            );
            return;
          }
          begun = true;
        } else if (one[0] === 'P'.charCodeAt(0)) {
          const [name = '', text = ''] = texts(one.subarray(5));
          if (name !== '') named.push(name);
          statements.push(text);
        } else if (one[0] === 'Q'.charCodeAt(0)) statements.push(texts(one.subarray(5))[0] ?? '');
        server.write(one);
      }
    });
    const answered = new Messages();
    let held: Buffer | undefined;
    server.on('data', (chunk) => {
      for (const one of answered.from(chunk, () => true)) {
        const isEnd = one.toString('latin1', 0, 1) === 'Z' && one.toString('latin1', 5, 6) === 'I';
        if (held === undefined && isEnd) {
          held = one;
          server.write(DISCARD);
        } else if (held === undefined) client.write(one);
        else if (isEnd) {
          client.write(held);
          held = undefined;
        }
      }
    });
  };

  const listener = createServer(serve).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    statements,
    named,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
