/**
 * `npm run fidelity -- DIR…`: how near to Word.
 *
 * Each DIR holds NAME.docx and NAME.pdf, exported from it by Word; an index.tsv beside them may say how LibreOffice
 * fared. Each document is converted natively and compared with Word's PDF by the words on the page.
 *
 *   --only 203,205    documents whose names begin with one of these (or hold it, where it is no number)
 *   --first           where the layouts part: the first word elsewhere, and the first missing, with the paragraph's markup
 *   --within 1        points that count as the same place for --first; 3, as in the score, where it is not said
 *   --missing         the words and the pictures that Word's PDF has and ours lacks
 *   --ink             how alike the pages look, too
 *   --save FILE, --against FILE   keeps the scores; tells which have changed since
 *   --pictures        FOLDER/index.html with the renderings beside each other, LibreOffice's among them
 *   --out FOLDER      where the PDFs go: FOLDER/native/NAME.pdf
 *
 * `npm run fidelity -- --breaks DIR…` needs no PDFs: see breaks/report.ts. `--worst N` tells of so many documents where they part.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openConverter } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { PlatenError } from '../../src/errors.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { reportBreaks } from './breaks/report.ts';
import { align, compare, IN_PLACE } from './compare.ts';
import { firstDifferences } from './first.ts';
import { ink } from './ink.ts';
import { knownScores } from './known-scores.ts';
import { Markup } from './markup.ts';
import { lackingPictures } from './pictures.ts';
import { type Compared, sideBySide } from './side-by-side.ts';
import { type Row, summary } from './summary.ts';
import { readWords, type Word } from './words.ts';

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    first: { type: 'boolean', default: false },
    within: { type: 'string', default: String(IN_PLACE) },
    missing: { type: 'boolean', default: false },
    ink: { type: 'boolean', default: false },
    save: { type: 'string' },
    against: { type: 'string' },
    pictures: { type: 'boolean', default: false },
    breaks: { type: 'boolean', default: false },
    worst: { type: 'string', default: '20' },
    pages: { type: 'string', default: '2' },
    out: { type: 'string', default: join(tmpdir(), 'platen-fidelity') },
  },
});
if (folders.length === 0 || !folders.every((folder) => existsSync(folder))) {
  console.error(
    'usage: npm run fidelity -- DIR… [--only 203,205] [--first [--within POINTS]] [--missing] [--ink] [--save FILE] [--against FILE] [--pictures [--pages N]] [--out FOLDER]\n       npm run fidelity -- --breaks DIR… [--only NAME] [--worst N] [--save FILE] [--against FILE]\nDIR holds NAME.docx with Word’s NAME.pdf; for --breaks any documents, at any depth',
  );
  process.exit(2);
}
const wanted = (flags.only ?? '').split(',').map((part) => part.trim());
const isWanted = (name: string): boolean =>
  wanted.some((part) => (/^\d+$/.test(part) ? name.startsWith(`${part}-`) : name.includes(part)));

if (flags.breaks) {
  const { save, against, worst } = flags;
  reportBreaks(folders, { library: await openFontLibrary(), isWanted, save, against, worst: Number(worst) });
  process.exit(0);
}
for (const name of ['native', 'libreoffice']) mkdirSync(join(flags.out, name), { recursive: true });

/** Dots and lines that lead to a number. */
const LEADER = /[._…]{2,}/g;
/** The alignment is quadratic: a reference longer than this is left out. */
const MOST_WORDS = 20_000;
const library = await openFontLibrary();
const converter = flags.pictures ? openConverter(loadConfig()) : undefined;

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

const byLibreOffice = async (docx: Uint8Array, target: string): Promise<void> => {
  if (converter === undefined || existsSync(target)) return;
  try {
    const { pdf } = await converter.convert(docx, { organizationId: 'fidelity', engine: 'libreoffice' });
    writeFileSync(target, pdf);
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
  }
};

const compared: Compared[] = [];
const measure = async (folder: string, name: string): Promise<Omit<Row, 'known'> | undefined> => {
  const reference = join(folder, `${name}.pdf`);
  const there = readWords(reference);
  if (there.words.length === 0 || there.words.length > MOST_WORDS) return undefined;
  const docx = readFileSync(join(folder, `${name}.docx`));
  const [mine, theirs] = [
    join(flags.out, 'native', `${name}.pdf`),
    join(flags.out, 'libreoffice', `${name}.pdf`),
  ];
  const reasons = natively(docx, mine);
  await byLibreOffice(docx, theirs);
  const here = readWords(mine);
  const pairs = align(there, here);
  const native = compare(there, here, pairs);
  compared.push({
    name,
    title: `${native.score.toFixed(3)} ${reasons.join(', ')}`,
    score: native.score,
    files: [reference, mine, theirs],
  });
  const notes = [
    ...(flags.first ? parting(firstDifferences(there, here, pairs, Number(flags.within)), docx) : []),
    ...(flags.missing ? [...missing(there.words, here.words), ...lackingPictures(reference, mine)] : []),
  ];
  const looks = flags.ink ? ink(reference, mine) : undefined;
  console.log(
    [
      name.slice(0, 44).padEnd(44),
      native.score.toFixed(3),
      ...(looks === undefined ? [] : [`ink ${looks.toFixed(3)}`]),
      `${native.pages}/${native.referencePages}p`,
      reasons.join(' '),
      ...notes.map((note) => `\n    ${note}`),
    ].join('  '),
  );
  return { name, reasons, native, ink: looks };
};

const point = ({ page, x, y }: Word): string => `page ${page} at ${x.toFixed(1)}, ${y.toFixed(1)}`;
const text = (line: readonly Word[]): string => line.map((word) => word.text).join(' ');

const parting = (found: ReturnType<typeof firstDifferences>, docx: Uint8Array): readonly string[] => {
  if (found.length === 0) return ['everything in place'];
  const markup = new Markup(docx);
  return found.flatMap(({ what, word, here, line, lineHere, share }) => [
    `“${word.text}” ${what}: Word ${point(word)}${here ? `, here ${point(here)}` : ''}`,
    `  Word: ${text(line)}`,
    ...(here ? [`  here: ${text(lineHere)}`] : []),
    ...markup.around(line, share).map((note) => `  ${note}`),
  ]);
};

/**
 * Words are counted by what they say: wherever ours has one, it is there. So is one that only stands closer to its neighbours, or
 * is parted in two: its letters follow each other.
 */
const missing = (there: readonly Word[], here: readonly Word[]): readonly string[] => {
  const left = new Map<string, number>();
  const letters = here.map(({ text: one }) => one.replaceAll(LEADER, '')).join('');
  for (const { text: one } of here) left.set(one, (left.get(one) ?? 0) + 1);
  const lacking = there.filter(({ text: one }) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0 && !letters.includes(one.replaceAll(LEADER, ''));
  });
  return lacking.length === 0
    ? []
    : [
        `lacks ${lacking.length}: ${lacking
          .slice(0, 40)
          .map(({ text: one, page }) => `${one} (${page})`)
          .join(' ')}`,
      ];
};

const lines: string[] = [];
const scores: Record<string, [score: number, pages: number]> = {};
for (const folder of folders) {
  const known = knownScores(folder);
  const rows: Row[] = [];
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace(/\.docx$/, '');
    if (name === file || !existsSync(join(folder, `${name}.pdf`)) || !isWanted(name)) continue;
    const row = await measure(folder, name);
    if (row === undefined) continue;
    rows.push({ ...row, known: known.get(name) });
    scores[name] = [row.native.score, row.native.pages];
  }
  if (rows.length > 0) lines.push(...summary(basename(resolve(folder)), rows));
}
await converter?.close();
console.log(`\n${lines.join('\n')}`);

if (flags.against !== undefined) {
  const before = JSON.parse(readFileSync(flags.against, 'utf8')) as typeof scores;
  const changed = Object.entries(scores).flatMap(([name, [score, pages]]) => {
    const [then = score, pagesThen = pages] = before[name] ?? [];
    return Math.abs(score - then) < 0.0005 && pages === pagesThen
      ? []
      : [
          {
            name,
            gain: score - then,
            line: `${then.toFixed(3)} → ${score.toFixed(3)}, ${pagesThen} → ${pages} pages`,
          },
        ];
  });
  changed.sort((a, b) => a.gain - b.gain);
  console.log(`\nchanged since: ${changed.length}`);
  for (const { name, gain, line } of changed)
    console.log(`  ${gain.toFixed(3).padStart(6)}  ${name}  ${line}`);
}
if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(scores, undefined, 1));
if (flags.pictures) console.log(`\nSide by side: ${sideBySide(flags.out, compared, flags.pages)}`);
