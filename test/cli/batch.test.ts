/** `platen batch`: a document for each record of a file, without a server. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { docx, field, p } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { pdfText } from '../support/pdf.ts';
import { paragraphs } from '../support/read.ts';
import { platen, scratchFolder } from './platen.ts';

const TEMPLATE = docx(p('{customer.name}: {amount | number}{IF paid} paid{END-IF}'));

const folderWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = scratchFolder();
  for (const [name, content] of Object.entries({ 't.docx': TEMPLATE, ...files }))
    writeFileSync(join(folder, name), content);
  return folder;
};

const filesOf = (path: string): Map<string, Uint8Array> =>
  new Map([...openZip(readFileSync(path)).entries].map(([name, entry]) => [name, readEntry(entry)]));

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('platen-batch-'));

test('CSV becomes a ZIP of documents; a record that fails is in the report, and the exit code tells', async () => {
  const before = leftovers();
  const cwd = folderWith({
    'd.csv': 'number;Kunde;amount;paid\n7;Ada;1.234,5;ja\n8;Bob;viel;nein\n9;ada;2;nein\n',
  });
  const args = ['batch', 't.docx', 'd.csv', '-o', 'out.zip', '--format', 'docx', '--locale', 'de'];
  const named = ['--name', '{customer.name}', '--column', 'Kunde=customer.name'];
  const { code, out, err } = await platen([...args, ...named], { cwd });
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '2 of 3 documents made: out.zip\n',
    err: '1 failed: out.zip.report.csv\n',
  });
  const files = filesOf(join(cwd, 'out.zip'));
  expect([...files.keys()]).toEqual(['Ada.docx', 'ada (2).docx']);
  expect([...files.values()].map((bytes) => paragraphs(bytes))).toEqual([['Ada: 1.234,5 paid'], ['ada: 2']]);
  for (const bytes of files.values()) expect(checkDocx(bytes)).toEqual([]);
  const report = readFileSync(join(cwd, 'out.zip.report.csv'), 'utf8').split('\r\n');
  expect(report).toEqual([
    'record,path,code,message,level',
    expect.stringMatching(/^2,amount,value_unreadable,".*viel/),
    '',
  ]);
  expect(leftovers()).toEqual(before);
  expect(readdirSync(cwd).sort()).toEqual(['d.csv', 'out.zip', 'out.zip.report.csv', 't.docx']);
});

test('a workbook becomes PDFs, in the order of its rows', async () => {
  const rows = [
    ['customer.name', 'amount', 'paid'],
    ...Array.from({ length: 12 }, (_, index) => [`N${index}`, index, true]),
  ];
  const book = await writeXlsx({
    sheets: [
      { name: 'Other', rows: [['x']] },
      { name: 'Data', rows },
    ],
  });
  const cwd = folderWith({ 'd.xlsx': book });
  const args = [
    'batch',
    't.docx',
    'd.xlsx',
    '-o',
    'out.zip',
    '--sheet',
    'Data',
    '--engine',
    'native',
    '--report',
    'r.csv',
  ];
  expect(await platen(args, { cwd })).toEqual({
    code: 0,
    out: '12 of 12 documents made: out.zip\n',
    err: '',
  });
  const files = filesOf(join(cwd, 'out.zip'));
  expect([...files.keys()]).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}.pdf`));
  for (const bytes of files.values()) expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(readFileSync(join(cwd, 'r.csv'), 'utf8')).toBe('record,path,code,message,level\r\n');
}, 60_000);

test('what all records share comes from a file, and their own values count', async () => {
  const cwd = folderWith({
    'd.json': '[{"customer": {"name": "Ada"}}, {"amount": 2}]',
    's.json': '{"customer": {"name": "somebody", "city": "Rome"}, "amount": 1}',
  });
  const args = ['batch', 't.docx', 'd.json', '-o', 'out.zip', '--format', 'docx', '--data', 's.json'];
  expect((await platen(args, { cwd })).code).toBe(0);
  const texts = [...filesOf(join(cwd, 'out.zip')).values()].map((bytes) => paragraphs(bytes));
  expect(texts).toEqual([['Ada: 1'], ['somebody: 2']]);
});

test('all in one file', async () => {
  const cwd = folderWith({ 'd.csv': 'customer.name,amount\nAda,1\nBob,2\n' });
  const args = ['batch', 't.docx', 'd.csv', '-o', 'out.docx'];
  expect(await platen(args, { cwd })).toMatchObject({ code: 0, out: '2 of 2 documents made: out.docx\n' });
  const bytes = readFileSync(join(cwd, 'out.docx'));
  expect(paragraphs(bytes).filter((text) => text !== '')).toEqual(['Ada: 1', 'Bob: 2']);
  expect(checkDocx(bytes)).toEqual([]);
});

test('pages that are counted through all records', async () => {
  const numbered = docx(p('{customer.name} is on ', field('PAGE', '1'), ' of ', field('NUMPAGES', '1'), '.'));
  const cwd = folderWith({ 'n.docx': numbered, 'd.csv': 'customer.name\nAda\nBob\nEve\n' });
  const args = [
    'batch',
    'n.docx',
    'd.csv',
    '-o',
    'out.pdf',
    '--engine',
    'native',
    '--page-numbers',
    'through',
  ];
  expect((await platen(args, { cwd })).code).toBe(0);
  const text = pdfText(readFileSync(join(cwd, 'out.pdf')));
  expect(text.match(/\w+ is on \d of \d\./g)).toEqual([
    'Ada is on 1 of 3.',
    'Bob is on 2 of 3.',
    'Eve is on 3 of 3.',
  ]);
});

test('it stops when so many have failed, and keeps what was made', async () => {
  const lines = ['{"customer":{"name":"A"}}', '{', '[]', '{"customer":{"name":"B"}}'];
  const cwd = folderWith({ 'd.ndjson': lines.join('\n') });
  const args = ['batch', 't.docx', 'd.ndjson', '-o', 'out.zip', '--format', 'docx', '--max-failures', '1'];
  const { code, out, err } = await platen(args, { cwd });
  expect({ code, out }).toEqual({ code: 1, out: '1 of 4 documents made: out.zip\n' });
  expect(err).toContain('1 were not begun');
});

test('a file that is broken makes nothing, and says where', async () => {
  const cwd = folderWith({ 'd.json': '[{"customer":{"name":"A"}},\n{"customer":}]' });
  const { code, err } = await platen(['batch', 't.docx', 'd.json', '-o', 'out.zip'], { cwd });
  expect(code).toBe(1);
  expect(err).toContain('record 2, which begins on line 2');
  expect(existsSync(join(cwd, 'out.zip'))).toBe(false);
});

test.each([
  ['an output of no known kind', ['d.csv', '-o', 'o.tar'], 'must end in .zip, .pdf or .docx'],
  [
    'pages through many files',
    ['d.csv', '-o', 'o.zip', '--page-numbers', 'through'],
    'is for all in one file, a .pdf or a .docx',
  ],
  ['records of no known kind', ['t.docx', '-o', 'o.zip'], 'must be a .json, .ndjson, .csv or .xlsx'],
  ['records that are not there', ['gone.csv', '-o', 'o.zip'], 'There is no file gone.csv.'],
  ['a format that contradicts', ['d.csv', '-o', 'o.pdf', '--format', 'docx'], 'contradict each other'],
  ['a mapping that is none', ['d.csv', '-o', 'o.zip', '--column', 'x'], 'Column=path.to.field'],
  ['no number', ['d.csv', '-o', 'o.zip', '--max-failures', 'all'], 'whole number'],
])('wrong use ends with 2 and says why: %s', async (_, args, message) => {
  const cwd = folderWith({ 'd.csv': 'amount\n1' });
  const { code, err } = await platen(['batch', 't.docx', ...args], { cwd });
  expect(code).toBe(2);
  expect(err).toContain(message);
});
