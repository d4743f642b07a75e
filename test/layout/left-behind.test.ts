/**
 * What a document leaves behind: a scavenge has to find it dead. What still stands in a map of some module, even a weak one, is carried
 * to the old generation, and a process that makes thousands of documents spends its time on full collections.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { compileTemplate, linkTemplate, renderDocx, renderParts } from '../../src/template/index.ts';
import { cell, docx, header, p, row, table } from '../support/build.ts';

type Collect = (how: { readonly type: 'minor' | 'major' }) => void;

const YOUNG_BYTES = 16 * 1024 * 1024;

const collector = (): Collect => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
};

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

/** Outside of V8's heap, which it counts nevertheless: enough of them, and it begins a full collection. */
const bufferBytes = (): number => process.memoryUsage().arrayBuffers;

/**
 * V8 shrinks the young generation of a process that has been idle, and then whatever is in use while a scavenge runs is carried to the
 * old one, of a document too that leaves nothing behind. It grows by what survives,
 * which is given back: as long as it is held, no collection of it is taken for less that documents left.
 */
const growYoung = (collect: Collect): readonly object[] => {
  const young = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
  const surviving: object[] = [];
  for (let times = 0; times < 20 && young() < YOUNG_BYTES; times++) {
    surviving.push(Array.from({ length: 200_000 }, (_one, index) => ({ index })));
    collect({ type: 'minor' });
  }
  expect(young()).toBeGreaterThanOrEqual(YOUNG_BYTES);
  for (let times = 0; times < 2; times++) collect({ type: 'minor' });
  return surviving;
};

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

interface Left {
  readonly old: number;
  readonly buffers: number;
}

const DOCUMENTS = 50;
const ROUNDS = 5;

/** Bytes that a document leaves behind, the middle of several rounds: what is compiled only then falls into one or another. */
const leftBy = async (make: (seed: number) => unknown): Promise<Left> => {
  const collect = collector();
  const makeAll = async (round: number): Promise<void> => {
    for (let at = 0; at < DOCUMENTS; at++) {
      await make(round * DOCUMENTS + at);
      // Whoever survives two of them is old. The last document may be held still, by whoever has just made it.
      if (at % 10 === 9) for (let times = 0; times < 2; times++) collect({ type: 'minor' });
    }
  };
  collect({ type: 'major' });
  const held = growYoung(collect);
  // What is compiled, or compiled again after a collection that threw it away, is old as well, and no document.
  await makeAll(0);
  const rounds: Left[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const before = { old: oldBytes(), buffers: bufferBytes() };
    await makeAll(round);
    rounds.push({
      old: (oldBytes() - before.old) / DOCUMENTS,
      buffers: (bufferBytes() - before.buffers) / DOCUMENTS,
    });
  }
  expect(held).toBeDefined();
  const middle = (of: (left: Left) => number): number =>
    rounds.map(of).toSorted((one, other) => one - other)[ROUNDS >> 1] as number;
  return { old: middle(({ old }) => old), buffers: middle(({ buffers }) => buffers) };
};

test('a document that is done is not carried to the old generation', async () => {
  const { old, buffers } = await leftBy(async (seed) => {
    const { parts } = renderParts(linked, dataOf(seed), { isLaidOut: true });
    const laid = await layout.lay(parts, { use: 'always', milliseconds: 60_000 }, { write: () => undefined });
    expect(laid.kind).toBe('converted');
  });
  // 8 kB, and 104 while words stood in a WeakMap of their module.
  expect(old).toBeLessThan(30_000);
  // 7 kB: the 64 KiB that Node.js was sharing out while each collection ran. 33 kB while rendered parts had shapes of their own.
  expect(buffers).toBeLessThan(16_000);
});

test('nor do the bytes of a DOCX stay that was sent', async () => {
  const { buffers } = await leftBy((seed) =>
    renderDocx(linked, dataOf(seed), {}, { write: () => undefined }),
  );
  // 3 kB; 43 while zlib made all of it, and deflaters kept their room.
  expect(buffers).toBeLessThan(16_000);
});
