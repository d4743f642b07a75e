/** Somebody who uploads and replaces templates all the while, and remembers what was acknowledged. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { docx, p } from '../../test/support/build.ts';
import { type Answer, callAt, form } from '../../test/support/server.ts';

const KEYS = 20;
const PAUSE_MS = 50;
const ATTEMPTS = 100;

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class KeptTemplates {
  readonly #address: string;
  readonly #acknowledged = new Map<string, string>();
  /** What was sent without an answer, by template: it may be there or not. */
  readonly #uncertain = new Map<string, Set<string>>();
  readonly #working: Promise<void>;
  #isStopped = false;
  writes = 0;

  constructor(address: string) {
    this.#address = address;
    this.#working = this.#write();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  /** Templates that are neither what was acknowledged nor what was sent after it. */
  async lost(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const [key, expected] of [...this.#acknowledged]) {
      const { status, bytes } = await this.#download(key);
      const found = status === 200 ? hash(bytes) : String(status);
      // What was acknowledged while it came is allowed as well.
      const allowed = [expected, this.#acknowledged.get(key), ...(this.#uncertain.get(key) ?? [])];
      if (!allowed.includes(found)) lost.push(`${key}: ${found}`);
    }
    return lost;
  }

  /** A balancer may take a moment until it knows that a server is back. */
  async #download(key: string): Promise<Answer> {
    const path = `/template/download?templateKey=${encodeURIComponent(key)}`;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await callAt(this.#address, 'GET', path).catch(() => undefined);
      if (answer !== undefined && (answer.status !== 503 || attempt === ATTEMPTS)) return answer;
      if (attempt === ATTEMPTS) throw new Error(`${key} cannot be fetched`);
      await sleep(200);
    }
  }

  async #write(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const key = `kept ${turn % KEYS}`;
      const file = docx(p(`${turn} {name}`), p('x'.repeat(2000)));
      const sent = this.#uncertain.get(key) ?? new Set<string>();
      this.#uncertain.set(key, sent.add(hash(file)));
      const method = this.#acknowledged.has(key) ? 'replace' : 'upload';
      const answer = await callAt(this.#address, 'PUT', `/template/${method}`, {
        body: form({ templateKey: key, template: file }),
      }).catch(() => undefined);
      // An upload whose answer was lost has made the template; which of those that were sent is found out by looking.
      if ((answer?.json as { code?: string } | undefined)?.code === 'template_exists')
        this.#acknowledged.set(key, hash(file));
      if (answer?.status === 200) {
        this.writes += 1;
        this.#acknowledged.set(key, hash(file));
        this.#uncertain.delete(key);
      }
      await sleep(PAUSE_MS);
    }
  }
}
