/**
 * The LibreOffice engine: find it, clean the document, convert it in the pool.
 *
 * Nothing of it need be installed for the service to start. What is missing is said when somebody asks for a PDF, and
 * looked for again after a while, so that installing it later is enough.
 */
import { PlatenError } from '../../errors.ts';
import { findOffice, type OfficePlaces } from '../availability.ts';
import type { EngineOptions, EngineResult, PdfEngine } from '../engine.ts';
import { Cleaner } from '../neutralise/cleaner.ts';
import { warmUpDocument } from '../warm-up.ts';
import { OfficePool, type PoolEvent, type PoolStatus } from './office-pool.ts';
import { unprivilegedUser } from './unprivileged.ts';

export interface LibreOfficeConfig extends OfficePlaces {
  /** Kept warm, and how many conversions one organization may have running; one more starts for a second one. */
  readonly processes: number;
  readonly timeoutMs: number;
  /** Conversions that may wait (200); one organization's may be half of them. */
  readonly queue?: number;
  /** 200: LibreOffice grows by about 0.2 MB a document. */
  readonly documentsPerProcess?: number;
  /** 0, the default, keeps the warm processes for ever. */
  readonly idleMs?: number;
  /** 60,000: a cold start takes a second, and a minute on a machine that is on its knees. */
  readonly startMs?: number;
  /** Of one process's allocations: 4 GiB; 0 sets no limit. Linux only. */
  readonly memoryBytes?: number;
  /** Name, uid or uid:gid; used where the service runs as root. */
  readonly user?: string;
  /** /tmp: a socket's path has room for about 100 characters, which a macOS TMPDIR uses up. */
  readonly temporaryFolder?: string;
  /** Take the network away from LibreOffice where the system lets us (true). */
  readonly isolate?: boolean;
  /** Start at once rather than with the first document (true). */
  readonly warm?: boolean;
  readonly onEvent?: (event: PoolEvent) => void;
}

const LOOK_AGAIN_MS = 30_000;
/** Its process may have to start first, which takes seconds on a machine that is on its knees. */
const CLEAN_LEAST_MS = 30_000;
const GIBIBYTE = 1024 ** 3;

export class LibreOfficeEngine implements PdfEngine {
  readonly name = 'libreoffice';
  readonly #config: LibreOfficeConfig;
  readonly #cleaner: Cleaner;
  #opening: Promise<OfficePool> | undefined;
  #pool: OfficePool | undefined;
  #closed = false;
  /** It was looked for, and is not there. */
  isMissing = false;

  constructor(config: LibreOfficeConfig) {
    this.#config = config;
    this.#cleaner = new Cleaner({
      processes: config.processes + 1,
      timeoutMs: Math.max(config.timeoutMs, CLEAN_LEAST_MS),
      memoryBytes: 2 * GIBIBYTE,
    });
  }

  warm(): void {
    if (this.#config.warm !== false) void this.#open().catch(() => undefined);
  }

  async convert(
    docx: Uint8Array,
    { organizationId, signal, watermark, pdf: wanted }: EngineOptions,
  ): Promise<EngineResult> {
    const pool = await this.#open();
    let warnings: readonly string[] = [];
    const prepare = async () => {
      const cleaned = await this.#cleaner.clean(docx, signal);
      warnings = cleaned.warnings;
      return cleaned;
    };
    const { pdf, pages } = await pool.convert({
      organizationId,
      prepare,
      signal,
      settings: { watermark, ...wanted },
    });
    return { pdf, pages, warnings };
  }

  async health(): Promise<{ ok: boolean; message: string }> {
    try {
      const { ready, starting, busy, waiting, failedStarts, version, isolated } = (await this.#open()).status;
      if (ready === 0 && failedStarts > 0) {
        return { ok: false, message: `LibreOffice does not start (${failedStarts} attempts)` };
      }
      const network = isolated ? ', without network' : '';
      return {
        ok: true,
        message: `LibreOffice ${version ?? ''}${network}: ${ready} ready, ${busy} busy, ${starting} starting, ${waiting} waiting`,
      };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  get status(): PoolStatus | undefined {
    return this.#pool?.status;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#opening?.catch(() => undefined);
    await pool?.close();
    await this.#cleaner.close();
  }

  #open(): Promise<OfficePool> {
    if (this.#closed)
      return Promise.reject(new PlatenError('shutting_down', 'This server is shutting down.'));
    this.#opening ??= this.#find().catch((error: unknown) => {
      this.isMissing = true;
      setTimeout(() => {
        this.#opening = undefined;
      }, LOOK_AGAIN_MS).unref();
      throw error;
    });
    return this.#opening;
  }

  async #find(): Promise<OfficePool> {
    const config = this.#config;
    const user = unprivilegedUser(config.user);
    const office = await findOffice(config);
    this.isMissing = false;
    this.#pool = new OfficePool(office, {
      processes: config.processes,
      timeoutMs: config.timeoutMs,
      queue: config.queue ?? 200,
      documentsPerProcess: config.documentsPerProcess ?? 200,
      idleMs: config.idleMs ?? 0,
      startMs: config.startMs ?? 60_000,
      memoryBytes: config.memoryBytes ?? 4 * GIBIBYTE,
      temporaryFolder: config.temporaryFolder ?? '/tmp',
      isolate: config.isolate ?? true,
      user,
      warmUp: warmUpDocument(),
      onEvent: config.onEvent ?? (() => undefined),
    });
    if (config.warm !== false) this.#pool.warm();
    return this.#pool;
  }
}
