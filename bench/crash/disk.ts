/**
 * A disk that is full (a small file system in memory, filled), that only reads, and that is slow (what the file system answers is
 * replaced, or held back, by strace); the same of PostgreSQL by its own settings. The servers live on, say what is wrong, and
 * come back when it is over.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMachines } from '../../test/support/machines.ts';
import { booksOf } from './kill.ts';
import { startSqliteSubject } from './sqlite-subject.ts';
import { type Row, SETTINGS, Trial } from './trial.ts';

/** How long it stays broken. */
const BROKEN_MS = 1_500;

export const isMountPossible = (): boolean =>
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0 &&
  process.getuid?.() === 0;

export const isStraceThere = (): boolean => spawnSync('strace', ['-V']).status === 0;

export const fullDisk = async (rounds: number): Promise<Row> => {
  const mount = mkdtempSync(join(tmpdir(), 'platen-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', mount]);
  const ballast = join(mount, 'ballast');
  try {
    const folder = join(mount, 'data');
    mkdirSync(folder);
    const subject = await startSqliteSubject(folder);
    try {
      const trial = await Trial.start(subject);
      for (let round = 0; round < rounds; round += 1)
        await trial.round(async () => {
          fill(ballast, mount);
          await trial.expectReadiness(subject.server.address, 503);
          await sleep(BROKEN_MS);
          rmSync(ballast);
          await trial.expectReadiness(subject.server.address, 200);
        });
      return await trial.end('disk full, SQLite');
    } finally {
      await subject.close();
    }
  } finally {
    execFileSync('umount', [mount]);
    rmSync(mount, { recursive: true });
  }
};

/** To the last byte: large pieces first. The server takes some of the room meanwhile. */
const fill = (file: string, folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  for (const size of [Math.max(0, bavail * bsize - 1024 * 1024), ...Array<number>(1024).fill(4096)])
    try {
      appendFileSync(file, Buffer.alloc(size));
    } catch {
      if (size === 4096) return;
    }
};

/** What calls on these files answer from now on; ends when strace does. */
const inject = async (
  pid: number,
  { calls, effect, files }: { calls: string; effect: string; files: readonly string[] },
): Promise<ChildProcess> => {
  const paths = files.flatMap((file) => ['-P', file]);
  const words = [
    '-f',
    '-p',
    String(pid),
    ...paths,
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:${effect}`,
  ];
  const strace = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    strace.once('exit', () => reject(new Error('strace could not attach')));
    createInterface(strace.stderr).on('line', (line) => {
      if (/attached/.test(line)) resolve();
    });
  });
  return strace;
};

const end = async (strace: ChildProcess): Promise<void> => {
  const exited = once(strace, 'exit');
  strace.kill('SIGINT');
  await exited;
};

const withInjected = async (
  rounds: number,
  { what, calls, effect, readyz }: { what: string; calls: string; effect: string; readyz: 200 | 503 },
): Promise<Row> => {
  const subject = await startSqliteSubject();
  try {
    const trial = await Trial.start(subject);
    const files = ['platen.db', 'platen.db-wal', 'platen.db-shm'].map((name) => join(subject.folder, name));
    for (let round = 0; round < rounds; round += 1)
      await trial.round(async () => {
        const strace = await inject(subject.server.process.pid ?? 0, { calls, effect, files });
        await sleep(BROKEN_MS);
        await trial.expectReadiness(subject.server.address, readyz);
        await end(strace);
        await trial.expectReadiness(subject.server.address, 200);
      });
    return await trial.end(what);
  } finally {
    await subject.close();
  }
};

export const readOnlyDisk = (rounds: number): Promise<Row> =>
  withInjected(rounds, {
    what: 'disk that only reads (EROFS), SQLite',
    calls: 'pwrite64,write,ftruncate,fallocate',
    effect: 'error=EROFS',
    readyz: 503,
  });

export const brokenDisk = (rounds: number): Promise<Row> =>
  withInjected(rounds, {
    what: 'disk that fails to flush (EIO), SQLite',
    calls: 'fsync,fdatasync',
    effect: 'error=EIO',
    readyz: 503,
  });

export const slowDisk = (rounds: number): Promise<Row> =>
  withInjected(rounds, {
    what: 'disk that takes 300 ms to flush, SQLite',
    calls: 'fsync,fdatasync',
    effect: 'delay_exit=300000',
    readyz: 200,
  });

/**
 * Its tables and its log on a small file system in memory, filled to the last byte. It goes on reading; where it ends over its log, its supervisor starts
 * it again.
 */
export const fullPostgres = async (rounds: number): Promise<Row> => {
  const mount = mkdtempSync(join(tmpdir(), 'platen-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=1777', 'tmpfs', mount]);
  const ballast = join(mount, 'ballast');
  try {
    const machines = await startMachines(2, SETTINGS, { isWithBucket: false, databaseWithin: mount });
    try {
      const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
      for (let round = 0; round < rounds; round += 1)
        await trial.round(async () => {
          machines.database.keepAlive();
          fill(ballast, mount);
          // The pages that are there have room for a while.
          for (const { address } of machines.servers) await trial.expectReadiness(address, 503, 60_000);
          await sleep(BROKEN_MS);
          rmSync(ballast);
          for (const { address } of machines.servers) await trial.expectReadiness(address, 200, 60_000);
        });
      return await trial.end('disk full, PostgreSQL');
    } finally {
      await machines.close();
    }
  } finally {
    rmSync(ballast, { force: true });
    execFileSync('umount', [mount]);
    rmSync(mount, { recursive: true });
  }
};

export const readOnlyPostgres = async (rounds: number): Promise<Row> => {
  const machines = await startMachines(3, SETTINGS);
  const setting = async (value: 'on' | 'off'): Promise<void> => {
    await machines.database.sql(`alter system set default_transaction_read_only = ${value}`);
    await machines.database.sql('select pg_reload_conf()');
  };
  try {
    const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
    for (let round = 0; round < rounds; round += 1)
      await trial.round(async () => {
        await setting('on');
        await sleep(BROKEN_MS);
        for (const { address } of machines.servers) await trial.expectReadiness(address, 503);
        await setting('off');
        for (const { address } of machines.servers) await trial.expectReadiness(address, 200);
      });
    return await trial.end('PostgreSQL that only reads, as managed ones do when they are full');
  } finally {
    await machines.close();
  }
};
