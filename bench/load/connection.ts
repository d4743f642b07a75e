/**
 * One keep-alive connection that sends the same request again and again. By hand, because a client library takes as much
 * of the two cores as the servers that are measured: the request is bytes made once, and of an answer only the status and
 * the length are read.
 */
import { connect, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
}

export interface Answer {
  readonly status: number;
  readonly bytes: number;
  /** Milliseconds from the last byte sent to the last byte received. */
  readonly ms: number;
}

export const requestBytes = (
  { host, port }: Target,
  { path, key, json }: { path: string; key: string; json: unknown },
): Buffer => {
  const body = Buffer.from(JSON.stringify(json));
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.byteLength}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
};

export const healthRequest = ({ host, port }: Target): Buffer =>
  Buffer.from(`GET /healthz HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`);

const HEAD_END = '\r\n\r\n';

export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #size = 0;
  #wanted: number | undefined;
  #status = 0;
  #sentAt = 0;
  #settle: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined;

  readonly closed: Promise<void>;

  private constructor(socket: Socket) {
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#socket = socket;
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  /** From another address of this machine where one is named. */
  static open({ host, port }: Target, localAddress?: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, ...(localAddress && { localAddress }) });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  send(request: Buffer): Promise<Answer> {
    this.#received = [];
    this.#size = 0;
    this.#wanted = undefined;
    this.#socket.write(request);
    this.#sentAt = performance.now();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** The beginning of a request, and nothing more. */
  begin(): void {
    this.#socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  }

  /** In the middle of whatever it does. */
  hangUp(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  /** What a slow reader does: nothing arrives until it goes on. */
  pause(milliseconds: number): void {
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), milliseconds);
  }

  #onData(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#wanted === undefined) this.#readHead();
    if (this.#wanted === undefined || this.#size < this.#wanted) return;
    const answer = { status: this.#status, bytes: this.#size, ms: performance.now() - this.#sentAt };
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(answer);
  }

  #readHead(): void {
    const text = Buffer.concat(this.#received).toString('latin1');
    const end = text.indexOf(HEAD_END);
    if (end < 0) return;
    this.#status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1];
    if (length === undefined) this.#settle?.reject(new Error('an answer without a length'));
    else this.#wanted = end + HEAD_END.length + Number(length);
  }
}
