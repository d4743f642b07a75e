/** What data take of the heap is told before they are parsed, and never too low. */
import { describe, expect, test } from 'vitest';
import { dataMemory, dataMemoryWithin, jsonShape } from '../../src/workers/data-memory.ts';
import { heapInUse } from '../support/heap.ts';

const COUNT = 100_000;
const list = (element: (index: number) => string): string =>
  `[${Array.from({ length: COUNT }, (_, index) => element(index)).join(',')}]`;
const name = (index: number): string => (index + COUNT).toString(36);

describe('dataMemory', () => {
  test.each<[string, (index: number) => string]>([
    ['empty objects', () => '{}'],
    ['empty lists', () => '[]'],
    ['lists in lists', () => '[[]]'],
    ['lists of one', () => '[1]'],
    ['objects of one name', () => '{"a":1}'],
    ['objects in objects', () => '{"a":{}}'],
    ['a name for each object', (index) => `{"${name(index)}":1}`],
    ['two names for each object', (index) => `{"${name(index)}":1,"${name(index + 1)}":0.5}`],
    ['numbers as names', () => '{"99999":1}'],
    ['whole numbers', String],
    ['fractions', () => '0.5'],
    ['fractions beside texts', () => '0.5,"a"'],
    ['short texts', (index) => `"${name(index)}"`],
    ['texts beyond Latin', (index) => `"łłłłłłł${index}"`],
    ['escaped texts', (index) => `"\\u0142\\n\\"${index}"`],
    [
      'rows',
      (index) => `{"sku":"A-${index}","name":"A name of some length","price":${index}.25,"tags":["a"]}`,
    ],
  ])('%s', (_what, element) => {
    const json = list(element);
    const told = dataMemory(new TextEncoder().encode(json));
    const before = heapInUse();
    const data: unknown[] = JSON.parse(json);
    const taken = heapInUse() - before;
    expect(data.length).toBeGreaterThanOrEqual(COUNT);
    // The list itself is one piece, and the collector's own pages count as well.
    expect(taken).toBeLessThanOrEqual(told * 1.02 + 100_000);
  });

  test('20 MiB of the worst fit a thread of the usual size', () => {
    expect(dataMemory(new TextEncoder().encode('{},'.repeat(1000))) * (20 * 1024 ** 2)).toBeLessThan(
      3000 * 620 * 1024 ** 2,
    );
  });

  test('brackets in texts are texts', () => {
    const bytes = (text: string): number => dataMemory(new TextEncoder().encode(text));
    expect(bytes('"[{,:\\"[{,:"')).toBeLessThan(100);
  });

  test.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{"b":[]}],"c":[]}', 4],
    ['["[[[","\\\\",[["]]\\"[["]]]', 3],
    // No JSON, and still no deeper than what is open at once.
    [']]]][[[', 0],
    ['[[[[', 4],
  ])('%s is so deep: %i', (text, depth) => {
    expect(jsonShape(new TextEncoder().encode(text)).depth).toBe(depth);
  });

  test('is refused past what there is, with a way out', () => {
    const json = new TextEncoder().encode('[{},{}]');
    expect(dataMemoryWithin(1000, json)).toBe(dataMemory(json));
    expect(() => dataMemoryWithin(100, json)).toThrow(
      expect.objectContaining({
        code: 'render_memory',
        hint: expect.stringContaining('PLATEN_WORKER_BYTES'),
      }),
    );
  });
});
