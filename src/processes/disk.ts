/** diskHealth :: folders × bytes → whether each can be written and is on a disk with so much room: a service that can't write is not ready. */
import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface DiskHealth {
  readonly ok: boolean;
  readonly message: string;
}

const FINE: DiskHealth = { ok: true, message: 'ok' };

export const diskHealth = async (folders: readonly string[], leastBytes: number): Promise<DiskHealth> => {
  for (const folder of folders) {
    const found = await healthOf(folder, leastBytes);
    if (!found.ok) return found;
  }
  return FINE;
};

/** Where it is, is for the log and not for whoever asks. */
const healthOf = async (folder: string, leastBytes: number): Promise<DiskHealth> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free < leastBytes)
      return { ok: false, message: `${Math.floor(free / 1024 ** 2)} MiB of a disk are free` };
    // Rights and a file system that has become read-only show only to whoever writes.
    const file = join(folder, `platen-probe-${randomUUID()}`);
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    await rm(file, { force: true });
    return FINE;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { ok: false, message: `a disk cannot be written${code}` };
  }
};
