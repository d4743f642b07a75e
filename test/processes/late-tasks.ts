/** Tasks of which the first process of a folder gets ready, and no other. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const prepare = async ({ folder }: { readonly folder: string }): Promise<void> => {
  const isFirst = mkdirSync(join(folder, 'first'), { recursive: true }) !== undefined;
  if (!isFirst) await new Promise(() => setInterval(() => undefined, 1_000));
};

export const untilThere = async ({ file }: { readonly file: string }): Promise<number> => {
  while (!existsSync(file)) await sleep(5);
  return process.pid;
};

export const whoAreYou = (): number => process.pid;
