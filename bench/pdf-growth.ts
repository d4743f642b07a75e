/**
 * `node pdf-growth.ts SMALL DOCX`: converts the small file until all is warm, then the other, natively in this process, and
 * says as JSON what it took. The files are made elsewhere: what making them leaves behind is not the engine's memory.
 */
import { readFileSync } from 'node:fs';
import { convertNatively } from '../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../src/fonts/library.ts';

export interface Growth {
  readonly pages: number;
  readonly wall: number;
  /** Of the thread that converts, in milliseconds. */
  readonly cpu: number;
  /** Of the whole process (RSS), in bytes: warm and before the document; and at most. */
  readonly memoryBefore: number;
  readonly memoryPeak: number;
  readonly bytes: number;
}

/** Times ten pages: enough for V8 to compile what a page needs, so that ten pages are as warm as a thousand. */
const WARM_UP_ROUNDS = 30;

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const measure = async (small: Uint8Array, docx: Uint8Array): Promise<Growth> => {
  const fonts = await openFontLibrary();
  const limits = { milliseconds: 60_000, pages: 20_000, nesting: 30 };
  for (let done = 0; done < WARM_UP_ROUNDS; done += 1) convertNatively(small, fonts, { limits });
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage.rss();
  const [start, cpuStart] = [performance.now(), threadTime()];
  const result = convertNatively(docx, fonts, { limits });
  const [wall, cpu] = [performance.now() - start, threadTime() - cpuStart];
  if (result.kind === 'declined') throw new Error(`declined: ${result.reasons.join()}`);
  return {
    pages: result.pages,
    wall,
    cpu,
    memoryBefore,
    // Kilobytes, on every system that Node.js runs on.
    memoryPeak: process.resourceUsage().maxRSS * 1024,
    bytes: result.pdf.byteLength,
  };
};

const [small = '', large = ''] = process.argv.slice(2);
console.log(JSON.stringify(await measure(readFileSync(small), readFileSync(large))));
