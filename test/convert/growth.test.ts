/** Ten times the document is ten times the work, whatever it is full of: by processor time, and a ratio within one process. */
import { beforeAll, expect, test } from 'vitest';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { cell, full, p, page, partsOf, r, t, tbl, tr } from './hostile-package.ts';

const KIB = 1024;
const [SMALL, LARGE] = [50 * KIB, 500 * KIB];
/** Ten is what is wanted; 22 to 67 were sections and breaks for each of which all before it was looked at. */
const MOST = 20;
/** Below that, it is what a document takes that has nothing in it. */
const LEAST_MS = 20;

const layout = new RenderedLayout({ system: false });

const SHAPES: Readonly<Record<string, (room: number) => string>> = {
  'page breaks': (room) => p(full(() => '<w:r><w:br w:type="page"/></w:r>', room)),
  'column breaks': (room) =>
    p(full(() => '<w:r><w:br w:type="column"/></w:r>', room)) + page('<w:cols w:num="45"/>'),
  'sections on one page': (room) => full(() => p('', page('<w:type w:val="continuous"/>')), room),
  'words without blanks': (room) => p(r(t(full(() => 'ที่', room)))),
  tabs: (room) => p(full(() => '<w:r><w:tab/></w:r>', room)),
  words: (room) => p(full((index) => r(t(`word ${index} `)), room)),
  'rows of a table': (room) => tbl(full((index) => tr(cell(p(r(t(`row ${index}`))))), room)),
  paragraphs: (room) => full(() => '<w:p/>', room),
};

const lay = async (body: string): Promise<number> => {
  const parts = partsOf(body);
  const before = process.cpuUsage();
  const laid = await layout.lay(parts, { use: 'always', milliseconds: 100_000 }, { write: () => undefined });
  const { user, system } = process.cpuUsage(before);
  expect(laid.kind).toBe('converted');
  return (user + system) / 1000;
};

beforeAll(() => lay(p(r(t('warm')))));

test.each(Object.entries(SHAPES))('%s', async (_, make) => {
  const [small, large] = [make(SMALL), make(LARGE)];
  const growth = async (): Promise<number> => {
    // The first time it is compiled as well.
    const ms = Math.max(LEAST_MS, Math.min(await lay(small), await lay(small)));
    return (await lay(large)) / ms;
  };
  const first = await growth();
  if (first >= MOST) expect(await growth()).toBeLessThan(MOST);
});
