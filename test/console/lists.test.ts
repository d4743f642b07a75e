import { describe, expect, test } from 'vitest';
import { errorFrom, sentenceOf } from '../../src/console/api/errors.ts';
import type { UsagePoint } from '../../src/console/api/settings-types.ts';
import type { Template } from '../../src/console/api/types.ts';
import { csvOf } from '../../src/console/components/csv.ts';
import { formatWait } from '../../src/console/components/format.ts';
import { safeNext, templateKeyFrom, templatePath } from '../../src/console/paths.ts';
import { found, sorted } from '../../src/console/screens/templates/table/sorting.ts';
import { keyFrom, nameFrom, refusalOf } from '../../src/console/screens/templates/upload/file-check.ts';
import { RANGES, spanOf, startsWithin } from '../../src/console/screens/usage/ranges.ts';
import { failures, stack } from '../../src/console/screens/usage/series.ts';

const template = (key: string, more: Partial<Template> = {}): Template => ({
  key,
  name: key,
  usage: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastUsed: null,
  ...more,
});
const keys = (templates: readonly Template[]) => templates.map(({ key }) => key);

describe('a wait', () => {
  test.each([
    [0.2, '1 second'],
    [40, '40 seconds'],
    [90, '2 minutes'],
    [842, '15 minutes'],
    [5399, '90 minutes'],
    [5400, '2 hours'],
    [86_400, '24 hours'],
  ])('of %d seconds is %s', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words);
  });

  test('is told as such', () => {
    const body = { error: 'Too many attempts.', code: 'rate_limited' };
    const error = errorFrom(429, JSON.stringify(body), '842');
    expect(sentenceOf(error)).toBe('Too many attempts. Try again in 15 minutes.');
  });
});

test('a file for spreadsheets has what it was given, and no formulas', async () => {
  const file = csvOf([
    ['what', 'change'],
    ['Document from "A, B"', -1],
    ['=1+1', 5],
  ]);
  const bytes = Buffer.from(await file.arrayBuffer()).toString('utf8');
  expect(bytes).toBe(`\uFEFFwhat,change\r\n"Document from ""A, B""",-1\r\n'=1+1,5\r\n`);
});

describe('addresses', () => {
  test.each(['invoice', 'a/b', 'a%2Fb', '100 %', '..', '.', '-', '?key=x', 'Größe <b>', '報告書'])(
    'the key %j comes back from its address',
    (key) => {
      const { pathname, search } = new URL(templatePath(key), 'http://platen');
      expect(templateKeyFrom(pathname, search)).toBe(key);
    },
  );

  test.each(['/', '/templates/', '/templates/%E0%A4%A', '/settings/keys'])('%j is no template', (path) => {
    expect(templateKeyFrom(path, '')).toBeUndefined();
  });

  test.each([
    ['?next=%2Fusage', '/usage'],
    ['?next=https%3A%2F%2Felsewhere', '/'],
    ['?next=%2F%2Felsewhere', '/'],
    ['?next=%2F%5Celsewhere', '/'],
    ['', '/'],
  ])('after signing in, %j leads to %j', (search, path) => {
    expect(safeNext(search)).toBe(path);
  });
});

describe('the list of templates', () => {
  const list = [
    template('b', { name: 'Übersicht 10', usage: 3, lastUsed: '2026-02-01T00:00:00.000Z' }),
    template('c', { name: 'Übersicht 9', usage: 9 }),
    template('a', { name: 'invoice', usage: 3, lastUsed: '2026-03-01T00:00:00.000Z' }),
  ];

  test('is found by every word, in the name or the key, without accents and case', () => {
    expect(keys(found(list, ' UBERSICHT  9'))).toEqual(['c']);
    expect(keys(found(list, 'invoice a'))).toEqual(['a']);
    expect(keys(found(list, ''))).toEqual(['b', 'c', 'a']);
    expect(keys(found(list, 'nothing'))).toEqual([]);
  });

  test('sorts as people count, and both ways', () => {
    expect(keys(sorted(list, 'name', false))).toEqual(['a', 'c', 'b']);
    expect(keys(sorted(list, 'key', true))).toEqual(['c', 'b', 'a']);
    expect(keys(sorted(list, 'usage', false))).toEqual(['c', 'a', 'b']);
    expect(keys(sorted(list, 'lastUsed', false))).toEqual(['a', 'b', 'c']);
  });
});

describe('a file that is chosen', () => {
  const file = (name: string, ...bytes: number[]) => new File([new Uint8Array(bytes)], name);

  test.each([
    ['empty.docx', [], /empty/],
    ['old.doc', [0xd0, 0xcf, 0x11, 0xe0], /old format/],
    ['paper.pdf', [0x25, 0x50, 0x44, 0x46, 0x2d], /is a PDF/],
    ['photo.docx', [0xff, 0xd8, 0xff], /not a Word document/],
  ])('%s is refused before it is sent', async (name, bytes, reason) => {
    expect(await refusalOf(file(name, ...bytes))).toMatch(reason);
  });

  test('is refused above 20 MiB and taken at it', async () => {
    const bytes = new Uint8Array(20 * 1024 * 1024);
    bytes.set([0x50, 0x4b, 3, 4]);
    expect(await refusalOf(new File([bytes], 'big.docx'))).toBeUndefined();
    expect(await refusalOf(new File([bytes, 'x'], 'big.docx'))).toMatch(
      /20\.0 MB; a template may have 20 MB/,
    );
  });

  test.each([
    ['Invoice_2026 (final).docx', 'Invoice 2026 (final)', 'invoice-2026-final'],
    ['Ärztebrief.v2.docx', 'Ärztebrief.v2', 'arztebrief-v2'],
    ['報告書.docx', '報告書', '報告書'],
    ['---.docx', '---', ''],
  ])('%s is proposed as %s with the key %j', (filename, name, key) => {
    expect(nameFrom(file(filename))).toBe(name);
    expect(keyFrom(name)).toBe(key);
  });
});

describe('usage', () => {
  const point = (
    start: string,
    templateKey: string | null,
    count: number,
    more: Partial<UsagePoint> = {},
  ) => ({
    start,
    templateKey,
    format: 'PDF' as const,
    outcome: 'ok',
    count,
    ...more,
  });
  const day = (date: number) => Date.UTC(2026, 0, date);

  test('is stacked by template, the rest summed up beyond six, failures left out', () => {
    const points = [
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) =>
        point('2026-01-02T05:00:00Z', key, 10 - index),
      ),
      point('2026-01-01T00:00:00Z', 'g', 1),
      point('2026-01-01T00:00:00Z', 'a', 99, { outcome: 'template_data' }),
      point('2025-12-31T00:00:00Z', 'a', 5),
    ];
    const { series, rows } = stack(points, 'template', [day(1), day(2)], (key) => key.toUpperCase());
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['A', 15],
      ['B', 9],
      ['C', 8],
      ['D', 7],
      ['E', 6],
      ['2 others', 10],
    ]);
    expect(rows.map(({ counts }) => counts)).toEqual([
      { others: 1 },
      { 't a': 10, 't b': 9, 't c': 8, 't d': 7, 't e': 6, others: 9 },
    ]);
  });

  test('joins what the server summed up with the rest', () => {
    const points = [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((key, index) => point('2026-01-01T05:00:00Z', key, 20 - index)),
      point('2026-01-01T00:00:00Z', null, 7),
    ];
    const { series, rows } = stack(points, 'template', [day(1)], String);
    expect(series.at(-1)).toEqual({ id: 'others', name: 'All others', total: 22 });
    expect(rows[0]?.counts['others']).toBe(22);
  });

  test('is stacked by format', () => {
    const points = [
      point('2026-01-01T00:00:00Z', 'a', 2),
      point('2026-01-01T00:00:00Z', 'b', 3),
      point('2026-01-01T00:00:00Z', 'b', 4, { format: 'DOCX' }),
    ];
    const { series } = stack(points, 'format', [day(1)], String);
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['PDF', 5],
      ['DOCX', 4],
    ]);
  });

  test('counts failures by code', () => {
    const points = [
      point('2026-01-01T00:00:00Z', 'a', 2, { outcome: 'template_data' }),
      point('2026-01-01T00:00:00Z', 'b', 3, { outcome: 'pdf_failed' }),
      point('2026-01-02T00:00:00Z', 'b', 2, { outcome: 'template_data' }),
    ];
    expect(failures(points)).toEqual([
      { code: 'template_data', count: 4, templates: ['a', 'b'] },
      { code: 'pdf_failed', count: 3, templates: ['b'] },
    ]);
  });

  test.each(RANGES)('of $label has a column for each step, the last of them now', (range) => {
    const now = new Date(2026, 9, 27, 15, 42);
    const { from, to } = spanOf(range, now);
    const starts = startsWithin(range, from, to);
    expect(starts).toHaveLength(range.step === 'hour' ? range.hours : range.hours / 24);
    expect(starts.at(-1)).toBeLessThanOrEqual(now.getTime());
    expect(to.getTime()).toBeGreaterThan(now.getTime());
  });
});
