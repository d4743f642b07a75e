/**
 * `npm run fidelity -- --breaks DIR…`: how near to Word on documents that have no PDF
 *
 * Lays out each document that Word saved and whose figures agree with each other, and compares the number of pages, the word
 * that each page begins with, and the page numbers that its fields show. Documents are in two halves by their names: rules are
 * found on `finding`, of which the worst are told; `held out` is only counted.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PlatenError } from '../../../src/errors.ts';
import { deobfuscate } from '../../../src/fonts/embedded.ts';
import type { FontLibrary } from '../../../src/fonts/font.ts';
import { layoutDocument } from '../../../src/layout/layout-document.ts';
import { openDocx } from '../../../src/ooxml/docx.ts';
import { readDocument } from '../../../src/wml/document.ts';
import { Markup } from '../markup.ts';
import { readWords } from '../words.ts';
import { type Break, compareBreaks } from './compare-breaks.ts';
import { confirmed } from './confirmed.ts';
import { flowOf, type Spot } from './flow.ts';
import { markedCopy } from './marked-copy.ts';
import { comparePageReferences, type PageReferences } from './page-references.ts';
import { type SavedLayout, savedLayout } from './saved.ts';

interface Row {
  readonly name: string;
  readonly half: 'finding' | 'held out';
  readonly pages: number;
  readonly saved: SavedLayout;
  readonly breaks: readonly Break[];
  readonly references: PageReferences;
  /** Marks that Word's own PDF confirms, of those that it could. */
  readonly confirmed: { readonly of: number; readonly are: number } | undefined;
  readonly notes: readonly string[];
}

export interface BreaksOptions {
  readonly library: FontLibrary;
  readonly isWanted: (name: string) => boolean;
  readonly save: string | undefined;
  readonly against: string | undefined;
  /** Of how many of the worst the first place is told. */
  readonly worst: number;
}

export const reportBreaks = (folders: readonly string[], options: BreaksOptions): void => {
  const rows: Row[] = [];
  const skipped = new Map<string, number>();
  const seen = new Set<string>();
  for (const file of folders.flatMap(docxBelow)) {
    if (!options.isWanted(basename(file))) continue;
    const row = measured(file, seen, options.library);
    if (typeof row === 'string') skipped.set(row, (skipped.get(row) ?? 0) + 1);
    else rows.push(row);
  }
  const worst = rows
    .filter((row) => row.half === 'finding' && lost(row) > 0)
    .sort((a, b) => lost(b) - lost(a));
  for (const row of worst.slice(0, options.worst)) console.log([line(row), ...row.notes].join('\n    '));
  console.log(`\nskipped: ${[...skipped].map(([why, count]) => `${why} ${count}`).join(', ') || 'none'}`);
  for (const half of ['finding', 'held out'] as const)
    console.log(
      figures(
        half,
        rows.filter((row) => row.half === half),
      ),
    );
  console.log(figures('both', rows));
  if (options.against !== undefined) changes(rows, options.against);
  if (options.save !== undefined)
    writeFileSync(
      options.save,
      JSON.stringify(Object.fromEntries(rows.map((row) => [row.name, kept(row)])), undefined, 1),
    );
};

const docxBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.docx') && !basename(name).startsWith('~$'))
    .sort()
    .map((name) => join(folder, name));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const measured = (file: string, seen: Set<string>, library: FontLibrary): Row | string => {
  try {
    const bytes = readFileSync(file);
    const docx = openDocx(bytes);
    const hash = hashOf(docx.text(docx.mainPart));
    if (seen.has(hash)) return 'seen before';
    seen.add(hash);
    const flow = flowOf(docx);
    const saved = savedLayout(docx, flow);
    if (typeof saved === 'string') return saved;
    const document = readDocument(markedCopy(docx, flow));
    const fonts =
      document.embeddedFonts.length === 0
        ? library
        : library.withEmbedded(
            document.embeddedFonts.map(({ part, key, ...face }) => ({
              ...face,
              bytes: deobfuscate(docx.bytes(part), key),
            })),
          );
    const { list } = layoutDocument(document, fonts);
    const breaks = compareBreaks(flow, saved, list.destinations);
    const pdf = file.replace(/\.docx$/i, '.pdf');
    const name = basename(file).replace(/\.docx$/i, '');
    return {
      // Folders of tests have one of the same name each.
      name: join(basename(dirname(file)), name),
      half: Number.parseInt(hashOf(name).slice(0, 2), 16) % 2 === 0 ? 'finding' : 'held out',
      pages: list.pages.length,
      saved,
      breaks,
      references: comparePageReferences(docx, saved, list.destinations),
      confirmed: existsSync(pdf) ? confirmed(flow, readWords(pdf).words) : undefined,
      notes: firstPlace(bytes, flow, breaks),
    };
  } catch (error) {
    if (!(error instanceof PlatenError)) throw new Error(file, { cause: error });
    return error.code;
  }
};

const isHit = ({ word, here, lines }: Break): boolean => lines === 0 && (word === undefined || word === here);

/** Pages first: they are what a reader sees. */
const lost = ({ pages, saved, breaks }: Row): number =>
  ((saved.pages ?? pages) === pages ? 0 : 1000) +
  breaks.filter((one) => !isHit(one)).length / Math.max(1, breaks.length);

const line = (row: Row): string =>
  `${row.name.slice(-70).padEnd(70)}  ${row.pages}/${row.saved.pages ?? '?'}p  ${row.breaks.filter(isHit).length} of ${row.breaks.length} breaks`;

const WORDS_SHOWN = 8;

const firstPlace = (file: Uint8Array, flow: readonly Spot[], breaks: readonly Break[]): readonly string[] => {
  const first = breaks.find((one) => !isHit(one));
  if (first === undefined) return [];
  const at = flow.indexOf(first.spot);
  const texts = (spots: readonly Spot[]): readonly string[] =>
    spots.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const [before, after] = [
    texts(flow.slice(Math.max(0, at - WORDS_SHOWN), at)),
    texts(flow.slice(at, at + WORDS_SHOWN)),
  ];
  const off =
    first.lines === 0
      ? 'begins a page'
      : first.lines < 0
        ? `${-first.lines} lines below the top`
        : `${first.lines} lines above the end`;
  return [
    `Word’s page ${first.word ?? ''}: … ${before.join(' ')} | ${after.join(' ')} …; here on page ${first.here}, ${off}`,
    ...new Markup(file).around(
      after.map((text) => ({ text, page: 0, x: 0, y: 0 })),
      at / flow.length,
    ),
  ];
};

const figures = (title: string, rows: readonly Row[]): string => {
  const long = rows.filter(({ saved }) => (saved.pages ?? 1) > 1);
  const samePages = (some: readonly Row[]): string =>
    `${some.filter(({ pages, saved }) => pages === saved.pages).length} of ${some.filter(({ saved }) => saved.pages !== undefined).length}`;
  const marked = rows.filter((row) => row.breaks.length > 0);
  const breaks = marked.flatMap((row) => row.breaks);
  const begins = breaks.filter(({ lines }) => lines === 0).length;
  const by = (least: number, most: number): number =>
    breaks.filter(({ lines }) => Math.abs(lines) >= least && Math.abs(lines) <= most).length;
  const sum = (key: keyof PageReferences): number =>
    rows.reduce((all, { references }) => all + references[key], 0);
  const known = rows.flatMap((row) => row.confirmed ?? []);
  return [
    `${title}: page counts ${samePages(rows)}, of several pages ${samePages(long)}`,
    `all breaks of ${marked.filter((row) => row.breaks.every(isHit)).length} of ${marked.length} documents`,
    `breaks ${breaks.filter(isHit).length} of ${breaks.length}, between two pages ${begins}, off by a line or two ${by(1, 2)}, by three to six ${by(3, 6)}`,
    `page numbers in fields ${sum('alike')} of ${sum('current')}`,
    ...(known.length === 0
      ? []
      : [
          `marks that Word’s PDF confirms ${known.reduce((all, { are }) => all + are, 0)} of ${known.reduce((all, one) => all + one.of, 0)}`,
        ]),
  ].join('; ');
};

type Kept = readonly [hits: number, breaks: number, pages: number];
const kept = (row: Row): Kept => [row.breaks.filter(isHit).length, row.breaks.length, row.pages];

const changes = (rows: readonly Row[], file: string): void => {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Kept>>;
  for (const row of rows) {
    const [hits, , pages] = kept(row);
    const [hitsThen = hits, , pagesThen = pages] = before[row.name] ?? [];
    if (hits === hitsThen && pages === pagesThen) continue;
    console.log(
      `  ${row.half === 'finding' ? row.name : '(held out)'}: ${hitsThen} → ${hits} breaks of ${row.breaks.length}, ${pagesThen} → ${pages} of ${row.saved.pages ?? '?'} pages`,
    );
  }
};
