/**
 * `npm run docs`: writes the tables of docs/ that come from code (configuration, error codes, formatters) between their
 * markers.
 * `test/docs.test.ts` runs the same functions and fails where a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VARIABLES } from '../src/config.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { STATUS } from '../src/http/error-replies.ts';
import type { Formatter } from '../src/template/formatters/formatter.ts';
import type { Param } from '../src/template/formatters/params.ts';
import { FORMATTERS } from '../src/template/formatters/registry.ts';
import { PROBLEM_CODES, WARNING_CODES } from '../src/template/problems.ts';

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

export const errorTable = (): string =>
  [
    '| Code | Status | Meaning |',
    '|---|---|---|',
    ...Object.entries(ERROR_CODES).map(
      ([code, { kind, summary }]) => `| \`${code}\` | ${STATUS[kind]} | ${cell(summary)} |`,
    ),
  ].join('\n');

export const meaningTable = (codes: Readonly<Record<string, string>>): string =>
  [
    '| Code | Meaning |',
    '|---|---|',
    ...Object.entries(codes).map(([code, summary]) => `| \`${code}\` | ${cell(summary)} |`),
  ].join('\n');

/** `currency:currency?:locale?`: a question mark behind what may be left out. */
const signature = ({ name, params, rest }: Formatter): string => {
  const argument = (param: Param): string =>
    `:${param.name.replaceAll(' ', '-')}${param.optional ? '?' : ''}`;
  return `${name}${params.map(argument).join('')}${rest === undefined ? '' : ':…'}`;
};

export const formatterTable = (): string =>
  [
    '| Formatter | | Example |',
    '|---|---|---|',
    ...[...FORMATTERS.values()].map(
      (formatter) =>
        `| \`${signature(formatter)}\` | ${cell(formatter.summary)} | \`${cell(formatter.example)}\` |`,
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
  { file: 'docs/templates.md', update: (text) => fill(text, 'FORMATTERS', formatterTable()) },
  {
    file: 'docs/errors.md',
    update: (text) =>
      [
        ['ERRORS', errorTable()] as const,
        ['PROBLEMS', meaningTable(PROBLEM_CODES)] as const,
        ['WARNINGS', meaningTable(WARNING_CODES)] as const,
      ].reduce((filled, [name, table]) => fill(filled, name, table), text),
  },
];

if (import.meta.main) {
  for (const { file, update } of GENERATED) {
    const path = join(import.meta.dirname, '..', file);
    writeFileSync(path, update(readFileSync(path, 'utf8')));
  }
}
