/** Tasks that leave their process as large as they were told to. */
import { existsSync, writeFileSync } from 'node:fs';

let kept: Buffer | undefined;

export const grow = ({ mebibytes }: { readonly mebibytes: number }): number => {
  kept = Buffer.alloc(mebibytes * 1024 * 1024, 1);
  return kept.byteLength;
};

/** Objects by the million, and none of them kept: their pages stay with V8. */
export const litter = (): number => {
  const objects: { readonly index: number; readonly list: number[] }[] = [];
  for (let index = 0; index < 1_000_000; index += 1) objects.push({ index, list: [index] });
  return process.memoryUsage.rss();
};

/** Stops the process that is the first to come here. */
export const stopTheFirst = ({ file }: { readonly file: string }): number => {
  if (existsSync(file)) return process.pid;
  writeFileSync(file, '');
  process.kill(process.pid, 'SIGSTOP');
  return 0;
};

export const whoAreYou = (): number => process.pid;
