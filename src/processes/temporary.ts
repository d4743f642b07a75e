/**
 * Files and folders in the system's folder for temporary ones. Their names say whose they are, so that what a server has left
 * behind that was killed is swept by the next one that starts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

type TemporaryKind = 'office' | 'spool';

/** Containers that share such a folder count their processes each for itself. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

let hasMade = false;

/** For something unique to follow. Which thread has made it is said as well: one may end without the others. */
export const temporaryName = (kind: TemporaryKind): string => {
  hasMade = true;
  return prefixOf(kind, threadId);
};

const prefixOf = (kind: TemporaryKind, thread: number): string =>
  `platen-${kind}-${HOST}-${process.pid}-${thread}-`;

/** Spools that a thread has left behind. */
export const sweepSpoolsOf = (folder: string, thread: number): void => {
  const prefix = prefixOf('spool', thread);
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix)) rmSync(join(folder, name), { recursive: true, force: true });
};

const OWNED = /^platen-(?:office|spool)-([0-9a-f]{8})-(\d+)-/;

/** Gives the names of what was removed. */
export const sweepTemporary = (folder: string): readonly string[] => {
  const swept: string[] = [];
  for (const name of readdirSync(folder)) {
    const [, host, pid] = OWNED.exec(name) ?? [];
    if (host !== HOST || isAlive(Number(pid))) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
      swept.push(name);
    } catch {
      // Another user's: theirs to sweep.
    }
  }
  return swept;
};

/** In a container the number of the last server is often that of this one, which then finds what it has not made. */
const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return hasMade;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
