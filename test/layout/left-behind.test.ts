/**
 * What a document leaves behind: a scavenge has to find it dead. What still stands in a map of some module, even a weak one, is carried
 * to the old generation, and a process that makes thousands of documents spends its time on full collections.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { compileTemplate, linkTemplate, renderParts } from '../../src/template/index.ts';
import { cell, docx, header, p, row, table } from '../support/build.ts';

type Collect = (how: { readonly type: 'minor' | 'major' }) => void;

const collector = (): Collect => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
};

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

/** Words of its own, rows of one kind, a table in a table, a header: each is remembered while it is laid out. */
const template = docx(
  header(p('head {name}')),
  p('{text}'),
  table(
    { widths: [3000, 3000] },
    row(cell({ width: 3000 }, p('{#rows}{name}')), cell({ width: 3000 }, p('{amount}{/rows}'))),
  ),
  table({}, row(cell({}, table({}, row(cell({}, p('in {name}'))))))),
);
const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
const layout = new RenderedLayout({ system: false });

const dataOf = (seed: number) => ({
  name: `n${seed}`,
  text: Array.from({ length: 100 }, (_one, index) => `word${seed}x${index}`).join(' '),
  rows: Array.from({ length: 30 }, (_one, index) => ({ name: `row ${seed} ${index}`, amount: seed * index })),
});

test('a document that is done is not carried to the old generation', async () => {
  const collect = collector();
  const lay = async (from: number, count: number): Promise<void> => {
    for (let seed = from; seed < from + count; seed++) {
      const { parts } = renderParts(linked, dataOf(seed), { isLaidOut: true });
      const laid = await layout.lay(
        parts,
        { use: 'always', milliseconds: 60_000 },
        { write: () => undefined },
      );
      expect(laid.kind).toBe('converted');
      // Whoever survives two of them is old. The last document may be held still, by whoever has just made it.
      if (seed % 10 === 9) for (let times = 0; times < 2; times++) collect({ type: 'minor' });
    }
  };
  await lay(0, 30);
  collect({ type: 'major' });
  const before = oldBytes();
  await lay(30, 50);
  // 8 kB, and 104 while words stood in a WeakMap of their module.
  expect((oldBytes() - before) / 50).toBeLessThan(30_000);
});
