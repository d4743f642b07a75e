/** The data of one template: paths, edits of the text, and the check of data that the server makes too. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from '../../src/console/screens/workspace/data/check-text.ts';
import { type Draft, Drafts, MOST_CHARACTERS } from '../../src/console/screens/workspace/data/draft.ts';
import {
  addItem,
  applyChanges,
  copyItem,
  formatText,
  removeAt,
  setValue,
  swapItems,
} from '../../src/console/screens/workspace/data/edit-text.ts';
import { readJsonFile } from '../../src/console/screens/workspace/data/json-file.ts';
import { TextStore } from '../../src/console/screens/workspace/data/text-store.ts';
import { checkData } from '../../src/data-check/check-data.ts';
import type { FoundProblem, FoundProblems } from '../../src/data-check/data-problems.ts';
import { EACH, readPath, type Step, valueAt, writePath } from '../../src/data-check/paths.ts';
import type { Schema } from '../../src/data-check/read-schema.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { docx, p } from '../support/build.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { DATES, NO_DATES } from '../template/inspect/dates.ts';
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
  /** More than any of these data have. */
  const ALL = 1_000_000;

  /**
   * The report, once what it says of places holds: they are as many as were counted, what is unused or mistyped is there,
   * what is missing is not; and the server's report is the same with the first place alone.
   */
  const checked = (schema: Schema, data: unknown): FoundProblems => {
    const report = checkData(schema, data, ALL);
    const first = (problem: FoundProblem) => {
      const { places, ...rest } = problem;
      expect(places).toHaveLength(problem.count);
      return { ...rest, first: writePath(places[0] ?? []) };
    };
    const { missing, mistyped, unused, truncated } = validateData(schema, data);
    expect(missing).toEqual(report.missing.map(first));
    expect(mistyped).toEqual(report.mistyped.map(first));
    expect(unused).toEqual(report.unused.map(first));
    expect(truncated).toBe(report.truncated);
    for (const place of report.missing.flatMap(({ places }) => places))
      expect(valueAt(data, place) ?? null, writePath(place)).toBe(null);
    for (const place of report.unused.flatMap(({ places }) => places))
      expect(valueAt(data, place), writePath(place)).toBeDefined();
    return report;
  };

  /** What is wrong, each in a line. */
  const lines = ({ missing, mistyped, unused }: FoundProblems): string[] => [
    ...missing.map(({ path, count }) => `${count} missing: ${path}`),
    ...mistyped.map(({ path, count, expected, found }) => `${count} ${found} for ${expected}: ${path}`),
    ...unused.map(({ path, count }) => `${count} unused: ${path}`),
  ];

  it.each(EXAMPLES)('find in %s, damaged in every way, what is there and what is not', (name) => {
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
        checked(schema, data);
      }),
      { numRuns: 300 },
    );
  });

  it('look for names around an item', () => {
    const found: string[][] = [];
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
      found.push(lines(checked(schema, data)));
    expect(found).toEqual([
      [],
      ['1 missing: items[].name', '1 missing: items[]', '1 missing: date', '1 string for object: items[]'],
      ['1 missing: paid.date'],
      ['1 missing: items.name', '1 missing: items.currency'],
      ['1 unused: more'],
    ]);
  });

  it('take names that may be one key or several', () => {
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
        checked(schema, data);
      }),
      { numRuns: 300 },
    );
  });

  it('take for a date what the engine takes', () => {
    const { schema } = inspectionOf('{on | date}');
    for (const on of [...DATES, ...NO_DATES]) {
      const { mistyped } = checked(schema, { on });
      expect(mistyped.length, JSON.stringify(on)).toBe(DATES.includes(on) ? 0 : 1);
    }
    expect(checkText('{"on": "16.3.2026"}', schema).problems[0]).toMatchObject({
      path: 'on',
      message: 'is text, the template needs a date such as 2026-03-16',
    });
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

  it('say what was probably meant, as the server does', () => {
    const { schema } = inspectionOf('{#items}{Sku}{/items} {first_name}');
    const { problems } = checkText('{"items": [{"sku": 1}], "firstName": "Ada"}', schema);
    expect(problems.filter(({ kind }) => kind === 'missing')).toMatchObject([
      { path: 'items[].Sku', message: 'is missing; did you mean `items[].sku`?' },
      { path: 'first_name', message: 'is missing; did you mean `firstName`?' },
    ]);
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

  it('write as what is around them is written', () => {
    const applied = (on: string, change: (text: string) => ReturnType<typeof setValue>) =>
      applyChanges(on, change(on));
    expect(applied('{"a":["x"]}', (on) => addItem(on, ['a'], { b: 1 }))).toBe('{"a":["x",{"b":1}]}');
    expect(applied('{"a": ["x", "y"]}', (on) => addItem(on, ['a'], 'z'))).toBe('{"a": ["x", "y", "z"]}');
    expect(applied('{"a":[]}', (on) => addItem(on, ['a'], 1))).toBe('{"a":[1]}');
    expect(applied('{\n\t"a": []\n}', (on) => addItem(on, ['a'], { b: 1 }))).toBe(
      '{\n\t"a": [\n\t\t{\n\t\t\t"b": 1\n\t\t}\n\t]\n}',
    );
    expect(applied('{"a":1}', (on) => setValue(on, ['b', 'c'], 2))).toBe('{"a":1,"b":{"c":2}}');
    expect(applied('{\n  "a": 1\n}', (on) => setValue(on, ['b', 'c'], 2))).toBe(
      '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}',
    );
    // Of a name that stands twice, the one that counts.
    expect(applied('{"a":1,"a":2}', (on) => setValue(on, ['a'], 3))).toBe('{"a":1,"a":3}');
  });

  it('do to the text what they say they do to the data, however it is laid out', () => {
    const list: fc.Arbitrary<unknown[]> = fc.array(fc.jsonValue({ maxDepth: 2 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        list,
        fc.nat(),
        fc.constantFrom('', ' ', '  ', '\t'),
        fc.boolean(),
        (items, seed, unit, isDeep) => {
          const place = isDeep ? ['x', 'items'] : ['items'];
          const data = (given: readonly unknown[]) =>
            isDeep ? { n: 0, x: { items: given } } : { n: 0, items: given };
          const on = JSON.stringify(data(items), null, unit);
          const at = seed % items.length;
          const other = (seed >> 4) % items.length;
          const result = (changes: ReturnType<typeof setValue>) => JSON.parse(applyChanges(on, changes));
          const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
          expect(result(removeAt(on, [...place, at]))).toEqual(plain(data(items.toSpliced(at, 1))));
          expect(result(addItem(on, place, { new: [1] }))).toEqual(plain(data([...items, { new: [1] }])));
          expect(result(copyItem(on, place, at))).toEqual(plain(data(items.toSpliced(at, 0, items[at]))));
          expect(result(setValue(on, [...place, at], { set: 'x' }))).toEqual(
            plain(data(items.with(at, { set: 'x' }))),
          );
          const swapped = items.with(at, items[other]).with(other, items[at]);
          expect(result(swapItems(on, place, at, other))).toEqual(plain(data(swapped)));
          expect(result(removeAt(on, place))).toEqual(isDeep ? { n: 0, x: {} } : { n: 0 });
        },
      ),
    );
  });

  it('cost what the text is long, not its square', () => {
    const items = Array.from({ length: 12_000 }, (_, id) => ({ id, name: `Position ${id}`, price: 9.5 }));
    const minified = JSON.stringify({ items });
    const before = cpuMilliseconds();
    expect(JSON.parse(formatText(minified)).items).toHaveLength(items.length);
    for (const change of [
      addItem(minified, ['items'], { id: 0, name: '', price: null }),
      removeAt(minified, ['items', 5]),
      setValue(minified, ['items', 11_999, 'name'], 'last'),
    ])
      JSON.parse(applyChanges(minified, change));
    // Half a megabyte took half a minute, for the first of these alone.
    expect(cpuMilliseconds() - before).toBeLessThan(3000);
  });

  it('leave data alone that is nested deeper than the server takes, and the check says so', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(formatText(deep(100_000))).toBe(deep(100_000));
    expect(checkText(deep(100_000), {}).problems[0]?.message).toContain('199 levels');
    expect(checkText(deep(200), {}).isData).toBe(false);
    expect(checkText(deep(199), {}).isData).toBe(true);
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
      undo: () => {},
      redo: () => {},
    });
    store.edit([{ from: 6, to: 7, insert: '2' }]);
    expect(store.text).toBe('{"a": 2}');
    inEditor = '{"a": 3}';
    store.typed();
    detach();
    expect(store.text).toBe('{"a": 3}');
  });
});

describe('history', () => {
  it('takes back step by step what was done, in the order it was done', () => {
    const store = new TextStore('{"a": 1, "b": "x"}');
    const texts = [store.text];
    store.edit(setValue(store.text, ['a'], 22));
    texts.push(store.text);
    store.set('{"all": "else"}');
    store.edit(setValue(store.text, ['all'], 'mine'));
    expect(store.text).toBe('{"all": "mine"}');
    store.undo();
    expect(store.text).toBe('{"all": "else"}');
    store.undo();
    expect(store.text).toBe(texts[1]);
    for (let step = 0; step < 9; step++) store.undo();
    expect(store.text).toBe(texts[0]);
    for (let step = 0; step < 9; step++) store.redo();
    expect(store.text).toBe('{"all": "mine"}');
    store.undo();
    store.set('{}');
    store.redo();
    expect(store.text).toBe('{}');
  });

  it('has the letters of one field as one step, until something else is done', () => {
    const store = new TextStore('{"a": "", "b": "x"}');
    const type = (name: string, text: string) => store.edit(setValue(store.text, [name], text), name);
    for (const text of ['o', 'on', 'one']) type('a', text);
    type('b', 'y');
    for (const text of ['n', 'ne']) type('new', text);
    expect(store.text).toBe('{"a": "one", "b": "y", "new": "ne"}');
    store.undo();
    expect(store.text).toBe('{"a": "one", "b": "y"}');
    store.undo();
    store.undo();
    expect(store.text).toBe('{"a": "", "b": "x"}');
    store.redo();
    expect(store.text).toBe('{"a": "one", "b": "x"}');
    // After a step back it is another step.
    type('a', 'ones');
    store.undo();
    expect(store.text).toBe('{"a": "one", "b": "x"}');
  });

  it('goes to an editor that comes later, however much was done', () => {
    const store = new TextStore('{"n": 0}');
    for (let number = 1; number <= 250; number++) store.edit(setValue(store.text, ['n'], number));
    const { base, steps } = store.written;
    expect(steps.reduce((text, changes) => applyChanges(text, changes), base)).toBe('{"n": 250}');
    expect(steps.length).toBeLessThanOrEqual(100);
    for (let step = 0; step < 300; step++) store.undo();
    expect(store.text).toBe(base);
  });
});

describe('files', () => {
  const read = (name: string, bytes: Uint8Array<ArrayBuffer>) => readJsonFile(new File([bytes], name));

  it('are read with the marks that programs put before them', async () => {
    for (const bytes of ['\uFEFF{"a":"é"}', '{"a":"é"}'].map((text) => Buffer.from(text)))
      expect(await read('a.json', new Uint8Array(bytes))).toEqual({ text: '{\n  "a": "é"\n}' });
    const wide = new Uint8Array(Buffer.from('\uFEFF{"a":1}', 'utf16le'));
    expect(await read('a.json', wide)).toEqual({ text: '{\n  "a": 1\n}' });
    expect(
      await read(
        'a.json',
        wide.slice().map((_, at) => wide[at ^ 1] ?? 0),
      ),
    ).toEqual({
      text: '{\n  "a": 1\n}',
    });
    expect(await read('a.json', new Uint8Array(Buffer.from('{"a": 1,}')))).toEqual({ text: '{"a": 1,}' });
  });

  it('are refused where they are no text', async () => {
    const word = await docx(p('Hello {name}'));
    expect(await read('letter.docx', new Uint8Array(word))).toEqual({
      refusal: expect.stringContaining('letter.docx is a Word document'),
    });
    expect(await read('a.bin', new Uint8Array([1, 0, 2]))).toEqual({
      refusal: expect.stringContaining('a.bin is not text'),
    });
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

  it('read each of the others once, however many have to give way', () => {
    const storage = storageOf(100_000);
    const drafts = new Drafts(storage);
    for (let number = 0; number < 500; number++)
      drafts.save('a', `k${number}`, draft('x'.repeat(50), number));
    let reads = 0;
    const counted = {
      ...storage,
      getItem: (name: string) => {
        reads += 1;
        return storage.getItem(name);
      },
      get length() {
        return storage.length;
      },
    };
    expect(new Drafts(counted).save('a', 'large', draft('x'.repeat(90_000), 501))).toBe('saved');
    expect(reads).toBeLessThanOrEqual(500);
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
