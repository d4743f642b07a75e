/**
 * Channel :: calls out, answers back, between two threads
 *
 * Either side calls and either answers. Whatever is said in one turn of the loop goes in one message: under load that is
 * many calls for the price of one. A call may be abandoned, and whoever answers it may ask something back.
 */
import { type ErrorData, errorFromData, errorToData, PlatenError } from '../errors.ts';
import { copied, type Packed, packed } from './packing.ts';

/** What a call may bring along. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly answer?: (question: unknown) => Promise<unknown>;
}

/** A call, as whoever answers it sees it. */
export interface Call {
  readonly target: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Aborted where the caller does not want the answer any more, or is gone. */
  readonly signal: AbortSignal;
  ask(question: unknown): Promise<unknown>;
}

/** A Worker, or the port that a worker has to whoever started it. */
interface Port {
  postMessage(value: unknown, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (said: Said[]) => void): unknown;
}

type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorData };

type Said =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly target: string;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly mayEnd: boolean;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'question'; readonly id: number; readonly number: number; readonly value: unknown }
  | { readonly kind: 'answer'; readonly number: number; readonly settled: Settled }
  | { readonly kind: 'reply'; readonly id: number; readonly settled: Settled };

interface Pending {
  readonly answer: CallOptions['answer'];
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** For calls that nobody can abandon. */
const NEVER = new AbortController().signal;

export class Channel {
  readonly #port: Port;
  readonly #serve: (call: Call) => Promise<unknown>;
  /** Ours, by their number. */
  readonly #calls = new Map<number, Pending>();
  /** Questions to the other side, about calls of theirs. */
  readonly #questions = new Map<number, Omit<Pending, 'answer'>>();
  /** Calls of theirs that may be abandoned. */
  readonly #served = new Map<number, AbortController>();
  #last = 0;
  #saying: Said[] = [];
  #transfer: ArrayBuffer[] = [];
  #lost: PlatenError | undefined;

  constructor(port: Port, serve: (call: Call) => Promise<unknown>) {
    this.#port = port;
    this.#serve = serve;
    port.on('message', (said) => {
      for (const one of said) this.#hear(one);
    });
  }

  call(
    target: string,
    method: string,
    args: readonly unknown[],
    { signal, answer }: CallOptions = {},
  ): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#say({ kind: 'abort', id });
      signal?.addEventListener('abort', abort, { once: true });
      const settled = (): void => {
        this.#calls.delete(id);
        signal?.removeEventListener('abort', abort);
      };
      this.#calls.set(id, {
        answer,
        resolve: (value) => {
          settled();
          resolve(value);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      // The caller keeps its bytes.
      const { value, transfer } = copied(args);
      this.#say(
        { kind: 'call', id, target, method, args: value as unknown[], mayEnd: signal !== undefined },
        transfer,
      );
    });
  }

  /** The other side is gone: nobody answers any more, and nobody wants an answer. */
  lose(why: PlatenError): void {
    this.#lost = why;
    for (const { reject } of [...this.#calls.values(), ...this.#questions.values()]) reject(why);
    for (const controller of this.#served.values()) controller.abort(why);
    this.#questions.clear();
    this.#served.clear();
  }

  #hear(said: Said): void {
    switch (said.kind) {
      case 'call':
        void this.#perform(said);
        break;
      case 'abort':
        this.#served.get(said.id)?.abort(new PlatenError('bad_request', 'The caller hung up.'));
        break;
      case 'question':
        void this.#answer(said);
        break;
      case 'answer':
        this.#settle(this.#questions.get(said.number), said.settled);
        this.#questions.delete(said.number);
        break;
      case 'reply':
        this.#settle(this.#calls.get(said.id), said.settled);
    }
  }

  async #perform({ id, target, method, args, mayEnd }: Extract<Said, { kind: 'call' }>): Promise<void> {
    const controller = mayEnd ? new AbortController() : undefined;
    if (controller !== undefined) this.#served.set(id, controller);
    const signal = controller?.signal ?? NEVER;
    const ask = (question: unknown): Promise<unknown> => this.#ask(id, question);
    // What was made for this call is nobody else's.
    const said = await settledOf(() => this.#serve({ target, method, args, signal, ask }), packed);
    this.#served.delete(id);
    this.#say({ kind: 'reply', id, settled: said.settled }, said.transfer);
  }

  #ask(id: number, question: unknown): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    this.#last += 1;
    const number = this.#last;
    return new Promise((resolve, reject) => {
      this.#questions.set(number, { resolve, reject });
      this.#say({ kind: 'question', id, number, value: question });
    });
  }

  async #answer({ id, number, value }: Extract<Said, { kind: 'question' }>): Promise<void> {
    const answer = this.#calls.get(id)?.answer;
    const said = await settledOf(async () => {
      if (answer === undefined) throw new Error('a call is asked for what it does not have');
      return answer(value);
    }, copied);
    this.#say({ kind: 'answer', number, settled: said.settled }, said.transfer);
  }

  #settle(pending: Omit<Pending, 'answer'> | undefined, settled: Settled): void {
    if (settled.ok) pending?.resolve(settled.value);
    else pending?.reject(errorFromData(settled.error));
  }

  #say(said: Said, transfer: readonly ArrayBuffer[] = []): void {
    if (this.#lost !== undefined) return;
    this.#saying.push(said);
    this.#transfer.push(...transfer);
    if (this.#saying.length === 1) setImmediate(() => this.#send());
  }

  #send(): void {
    const said = this.#saying;
    const transfer = this.#transfer;
    this.#saying = [];
    this.#transfer = [];
    this.#port.postMessage(said, transfer);
  }
}

const settledOf = async (
  work: () => Promise<unknown>,
  pack: (value: unknown) => Packed,
): Promise<{ readonly settled: Settled; readonly transfer: readonly ArrayBuffer[] }> => {
  try {
    const { value, transfer } = pack(await work());
    return { settled: { ok: true, value }, transfer };
  } catch (error) {
    return { settled: { ok: false, error: errorToData(error) }, transfer: [] };
  }
};
