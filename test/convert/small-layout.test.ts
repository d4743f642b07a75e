/** Nothing holds the thread that others wait for: by processor time, generously, and whatever a document says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { SmallLayout } from '../../src/convert/native/small-layout.ts';
import { hyphenPoints } from '../../src/layout/text/hyphenation.ts';
import type { KeptParts } from '../../src/ooxml/kept-parts.ts';
import { PIXEL } from '../support/build.ts';
import { HOSTILE_BLOCKS } from './hostile-blocks.ts';
import { partsOf, withPicture } from './hostile-package.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { randomMarkup } from './random-markup.ts';

const small = new SmallLayout({ system: false });
beforeAll(() => small.warm(), 60_000);

/** The budget is 20 ms; a machine that does seven other things, and code that runs for the first time, take their share. */
const MOST_MS = 600;

const lay = (parts: KeptParts): { readonly outcome: string; readonly ms: number } => {
  const before = process.threadCpuUsage();
  const made = small.lay(parts, { use: 'always' }, { write: () => undefined });
  const { user, system } = process.threadCpuUsage(before);
  return { outcome: typeof made === 'string' ? made : made.kind, ms: (user + system) / 1000 };
};

describe('a document that is full of', () => {
  test.each(Object.entries({ ...HOSTILE_TEXTS, ...HOSTILE_BLOCKS }))('%s', (_, make) => {
    const first = lay(make());
    expect(['converted', 'large', 'late']).toContain(first.outcome);
    // What else a machine does only ever adds to it.
    if (first.ms >= MOST_MS) expect(lay(make()).ms).toBeLessThan(MOST_MS);
  });
});

test('a document of anything', () => {
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= 60; seed++) {
    let state = (seed * 2_654_435_761) >>> 0;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const { outcome, ms } = lay(partsOf(randomMarkup(next)));
    outcomes.add(outcome);
    expect(ms, `seed ${seed}`).toBeLessThan(MOST_MS);
  }
  // Some are small enough, and some are not: both ways were tried.
  expect(outcomes).toContain('converted');
  expect(outcomes.size).toBeGreaterThan(1);
});

test('ordinary text is not too much', () => {
  const paragraph = '<w:p><w:r><w:t>Words of an ordinary letter, one after the other.</w:t></w:r></w:p>';
  expect(lay(partsOf(paragraph.repeat(40))).outcome).toBe('converted');
});

test('patterns of hyphenation are loaded elsewhere: here they count once they are there', () => {
  const word = 'fjármálaráðuneytið';
  const run = `<w:r><w:rPr><w:lang w:val="is-IS"/></w:rPr><w:t>${`${word} `.repeat(30)}</w:t></w:r>`;
  const hyphenated = (): KeptParts => partsOf(`<w:p>${run}</w:p>`, { settings: '<w:autoHyphenation/>' });
  expect(lay(hyphenated()).outcome).toBe('large');
  const divides = (): boolean => true;
  expect(hyphenPoints(word, 'is-IS', { divides, patterns: undefined })).not.toEqual([]);
  expect(lay(hyphenated()).outcome).toBe('converted');
});

/** Width and height, with a channel for transparency. */
const png = (width: number, height: number): Uint8Array => {
  const bytes = Uint8Array.from(PIXEL);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};

test.each<[string, Uint8Array, string]>([
  ['a pixel', PIXEL, 'converted'],
  ['a picture that would be large when it is decoded', png(5000, 5000), 'large'],
  [
    'a file as large as a photograph',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(300_000)]),
    'large',
  ],
  ['a format that few use', Buffer.from('GIF89a, and whatever follows'), 'large'],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'large'],
])('%s', (_, picture, outcome) => {
  expect(lay(withPicture(picture)).outcome).toBe(outcome);
});
