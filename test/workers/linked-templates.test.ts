/** What linked templates take is what they are counted for: a cache is bounded by what it counts. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { compileTemplate, type LinkedTemplate } from '../../src/template/index.ts';
import { LinkedTemplates } from '../../src/workers/linked-templates.ts';
import { docx, p } from '../support/build.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const taken = (): number => {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const TEMPLATES = 400;

test('small templates take no more than they are counted for, whatever else is made between them', () => {
  const sources = Array.from({ length: TEMPLATES }, (_, at) => {
    const file = new Uint8Array(
      docx(p(`${at} {name}`), p('{#lines}'), p('{text} {price | currency:EUR}'), p('{/lines}')),
    );
    const { program } = compileTemplate(file, { delimiter: 'BRACES' });
    return { programHash: String(at), program: new Uint8Array(program), file };
  });
  const linked = new LinkedTemplates(1024 * 1024 * 1024);
  linked.get({ ...sources[0], programHash: 'warm' } as (typeof sources)[0]);
  const kept: (LinkedTemplate | undefined)[] = [];
  const before = taken();
  for (const source of sources) {
    kept.push(linked.get(source));
    // As requests do: each of these takes room of what small buffers share.
    for (let at = 0; at < 8; at++) Buffer.allocUnsafe(16 * 1024 - 1);
  }
  const each = (taken() - before) / TEMPLATES;
  expect(each).toBeLessThan(linked.size / TEMPLATES);
  expect(kept).toHaveLength(TEMPLATES);
});

test('what it may take is a bound', () => {
  const linked = new LinkedTemplates(256 * 1024);
  for (let at = 0; at < 100; at++) {
    const file = new Uint8Array(docx(p(`${at} {name}`)));
    const { program } = compileTemplate(file, { delimiter: 'BRACES' });
    linked.get({ programHash: String(at), program, file });
  }
  expect(linked.size).toBeLessThanOrEqual(256 * 1024);
  expect(linked.peek('0')).toBeUndefined();
  expect(linked.peek('99')).toBeDefined();
});

test('what nobody asked for in ten minutes goes when another is linked', () => {
  vi.useFakeTimers();
  try {
    const linked = new LinkedTemplates(1024 * 1024);
    const get = (name: string): void => {
      const file = new Uint8Array(docx(p(`${name} {name}`)));
      const { program } = compileTemplate(file, { delimiter: 'BRACES' });
      linked.get({ programHash: name, program, file });
    };
    // Time that is nought means none to the cache.
    vi.advanceTimersByTime(1_000);
    get('used');
    get('replaced');
    const both = linked.size;
    vi.advanceTimersByTime(6 * 60_000);
    expect(linked.peek('used')).toBeDefined();
    vi.advanceTimersByTime(6 * 60_000);
    get('other');
    expect(linked.peek('used')).toBeDefined();
    expect(linked.peek('replaced')).toBeUndefined();
    expect(linked.size).toBeLessThan(both * 1.2);
  } finally {
    vi.useRealTimers();
  }
});
