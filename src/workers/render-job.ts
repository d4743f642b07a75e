/**
 * The main thread's side of one job: answers what the worker asks, and owns whatever file it spools into.
 */
import { closeSync } from 'node:fs';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Answer, LINE, type Line, type Question } from './protocol.ts';
import { openSpoolFile } from './spool.ts';

export interface JobCallbacks {
  /** Rejecting ends the job with that error. */
  readonly answer: (question: Question) => Promise<Answer>;
  /** The worker is at work from now on: it has begun, or has its answer. */
  readonly onWorking: () => void;
  /** Between a question and its answer the worker does nothing, and its time does not count. */
  readonly onWaiting: () => void;
  readonly spoolFolder: string;
}

/** A thread that was told to end is gone in milliseconds. */
const THREAD_END_MS = 5_000;

export class RenderJob {
  readonly #callbacks: JobCallbacks;
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  readonly #state = new Int32Array(new SharedArrayBuffer(LINE.length * Int32Array.BYTES_PER_ELEMENT));
  #workerIsDone = false;
  #fd: number | undefined;
  #refusal: { readonly error: unknown } | undefined;

  constructor(callbacks: JobCallbacks) {
    this.#callbacks = callbacks;
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.#far = port2;
    port1.on('message', (question: Question) => void this.#onQuestion(question));
  }

  /** For the worker; the port has to be transferred. */
  get line(): Omit<Line, 'packing'> {
    return { port: this.#far, state: this.#state };
  }

  get begun(): boolean {
    return Atomics.load(this.#state, LINE.begun) === 1;
  }

  /** Throws what `answer` rejected with, which is what the job's caller should hear. */
  throwIfRefused(): void {
    if (this.#refusal !== undefined) throw this.#refusal.error;
  }

  /** Hands the file over to whoever will close it. */
  takeFile(): number | undefined {
    const fd = this.#fd;
    this.#fd = undefined;
    return fd;
  }

  /** It has answered, and will not touch its file again. */
  workerIsDone(): void {
    this.#workerIsDone = true;
  }

  /** Whatever became of the worker: its line is cut, and a file that nobody took is closed. */
  end(): void {
    this.#near.close();
    const fd = this.takeFile();
    if (fd === undefined) return;
    if (this.#workerIsDone) closeSync(fd);
    // Ended in the middle, the thread may be about to write; the number must not be another file's by then.
    else setTimeout(() => closeSync(fd), THREAD_END_MS).unref();
  }

  async #onQuestion(question: Question): Promise<void> {
    if (question.kind === 'begun') return this.#callbacks.onWorking();
    if (question.kind === 'spool') return this.#send(this.#openFile());
    this.#callbacks.onWaiting();
    try {
      const answer = await this.#callbacks.answer(question);
      this.#callbacks.onWorking();
      this.#send(answer);
    } catch (error) {
      this.#refusal = { error };
      this.#send({ kind: 'refused' });
    }
  }

  #openFile(): Answer {
    try {
      this.#fd ??= openSpoolFile(this.#callbacks.spoolFolder);
      return { kind: 'spool', fd: this.#fd };
    } catch (error) {
      this.#refusal = { error };
      return { kind: 'refused' };
    }
  }

  #send(answer: Answer): void {
    this.#near.postMessage(answer);
    Atomics.add(this.#state, LINE.answers, 1);
    Atomics.notify(this.#state, LINE.answers);
  }
}
