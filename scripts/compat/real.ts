/** The folder of real templates: `index.tsv` names them, each engine's in a folder of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from './flags.ts';
import { type Judgement, judge, type Verdict } from './judge.ts';
import { loadPeers } from './peer.ts';
import { table } from './table.ts';

interface Row extends Judgement {
  readonly file: string;
  readonly engine: string;
}

/** The dialects that Platen reads as its own: none of these may be wrong silently. */
const CLAIMED = ['docxtemplater', 'docx-templates', 'easy-template-x', 'jsreport'];

export const judgeFolder = async (folder: string, flags: Flags): Promise<void> => {
  const peers = await loadPeers();
  if (peers === undefined)
    console.error(
      'The other engines are not installed, so that no text is compared: npm install --prefix bench',
    );
  const rows: Row[] = [];
  for (const [file, engine] of listed(folder, flags)) {
    const template = readFileSync(join(folder, file));
    const row = { file, engine, ...(await judge({ template, engine, peer: peers?.[engine] })) };
    rows.push(row);
    if (flags.verbose) show(row);
  }
  if (flags.json) console.log(JSON.stringify(rows, undefined, 1));
  else console.log(summary(rows, flags.markdown));
};

const listed = (folder: string, { only, rows }: Flags): (readonly [file: string, engine: string])[] =>
  readFileSync(join(folder, 'index.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([file = '', engine = '']) => [file, engine] as const)
    .filter((_, index) => rows === undefined || (index % 2 === 0) === (rows === 'odd'))
    .filter(([file]) => only === undefined || file.includes(only));

const show = ({ file, verdict, notes, ownCode, unsound, decided, leftovers }: Row): void => {
  console.log(
    `${verdict}\t${file}${ownCode === undefined ? '' : `\t(needs ${ownCode})`}${unsound ? '\t(its engine refuses it too)' : ''}`,
  );
  for (const note of notes) console.log(note.slice(0, 3000).replaceAll(/^/gm, '    '));
  for (const rule of decided) console.log(`    decided: ${rule}`);
  for (const { part, place, text } of leftovers)
    console.log(`    left: ${part} ${place} ${text.slice(0, 200)}`);
};

const summary = (rows: readonly Row[], markdown: boolean): string => {
  const engines = [...new Set(rows.map(({ engine }) => engine))].sort(
    (a, b) => Number(CLAIMED.includes(b)) - Number(CLAIMED.includes(a)) || a.localeCompare(b),
  );
  const count = (of: readonly Row[], verdict: Verdict): number =>
    of.filter((row) => row.verdict === verdict).length;
  const line = (name: string, of: readonly Row[]): (string | number)[] => [
    name,
    of.length,
    ...(['right', 'alike', 'refused', 'warned', 'silent', 'crashed'] as const).map((verdict) =>
      count(of, verdict),
    ),
    of.reduce((sum, { leftovers }) => sum + leftovers.length, 0),
  ];
  const bold = (name: string): string => (markdown && CLAIMED.includes(name) ? `**${name}**` : name);
  const verdicts = table(
    [
      [
        'Templates of',
        'All',
        'Right',
        'Alike',
        'Refused',
        'Warned',
        'Wrong silently',
        'Crashed',
        'Tags left',
      ],
      ...engines.map((name) =>
        line(
          bold(name),
          rows.filter(({ engine }) => engine === name),
        ),
      ),
      line(markdown ? '**all**' : 'all', rows),
    ],
    markdown,
  );
  const plain = rows.filter(({ ownCode, unsound }) => ownCode === undefined && !unsound);
  const shares = table(
    [
      ['Without code of their own', 'All', 'Right', 'Share'],
      ...CLAIMED.map((name) => {
        const own = plain.filter(({ engine }) => engine === name);
        return [name, own.length, count(own, 'right'), `${share(count(own, 'right'), own.length)} %`];
      }),
    ],
    markdown,
  );
  return `${verdicts}\n\n${shares}`;
};

const share = (part: number, all: number): string => (all === 0 ? '–' : ((100 * part) / all).toFixed(0));
