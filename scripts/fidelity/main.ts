/**
 * `npm run fidelity -- DIR [--only TEXT] [--out FOLDER] [--pages N]`: how near to Word.
 *
 * DIR holds NAME.docx and NAME.pdf, exported from it by Word. Each document is converted natively and, where it is
 * installed, by LibreOffice; both are compared with Word's PDF by the words on the page. Prints a table and writes
 * FOLDER/index.html with the three renderings side by side. LibreOffice's PDFs are kept in FOLDER and made once.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openConverter } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { PlatenError } from '../../src/errors.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { compare, type Fidelity } from './compare.ts';
import { readWords } from './words.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, out: { type: 'string' }, pages: { type: 'string', default: '2' } },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  console.error(
    'usage: npm run fidelity -- DIR [--only TEXT] [--out FOLDER] [--pages N]\nDIR holds NAME.docx with Word’s NAME.pdf',
  );
  process.exit(2);
}
const out = flags.out ?? join(tmpdir(), 'platen-fidelity');
for (const name of ['native', 'libreoffice', 'pictures']) mkdirSync(join(out, name), { recursive: true });

interface Row {
  readonly name: string;
  readonly reasons: readonly string[];
  readonly native: Fidelity;
  readonly libreoffice: Fidelity | undefined;
}

/** The alignment is quadratic: a reference longer than this is left out. */
const MOST_WORDS = 20_000;
const library = await openFontLibrary();
const converter = openConverter(loadConfig());

const natively = (docx: Uint8Array, target: string): readonly string[] => {
  try {
    const result = convertNatively(docx, library);
    if (result.kind === 'converted') writeFileSync(target, result.pdf);
    return result.reasons;
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    return [error.code];
  }
};

const byLibreOffice = async (docx: Uint8Array, target: string): Promise<boolean> => {
  if (existsSync(target)) return true;
  try {
    const { pdf } = await converter.convert(docx, { organizationId: 'fidelity', engine: 'libreoffice' });
    writeFileSync(target, pdf);
    return true;
  } catch (error) {
    if (error instanceof PlatenError) return false;
    throw error;
  }
};

const picture = (pdf: string, kind: string, name: string): void => {
  if (!existsSync(pdf)) return;
  execFileSync(
    'pdftoppm',
    ['-r', '60', '-png', '-l', flags.pages, pdf, join(out, 'pictures', `${name}.${kind}`)],
    { stdio: 'ignore' },
  );
};

const measure = async (name: string): Promise<Row | undefined> => {
  const reference = join(folder, `${name}.pdf`);
  const words = readWords(reference);
  if (words.words.length === 0 || words.words.length > MOST_WORDS) return undefined;
  const docx = readFileSync(join(folder, `${name}.docx`));
  const [mine, theirs] = [join(out, 'native', `${name}.pdf`), join(out, 'libreoffice', `${name}.pdf`)];
  const reasons = natively(docx, mine);
  const hasOffice = await byLibreOffice(docx, theirs);
  for (const [pdf, kind] of [
    [reference, 'word'],
    [mine, 'native'],
    [theirs, 'libreoffice'],
  ] as const)
    picture(pdf, kind, name);
  return {
    name,
    reasons,
    native: compare(words, readWords(mine)),
    libreoffice: hasOffice ? compare(words, readWords(theirs)) : undefined,
  };
};

const rows: Row[] = [];
for (const file of readdirSync(folder).sort()) {
  const name = file.replace(/\.docx$/, '');
  if (name === file || !existsSync(join(folder, `${name}.pdf`)) || (flags.only && !name.includes(flags.only)))
    continue;
  const row = await measure(name);
  if (!row) continue;
  rows.push(row);
  const { native, libreoffice, reasons } = row;
  console.log(
    [
      name.slice(0, 44).padEnd(44),
      native.score.toFixed(3),
      libreoffice?.score.toFixed(3) ?? '–',
      `${native.pages}/${native.referencePages}p`,
      reasons.join(' '),
    ].join('  '),
  );
}
await converter.close();

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
const summary = (title: string, some: readonly Row[], pick: (row: Row) => Fidelity | undefined): string => {
  const all = some.flatMap((row) => pick(row) ?? []);
  const figures = (['score', 'recall', 'page', 'place', 'lines', 'extra'] as const).map(
    (key) => `${key} ${mean(all.map((one) => one[key]))}`,
  );
  const samePages = all.filter((one) => one.pages === one.referencePages).length;
  return `${title} (${all.length}): ${figures.join('  ')}  same page count ${samePages}`;
};
const gated = rows.filter((row) => row.reasons.length === 0);
const lines = [
  summary('native, all', rows, (row) => row.native),
  summary('native, past the gate', gated, (row) => row.native),
  summary('LibreOffice, all', rows, (row) => row.libreoffice),
  summary('LibreOffice, past the gate', gated, (row) => row.libreoffice),
  summary('auto', rows, (row) => (row.reasons.length === 0 ? row.native : (row.libreoffice ?? row.native))),
  `clearly worse than LibreOffice past the gate: ${
    gated
      .filter((row) => row.libreoffice && row.native.score < row.libreoffice.score - 0.05)
      .map((row) => row.name)
      .join(', ') || 'none'
  }`,
];
console.log(`\n${lines.join('\n')}`);

const pictures = readdirSync(join(out, 'pictures'));
const cell = (row: Row, kind: string): string =>
  pictures
    .filter((file) => file.startsWith(`${row.name}.${kind}-`))
    .map((file) => `<img loading="lazy" src="pictures/${encodeURIComponent(file)}" alt="">`)
    .join('');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
writeFileSync(
  join(out, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Fidelity</title><style>body{font:14px sans-serif}td{vertical-align:top;border-top:1px solid #999;padding:6px}img{width:30vw;border:1px solid #ccc;display:block;margin-bottom:4px}</style><pre>${escaped(lines.join('\n'))}</pre><table><tr><th>Word<th>native<th>LibreOffice${rows
    .sort((a, b) => a.native.score - b.native.score)
    .map(
      (row) =>
        `<tr><td colspan="3"><b>${escaped(row.name)}</b> native ${row.native.score.toFixed(3)}, LibreOffice ${row.libreoffice?.score.toFixed(3) ?? '–'} ${escaped(row.reasons.join(', '))}<tr><td>${cell(row, 'word')}<td>${cell(row, 'native')}<td>${cell(row, 'libreoffice')}`,
    )
    .join('')}</table>`,
);
console.log(`\nSide by side: ${join(out, 'index.html')}`);
