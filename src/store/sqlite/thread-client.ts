/** The main thread's end of a database thread: calls out, answers back, and a new thread where one died. */
import { Worker } from 'node:worker_threads';
import { errorFromData, PlatenError } from '../../errors.ts';
import { programFile } from '../../installation.mjs';
import { type Reply, type Request, type ThreadOptions, type ThreadPorts, transferable } from './protocol.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Mebibytes for what lives a moment: a thread that only passes rows on needs no more, and V8 would take 16 for each. */
const YOUNG = 4;

export class ThreadClient {
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #calls = 0;
  #worker: Worker | undefined;
  #opened: Promise<Worker> | undefined;
  #isOpen = false;
  #closing: Promise<void> | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#ready();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether it has been asked something that it has not answered. */
  get busy(): boolean {
    return this.#calls > 0;
  }

  async call(port: keyof ThreadPorts, method: string, args: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    try {
      return await this.#send(await this.#ready(), port, method, args);
    } finally {
      this.#calls -= 1;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    // A thread that dies while it closes is closed as well.
    await this.#send(worker, 'thread', 'close', []).catch(() => {});
    await exited;
  }

  #send(worker: Worker, port: keyof ThreadPorts, method: string, args: readonly unknown[]): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    // The caller keeps its bytes: one copy is made, and that copy is handed over.
    const owned = args.map((arg) => (arg instanceof Uint8Array ? new Uint8Array(arg) : arg));
    const request: Request = { id, port, method, args: owned };
    return new Promise((resolve, reject) => {
      // Sending first: it throws for what cannot be sent, and then nothing is pending.
      worker.postMessage(request, owned.flatMap(transferable));
      this.#pending.set(id, { resolve, reject });
    });
  }

  #ready(): Promise<Worker> {
    if (this.#closing !== undefined) throw new PlatenError('shutting_down', 'The store is closed.');
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<Worker> {
    this.#worker ??= this.#boot();
    const worker = this.#worker;
    try {
      await this.#send(worker, 'thread', 'open', [this.#options]);
      this.#isOpen = true;
      return worker;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  #boot(): Worker {
    const worker = new Worker(programFile('store/sqlite/thread.mjs'), {
      name: `platen-sqlite-${this.#options.role}`,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    let failure: unknown;
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#lost(failure));
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
    this.#opened = undefined;
    this.#isOpen = false;
    const error = new PlatenError('not_ready', 'The database thread has ended.', { retryAfter: 1, cause });
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
