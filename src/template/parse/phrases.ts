/** inSigns :: a comparison as people say it (`status is not paid`) → the same as an expression (`status != "paid"`) */
import { parseExpression } from '../expression/parse/parse.ts';

type Write = (left: string, right: string) => string;

const order =
  (sign: string): Write =>
  (left, right) =>
    `${operand(left)} ${sign} ${operand(right)}`;

const equality =
  (sign: '==' | '!='): Write =>
  (left, right) =>
    `${operand(left)} ${sign} ${literal(right)}`;

const membership: Write = (left, right) => `${operand(left)} in ${list(right)}`;

const method =
  (name: string): Write =>
  (left, right) =>
    `${operand(left)}.${name}(${literal(right)})`;

const contains: Write = (left, right) => `${operand(left)} contains ${literal(right)}`;

const not =
  (write: Write): Write =>
  (left, right) =>
    `not (${write(left, right)})`;

const BE = '(?:is|are|was|were)';
const NOT = `(?:${BE}\\s+not|isn't|aren't|not)`;
const MORE = '(?:greater|more|larger|bigger|higher|later|older)\\s+than';
const LESS = '(?:less|smaller|lower|fewer|earlier|younger)\\s+than';
const EQUAL = '\\s+or\\s+equal(?:s)?(?:\\s+to)?';

/** What stands behind the first operand: longest first, since `is` begins many of them. */
const BINARY: readonly (readonly [phrase: string, Write])[] = [
  [`(?:${NOT}\\s+(?:in|one\\s+of))`, not(membership)],
  [`(?:${BE}\\s+in|(?:${BE}\\s+)?one\\s+of)`, membership],
  [`(?:(?:${BE}\\s+)?${MORE}${EQUAL}|(?:${BE}\\s+)?at\\s+least)`, order('>=')],
  [`(?:(?:${BE}\\s+)?${LESS}${EQUAL}|(?:${BE}\\s+)?at\\s+most)`, order('<=')],
  [`(?:(?:${BE}\\s+)?${MORE}|${BE}\\s+(?:above|over|after)|exceeds)`, order('>')],
  [`(?:(?:${BE}\\s+)?${LESS}|${BE}\\s+(?:below|under|before))`, order('<')],
  [`(?:does\\s+not|doesn't)\\s+(?:contain|include)`, not(contains)],
  ['(?:contains|includes)', contains],
  ['(?:starts|begins)\\s+with', method('startsWith')],
  ['ends\\s+with', method('endsWith')],
  [
    `(?:${NOT}\\s+equals?(?:\\s+to)?|(?:does\\s+not|doesn't)\\s+equal|${BE}\\s+different\\s+from|${BE}\\s+not|isn't|aren't)`,
    equality('!='),
  ],
  [`(?:${BE}\\s+equal\\s+to|equals?(?:\\s+to)?|${BE})`, equality('==')],
];

/** A list is asked for its length, since `[]` is true in IF; anything else for itself. */
const UNARY: readonly (readonly [phrase: string, (left: string) => readonly string[]])[] = [
  [`${NOT}\\s+(?:empty|blank)`, (left) => [`${left}.length > 0`, left]],
  [`${BE}\\s+(?:empty|blank)`, (left) => [`not (${left}.length > 0)`, `not ${left}`]],
  [
    `(?:(?:does\\s+not|doesn't)\\s+exist|${NOT}\\s+(?:set|present|given|defined|available)|${BE}\\s+(?:missing|absent|undefined))`,
    (left) => [`not ${left}`],
  ],
  [`(?:exists?|${BE}\\s+(?:set|present|given|defined|available))`, (left) => [left]],
];

const PATH = '([\\p{L}_$@.][\\p{L}\\p{N}\\p{M}_$.[\\]]*(?:\\s+[\\p{L}_][\\p{L}\\p{N}\\p{M}_]*)*?)';

const binaries = BINARY.map(
  ([phrase, write]) => [new RegExp(`^${PATH}\\s+${phrase}\\s+(\\S.*)$`, 'isu'), write] as const,
);
const unaries = UNARY.map(([phrase, write]) => [new RegExp(`^${PATH}\\s+${phrase}$`, 'isu'), write] as const);
const BETWEEN = new RegExp(`^${PATH}\\s+(?:${BE}\\s+)?between\\s+(\\S+)\\s+and\\s+(\\S+)(?=\\s|$)`, 'isu');
const JOINT = /^(.+?)\s+(and|or|&&|\|\|)\s+(.+)$/is;

/** Nobody speaks longer than that in a tag. */
const MAX_PHRASE = 300;

export interface Phrase {
  /** Every one of them is an expression that can be read. */
  readonly expression: string;
  /** The same for what is no list, where that makes a difference. */
  readonly otherwise?: string;
}

/** Undefined where nothing in it reads as a comparison. */
export const inSigns = (words: string): Phrase | undefined => {
  if (words.length > MAX_PHRASE || /[?|(){};]/.test(words)) return undefined;
  const [expression, otherwise] = joined(words.replaceAll('\n', ' ').trim()) ?? [];
  if (expression === undefined || !parseExpression(expression, 'value').ok) return undefined;
  return otherwise === undefined ? { expression } : { expression, otherwise };
};

/** Clauses with `and` or `or` between them, of which at least one has to be said in words. */
const joined = (words: string): readonly string[] | undefined => {
  const between = BETWEEN.exec(words);
  if (between !== null) {
    const [whole, left = '', least = '', most = ''] = between;
    const rest = words.slice(whole.length).trim();
    const clause = `${operand(left)} >= ${operand(least)} and ${operand(left)} <= ${operand(most)}`;
    if (rest === '') return [clause];
    const next = /^(and|or|&&|\|\|)\s+(.+)$/is.exec(rest);
    return next === null ? undefined : [`${clause} ${next[1]} ${joined(next[2] ?? '')?.[0] ?? next[2]}`];
  }
  const whole = clause(words);
  const joint = JOINT.exec(words);
  // `is less than or equal to`: an `or` that belongs to the clause.
  if (joint === null || /\bthan\s+or\s+equal/i.test(words.slice(0, (joint[1]?.length ?? 0) + 10)))
    return whole;
  const [, left = '', sign = '', right = ''] = joint;
  const [first, second] = [clause(left)?.[0], joined(right)?.[0]];
  return first === undefined && second === undefined
    ? undefined
    : [`${first ?? left} ${sign} ${second ?? right}`];
};

const clause = (words: string): readonly string[] | undefined => {
  for (const [pattern, write] of unaries) {
    const left = pattern.exec(words)?.[1];
    if (left !== undefined) return write(operand(left));
  }
  for (const [pattern, write] of binaries) {
    const [, left, right] = pattern.exec(words) ?? [];
    if (left !== undefined && right !== undefined) return [write(left, right.trim())];
  }
  return undefined;
};

const NAME = /^[\p{L}_$@][\p{L}\p{N}\p{M}_$.[\]]*$/u;
const PLAIN = /^(?:-?\d+(?:\.\d+)?|"[^"]*"|'[^']*'|true|false|null)$/;

/** A field: its name has to be quoted where it has spaces. */
const operand = (text: string): string =>
  NAME.test(text) || PLAIN.test(text) || !/\s/.test(text) ? text : `this[${JSON.stringify(text)}]`;

/** What something is compared with is a text, unless it is a number or stands in quotes. */
const literal = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));

const list = (text: string): string => {
  if (text.startsWith('[')) return text;
  const items = text.split(/\s*,\s*(?:or\s+)?|\s+or\s+/i).filter((item) => item !== '');
  return items.length === 1 && NAME.test(text) ? text : `[${items.map(literal).join(', ')}]`;
};
