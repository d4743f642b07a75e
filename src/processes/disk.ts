/** freeSpace :: folders × bytes → whether each is on a disk with so much room: a service that can't write is not ready. */
import { statfs } from 'node:fs/promises';

export const freeSpace = async (
  folders: readonly string[],
  leastBytes: number,
): Promise<{ readonly ok: boolean; readonly message: string }> => {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    }),
  );
  const least = Math.min(...free);
  if (least >= leastBytes) return { ok: true, message: 'ok' };
  return { ok: false, message: `${Math.floor(least / 1024 ** 2)} MiB of a disk are free` };
};
