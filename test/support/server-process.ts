/** A server in a process of its own, as `npm start` runs it: what several nodes and crashes are tested with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROGRAM } from './program.ts';
import { type Answer, type CallInit, callAt, TEST_KEY, TEST_THREADS } from './server.ts';

export interface ServerProcess {
  readonly address: string;
  readonly process: ChildProcess;
  /** As it was shown; empty where it was not. */
  readonly ownerLink: string;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Resolves with the exit code, or the signal that ended it. */
  stop(signal: NodeJS.Signals): Promise<number | string>;
}

export const startServerProcess = async (
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      PLATEN_API_KEY: TEST_KEY,
      PLATEN_WORKERS: '1',
      PLATEN_HTTP_THREADS: TEST_THREADS,
      PLATEN_GENERATE_LIMIT: '1000000',
      PLATEN_REQUEST_LIMIT: '1000000',
      PLATEN_LOG_LEVEL: 'error',
      PLATEN_PDF_WARM: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code, signal]): number | string => code ?? signal);
  const output: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        output.push(line);
        const found = /serves at (http:\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    exited.then((code) =>
      reject(new Error(`the server ended with ${code} before it listened:\n${output.join('\n')}`)),
    );
  });
  return {
    address,
    process: child,
    ownerLink: /http\S+\/setup#token=\S+/.exec(output.join('\n'))?.[0] ?? '',
    call: (method, path, init) => callAt(address, method, path, init),
    stop: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
};
