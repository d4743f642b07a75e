/**
 * `npm run docs`: writes the tables of docs/ that come from code (configuration, error codes) between their markers.
 * `test/docs.test.ts` runs the same functions and fails where a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VARIABLES } from '../src/config.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

export const configTable = (): string =>
  [
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...CONFIG_VARIABLES.map(
      ({ name, fallback, meaning }) =>
        `| \`${name}\` | ${fallback ? `\`${cell(fallback)}\`` : ''} | ${cell(meaning)} |`,
    ),
  ].join('\n');

/** Replaces what stands between `<!-- NAME…` and `<!-- /NAME -->`. */
export const fill = (text: string, name: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name}:[^>]*-->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open: string, close: string) => `${open}${content}\n${close}`,
  );

export const GENERATED: readonly { readonly file: string; update(text: string): string }[] = [
  { file: 'docs/operations.md', update: (text) => fill(text, 'CONFIG', configTable()) },
];

if (import.meta.main) {
  for (const { file, update } of GENERATED) {
    const path = join(import.meta.dirname, '..', file);
    writeFileSync(path, update(readFileSync(path, 'utf8')));
  }
}
