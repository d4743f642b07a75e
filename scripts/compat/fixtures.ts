/**
 * Other engines' own test templates. `index.json` lists cases with id, delimiter, options and outcome; a case is a
 * folder with `template.docx`, `data.json` and `expected.txt`, the text that the engine itself gave.
 *
 * A case agrees when the text is the same but for blank paragraphs (Platen removes those that held only tags) and the
 * word "undefined" (Platen leaves a missing value empty).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlatenError } from '../../src/errors.ts';
import type { DelimiterName } from '../../src/template/index.ts';
import type { Flags } from './flags.ts';
import { reasons, upload } from './platen.ts';
import { table } from './table.ts';
import { normal, textOf } from './text.ts';

interface Case {
  readonly id: string;
  readonly project: string;
  readonly delimiter: string | { readonly other: readonly string[] };
  readonly options: Readonly<Record<string, unknown>>;
  readonly outcome: 'ok' | 'error';
  readonly usable: boolean;
}

const VERDICTS = ['agrees', 'both refuse', 'differs', 'refused', 'accepted', 'crashed'] as const;
type Verdict = (typeof VERDICTS)[number];

interface Row {
  readonly id: string;
  readonly project: string;
  readonly verdict: Verdict;
  readonly note: string;
}

export const judgeFixtures = (folder: string, { verbose, only, json, markdown }: Flags): void => {
  const cases = (JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Case[]).filter(
    (one) => one.usable && typeof one.delimiter === 'string' && (only === undefined || one.id.includes(only)),
  );
  const rows = cases.map((one): Row => ({ id: one.id, project: one.project, ...judge(folder, one) }));
  if (json) {
    console.log(JSON.stringify(rows, undefined, 1));
    return;
  }
  for (const [index, { id, verdict, note }] of rows.entries()) {
    if (markdown || verdict === 'agrees' || verdict === 'both refuse') continue;
    console.log(`${verdict}\t${id}\t${JSON.stringify(cases[index]?.options)}`);
    if (verbose) console.log(note.slice(0, 3000).replaceAll(/^/gm, '    '));
  }
  console.log(summary(rows, markdown));
};

const judge = (folder: string, one: Case): { verdict: Verdict; note: string } => {
  const at = (name: string): string => join(folder, one.id, name);
  const data: unknown = JSON.parse(readFileSync(at('data.json'), 'utf8'));
  try {
    const { file } = upload(readFileSync(at('template.docx')), one.delimiter as DelimiterName).render(data);
    if (one.outcome === 'error') return { verdict: 'accepted', note: '' };
    const ours = normal(textOf(file, { notes: false }));
    const theirs = normal(readFileSync(at('expected.txt'), 'utf8'));
    return ours === theirs
      ? { verdict: 'agrees', note: '' }
      : { verdict: 'differs', note: `--- theirs\n${theirs}\n--- ours\n${ours}` };
  } catch (error) {
    if (!(error instanceof PlatenError))
      return { verdict: 'crashed', note: error instanceof Error ? (error.stack ?? '') : String(error) };
    return { verdict: one.outcome === 'error' ? 'both refuse' : 'refused', note: reasons(error) };
  }
};

const summary = (rows: readonly Row[], markdown: boolean): string => {
  const line = (name: string, of: readonly Row[]): (string | number)[] => [
    name,
    of.length,
    ...VERDICTS.map((verdict) => of.filter((row) => row.verdict === verdict).length),
  ];
  const projects = [...new Set(rows.map(({ project }) => project))];
  return table(
    [
      [
        'Fixtures of',
        'Cases',
        'Same text',
        'Both refuse',
        'Text differs',
        'Refused only here',
        'Accepted only here',
        'Crashed',
      ],
      ...projects.map((name) =>
        line(
          name,
          rows.filter(({ project }) => project === name),
        ),
      ),
      line(markdown ? '**all**' : 'all', rows),
    ],
    markdown,
  );
};
