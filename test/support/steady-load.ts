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
  readonly #done = new Set<string>();
  /** Asked for right now: two at once would hold each other up. */
  readonly #isAsked = new Set<string>();
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
      const key = `document ${this.#number}`;
      // While nobody is there, a caller has one document that he asks for, not one more each time.
      while ((await this.#ask(key)) === 'again' && !this.#isStopped);
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
    for (const key of [...this.#pending]) if (!this.#isAsked.has(key)) await this.#ask(key);
  }

  /** `running`: an attempt before may still be under way, or its server has died with it; it is asked about later. */
  async #ask(key: string): Promise<'done' | 'again' | 'running'> {
    this.#isAsked.add(key);
    try {
      return await this.#askOnce(key);
    } finally {
      this.#isAsked.delete(key);
    }
  }

  async #askOnce(key: string): Promise<'done' | 'again' | 'running'> {
    const what = await this.#answer(key).then(
      ({ status, json }) =>
        status === 200 ? undefined : `${status} ${(json as { code?: string } | undefined)?.code}`,
      (error: unknown) => String((error as Error).cause ?? error),
    );
    if (what === undefined) {
      this.#pending.delete(key);
      // It may have come by another way meanwhile.
      if (!this.#done.has(key)) this.acknowledged += 1;
      this.#done.add(key);
      return 'done';
    }
    if (!this.#done.has(key)) this.#pending.add(key);
    // A caller that does not wait would be a flood.
    await sleep(50);
    if (what === '409 idempotency_running') return 'running';
    this.failures.push({ at: Date.now(), what });
    return 'again';
  }

  #answer(key: string): Promise<Answer> {
    return callAt(this.#order.address, 'POST', '/template/generate', {
      headers: { 'idempotency-key': key },
      json: { templateKey: this.#order.templateKey, output: 'DOCX', data: { name: key } },
    });
  }
}
