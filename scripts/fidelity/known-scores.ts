/** knownScores :: folder → what its index.tsv says of each document: its language, and how other programs fared */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Known {
  readonly language: string;
  /** By the name of the program. */
  readonly others: ReadonlyMap<string, { readonly score: number; readonly samePages: boolean }>;
}

const PROGRAMS = { 'LibreOffice 7.4': 'libreoffice', 'LibreOffice 25.2': 'libreoffice25' };

export const knownScores = (folder: string): ReadonlyMap<string, Known> => {
  const file = join(folder, 'index.tsv');
  if (!existsSync(file)) return new Map();
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  const columns = head.split('\t');
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t');
      const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
      const others = Object.entries(PROGRAMS).flatMap(([program, column]) => {
        const [, mine, words] = /^(\d+)\/(\d+)p$/.exec(cell(`${column}_pages`)) ?? [];
        const score = Number(cell(`${column}_score`) || Number.NaN);
        return Number.isNaN(score)
          ? []
          : [[program, { score, samePages: mine !== undefined && mine === words }] as const];
      });
      return [cell('id'), { language: cell('language'), others: new Map(others) }];
    }),
  );
};
