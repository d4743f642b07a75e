/** The data of one template: paths, edits of the text, and checks that agree with the server's. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkData } from '../../src/console/screens/template/data/check-data.ts';
import { checkText } from '../../src/console/screens/template/data/check-text.ts';
import { type Draft, Drafts, MOST_CHARACTERS } from '../../src/console/screens/template/data/draft.ts';
import {
  addItem,
  applyChanges,
  copyItem,
  formatText,
  removeAt,
  setValue,
  swapItems,
} from '../../src/console/screens/template/data/edit-text.ts';
import { EACH, readPath, type Step, writePath } from '../../src/console/screens/template/data/path.ts';
import { TextStore } from '../../src/console/screens/template/data/text-store.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { inspectionOf } from './inspections.ts';

const EXAMPLES = ['invoice', 'catalogue', 'report', 'contract', 'minutes', 'payslip', 'quote'];
const exampleData = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../examples/${name}/data.json`, import.meta.url), 'utf8'));

describe('paths', () => {
  it.each<[string, Step[]]>([
    ['items[3].sku', ['items', 3, 'sku']],
    ['items[].sku', ['items', EACH, 'sku']],
    ['["odd name"].x', ['odd name', 'x']],
    ['a["b\\"]c"][0]', ['a', 'b"]c', 0]],
    ['', []],
  ])('%s', (text, steps) => {
    expect(readPath(text)).toEqual(steps);
    expect(writePath(steps)).toBe(text);
  });

  it('says when a text is none', () => {
    expect(readPath('a[x')).toBeUndefined();
  });

  it('reads back whatever it writes', () => {
    const step = fc.oneof(fc.string({ minLength: 1 }), fc.nat(99), fc.constant(EACH));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        expect(readPath(writePath(steps))).toEqual(steps);
      }),
    );
  });
});

describe('checks', () => {
  /** What the server says, without what only one of the two tells. */
  const told = (report: ReturnType<typeof validateData> | ReturnType<typeof checkData>) => ({
    missing: report.missing.map(({ path, count }) => [path, count]).sort(),
    mistyped: report.mistyped
      .map(({ path, count, expected, found }) => [path, count, expected, found])
      .sort(),
    unused: report.unused.map(({ path, count }) => [path, count]).sort(),
  });

  it.each(EXAMPLES)('agree with the server on %s, damaged in every way', (name) => {
    const { schema, sample } = inspectionOf(name);
    const bases = [exampleData(name), sample];
    const junk = fc.oneof(
      fc.constantFrom(null, true, false, 0, 3, '', 'x', '12', []),
      fc.constant({}),
      fc.constant({ unknown: [1] }),
      fc.constant([{ unknown: 1 }]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...bases), fc.array(fc.tuple(fc.nat(), fc.nat(2), junk)), (base, hits) => {
        const data = structuredClone(base) as Record<string, unknown>;
        for (const [seed, way, value] of hits) damage(data, seed, way, structuredClone(value));
        expect(told(checkData(schema, data))).toEqual(told(validateData(schema, data)));
      }),
      { numRuns: 300 },
    );
  });

  it('agree where names are looked for around an item', () => {
    const { schema } = inspectionOf('{#items}{name} {currency}{#tags}{.}{/tags}{/items}{#paid}{date}{/paid}');
    for (const data of [
      {
        items: [{ name: 'a' }, { name: 'b', currency: 'EUR' }],
        currency: 'USD',
        paid: true,
        date: '2026-01-01',
      },
      { items: [{ currency: 'EUR' }, 'x', null], paid: 1 },
      { items: true, name: 'x', currency: 'EUR', paid: {} },
      { items: {}, paid: [] },
      { items: { name: 'one', tags: ['a'] }, currency: 3, more: 1 },
    ])
      expect(told(checkData(schema, data))).toEqual(told(validateData(schema, data)));
  });

  it('agree on names that may be one key or several', () => {
    const { schema } = inspectionOf(
      '{first-name} {address-2} {user.name} {user.city} {f\u00e4llig}',
      '{#line-items}{unit-price} {user.name} {client.court.file}{/line-items}{#paid}{paid-on}{/paid}',
    );
    const pieces: [string, unknown][] = [
      ['first-name', 'x'],
      ['first', 3],
      ['name', 2],
      ['address', 7],
      ['address-2', 'x'],
      ['user.name', 'Ann'],
      ['user', { city: 'Rome' }],
      ['fa\u0308llig', 1],
      ['line-items', [{ 'unit-price': 1 }, { unit: 2, price: 1 }, {}, 'x']],
      ['unit', 2],
      ['client.court', { file: 'T' }],
      ['client.court.file', 3],
      ['paid', 1],
      ['paid-on', 'x'],
    ];
    fc.assert(
      fc.property(fc.subarray(pieces), (some) => {
        const data = Object.fromEntries(some);
        expect(told(checkData(schema, data))).toEqual(told(validateData(schema, data)));
      }),
      { numRuns: 300 },
    );
  });

  it('mark names, items and the object that lacks one', () => {
    const { schema } = inspectionOf('invoice');
    const data = exampleData('invoice');
    const text = JSON.stringify({ ...data, number: undefined, extra: 1, lines: 'none' }, null, 2);
    const { isData, problems } = checkText(text, schema);
    expect(isData).toBe(true);
    const marked = (kind: string) =>
      problems
        .filter((problem) => problem.kind === kind)
        .map(({ path, ranges: [range] }) => [path, text.slice(range?.from, range?.to)]);
    expect(marked('unused')).toContainEqual(['extra', '"extra"']);
    expect(marked('missing')).toContainEqual(['number', '{']);
  });

  it('mark the object that has one in pieces and lacks another', () => {
    const { schema } = inspectionOf('{user.name} {user.city}');
    const { problems } = checkText('{"user.name": "Ann"}', schema);
    expect(problems).toMatchObject([{ kind: 'missing', path: 'user.city', ranges: [{ from: 0 }] }]);
  });

  it.each([
    ['{"a": 1,}', 'comma too many', 8],
    ['{"a" 1}', 'colon', 5],
    ["{'a': 1}", 'double quotes', 1],
    ['{"a": "b', 'not closed', 6],
    ['{"a": 1} 2', 'ends before', 9],
    ['', 'value is expected', 0],
    ['[1]', 'not a list', 0],
  ])('of %s say what is wrong and where', (text, words, at) => {
    const { isData, problems } = checkText(text, {});
    expect(isData).toBe(false);
    expect(problems[0]?.message).toContain(words);
    expect(problems[0]?.ranges[0]?.from).toBe(at);
  });

  it('take every JSON text and refuse all others, as JSON.parse does', () => {
    const texts = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.json(), fc.nat(), fc.constantFrom(',', '"', '}', ']', '\\', '/', '\t', ''))
        .map(
          ([json, at, sign]) =>
            json.slice(0, at % (json.length + 1)) + sign + json.slice((at % (json.length + 1)) + 1),
        ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let isObject = false;
        try {
          const value: unknown = JSON.parse(text);
          isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        } catch {}
        const report = checkText(text, {});
        expect(report.isData).toBe(isObject);
        expect(report.problems.some(({ kind }) => kind === 'syntax')).toBe(!isObject);
      }),
    );
  });
});

/** Sets, removes or moves something somewhere in the data. */
const damage = (data: unknown, seed: number, way: number, value: unknown): void => {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (at: unknown): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const key of Object.keys(at)) {
      places.push([at as Record<string, unknown>, key]);
      visit((at as Record<string, unknown>)[key]);
    }
  };
  visit(data);
  const [object, key] = places[seed % places.length] ?? [];
  if (object === undefined || key === undefined) return;
  if (way === 0 && !Array.isArray(object)) delete object[key];
  else if (way === 1 && !Array.isArray(object)) object[`${key}2`] = value;
  else object[key] = value;
};

describe('edits', () => {
  const text =
    '{\n  "big": 12345678901234567890,\n  "price": 1.10,\n  "items": [\n    {"a": 1},\n    {"a": 2}\n  ]\n}';
  const edited = (changes: Parameters<typeof applyChanges>[1]) => applyChanges(text, changes);

  it('touch what they change and nothing else', () => {
    expect(edited(setValue(text, ['items', 1, 'a'], 5))).toBe(text.replace('"a": 2', '"a": 5'));
    expect(edited(swapItems(text, ['items'], 0, 1))).toBe(
      text.replace('{"a": 1},\n    {"a": 2}', '{"a": 2},\n    {"a": 1}'),
    );
    expect(edited(copyItem(text, ['items'], 0))).toBe(text.replace('{"a": 1}', '{"a": 1},\n    {"a": 1}'));
  });

  it('make what is not there yet', () => {
    expect(JSON.parse(edited(setValue(text, ['customer', 'name'], 'Ada')))).toMatchObject({
      customer: { name: 'Ada' },
    });
    expect(JSON.parse(applyChanges('', setValue('', ['a', 'b'], 1)))).toEqual({ a: { b: 1 } });
    expect(JSON.parse(applyChanges('{"a": null}', setValue('{"a": null}', ['a', 'b'], 1)))).toEqual({
      a: { b: 1 },
    });
    expect(JSON.parse(applyChanges('{"a": "x"}', addItem('{"a": "x"}', ['a'], 1)))).toEqual({ a: [1] });
    expect(JSON.parse(edited(addItem(text, ['items'], { a: 3 })))).toMatchObject({
      items: [{ a: 1 }, { a: 2 }, { a: 3 }],
    });
    expect(JSON.parse(applyChanges('{}', addItem('{}', ['items'], '')))).toEqual({ items: [''] });
  });

  it('take items and names out', () => {
    expect(JSON.parse(edited(removeAt(text, ['items', 0])))).toMatchObject({ items: [{ a: 2 }] });
    expect(JSON.parse(edited(removeAt(text, ['price'])))).not.toHaveProperty('price');
    expect(removeAt(text, ['none'])).toEqual([]);
  });

  it('give what was set, whatever it is and wherever', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), value, (data, name, set) => {
        const written = JSON.stringify(data, null, 2);
        const result = applyChanges(written, setValue(written, [name], set));
        const expected = { ...data };
        Object.defineProperty(expected, name, {
          value: set,
          enumerable: true,
          configurable: true,
          writable: true,
        });
        expect(JSON.parse(result)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it('format without rewriting numbers, and leave alone what is no JSON', () => {
    expect(formatText('{"a":1.10,"b":[1,{"c":12345678901234567890}]}')).toBe(
      '{\n  "a": 1.10,\n  "b": [\n    1,\n    {\n      "c": 12345678901234567890\n    }\n  ]\n}',
    );
    expect(formatText('{"a":1')).toBe('{"a":1');
  });

  it('reach an attached editor, and its text comes back when it leaves', () => {
    const store = new TextStore('{"a": 1}');
    let inEditor = store.text;
    const detach = store.attach({
      read: () => inEditor,
      apply: (changes) => {
        inEditor = applyChanges(inEditor, changes);
      },
      select: () => {},
    });
    store.edit([{ from: 6, to: 7, insert: '2' }]);
    expect(store.text).toBe('{"a": 2}');
    inEditor = '{"a": 3}';
    store.typed();
    detach();
    expect(store.text).toBe('{"a": 3}');
  });
});

describe('drafts', () => {
  /** As a browser's, with room for so many characters. */
  const storageOf = (room: number) => {
    const held = new Map<string, string>();
    return {
      getItem: (name: string) => held.get(name) ?? null,
      setItem: (name: string, value: string) => {
        let used = value.length;
        for (const [other, text] of held) if (other !== name) used += text.length;
        if (used > room) throw new Error('QuotaExceededError');
        held.set(name, value);
      },
      removeItem: (name: string) => void held.delete(name),
      key: (at: number) => [...held.keys()][at] ?? null,
      get length() {
        return held.size;
      },
    };
  };
  const draft = (text: string, savedAt: number): Draft => ({ text, savedAt, options: { locale: 'de-AT' } });

  it('come back, each to its organization and template', () => {
    const drafts = new Drafts(storageOf(10_000));
    drafts.save('a', 'x:y', draft('1', 1));
    drafts.save('a:x', 'y', draft('2', 2));
    expect(drafts.load('a', 'x:y')).toEqual(draft('1', 1));
    expect(drafts.load('a:x', 'y')?.text).toBe('2');
    expect(drafts.load('b', 'y')).toBeUndefined();
  });

  it('say when they are too large, and leave no old one behind', () => {
    const drafts = new Drafts(storageOf(10_000_000));
    expect(drafts.save('a', 'k', draft('small', 1))).toBe('saved');
    expect(drafts.save('a', 'k', draft('x'.repeat(MOST_CHARACTERS + 1), 2))).toBe('too-large');
    expect(drafts.load('a', 'k')).toBeUndefined();
  });

  it('let the oldest give way', () => {
    const drafts = new Drafts(storageOf(300));
    drafts.save('a', 'new', draft('x'.repeat(80), 3));
    drafts.save('a', 'old', draft('x'.repeat(80), 1));
    expect(drafts.save('a', 'newest', draft('x'.repeat(80), 4))).toBe('saved');
    expect(drafts.load('a', 'old')).toBeUndefined();
    expect(drafts.load('a', 'new')).toBeDefined();
    expect(drafts.save('a', 'huge', draft('x'.repeat(400), 5))).toBe('no-room');
    expect(new Drafts(undefined).save('a', 'k', draft('1', 1))).toBe('no-room');
  });
});
