/**
 * V8 puts a function that is assigned to a property (`this.told = () => …`) into the old generation at its birth, as if it were
 * a method that stays. Until the next full collection it keeps all that it sees alive, whatever has become of it, and each
 * collection of the young copies it: of every document a seventh, and a fifth of the processor time of a PDF. A field
 * (`told = () => …`) or a constant that is assigned costs nothing. So what is made for each document or request has none.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');
const ASSIGNED =
  /^\s*[\w.#[\]'"]+\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|\([^()]*\)(?:: [\w<>[\] |]+)? =>|\w+ =>)/;
/** Once a process, or once a connection. */
const STAYS = ['images/resvg.ts', 'store/sqlite/dialect.ts', 'telemetry/exporters.ts'];

test('no function is assigned to a property for each document', () => {
  const found = globSync('**/*.{ts,mjs}', { cwd: SOURCES, exclude: ['console/**'] })
    .filter((file) => !STAYS.includes(file))
    .flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (ASSIGNED.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

test('it is seen where it is', () => {
  for (const line of ['this.told = (word) => {', '  state.#end = () => 1;', 'one.two = async function () {'])
    expect(ASSIGNED.test(line)).toBe(true);
  for (const line of ['  told = (word) => {', 'const end = () => 1;', 'this.list = list.map((one) => one)'])
    expect(ASSIGNED.test(line)).toBe(false);
});
