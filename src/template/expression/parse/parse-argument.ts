/**
 * pipeArgument :: Parser → Argument. A literal, a path, an expression in parentheses, or a word without quotes:
 * `currency:EUR`, `date:dd.MM.yyyy`, `prefix:$`. Such a word runs up to the next `|` or `:`.
 */
import { wrongArgument } from '../../formatters/check.ts';
import type { Formatter } from '../../formatters/formatter.ts';
import type { Param } from '../../formatters/params.ts';
import { complaint } from '../../formatters/registry.ts';
import { plainSigns } from '../quotes.ts';
import type { Argument, Expression } from '../tree.ts';
import { ExpressionFailure, failure } from './failure.ts';
import { infixOf } from './parse-operators.ts';
import type { Parser } from './parser.ts';

/** The argument before, where it was a pattern without quotes. */
export interface Pattern {
  readonly param: Param;
  readonly text: string;
}

interface ArgumentPlace {
  readonly formatter: Formatter;
  /** Undefined behind the last that the formatter takes. */
  readonly param: Param | undefined;
  /** In parentheses, where a comma ends it. */
  readonly isListed: boolean;
  readonly before: Pattern | undefined;
  readonly parse: () => Expression;
}

interface Bare {
  readonly text: string;
  readonly tokens: number;
  readonly start: number;
}

interface ReadArgument {
  readonly argument: Argument;
  readonly pattern: Pattern | undefined;
}

export const pipeArgument = (parser: Parser, place: ArgumentPlace): ReadArgument => {
  const { param, parse } = place;
  const bare = bareText(parser, place.isListed);
  if (bare === undefined || param === undefined) return { argument: parse(), pattern: undefined };
  const position = parser.position;
  const node = parser.attempt(parse);
  const read = parser.position - position;
  const isWhole = !(node instanceof ExpressionFailure) && read === bare.tokens;
  const field = isWhole && node.type === 'path' ? node : undefined;
  const text = param.bare === 'word' ? plainSigns(bare.text) : bare.text;
  if (isWord(param, text, field)) {
    parser.skip(bare.tokens - read);
    return {
      argument: field === undefined ? { type: 'literal', value: text } : { type: 'word', text, field },
      pattern: param.spelling === undefined ? undefined : { param, text },
    };
  }
  refuseWord(parser, bare, { ...place, param });
  if (isWhole) return { argument: node, pattern: undefined };
  const stopped = parser.ahead();
  const isOperator = !(node instanceof ExpressionFailure) && stopped.spaced && infixOf(stopped) !== undefined;
  if (!isOperator && param.kind !== 'number' && PLAIN_TEXT.test(bare.text))
    throw needsQuotes(bare, place, param);
  if (node instanceof ExpressionFailure) throw node;
  return { argument: node, pattern: undefined };
};

/** Without brackets, quotes and comparisons: a text that lacks its quotes. */
const PLAIN_TEXT = /^[^()[\]{}"'`=<>&?!*^~@]+$/;
/** Signs alone; points are paths. */
const SIGNS = /^(?!\.{1,2}$)[^\p{L}\p{N}\p{M}\s"'`()[\]{}_\\]+$/u;
/** Such a number is one, and no pattern: `number:2`. */
const COUNT = /^(?:0|[1-9]\d*)$/;

const isWord = (param: Param, text: string, field: Expression | undefined): boolean => {
  switch (param.bare) {
    case 'word':
      return !COUNT.test(text) && param.spelling?.test(text) !== false && param.accepts(text) === true;
    case 'property':
      return field?.type === 'path' && field.levels === 0 && /^(?![$@]|this$)/.test(field.name);
    case 'text':
    case 'value':
      return (param.kind === 'text' || param.kind === 'unknown') && SIGNS.test(text);
  }
};

/** What is certainly meant as a word, and won't do. */
const refuseWord = (parser: Parser, bare: Bare, place: ArgumentPlace & { param: Param }): void => {
  const { param, before, formatter } = place;
  if (before !== undefined && before.param.accepts(`${before.text}:${bare.text}`) === true) {
    const whole = `${before.text}:${bareText(parser, place.isListed, true)?.text ?? bare.text}`;
    throw failure(
      bare.start,
      `A colon ends an argument, so \`${before.text}\` alone is the pattern.`,
      `Put it in quotes: \`${formatter.name}:"${whole}"\`.`,
      'bad_argument',
    );
  }
  if (param.attempt?.test(bare.text) === true) throw needsQuotes(bare, place, param);
};

const needsQuotes = (bare: Bare, { formatter }: ArgumentPlace, param: Param): ExpressionFailure => {
  const wrong = param.bare === 'word' ? complaint(param, bare.text) : undefined;
  const written = `\`${formatter.name}:"${bare.text}"\``;
  return wrong === undefined
    ? failure(
        bare.start,
        `The text \`${bare.text}\` is not in quotes.`,
        `Write ${written}; a calculation stands in parentheses.`,
        'bad_argument',
      )
    : failure(
        bare.start,
        wrongArgument(formatter, param, wrong),
        `Put a pattern in quotes, and a calculation in parentheses. For example: ${formatter.example}`,
        'bad_argument',
      );
};

const STARTS_OTHERWISE = new Set(['(', '[', '{', '|', ':', ')', ']', '}', ';', ',']);

/** From the parser's place up to the next pipe, colon (unless it may run over them) or bracket that closes. */
const bareText = (parser: Parser, isListed: boolean, hasColons = false): Bare | undefined => {
  const first = parser.ahead();
  if (first.kind === 'string' || first.kind === 'chunk' || first.kind === 'end') return undefined;
  if (first.kind === 'operator' && STARTS_OTHERWISE.has(first.text) && first.text !== ',') return undefined;
  let tokens = 0;
  for (let depth = 0; ; tokens++) {
    const token = parser.ahead(tokens);
    if (token.kind === 'end' || token.kind === 'chunk') break;
    if (parser.mode === 'statements' && tokens > 0 && token.newLine) break;
    if (token.kind !== 'operator') continue;
    if ('([{'.includes(token.text)) depth += 1;
    else if (')]}'.includes(token.text)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && endsWord(parser, tokens, isListed, hasColons)) break;
  }
  const last = parser.ahead(tokens - 1);
  const text = parser.source.slice(first.start, last.end).replaceAll(/\s+/g, ' ');
  return tokens === 0 ? undefined : { text, tokens, start: first.start };
};

const endsWord = (parser: Parser, offset: number, isListed: boolean, hasColons: boolean): boolean => {
  const token = parser.ahead(offset);
  if (token.text === '|' || token.text === ';') return true;
  if (token.text === ':') return !hasColons;
  if (token.text !== ',') return false;
  // Among statements a comma may separate two of them: `SET a = x | number:2, b = 3`.
  return isListed || (parser.mode === 'statements' && (token.spaced || parser.ahead(offset + 1).spaced));
};
