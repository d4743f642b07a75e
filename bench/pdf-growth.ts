/** `node pdf-growth.ts PAGES`: converts plain text natively in this process, and says as JSON what it took. */
import { convertNatively } from '../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../src/fonts/library.ts';
import { plainText } from './pdf-documents.ts';

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

/** Enough for V8 to compile what a page needs; a document of ten pages is then as warm as one of a thousand. */
const WARM_UP_PAGES = 300;
const WARM_UP_DOCUMENT = 10;

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const measure = async (pages: number): Promise<Growth> => {
  const fonts = await openFontLibrary();
  const limits = { milliseconds: 60_000, pages: 20_000, nesting: 30 };
  const small = plainText(WARM_UP_DOCUMENT);
  for (let done = 0; done < WARM_UP_PAGES; done += WARM_UP_DOCUMENT)
    convertNatively(small, fonts, { limits });
  const docx = plainText(pages);
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

console.log(JSON.stringify(await measure(Number(process.argv[2]))));
