/** The servers that are compared, each in a process of its own, as somebody would run it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROGRAM } from '../../test/support/program.ts';
import { cpuTimeOfTree, pidsOfTree } from '../process-tree.ts';
import type { Target } from './connection.ts';

export interface Server {
  readonly name: string;
  readonly target: Target;
  readonly pid: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** The one that is measured. */
export interface PlatenServer extends Server {
  /** Gives its key. */
  newOrganization(name: string): Promise<string>;
}

export const KEY = `plt_${'load'.repeat(10)}`;
/** Platen adds its own; peers have what Node.js gives them. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

const started = async (name: string, child: ChildProcess, clean: () => void): Promise<Server> => {
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface(stream).on('line', (line) => {
          const found = /serves at (http:\S+)/.exec(line)?.[1];
          if (found !== undefined) resolve(found);
        });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)));
  });
  const { hostname, port } = new URL(address);
  return {
    name,
    target: { host: hostname, port: Number(port) },
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      clean();
    },
  };
};

/** As `npm start` runs it, but for the limits on requests, which a load would only run into. */
export const startPlaten = async (
  environment: Readonly<Record<string, string>> = {},
  program: string = PROGRAM,
): Promise<PlatenServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-load-'));
  const child = spawn(process.execPath, [...NODE_FLAGS, program, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PLATEN_DATA: folder,
      PLATEN_API_KEY: KEY,
      PLATEN_CREDITS: 'unlimited',
      PLATEN_GENERATE_LIMIT: '100000000',
      PLATEN_REQUEST_LIMIT: '100000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = await started('Platen', child, () => rmSync(folder, { recursive: true, force: true }));
  return { ...server, newOrganization: (name) => organizationIn(folder, name) };
};

/** A key of another organization on the same server, made as its operator would. */
const organizationIn = async (folder: string, name: string): Promise<string> => {
  const platen = async (...words: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, [...NODE_FLAGS, PROGRAM, 'admin', ...words], {
      env: { PATH: process.env['PATH'], PLATEN_DATA: folder },
    });
    return stdout;
  };
  await platen('org', 'create', name, '--credit', 'unlimited');
  const key = /plt_[\w-]+/.exec(await platen('key', 'create', name, 'load'))?.[0];
  if (key === undefined) throw new Error(`No key was made for ${name}.`);
  return key;
};

/** The least server that anybody would write around a peer: Fastify, one process, no accounts. */
export const startPeer = (name: string): Promise<Server> =>
  started(
    name,
    spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, 'peer-server.ts'), name], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
    () => undefined,
  );

export const cpuOf = ({ pid }: Server): number => cpuTimeOfTree(pid) ?? Number.NaN;

/** Proportional memory of a server and all its processes in MiB; LibreOffice's are not counted. */
export const memoryOf = ({ pid }: Server): number => {
  let kilobytes = 0;
  for (const one of pidsOfTree(pid)) {
    try {
      if (/soffice|python/.test(readFileSync(`/proc/${one}/comm`, 'latin1'))) continue;
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'latin1');
      kilobytes += Number(/^Pss: +(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      // It has ended in between.
    }
  }
  return kilobytes / 1024;
};
