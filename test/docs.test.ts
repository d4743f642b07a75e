import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GENERATED } from '../scripts/docs.ts';
import { readDocs } from '../src/console/build/docs-plugin.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { FORMATTERS } from '../src/template/formatters/registry.ts';
import { PROBLEM_CODES, WARNING_CODES } from '../src/template/problems.ts';

test.each(GENERATED)('$file holds what the code says (npm run docs writes it)', ({ file, update }) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(update(text)).toBe(text);
});

describe('as pages of the console', () => {
  const folder = join(import.meta.dirname, '../docs');
  const pages = readDocs(folder);
  const textOf = (page: (typeof pages)[number]): string => page.sections.map(({ html }) => html).join('');

  test('every file of docs/ is in the list of pages', () => {
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -3));
    expect(pages.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  test('every link leads to a page, and to a place on it', () => {
    const places = new Set(
      pages.flatMap((page) => [
        `/docs/${page.name}`,
        ...[...textOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => `/docs/${page.name}#${id}`),
      ]),
    );
    const links = pages.flatMap((page) =>
      [...textOf(page).matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => `${page.name}: ${href}`),
    );
    const inside = links.filter((link) => link.includes(': /docs'));
    expect(inside.length).toBeGreaterThan(40);
    expect(inside.filter((link) => !places.has(link.split(': ')[1] ?? ''))).toEqual([]);
    expect(links.filter((link) => !/: (\/docs|https:|__ASSET_)/.test(link))).toEqual([]);
  });

  test('pictures are files, with their sizes; no head of a table is empty', () => {
    const all = pages.map(textOf).join('');
    expect(all.match(/<img /g)?.length).toBeGreaterThan(50);
    expect(
      all.match(/<img (?!src="__ASSET_\d+__" alt="[^"]*"(?: data-look="\w+")? width="\d+" height="\d+")/g),
    ).toBe(null);
    expect(pages.flatMap(({ assets }) => assets).filter((file) => !existsSync(file))).toEqual([]);
    expect(all).not.toMatch(/<th[^>]*><\/th>/);
    expect(all).not.toContain('<!--');
    // Which the page's policy forbids.
    expect(all).not.toMatch(/<[^>]* style=/);
  });

  test('every code of an error and every formatter has a place of its own', () => {
    const textAt = (name: string) =>
      textOf(pages.find((page) => page.name === name) as (typeof pages)[number]);
    const missing = (name: string, rows: Iterable<string>) =>
      [...rows].filter((row) => !textAt(name).includes(`<tr id="row-${row}">`));
    expect(
      missing('errors', [
        ...Object.keys(ERROR_CODES),
        ...Object.keys(PROBLEM_CODES),
        ...Object.keys(WARNING_CODES),
      ]),
    ).toEqual([]);
    expect(missing('templates', FORMATTERS.keys())).toEqual([]);
  });
});
