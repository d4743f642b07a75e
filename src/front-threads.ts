/**
 * openFrontThreads :: the core → threads that answer HTTP requests, each with all that it needs but the core
 *
 * This thread answers none of them. It has the core, reached by a channel from each thread, and it watches: a thread that
 * ends, or has not answered for a while because it is stuck, is replaced, and the others serve on.
 */
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.ts';
import { PlatenError } from './errors.ts';
import type { Front, FrontOptions } from './front.ts';
import { freePort, type Place } from './http/listen.ts';
import { addedUp, Metrics, type MetricsPart } from './http/metrics.ts';
import { programFile } from './installation.mjs';
import { sweepSpoolsOf } from './processes/temporary.ts';
import { Channel } from './threads/channel.ts';
import { type Core, POOLS, type Pool } from './threads/core.ts';
import type { CoreState } from './threads/remote-core.ts';
import { serveCore, stateOf } from './threads/remote-core.ts';
import { type HoldingsTable, makeHoldingsTable, SharedHoldings } from './threads/shared-holdings.ts';

/** What a thread is started with. */
export interface FrontData {
  readonly config: Config;
  readonly options: Omit<FrontOptions, 'logger'>;
  /** Its place among them, from 0. */
  readonly index: number;
  readonly tables: Readonly<Record<Pool, HoldingsTable>>;
  readonly state: CoreState;
  /** Lines of the log go to whoever has started it. */
  readonly tellsLog: boolean;
  readonly preload?: string;
}

/** What a thread says of itself each second. */
export interface Pulse {
  readonly isWarm: boolean;
  /** Milliseconds of processor time. */
  readonly worked: number;
}

interface ThreadsOptions extends FrontOptions {
  readonly logTo?: DestinationStream;
  readonly preload?: URL;
  readonly stuckMs?: number;
}

const PULSE_MS = 1_000;
/**
 * Processor time without an answer after which a thread is taken to be stuck: loading all modules for the first time takes three
 * seconds of it, nothing else a tenth of a second. Time that passes would be wrong: on a busy machine a thread waits
 * for a processor many times as long as it works.
 */
const STUCK_MS = 10_000;
/** The same in pulses, for one that waits for what never comes. Those are this thread's: where the machine stands still, it does too. */
const STUCK_PULSES = 120;
/** Between two attempts to start one that does not come up. */
const AGAIN_MS = 1_000;
/** For a thread to write down what it has, after its requests have ended. */
const CLOSING_MS = 10_000;
/** For its part of the metrics; the last ones are shown where it takes longer. */
const METRICS_MS = 2_000;

export const openFrontThreads = async (
  config: Config,
  core: Core,
  options: ThreadsOptions,
): Promise<Pick<Front, 'listen' | 'isWarm' | 'warm' | 'metrics' | 'leave' | 'close'>> => {
  const threads = new FrontThreads(config, core, options);
  await threads.start();
  return threads;
};

interface Running {
  readonly worker: Worker;
  readonly channel: Channel;
  readonly ended: Promise<void>;
  isWarm: boolean;
  /** Pulses since its last answer. */
  unanswered: number;
  /** Milliseconds of processor time that it had taken by then. */
  worked: number;
  isEnding?: true;
}

interface Ended {
  readonly channel: Channel;
  readonly thread: number;
  readonly err: unknown;
}

class FrontThreads {
  readonly #config: Config;
  readonly #core: Core;
  readonly #options: ThreadsOptions;
  readonly #logger: Logger;
  readonly #tables: Readonly<Record<Pool, HoldingsTable>>;
  readonly #running: (Running | undefined)[];
  readonly #metrics: Metrics;
  /** What each place had counted when it was last asked, and before its thread was replaced. */
  readonly #counted: MetricsPart[] = [];
  readonly #countedBefore: MetricsPart[] = [];
  #pulse: NodeJS.Timeout | undefined;
  #place: Place | undefined;
  #hasToWarm = false;
  #isClosing = false;

  constructor(config: Config, core: Core, options: ThreadsOptions) {
    const { logger, threads } = options;
    this.#config = config;
    this.#core = core;
    this.#options = options;
    this.#logger = logger;
    this.#running = Array<undefined>(threads).fill(undefined);
    const table = () => makeHoldingsTable({ holders: config.connections, threads });
    this.#tables = Object.fromEntries(POOLS.map((pool) => [pool, table()])) as Record<Pool, HoldingsTable>;
    const none = (): number => 0;
    this.#metrics = new Metrics({
      queueDepth: () => core.large.waiting,
      cacheHits: none,
      cacheMisses: none,
      waitingJobs: () => core.store.jobs.waiting(),
      waitingDeliveries: () => core.store.webhooks.waiting(),
    });
  }

  get isWarm(): boolean {
    return this.#running.every((thread) => thread?.isWarm === true);
  }

  async start(): Promise<void> {
    // Before threads are started for nothing.
    await freePort(this.#config);
    try {
      await Promise.all(this.#running.map((_, index) => this.#start(index)));
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#pulse = setInterval(() => this.#beat(), PULSE_MS);
  }

  async listen({ host, port }: Place): Promise<string> {
    this.#place = { host, port: await freePort({ host, port }), isShared: true };
    const addresses = await Promise.all(
      this.#running.map((thread) => thread?.channel.call('front', 'listen', [this.#place])),
    );
    this.#logger.info(`${addresses.length} threads serve HTTP.`);
    return String(addresses[0]);
  }

  warm(): void {
    this.#hasToWarm = true;
    for (const thread of this.#running) thread?.channel.call('front', 'warm', []).catch(() => undefined);
  }

  leave(): void {
    for (const thread of this.#running) thread?.channel.call('front', 'leave', []).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pulse);
    await Promise.all(
      this.#running.map(async (thread) => {
        if (thread === undefined) return;
        const limit = this.#config.shutdownSeconds * 1000 + CLOSING_MS;
        thread.channel.call('front', 'close', []).catch(() => undefined);
        await within(limit, thread.ended).catch(() => {
          this.#logger.error('a thread that serves HTTP does not close, and is ended');
          return thread.worker.terminate();
        });
      }),
    );
  }

  async #start(index: number): Promise<void> {
    const { logger: _, logTo, preload, stuckMs: __, ...options } = this.#options;
    const worker = new Worker(programFile('front-thread.mjs'), {
      name: `platen-http-${index}`,
      workerData: {
        config: this.#config,
        options,
        index,
        tables: this.#tables,
        state: stateOf(this.#core),
        tellsLog: logTo !== undefined,
        ...(preload && { preload: preload.href }),
      } satisfies FrontData,
    });
    const serve = serveCore(this.#core, async () => (await this.#added()).metrics());
    const channel = new Channel(worker, async (call) => {
      if (call.target !== 'log') return serve(call);
      return void logTo?.write(String(call.args[0]));
    });
    const { threadId: thread } = worker;
    let failure: unknown = new Error('it has ended by itself');
    worker.on('error', (error) => {
      failure = error;
    });
    const ended = new Promise<void>((resolve) =>
      worker.once('exit', () => {
        resolve();
        this.#ended(index, { channel, thread, err: failure });
      }),
    );
    this.#running[index] = { worker, channel, ended, isWarm: false, unanswered: 0, worked: 0 };
    await channel.call('front', 'open', []);
  }

  #ended(index: number, { channel, thread, err }: Ended): void {
    channel.lose(new PlatenError('not_ready', 'The thread that served the request has ended.'));
    this.#running[index] = undefined;
    const counted = this.#counted[index];
    if (counted !== undefined) this.#countedBefore.push(counted);
    delete this.#counted[index];
    for (const pool of POOLS) new SharedHoldings(this.#tables[pool], index).forget(index);
    sweepSpoolsOf(tmpdir(), thread);
    if (this.#isClosing || this.#place === undefined) return;
    this.#logger.error({ err }, 'a thread that serves HTTP has ended, and is replaced');
    void this.#replace(index);
  }

  async #replace(index: number): Promise<void> {
    try {
      await this.#start(index);
      const channel = this.#running[index]?.channel;
      await channel?.call('front', 'listen', [this.#place]);
      if (this.#hasToWarm) await channel?.call('front', 'warm', []);
    } catch (err) {
      if (this.#isClosing) return;
      this.#logger.error({ err }, 'a thread that serves HTTP cannot be started');
      // What did not open has not ended by itself either.
      const thread = this.#running[index];
      if (thread !== undefined) setTimeout(() => void thread.worker.terminate(), AGAIN_MS).unref();
    }
  }

  #beat(): void {
    const state = stateOf(this.#core);
    for (const thread of this.#running) {
      if (thread === undefined) continue;
      thread.unanswered += 1;
      if (thread.unanswered > 1) {
        void this.#endIfStuck(thread);
        continue;
      }
      thread.channel.call('front', 'pulse', [state]).then(
        (pulse) => {
          thread.unanswered = 0;
          Object.assign(thread, pulse as Pulse);
        },
        () => undefined,
      );
    }
  }

  async #endIfStuck(thread: Running): Promise<void> {
    // Refused by a thread that has ended meanwhile.
    const { user, system } = await thread.worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    const worked = (user + system) / 1000 - thread.worked;
    const limit = this.#options.stuckMs ?? STUCK_MS;
    if (worked < limit && thread.unanswered < STUCK_PULSES) return;
    if (thread.unanswered <= 1 || thread.isEnding) return;
    thread.isEnding = true;
    this.#logger.error({ worked }, 'a thread that serves HTTP does not answer any more, and is ended');
    void thread.worker.terminate();
  }

  async metrics(): Promise<MetricsPart> {
    return (await this.#added()).getMetricsAsJSON();
  }

  async #added(): Promise<ReturnType<typeof addedUp>> {
    await Promise.all(
      this.#running.map(async (thread, index) => {
        if (thread === undefined) return;
        const asked = thread.channel.call('front', 'metrics', []) as Promise<MetricsPart>;
        const part = await within(METRICS_MS, asked).catch(() => undefined);
        if (part !== undefined && this.#running[index] === thread) this.#counted[index] = part;
      }),
    );
    const own = await this.#metrics.registry.getMetricsAsJSON();
    return addedUp([own, ...this.#counted.filter((part) => part !== undefined), ...this.#countedBefore]);
  }
}

const within = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
