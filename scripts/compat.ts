/**
 * `npm run compat -- DIR`: renders other engines' own test templates and compares the text with what they gave.
 *
 * DIR holds `index.json` (cases with id, delimiter, options, outcome), `<id>/template.docx`, `<id>/data.json`,
 * `<id>/expected.txt`, and `extract_text.py`, which wrote the expected texts and reads ours by the same rules.
 * A case agrees when the text is the same but for blank paragraphs (Platen removes those that held only tags) and the
 * word "undefined" (Platen leaves a missing value empty). What differs otherwise is listed; the reasons are in
 * docs/compatibility.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlatenError } from '../src/errors.ts';
import { compileTemplate, linkTemplate, renderDocx } from '../src/template/index.ts';

interface Case {
  readonly id: string;
  readonly project: string;
  readonly delimiter: string | { readonly other: readonly string[] };
  readonly options: Readonly<Record<string, unknown>>;
  readonly outcome: 'ok' | 'error';
  readonly usable: boolean;
}

type Verdict = 'agrees' | 'differs' | 'refused' | 'both refuse' | 'accepted' | 'crashed';

const [folder, ...flags] = process.argv.slice(2);
if (!folder || !existsSync(join(folder, 'index.json'))) {
  console.error(
    'usage: npm run compat -- DIR [--verbose] [--only TEXT]\nDIR holds index.json; see scripts/compat.ts',
  );
  process.exit(2);
}
const verbose = flags.includes('--verbose');
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : undefined;

const scratch = mkdtempSync(join(tmpdir(), 'platen-compat-'));
const render = (template: Uint8Array, data: unknown, delimiter: string): Uint8Array => {
  const { program } = compileTemplate(template, { delimiter: delimiter as 'BRACES' });
  const chunks: Uint8Array[] = [];
  renderDocx(
    linkTemplate(program, template),
    data as never,
    {},
    { write: (chunk) => void chunks.push(chunk) },
  );
  return Buffer.concat(chunks);
};

const normal = (text: string): string =>
  text
    .replaceAll('undefined', '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/^¶+|¶+$|(?<=\| )¶+|¶+(?= \|)/g, '')
        .replaceAll(/¶{2,}/g, '¶')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');

const judge = (one: Case): { verdict: Verdict; note: string } => {
  const at = (name: string): string => join(folder, one.id, name);
  const data: unknown = JSON.parse(readFileSync(at('data.json'), 'utf8'));
  try {
    const output = join(scratch, 'out.docx');
    writeFileSync(output, render(readFileSync(at('template.docx')), data, String(one.delimiter)));
    if (one.outcome === 'error') return { verdict: 'accepted', note: '' };
    const ours = normal(
      execFileSync('python3', [join(folder, 'extract_text.py'), output], { encoding: 'utf8' }),
    );
    const theirs = normal(readFileSync(at('expected.txt'), 'utf8'));
    return ours === theirs
      ? { verdict: 'agrees', note: '' }
      : { verdict: 'differs', note: `--- theirs\n${theirs}\n--- ours\n${ours}` };
  } catch (error) {
    if (!(error instanceof PlatenError))
      return { verdict: 'crashed', note: error instanceof Error ? (error.stack ?? '') : String(error) };
    const details = (error.details ?? []).map((problem) => `${problem.code}: ${problem.message}`).join('\n');
    return {
      verdict: one.outcome === 'error' ? 'both refuse' : 'refused',
      note: `${error.message}\n${details}`,
    };
  }
};

const cases = (JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Case[]).filter(
  (one) => one.usable && typeof one.delimiter === 'string' && (only === undefined || one.id.includes(only)),
);
const counts = new Map<string, Map<Verdict, number>>();
for (const one of cases) {
  const { verdict, note } = judge(one);
  const row = counts.get(one.project) ?? new Map<Verdict, number>();
  counts.set(one.project, row.set(verdict, (row.get(verdict) ?? 0) + 1));
  if (verdict === 'agrees' || verdict === 'both refuse') continue;
  console.log(`${verdict}\t${one.id}\t${JSON.stringify(one.options)}`);
  if (verbose) console.log(note.slice(0, 3000).replaceAll(/^/gm, '    '));
}
rmSync(scratch, { recursive: true });
for (const [project, row] of counts) {
  console.log(`${project}: ${[...row].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
}
