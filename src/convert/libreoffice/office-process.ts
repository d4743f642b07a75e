/**
 * One LibreOffice with its driver: started, asked for one conversion at a time, ended.
 *
 * Both live in a process group and a folder of their own. The driver ends everything when its stdin closes, so this
 * server's death, however sudden, takes LibreOffice along; the group is killed from here only where that fails.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { PdfSettings } from '../../service/renderer-ports.ts';
import type { Office } from '../availability.ts';
import { encodeFrame, type Frame, FrameReader } from './frames.ts';
import { makeSlotFolder } from './profile.ts';
import type { SystemUser } from './unprivileged.ts';

export interface OfficeProcessOptions {
  readonly office: Office;
  readonly user: SystemUser | undefined;
  /** Where slot folders are made. Short, because a socket's path has room for about 100 characters. */
  readonly temporaryFolder: string;
  readonly startMs: number;
  /** Of LibreOffice's own allocations; 0 sets no limit. */
  readonly memoryBytes: number;
  /** Take the network away where the system lets us. */
  readonly isolate: boolean;
}

/** What the exported file should have; goes to the driver as it is. */
export interface ExportSettings extends PdfSettings {
  readonly watermark?: string | undefined;
}

export interface Conversion {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** The process ended while, or before, it was asked. */
export class OfficeCrashed extends Error {}
/** The conversion took too long; the process must be ended. */
export class OfficeTimeout extends Error {}
/** LibreOffice itself said no; `alive` tells whether it can go on. */
export class OfficeRefused extends Error {
  readonly alive: boolean;

  constructor(message: string, alive: boolean) {
    super(message);
    this.alive = alive;
  }
}

interface Waiting {
  readonly resolve: (frame: Frame) => void;
  readonly reject: (error: Error) => void;
}

/** The driver needs about 50 ms to end by itself. */
const END_MS = 3_000;
/** Of what LibreOffice and the driver write to stderr, the end is kept for the log. */
const STDERR_CHARACTERS = 4_000;

export class OfficeProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #folder: string;
  /** Fulfilled when the processes are gone and their folder with them. */
  readonly ended: Promise<void>;
  #waiting: Waiting | undefined;
  #alive = true;
  #stderr = '';
  #sockets: readonly string[] = [];
  #documents = 0;
  #officePid = 0;
  #version = '';
  #isolated = false;

  /** Rejects where LibreOffice does not come up in time. */
  static async start(options: OfficeProcessOptions): Promise<OfficeProcess> {
    const made = new OfficeProcess(options);
    try {
      const { message } = await made.#answer(options.startMs);
      made.#sockets = Array.isArray(message['sockets']) ? message['sockets'].map(String) : [];
      made.#officePid = Number(message['pid']);
      made.#version = String(message['version']);
      made.#isolated = message['isolated'] === true;
      return made;
    } catch (error) {
      await made.stop();
      throw error;
    }
  }

  private constructor(options: OfficeProcessOptions) {
    const { office, user, memoryBytes, isolate } = options;
    const folder = makeSlotFolder(options.temporaryFolder, user);
    this.#folder = folder.path;
    const settings = {
      folder: folder.path,
      soffice: office.soffice,
      startSeconds: options.startMs / 1000,
      memoryBytes,
      isolate,
      ...user,
    };
    this.#child = spawn(office.python, ['-B', folder.driver, JSON.stringify(settings)], {
      cwd: folder.path,
      // Its own process group, so that all of it can be killed at once.
      detached: true,
      // Nothing of the server's environment: LibreOffice has no business with its secrets.
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: folder.path,
        TMPDIR: folder.path,
        LANG: 'C.UTF-8',
        SAL_USE_VCLPLUGIN: 'svp',
        SAL_DISABLE_OPENCL: '1',
      },
    });
    const reader = new FrameReader();
    this.#child.stdout.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) this.#settle((waiting) => waiting.resolve(frame));
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    // A pipe to a process that has just died; its end is reported by `close`.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => {
      this.#stderr += error.message;
    });
    this.ended = this.#watchEnd();
  }

  get alive(): boolean {
    return this.#alive;
  }

  get documents(): number {
    return this.#documents;
  }

  get officePid(): number {
    return this.#officePid;
  }

  get version(): string {
    return this.#version;
  }

  get isolated(): boolean {
    return this.#isolated;
  }

  /** One at a time. Rejects with one of the three errors above. */
  async convert(docx: Uint8Array, timeoutMs: number, settings: ExportSettings = {}): Promise<Conversion> {
    this.#documents += 1;
    for (const piece of encodeFrame({ ...settings, id: this.#documents }, docx))
      this.#child.stdin.write(piece);
    const { message, payload } = await this.#answer(timeoutMs);
    if (message['ok'] === true) return { pdf: payload, pages: Number(message['pages']) };
    const text = `${String(message['stage'])}: ${String(message['message'])}`;
    // LibreOffice dies a moment before the driver does, and the call that fails then is no verdict on the document.
    if (message['alive'] !== true || text.includes('DisposedException')) {
      await this.stop();
      throw new OfficeCrashed(text);
    }
    throw new OfficeRefused(text, true);
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    const kill = setTimeout(() => this.#killGroup(), END_MS);
    await this.ended;
    clearTimeout(kill);
  }

  #answer(timeoutMs: number): Promise<Frame> {
    if (!this.#alive) return Promise.reject(new OfficeCrashed(this.#lastWords()));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          this.#settle((waiting) => waiting.reject(new OfficeTimeout(`no answer within ${timeoutMs} ms`))),
        timeoutMs,
      );
      const settled =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          then(value);
        };
      this.#waiting = { resolve: settled(resolve), reject: settled(reject) };
    });
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) how(waiting);
  }

  async #watchEnd(): Promise<void> {
    await once(this.#child, 'close').catch(() => undefined);
    this.#alive = false;
    // Whatever is left of the group: the driver may have been killed alone.
    this.#killGroup();
    for (const path of [this.#folder, ...this.#sockets]) {
      await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
    this.#settle((waiting) => waiting.reject(new OfficeCrashed(this.#lastWords())));
  }

  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }

  #lastWords(): string {
    return `LibreOffice ended. ${this.#stderr.trim()}`.trim();
  }
}
