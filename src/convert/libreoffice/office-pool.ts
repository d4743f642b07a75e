/**
 * OfficePool :: DOCX → PDF by whichever warm LibreOffice is free
 *
 * The supervisor: keeps `processes` of them warm and one more in reserve for the organization that would otherwise
 * wait behind another, hands each out to one conversion at a time, and replaces those that crashed, hung, or have
 * served their time. Starts that fail are tried again after growing pauses; until then conversions are refused at
 * once instead of piling up.
 */
import { PlatenError } from '../../errors.ts';
import type { Office } from '../availability.ts';
import { abortable, FairGate, gateLimits } from '../fair-gate.ts';
import {
  type Conversion,
  type ExportSettings,
  OfficeCrashed,
  OfficeProcess,
  type OfficeProcessOptions,
  OfficeRefused,
  OfficeTimeout,
} from './office-process.ts';

interface PoolOptions extends Omit<OfficeProcessOptions, 'office'> {
  /** Kept warm; also how many conversions one organization may have running. */
  readonly processes: number;
  /** Conversions that may wait, in total; one organization's may be half of them. */
  readonly queue: number;
  readonly timeoutMs: number;
  /** A process is replaced after so many documents: LibreOffice's memory only grows. */
  readonly documentsPerProcess: number;
  /** A process that nobody needed for so long is stopped; 0 keeps the warm ones for ever. */
  readonly idleMs: number;
  /** Converted once by every new process, so that the first caller does not pay for loading the filters. */
  readonly warmUp: Uint8Array;
  readonly onEvent: (event: PoolEvent) => void;
}

/** For the log: what the supervisor saw and did. */
export interface PoolEvent {
  readonly kind: 'started' | 'start_failed' | 'crashed' | 'timed_out' | 'replaced' | 'stopped_idle';
  readonly message: string;
}

interface ConvertJob {
  readonly organizationId: string;
  /** Comes once the conversion has its turn, so that documents that only wait cost nothing. */
  readonly prepare: () => Promise<PreparedDocument>;
  readonly signal: AbortSignal | undefined;
  readonly settings?: ExportSettings;
}

interface PreparedDocument {
  readonly docx: Uint8Array;
  /** Fonts of one document stay loaded for the next, so this one must be the process's last. */
  readonly embedsFonts: boolean;
}

export interface PoolStatus {
  readonly ready: number;
  readonly starting: number;
  readonly busy: number;
  readonly waiting: number;
  readonly failedStarts: number;
  readonly version: string | undefined;
  readonly isolated: boolean;
  readonly officePids: readonly number[];
}

interface Taker {
  readonly give: (process: OfficeProcess) => void;
  readonly refuse: (error: unknown) => void;
}

/** A conversion whose caller has gone gets this long to finish: mostly cheaper than a new process. */
const ABANDONED_MS = 2_000;
const RESERVE_IDLE_MS = 60_000;
const PAUSE_LEAST_MS = 1_000;
const PAUSE_MOST_MS = 60_000;

export class OfficePool {
  readonly #options: PoolOptions;
  readonly #office: Office;
  readonly #gate: FairGate;
  readonly #alive = new Set<OfficeProcess>();
  readonly #idle = new Map<OfficeProcess, NodeJS.Timeout | undefined>();
  readonly #takers: Taker[] = [];
  readonly #going = new Set<Promise<void>>();
  #starting = 0;
  #failedStarts = 0;
  #notBefore = 0;
  #closed = false;

  constructor(office: Office, options: PoolOptions) {
    this.#office = office;
    this.#options = options;
    this.#gate = new FairGate(gateLimits(options.processes, options.queue), 'documents for PDF conversion');
  }

  /** Starts the warm processes; returns at once. */
  warm(): void {
    this.#fill(this.#options.processes);
  }

  convert(job: ConvertJob): Promise<Conversion> {
    const work = this.#gate.run(job.organizationId, job.signal, () => this.#convertInPlace(job));
    return abortable(work, job.signal);
  }

  get status(): PoolStatus {
    const processes = [...this.#alive];
    return {
      ready: processes.length,
      starting: this.#starting,
      busy: processes.length - this.#idle.size,
      waiting: this.#gate.waiting,
      failedStarts: this.#failedStarts,
      version: processes[0]?.version,
      isolated: processes.length > 0 && processes.every((process) => process.isolated),
      officePids: processes.map((process) => process.officePid),
    };
  }

  /** Refuses what waits, ends what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#gate.close();
    this.#refuseTakers(new PlatenError('shutting_down', 'This server is shutting down.'));
    for (const process of this.#alive) this.#end(process);
    while (this.#going.size > 0) await Promise.all(this.#going);
  }

  async #convertInPlace(job: ConvertJob): Promise<Conversion> {
    const first = await this.#prepareAndTake(job);
    const { docx, embedsFonts } = first.prepared;
    // Both attempts share the time: whoever waits was told how long that may be.
    const ends = performance.now() + this.#options.timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const process = attempt === 1 ? first.process : await this.#take(job.signal);
      const abandon = this.#endWhenAbandoned(process, job.signal);
      let replace: string | undefined = embedsFonts ? 'after a document with embedded fonts' : undefined;
      try {
        return await process.convert(docx, Math.max(1, ends - performance.now()), job.settings);
      } catch (error) {
        if (error instanceof OfficeTimeout) {
          replace = 'after a timeout';
          const seconds = this.#options.timeoutMs / 1000;
          this.#event('timed_out', `LibreOffice ${process.officePid} did not finish within ${seconds} s.`);
        }
        // The crash may be another document's doing, or the system's: one more try, with a process of its own.
        const again = error instanceof OfficeCrashed && attempt === 1 && !this.#closed;
        if (!again || job.signal?.aborted === true) throw this.#explain(error);
      } finally {
        abandon();
        this.#giveBack(process, replace);
      }
    }
  }

  /** Both at once: where LibreOffice does not start, nobody needs to wait for the document to be cleaned for it. */
  async #prepareAndTake(
    job: ConvertJob,
  ): Promise<{ readonly prepared: PreparedDocument; readonly process: OfficeProcess }> {
    const taking = this.#take(job.signal);
    try {
      const [prepared, process] = await Promise.all([job.prepare(), taking]);
      // Who hung up meanwhile has no use for it; below, only what is still to come of the signal is heard.
      job.signal?.throwIfAborted();
      return { prepared, process };
    } catch (error) {
      taking.then(
        (process) => this.#giveBack(process, undefined),
        () => undefined,
      );
      throw error;
    }
  }

  #explain(error: unknown): unknown {
    if (this.#closed) return new PlatenError('shutting_down', 'This server is shutting down.');
    if (error instanceof OfficeTimeout) {
      const seconds = this.#options.timeoutMs / 1000;
      return new PlatenError(
        'pdf_timeout',
        `Converting the document to PDF took longer than ${seconds} s and was ended.`,
        { hint: 'Make the document smaller, or generate it in parts.', cause: error },
      );
    }
    if (error instanceof OfficeCrashed) {
      return new PlatenError('pdf_failed', 'LibreOffice crashed while it converted the document.', {
        hint: 'Generate it as DOCX to see what is special about it.',
        cause: error,
      });
    }
    if (error instanceof OfficeRefused) {
      return new PlatenError('pdf_failed', 'LibreOffice could not convert the document.', {
        hint: 'Generate it as DOCX and open it in Word: what Word has to repair, LibreOffice cannot read.',
        cause: error,
      });
    }
    return error;
  }

  /** An idle process, the next one to become free, or a new one. */
  #take(signal: AbortSignal | undefined): Promise<OfficeProcess> {
    if (this.#closed)
      return Promise.reject(new PlatenError('shutting_down', 'This server is shutting down.'));
    const [last] = [...this.#idle.keys()].slice(-1);
    if (last !== undefined) {
      clearTimeout(this.#idle.get(last));
      this.#idle.delete(last);
      return Promise.resolve(last);
    }
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const taken = new Promise<OfficeProcess>((resolve, reject) => {
      const taker: Taker = { give: resolve, refuse: reject };
      this.#takers.push(taker);
      signal?.addEventListener(
        'abort',
        () => {
          const at = this.#takers.indexOf(taker);
          if (at >= 0) this.#takers.splice(at, 1);
          reject(signal.reason);
        },
        { once: true },
      );
    });
    this.#fill(this.#wanted());
    return taken;
  }

  #giveBack(process: OfficeProcess, replace: string | undefined): void {
    const { documentsPerProcess } = this.#options;
    const worn =
      process.documents > documentsPerProcess ? `after ${documentsPerProcess} documents` : undefined;
    const why = replace ?? worn;
    if (process.alive && why !== undefined) {
      this.#event('replaced', `LibreOffice ${process.officePid} is replaced ${why}.`);
      this.#end(process);
    } else if (process.alive && this.#alive.has(process)) this.#offer(process);
  }

  #offer(process: OfficeProcess): void {
    const taker = this.#takers.shift();
    if (taker !== undefined) {
      taker.give(process);
      return;
    }
    const { idleMs, processes } = this.#options;
    const patience = this.#alive.size > processes ? idleMs || RESERVE_IDLE_MS : idleMs;
    const stop = (): void => {
      this.#event('stopped_idle', `LibreOffice ${process.officePid} was not needed and is stopped.`);
      this.#end(process);
    };
    this.#idle.set(process, patience > 0 ? setTimeout(stop, patience).unref() : undefined);
  }

  /** How many processes there should be now. */
  #wanted(): number {
    const { processes, idleMs } = this.#options;
    const needed = this.#alive.size - this.#idle.size + this.#takers.length;
    return Math.min(processes + 1, idleMs > 0 ? needed : Math.max(processes, needed));
  }

  #fill(wanted: number): void {
    while (!this.#closed && Date.now() >= this.#notBefore && this.#alive.size + this.#starting < wanted) {
      this.#starting += 1;
      this.#track(this.#startOne());
    }
  }

  async #startOne(): Promise<void> {
    const since = performance.now();
    try {
      const process = await OfficeProcess.start({ ...this.#options, office: this.#office });
      await process.convert(this.#options.warmUp, this.#options.startMs).catch(async (error: unknown) => {
        await process.stop();
        throw error;
      });
      this.#starting -= 1;
      this.#admit(process, Math.round(performance.now() - since));
    } catch (error) {
      this.#starting -= 1;
      this.#startFailed(error);
    }
  }

  #admit(process: OfficeProcess, ms: number): void {
    this.#failedStarts = 0;
    this.#alive.add(process);
    this.#track(process.ended.then(() => this.#onEnded(process)));
    this.#event('started', `LibreOffice ${process.version} (${process.officePid}) is ready after ${ms} ms.`);
    if (this.#closed) this.#end(process);
    else if (process.alive) this.#offer(process);
  }

  #startFailed(error: unknown): void {
    if (this.#closed) return;
    this.#failedStarts += 1;
    const pause = Math.min(PAUSE_MOST_MS, PAUSE_LEAST_MS * 2 ** (this.#failedStarts - 1));
    this.#notBefore = Date.now() + pause;
    this.#event(
      'start_failed',
      `LibreOffice does not start: ${error instanceof Error ? error.message : error}`,
    );
    // Its pause is over, whatever the clock says: timers may come a moment early, and clocks are set back.
    setTimeout(() => {
      this.#notBefore = 0;
      this.#fill(this.#wanted());
    }, pause).unref();
    const refusal = this.#refusal(error);
    if (refusal !== undefined) this.#refuseTakers(refusal);
  }

  /** Why nobody needs to wait: nothing runs, and nothing is going to for a while. */
  #refusal(cause?: unknown): PlatenError | undefined {
    const pause = this.#notBefore - Date.now();
    if (this.#alive.size + this.#starting > 0 || pause <= 0) return undefined;
    return new PlatenError('pdf_unavailable', 'LibreOffice is installed on the server but does not start.', {
      hint: 'The server’s log says why.',
      retryAfter: Math.ceil(pause / 1000),
      cause,
    });
  }

  #onEnded(process: OfficeProcess): void {
    // Nobody asked it to end.
    if (this.#alive.delete(process)) {
      clearTimeout(this.#idle.get(process));
      this.#idle.delete(process);
      this.#event('crashed', `LibreOffice ${process.officePid} ended by itself.`);
    }
    this.#fill(this.#wanted());
  }

  #end(process: OfficeProcess): void {
    this.#alive.delete(process);
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#track(process.stop());
    this.#fill(this.#wanted());
  }

  #endWhenAbandoned(process: OfficeProcess, signal: AbortSignal | undefined): () => void {
    let timer: NodeJS.Timeout | undefined;
    const abandon = (): void => {
      timer = setTimeout(() => this.#end(process), ABANDONED_MS);
    };
    signal?.addEventListener('abort', abandon, { once: true });
    return () => {
      signal?.removeEventListener('abort', abandon);
      clearTimeout(timer);
    };
  }

  #refuseTakers(error: unknown): void {
    for (const taker of this.#takers.splice(0)) taker.refuse(error);
  }

  #track(going: Promise<void>): void {
    this.#going.add(going);
    void going.finally(() => this.#going.delete(going));
  }

  #event(kind: PoolEvent['kind'], message: string): void {
    this.#options.onEvent({ kind, message });
  }
}
