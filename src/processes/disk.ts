/** diskHealth :: folders by name × bytes → whether each can be written and is on a disk with so much room: a service that can't write is not ready. */
import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface DiskHealth {
  readonly ok: boolean;
  readonly message: string;
}

const FINE: DiskHealth = { ok: true, message: 'ok' };

/** By the name of the setting that says where they are. */
type Folders = Readonly<Record<string, string>>;

export const diskHealth = async (folders: Folders, leastBytes: number): Promise<DiskHealth> => {
  for (const [name, folder] of Object.entries(folders)) {
    const found = await healthOf(name, folder, leastBytes);
    if (!found.ok) return found;
  }
  return FINE;
};

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

/** Where it is, is for the log and not for whoever asks. */
const healthOf = async (name: string, folder: string, leastBytes: number): Promise<DiskHealth> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free < leastBytes)
      return {
        ok: false,
        message: `${mebibytes(free)} of the disk of ${name} are free; PLATEN_MIN_FREE_BYTES asks for ${mebibytes(leastBytes)}`,
      };
    // Rights and a file system that has become read-only show only to whoever writes.
    const file = join(folder, `platen-probe-${randomUUID()}`);
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    await rm(file, { force: true });
    return FINE;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { ok: false, message: `the disk of ${name} cannot be written${code}` };
  }
};
