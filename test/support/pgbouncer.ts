/** A real pgbouncer in transaction mode, in front of one database server; a suite that needs it skips where it is missing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian keeps it where only administrators look. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const program = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

/** For `describe.skipIf`: pgbouncer is not installed on this machine. */
export const pgbouncerIsMissing = program === undefined;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface PgBouncer {
  readonly url: string;
  close(): Promise<void>;
}

export const startPgBouncer = async (databaseUrl: string): Promise<PgBouncer> => {
  if (program === undefined) throw new Error('pgbouncer is not installed');
  const { hostname, port, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'platen-pgbouncer-'));
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username}${secret}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // What the suite leaves open must not keep its database from being dropped.
      'server_idle_timeout = 5',
      'default_pool_size = 20',
      // Its own is 15 s, in which nobody would notice that the database is back.
      'server_login_retry = 1',
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  // It refuses to run as the owner of everything, and reads its file before it becomes somebody else.
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  let waits = 0;
  while (!(await listens(own))) {
    waits += 1;
    if (waits > 200 || child.exitCode !== null) throw new Error('pgbouncer does not start');
    await sleep(50);
  }
  const url = new URL(databaseUrl);
  url.port = String(own);
  return {
    url: url.href,
    async close() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
