/** Everybody who uses a server at once: documents, templates that are replaced, people who hang up, jobs, batches, webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { docx, p } from '../../test/support/build.ts';
import { type Answer, type CallInit, callAt, form } from '../../test/support/server.ts';
import { invoice, template } from '../batches/invoices.ts';
import { KEY } from '../load/servers.ts';

export interface Counts {
  documents: number;
  replaced: number;
  hungUp: number;
  jobs: number;
  batches: number;
  refused: number;
  /** Answers that nobody expects, with how often each came. */
  readonly odd: Map<string, number>;
}

export class Callers {
  readonly #address: string;
  readonly #receiver: string;
  readonly #working: Promise<void>[];
  #isStopped = false;
  #seed = 0;
  readonly counts: Counts = {
    ...{ documents: 0, replaced: 0, hungUp: 0, jobs: 0, batches: 0, refused: 0 },
    odd: new Map(),
  };

  private constructor(address: string, receiver: string) {
    this.#address = address;
    this.#receiver = receiver;
    this.#working = [
      this.#again(25, () => this.#document('DOCX')),
      this.#again(100, () => this.#document('PDF')),
      this.#again(1_000, () => this.#replace()),
      this.#again(400, () => this.#hangUp()),
      this.#again(700, () => this.#job()),
      this.#again(5_000, () => this.#batch()),
    ];
  }

  static async start(address: string, receiver: string): Promise<Callers> {
    const upload = (templateKey: string, file: Uint8Array) =>
      callAt(address, 'PUT', '/template/upload', { key: KEY, body: form({ templateKey, template: file }) });
    await upload('invoice', template());
    await upload('replaced', docx(p('{name}')));
    return new Callers(address, receiver);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#working);
  }

  async #again(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await work().catch((error: unknown) => this.#note(String(error)));
      await sleep(pauseMs);
    }
  }

  #note(what: string): void {
    this.counts.odd.set(what, (this.counts.odd.get(what) ?? 0) + 1);
  }

  /** Undefined where it was not done. */
  async #call(method: string, path: string, init: CallInit): Promise<Answer | undefined> {
    const answer = await callAt(this.#address, method, path, { key: KEY, ...init });
    if (answer.status < 300) return answer;
    // A full queue is what a server says under load.
    if (answer.status === 503 || answer.status === 429) this.counts.refused += 1;
    else this.#note(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return undefined;
  }

  #order(output: 'DOCX' | 'PDF') {
    this.#seed += 1;
    return { templateKey: 'invoice', output, data: invoice(this.#seed) };
  }

  async #document(output: 'DOCX' | 'PDF'): Promise<void> {
    if (await this.#call('POST', '/template/generate', { json: this.#order(output) }))
      this.counts.documents += 1;
  }

  async #replace(): Promise<void> {
    this.#seed += 1;
    const body = form({ templateKey: 'replaced', template: docx(p(`${this.#seed} {name}`)) });
    if (!(await this.#call('PUT', '/template/replace', { body }))) return;
    this.counts.replaced += 1;
    const json = { templateKey: 'replaced', output: 'DOCX', data: { name: 'Ada' } };
    if (await this.#call('POST', '/template/generate', { json })) this.counts.documents += 1;
  }

  async #hangUp(): Promise<void> {
    const signal = AbortSignal.timeout(Math.floor(Math.random() * 20));
    await this.#call('POST', '/template/generate', { json: this.#order('PDF'), signal }).then(
      (answer) => {
        if (answer) this.counts.documents += 1;
      },
      () => {
        this.counts.hungUp += 1;
      },
    );
  }

  async #job(): Promise<void> {
    const json = { ...this.#order('PDF'), callback: this.#receiver };
    if (await this.#call('POST', '/jobs', { json })) this.counts.jobs += 1;
  }

  async #batch(): Promise<void> {
    const first = this.#seed;
    this.#seed += 50;
    const records = Array.from({ length: 50 }, (_, at) => invoice(first + at));
    const json = { templateKey: 'invoice', output: 'PDF', records };
    if (await this.#call('POST', '/jobs', { json })) this.counts.batches += 1;
  }
}
