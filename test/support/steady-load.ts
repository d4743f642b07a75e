/**
 * Callers that ask for documents without a pause, each under an Idempotency-Key, and send again what got no document: so at the end
 * every document that was asked for is acknowledged, and must have been charged for once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, callAt } from './server.ts';

export interface Failure {
  readonly at: number;
  /** The status and code of an answer, or what broke the connection. */
  readonly what: string;
}

interface Order {
  readonly address: string;
  readonly templateKey: string;
  readonly callers: number;
  /** Between two documents of a caller. */
  readonly pauseMs?: number;
}

const AGAIN_MS = 500;

export class SteadyLoad {
  readonly #order: Order;
  readonly #callers: Promise<void>[];
  readonly #pending = new Set<string>();
  #isStopped = false;
  #number = 0;
  /** Documents that came. */
  acknowledged = 0;
  readonly failures: Failure[] = [];

  constructor(order: Order) {
    this.#order = order;
    this.#callers = Array.from({ length: order.callers }, () => this.#call());
    this.#callers.push(this.#callAgain());
  }

  /** Documents that were asked for, and got no answer that says whether they are charged for. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Resolves once so many more are acknowledged. */
  async more(documents: number): Promise<void> {
    const until = this.acknowledged + documents;
    while (this.acknowledged < until) await sleep(20);
  }

  /** Asks for nothing new. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  /** As `stop`, and until all that was asked for is there. */
  async finish(): Promise<void> {
    await this.stop();
    while (this.#pending.size > 0) {
      await this.#sendPending();
      await sleep(AGAIN_MS);
    }
  }

  async #call(): Promise<void> {
    while (!this.#isStopped) {
      this.#number += 1;
      await this.#ask(`document ${this.#number}`);
      if (this.#order.pauseMs !== undefined) await sleep(this.#order.pauseMs);
    }
  }

  async #callAgain(): Promise<void> {
    while (!this.#isStopped) {
      await this.#sendPending();
      await sleep(AGAIN_MS);
    }
  }

  async #sendPending(): Promise<void> {
    for (const key of [...this.#pending]) await this.#ask(key);
  }

  async #ask(key: string): Promise<void> {
    const what = await this.#answer(key).then(
      ({ status, json }) =>
        status === 200 ? undefined : `${status} ${(json as { code?: string } | undefined)?.code}`,
      (error: unknown) => String((error as Error).cause ?? error),
    );
    if (what === undefined) {
      this.#pending.delete(key);
      this.acknowledged += 1;
      return;
    }
    this.#pending.add(key);
    // The first attempt may still run, or its server has died with it: not a failure of its own.
    if (what !== '409 idempotency_running') this.failures.push({ at: Date.now(), what });
    // As Retry-After asks for; a caller that does not wait would be a flood.
    await sleep(50);
  }

  #answer(key: string): Promise<Answer> {
    return callAt(this.#order.address, 'POST', '/template/generate', {
      headers: { 'idempotency-key': key },
      json: { templateKey: this.#order.templateKey, output: 'DOCX', data: { name: key } },
    });
  }
}
