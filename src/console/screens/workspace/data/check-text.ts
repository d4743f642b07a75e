/**
 * checkText :: text of the editor, schema → syntax errors, or what the data lacks, mistypes and never uses, with ranges
 *
 * Runs in a worker: a megabyte takes tens of milliseconds, which typing must not wait for.
 */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { checkData } from '../../../../data-check/check-data.ts';
import type { FoundProblem, MissingProblem, TypeProblem } from '../../../../data-check/data-problems.ts';
import { isRecord } from '../../../../data-check/names.ts';
import type { Place } from '../../../../data-check/paths.ts';
import type { Schema } from '../../../../data-check/read-schema.ts';
import { typeName } from '../../../../data-check/read-schema.ts';
import { DEEPEST, isTooDeep } from './depth.ts';
import { nodeAt } from './edit-text.ts';
import { sentenceOf } from './syntax-sentences.ts';

/** `rendering`: the server could not make a document of it. */
export type ProblemKind = 'syntax' | 'rendering' | 'missing' | 'mistyped' | 'unused';

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface DataProblem {
  readonly kind: ProblemKind;
  /** `items[].sku`; empty for syntax errors. */
  readonly path: string;
  readonly message: string;
  readonly count: number;
  readonly ranges: readonly Range[];
  /** Its first place in the data. */
  readonly place: Place;
}

export interface TextReport {
  /** The text is JSON and an object: it can be sent. */
  readonly isData: boolean;
  readonly problems: readonly DataProblem[];
  readonly truncated: boolean;
}

/** Squiggles of one problem: past these they say nothing new, and each costs time in the editor. */
const MOST_PLACES = 50;
/** Ranges of all problems together; the list has them all, the editor marks the first ones. */
const MOST_RANGES = 500;

export const checkText = (text: string, schema: Schema): TextReport => {
  if (isTooDeep(text)) return refused(text, `Data may be nested ${DEEPEST} levels deep; this is deeper.`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { isData: false, problems: syntaxErrors(text), truncated: false };
  }
  if (!isRecord(data)) {
    const found = typeName(data) === 'array' ? 'a list' : 'a single value';
    return refused(text, `Data is an object in braces, not ${found}.`);
  }
  const report = checkData(schema, data, MOST_PLACES);
  const locate = locator(text);
  const problems: DataProblem[] = [
    ...report.missing.map((one) => locate('missing', one, missingSentence(one))),
    ...report.mistyped.map((one) => locate('mistyped', one, mistypedSentence(one))),
    ...report.unused.map((one) => locate('unused', one, 'is not used by the template')),
  ];
  return { isData: true, problems, truncated: report.truncated };
};

const refused = (text: string, message: string): TextReport => ({
  isData: false,
  problems: [
    { kind: 'syntax', path: '', message, count: 1, ranges: [{ from: 0, to: text.length }], place: [] },
  ],
  truncated: false,
});

const missingSentence = ({ suggestion }: MissingProblem): string =>
  suggestion === undefined ? 'is missing' : `is missing; did you mean \`${suggestion}\`?`;

const mistypedSentence = ({ expected, found }: TypeProblem): string =>
  `is ${withArticle(found)}, the template needs ${expected.split(' or ').map(withArticle).join(' or ')}`;

const WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  text: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  date: 'a date such as 2026-03-16',
  null: 'null',
};

const withArticle = (type: string): string => WORDS[type] ?? type;

/** The text is taken apart once, and only if there is something to find. */
const locator = (text: string) => {
  let tree: Node | undefined;
  let left = MOST_RANGES;
  return (kind: ProblemKind, found: FoundProblem, message: string): DataProblem => {
    tree ??= parseTree(text);
    const ranges: Range[] = [];
    for (const place of found.places) {
      if (left <= 0 || tree === undefined) break;
      const range = rangeOf(tree, kind === 'missing', place);
      if (range === undefined) continue;
      ranges.push(range);
      left -= 1;
    }
    return { kind, path: found.path, message, count: found.count, ranges, place: found.places[0] ?? [] };
  };
};

/** Of what is missing: the object that lacks it, at its opening brace. Of the rest: the name, or the item. */
const rangeOf = (tree: Node, isMissing: boolean, place: Place): Range | undefined => {
  const node = nodeAt(tree, place);
  if (node !== undefined) {
    const marked = node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;
    return { from: marked.offset, to: marked.offset + Math.min(marked.length, 200) };
  }
  if (!isMissing || place.length === 0) return undefined;
  const owner = nodeAt(tree, place.slice(0, -1));
  if (owner === undefined) return rangeOf(tree, true, place.slice(0, -1));
  return { from: owner.offset, to: owner.offset + 1 };
};

const syntaxErrors = (text: string): DataProblem[] => {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first: { error: number; offset: number; length: number }[] = errors.slice(0, 1);
  // The tolerant reader takes what the strict one refused: nothing it knows a name for.
  if (first.length === 0) first.push({ error: 0, offset: 0, length: text.length });
  return first.map(({ error, offset, length }) => {
    const from = Math.min(offset, Math.max(0, text.length - 1));
    const to = Math.min(text.length, Math.max(from + 1, offset + length));
    return {
      kind: 'syntax',
      path: '',
      message: sentenceOf(error, text.slice(offset, offset + length)),
      count: 1,
      ranges: [{ from, to }],
      place: [],
    };
  });
};
