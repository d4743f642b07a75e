/**
 * A trial: servers under load, something that is done to them again and again, and a check after each time that nothing which was
 * acknowledged is lost, that credit is exact, and that the service came back by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { docx, p } from '../../test/support/build.ts';
import { callAt, form } from '../../test/support/server.ts';
import { SteadyLoad } from '../../test/support/steady-load.ts';
import { KeptTemplates } from './kept-templates.ts';

export const CREDIT = 100_000_000;

/** For servers under trial. */
export const SETTINGS = {
  PLATEN_CREDITS: String(CREDIT),
  PLATEN_VERSION_LIMIT: '1000000',
  PLATEN_STORAGE_LIMIT: '100GiB',
  PLATEN_PDF_ENGINE: 'native',
};

/** What the database says, however many have written it. */
export interface Books {
  readonly credit: number;
  readonly charged: number;
  readonly used: number;
}

export const BOOKS = `select (select credit from organizations) as credit,
  (select count(*) from ledger where reason = 'generate') as charged,
  (select coalesce(sum(count), 0) from usage_hours where outcome = 'ok') as used`;

/** Attempts to begin with, two seconds apart. */
const UPLOADS = 30;

interface Subject {
  /** Of the balancer in front. */
  readonly address: string;
  readonly books: () => Promise<Books>;
}

export interface Row {
  readonly what: string;
  readonly times: number;
  readonly documents: number;
  readonly writes: number;
  /** Requests that failed, all of them with an answer that says so or a cut connection. */
  readonly failed: number;
  /** Milliseconds, from the moment it was broken, or mended where it stayed broken, to the next document. */
  readonly longestMs: number;
  readonly readyz: string;
  readonly wrong: readonly string[];
}

export class Trial {
  readonly #subject: Subject;
  readonly #load: SteadyLoad;
  readonly #templates: KeptTemplates;
  readonly #wrong: string[] = [];
  readonly #seen = new Set<string>();
  #longestMs = 0;
  #times = 0;

  private constructor(subject: Subject, callers: number) {
    this.#subject = subject;
    this.#load = new SteadyLoad({ address: subject.address, templateKey: 'letter', callers, pauseMs: 5 });
    this.#templates = new KeptTemplates(subject.address);
  }

  static async start(subject: Subject, callers = 4): Promise<Trial> {
    const template = docx(p('Dear {name}'), p('x'.repeat(1000)));
    const upload = () =>
      callAt(subject.address, 'PUT', '/template/upload', { body: form({ templateKey: 'letter', template }) });
    let taken = await upload();
    // Where the machine has more to do than it can, its processes take long to start.
    for (let time = 1; taken.status === 503 && time < UPLOADS; time += 1) {
      await sleep(2_000);
      taken = await upload();
    }
    if (taken.status !== 200) throw new Error(`The template was not taken: ${taken.text}`);
    const trial = new Trial(subject, callers);
    await trial.#load.more(10);
    return trial;
  }

  /** Breaks something once under load; `fault` resolves when whoever is to come back by himself may begin to. */
  async round(fault: () => Promise<void>): Promise<void> {
    await this.#load.more(10);
    await sleep(Math.random() * 500);
    await fault();
    const from = Date.now();
    await this.#load.more(3);
    this.#longestMs = Math.max(this.#longestMs, Date.now() - from);
    this.#times += 1;
    await this.#check();
  }

  /** While it is broken: what /readyz has to say. */
  async expectReadiness(address: string, wanted: 200 | 503, withinMs = 15_000): Promise<void> {
    const until = Date.now() + withinMs;
    let status = 0;
    while (Date.now() < until && status !== wanted) {
      status = await callAt(address, 'GET', '/readyz').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== wanted) await sleep(50);
    }
    this.#seen.add(String(status));
    this.expect(status === wanted, `/readyz says ${status} where it should be ${wanted}`);
    const alive = await callAt(address, 'GET', '/healthz').catch(() => undefined);
    this.expect(alive?.status === 200, `/healthz says ${alive?.status}`);
  }

  expect(fact: boolean, what: string): void {
    if (!fact) this.#wrong.push(`time ${this.#times + 1}: ${what}`);
  }

  /** Everything that was asked for and got no answer is asked for again, until each has its document: then the books are exact. */
  async end(what: string, jobs = 0): Promise<Row> {
    await this.#templates.stop();
    await this.#load.finish();
    const { credit, charged, used } = await this.#subject.books();
    const { acknowledged } = this.#load;
    const made = acknowledged + jobs;
    this.expect(charged === made, `${made} documents came, and ${charged} were charged for`);
    this.expect(credit === CREDIT - charged, `${CREDIT - credit} credits are gone for ${charged} documents`);
    this.expect(used === charged, `the usage says ${used}, the ledger ${charged}`);
    for (const lost of await this.#templates.lost()) this.expect(false, `lost: ${lost}`);
    const odd = this.#load.failures.filter(({ what: failure }) => /^(4|500)/.test(failure));
    for (const { what: failure } of odd.slice(0, 3)) this.expect(false, `an answer was ${failure}`);
    return {
      what,
      times: this.#times,
      documents: made,
      writes: this.#templates.writes,
      failed: this.#load.failures.length,
      longestMs: this.#longestMs,
      readyz: [...this.#seen].join(', '),
      wrong: this.#wrong,
    };
  }

  async #check(): Promise<void> {
    // In this order: what comes in between makes each bound wider only.
    const before = this.#load.acknowledged;
    const { charged } = await this.#subject.books();
    this.expect(charged >= before, `${before} documents came, and ${charged} were charged for`);
    for (const lost of await this.#templates.lost()) this.expect(false, `lost: ${lost}`);
  }
}
