/** The main thread's end of a database thread: calls out, answers back, and a new thread where one died. */
import { Worker } from 'node:worker_threads';
import { errorFromData, PlatenError } from '../../errors.ts';
import {
  type Reply,
  type Request,
  START_ID,
  type ThreadOptions,
  type ThreadPorts,
  transferable,
} from './protocol.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class ThreadClient {
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Promise<Worker> | undefined;
  #lastId = START_ID;
  #closing: Promise<void> | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#running();
  }

  async call(port: keyof ThreadPorts, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#closing !== undefined) throw new PlatenError('shutting_down', 'The store is closed.');
    return this.#send(await this.#running(), port, method, args);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    await this.#send(worker, 'thread', 'close', []);
    await exited;
  }

  #send(worker: Worker, port: keyof ThreadPorts, method: string, args: readonly unknown[]): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    // The caller keeps its bytes: one copy is made, and that copy is handed over.
    const owned = args.map((arg) => (arg instanceof Uint8Array ? new Uint8Array(arg) : arg));
    const request: Request = { id, port, method, args: owned };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage(request, owned.flatMap(transferable));
    });
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#spawn();
    return this.#worker;
  }

  async #spawn(): Promise<Worker> {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#options,
      name: `platen-sqlite-${this.#options.role}`,
    });
    let failure: unknown;
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#lost(failure));
    try {
      await new Promise((resolve, reject) => this.#pending.set(START_ID, { resolve, reject }));
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      throw error;
    }
    return worker;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.ok) pending?.resolve(reply.value);
    else pending?.reject(errorFromData(reply.error));
  }

  /** SQLite recovers the file by itself; the next call starts a thread. Whether these calls took place is unknown. */
  #lost(cause: unknown): void {
    this.#worker = undefined;
    const error = new PlatenError('not_ready', 'The database thread has ended.', { retryAfter: 1, cause });
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
