import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };
import { cell, docx, p, raw, row, table } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { paragraphs } from '../support/read.ts';
import { platen, scratchFolder } from './platen.ts';

const folderWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = scratchFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

test('render writes a document and tells what the data lacked', async () => {
  const cwd = folderWith({ 't.docx': docx(p('Dear {name}, {gone}')), 'd.json': '{"name": "Ada"}' });
  const { code, out, err } = await platen(['render', 't.docx', 'd.json', '-o', 'out.docx'], { cwd });
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'missing: gone\n' });
  const bytes = readFileSync(join(cwd, 'out.docx'));
  expect(paragraphs(bytes)).toEqual(['Dear Ada, ']);
  expect(checkDocx(bytes)).toEqual([]);
});

test('render includes templates from files beside it, and says what it can not', async () => {
  const cwd = folderWith({
    't.docx': docx(p('Order'), p('{INCLUDE "terms"}')),
    'terms.docx': docx(p('Terms of {name}')),
    'lost.docx': docx(p('{INCLUDE "nowhere"}')),
    'open.docx': docx(p('{INCLUDE (name)}')),
    'd.json': '{"name": "Ada"}',
  });
  expect((await platen(['render', 't.docx', 'd.json', '-o', 'out.docx'], { cwd })).code).toBe(0);
  expect(paragraphs(readFileSync(join(cwd, 'out.docx')))).toEqual(['Order', 'Terms of Ada']);
  const lost = await platen(['render', 'lost.docx', 'd.json', '-o', 'o.docx'], { cwd });
  expect([lost.code, lost.err]).toEqual([1, expect.stringMatching(/no template with the key "nowhere"/)]);
  const open = await platen(['render', 'open.docx', 'd.json', '-o', 'o.docx'], { cwd });
  expect([open.code === 0, open.err]).toEqual([false, expect.stringMatching(/only a server/)]);
});

test('of sums on pages, a PDF of the native engine has nothing to say', async () => {
  const two = (text: string, more: string) => row(cell(p(text)), cell(p(more)));
  const cwd = folderWith({
    't.docx': docx(table(two('{#items}row', '{n}{/items}'), two('page', '{PAGETOTAL n}'))),
    'd.json': JSON.stringify({ items: Array.from({ length: 60 }, () => ({ n: 1 })) }),
  });
  const render = (...args: string[]) => platen(['render', 't.docx', 'd.json', '-o', ...args], { cwd });
  expect(await render('out.pdf', '--engine', 'native')).toMatchObject({ code: 0, err: '' });
  const word = await render('out.docx');
  expect([word.code, word.err]).toEqual([0, expect.stringMatching(/^warning: \{PAGETOTAL n\}: pages end/)]);
});

test('render takes another delimiter, a locale and a currency', async () => {
  const cwd = folderWith({ 't.docx': docx(p('[[total | currency]]')), 'd.json': '{"total": 1234.5}' });
  const args = [
    'render',
    't.docx',
    'd.json',
    '-o',
    'out.docx',
    '--delimiter',
    'DOUBLE_SQUARE_BRACKETS',
    '--locale',
    'de-DE',
    '--currency',
    'EUR',
  ];
  expect((await platen(args, { cwd })).code).toBe(0);
  expect(paragraphs(readFileSync(join(cwd, 'out.docx')))).toEqual(['1.234,50\u00a0€']);
});

test('a template with errors lists all of them, with place and hint, and writes nothing', async () => {
  const cwd = folderWith({ 't.docx': docx(p('{IF a}'), p('{b | nosuch}')), 'd.json': '{}' });
  const { code, err } = await platen(['render', 't.docx', 'd.json', '-o', 'out.docx'], { cwd });
  expect(code).toBe(1);
  expect(err).toContain('unclosed_block');
  expect(err).toContain('unknown_formatter');
  expect(err).toContain('paragraph 2');
  expect(existsSync(join(cwd, 'out.docx'))).toBe(false);
});

test.each([
  [
    'a file that is not there',
    ['render', 'gone.docx', 'd.json', '-o', 'o.docx'],
    'There is no file gone.docx.',
  ],
  ['an output of no known kind', ['render', 't.docx', 'd.json', '-o', 'o.odt'], 'must end in .docx or .pdf'],
  ['data that is no JSON', ['render', 't.docx', 't.docx', '-o', 'o.docx'], 'is not valid JSON'],
  ['data that is no object', ['render', 't.docx', 'list.json', '-o', 'o.docx'], 'must hold a JSON object'],
  [
    'an unknown delimiter',
    ['render', 't.docx', 'd.json', '-o', 'o.docx', '--delimiter', 'PIPES'],
    'There is no delimiter "PIPES"',
  ],
  ['a missing argument', ['render', 't.docx', '-o', 'o.docx'], 'missing required argument'],
  ['an unknown command', ['rendre'], 'unknown command'],
  [
    'an unknown way with missing data',
    ['render', 't.docx', 'd.json', '-o', 'o.docx', '--missing', 'ask'],
    'Allowed choices are empty, keep, error',
  ],
  [
    'an unknown engine',
    ['render', 't.docx', 'd.json', '-o', 'o.pdf', '--engine', 'word'],
    'Allowed choices are auto, native, libreoffice',
  ],
  [
    'an unknown engine for many',
    ['convert', 't.docx', '--out-dir', 'o', '--engine', 'word'],
    'Allowed choices are auto, native, libreoffice',
  ],
  [
    'tags for Word',
    ['render', 't.docx', 'd.json', '-o', 'o.docx', '--tagged'],
    '--tagged and --pdfa are for PDF',
  ],
  ['no locale', ['render', 't.docx', 'd.json', '-o', 'o.docx', '--locale', '!!'], '"!!" is no locale'],
  [
    'no time zone',
    ['render', 't.docx', 'd.json', '-o', 'o.docx', '--timezone', 'Mars'],
    '"Mars" is no time zone',
  ],
  [
    'no currency',
    ['render', 't.docx', 'd.json', '-o', 'o.docx', '--currency', 'EURO'],
    '"EURO" is no currency',
  ],
  ['a file as the folder', ['convert', 't.docx', '--out-dir', 'd.json'], "d.json can't be made"],
  ['an unknown option', ['inspect', 't.docx', '--yaml'], 'unknown option'],
])('wrong use ends with 2 and says why: %s', async (_, args, message) => {
  const cwd = folderWith({ 't.docx': docx(p('x')), 'd.json': '{}', 'list.json': '[]' });
  const { code, err } = await platen(args, { cwd });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('convert and render make tagged files and PDF/A, and print why LibreOffice would be better', async () => {
  const math = '<m:oMath><m:fromTheFuture/></m:oMath>';
  const cwd = folderWith({ 't.docx': docx(p('Hello ', raw(math))), 'd.json': '{}' });
  const flags = ['--tagged', '--pdfa', '--engine', 'native'];
  const [many, plain, one] = await Promise.all([
    platen(['convert', 't.docx', '--out-dir', 'o', '--json', ...flags], { cwd }),
    platen(['convert', 't.docx', '--out-dir', 'p', '--engine', 'native'], { cwd }),
    platen(['render', 't.docx', 'd.json', '-o', 'r.pdf', ...flags], { cwd }),
  ]);
  expect(JSON.parse(many.out)).toMatchObject({
    file: 't.docx',
    engine: 'native',
    reasons: ['math'],
    error: null,
  });
  expect(plain.out).toMatch(/^t\.docx\tnative\t1 page\t[\d.]+ ms\tmath/);
  expect(one.code).toBe(0);
  const read = (name: string): string => readFileSync(join(cwd, name), 'latin1');
  for (const name of ['o/t.pdf', 'r.pdf']) expect(read(name)).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(read('p/t.pdf')).not.toContain('<pdfaid:part>');
}, 60_000);

test('inspect prints fields, schema and sample as JSON', async () => {
  const cwd = folderWith({ 't.docx': docx(p('{customer.name}')) });
  const { code, out } = await platen(['inspect', 't.docx'], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    fields: [expect.objectContaining({ path: 'customer.name' })],
    sample: { customer: { name: expect.any(String) } },
    errors: [],
  });
});

test('inspect prints lint errors as JSON and ends with 1', async () => {
  const cwd = folderWith({ 't.docx': docx(p('{FOR x IN}')) });
  const { code, out } = await platen(['inspect', 't.docx'], { cwd });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
    ]),
  });
});

test('a template of another engine: inspect names it, --static takes it as text, render warns', async () => {
  const cwd = folderWith({ 't.docx': docx(p('Dear ${name}')), 'd.json': '{"name": "Ada"}' });
  const errors = [expect.objectContaining({ code: 'foreign_tags' })];
  const refusal = await platen(['inspect', 't.docx'], { cwd });
  expect(refusal.code).toBe(1);
  expect(JSON.parse(refusal.out)).toMatchObject({ errors });
  const meant = await platen(['inspect', 't.docx', '--static'], { cwd });
  expect(meant.code).toBe(0);
  expect(JSON.parse(meant.out)).toMatchObject({ errors: [], warnings: errors });
  const rendered = await platen(['render', 't.docx', 'd.json', '-o', 'o.docx', '--static'], { cwd });
  expect(rendered.code).toBe(0);
  expect(rendered.err).toMatch(/^warning: The file has no tag .*PHPWord/m);
});

test('the version is told', async () => {
  const { code, out } = await platen(['--version'], { cwd: scratchFolder() });
  expect({ code, out }).toEqual({ code: 0, out: `${packageFacts.version}\n` });
});

test('every command has its help', async () => {
  const cwd = scratchFolder();
  for (const command of [
    [],
    ['serve'],
    ['render'],
    ['convert'],
    ['inspect'],
    ['admin'],
    ['admin', 'key', 'create'],
  ]) {
    const { code, out } = await platen([...command, '--help'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('Usage: platen');
  }
});
