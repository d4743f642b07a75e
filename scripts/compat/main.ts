/**
 * `npm run compat -- DIR [--verbose] [--only TEXT] [--json | --markdown] [--rows odd|even]`: other engines' templates.
 *
 * DIR is one of two kinds. With `index.json`: the engines' own test templates, each with data and the text that the
 * engine gave (fixtures.ts). With `index.tsv`: templates that people wrote for them, by engine; their data is made from
 * the template, and the engine itself, from bench/, says what is right (real.ts). Results and reasons are in
 * docs/compatibility.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeFixtures } from './fixtures.ts';
import { judgeFolder } from './real.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    only: { type: 'string' },
    rows: { type: 'string' },
  },
});
const [folder = ''] = positionals;
if (existsSync(join(folder, 'index.json'))) judgeFixtures(folder, values);
else if (existsSync(join(folder, 'index.tsv'))) await judgeFolder(folder, values);
else {
  console.error(
    'usage: npm run compat -- DIR [--verbose] [--only TEXT] [--json | --markdown] [--rows odd|even]\nDIR holds index.json or index.tsv; see scripts/compat/main.ts',
  );
  process.exit(2);
}
