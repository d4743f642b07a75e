/** lex :: string → Token[]. The last token is always `end`. Throws ExpressionFailure. */

import { isGuillemet, isNoBreakSpace, isSpace, plainCharacter, plainQuote } from '../quotes.ts';
import { ExpressionFailure, failure } from './failure.ts';

export interface Token {
  /**
   * `chunk` is a piece of a template literal: opens it, or follows a `}`; `last` where the literal ends with it. `bad`
   * means nothing in an expression (`4cm`, `²`), and fails where one is expected; a formatter may take it as it is.
   */
  readonly kind: 'name' | 'number' | 'string' | 'chunk' | 'operator' | 'bad' | 'end';
  /** The name, the operator, or the text that a string or chunk stands for. */
  readonly text: string;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly spaced: boolean;
  /** On a new line (a tag may run over paragraphs): statements may end there. */
  readonly newLine: boolean;
  readonly last: boolean;
  /** Of a bad one: what to tell its author. */
  readonly failure?: ExpressionFailure;
}

/** Longest first. Those that the language lacks are here too, so that the parser can say so by name. */
const OPERATORS = [
  ...['>>>=', '...', '===', '!==', '**=', '??=', '||=', '&&=', '>>>', '<<=', '>>='],
  ...[
    '=>',
    '<>',
    '==',
    '!=',
    '<=',
    '>=',
    '&&',
    '||',
    '??',
    '?.',
    '**',
    '++',
    '--',
    '+=',
    '-=',
    '*=',
    '/=',
    '%=',
  ],
  ...[
    '<<',
    '>>',
    '&=',
    '|=',
    '^=',
    '..',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ';',
    ':',
    '?',
    '.',
    '!',
    '<',
    '>',
  ],
  ...['=', '+', '-', '*', '/', '%', '|', '&', '^', '~', '@', '#'],
];

/** What Word's AutoFormat and mathematical typing make of operators. */
const TYPOGRAPHIC_OPERATORS: Readonly<Record<string, string>> = {
  '\u2026': '...',
  '\u2260': '!=',
  '\u2264': '<=',
  '\u2265': '>=',
};

/** Wider than JavaScript by signs and emoji (`price€`), since data keys have them. `@` starts `@index`. */
const NAME = /@?[\p{ID_Start}\p{Sc}\p{So}_][\p{ID_Continue}\p{Sc}\p{So}\u200c\u200d]*/uy;
const NUMBER =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y;
const DIGITS = /\d+/y;

export const lex = (source: string): Token[] => new Lexer(source).read();

/** Each reader takes what it knows from the place where the source stands, or says that it knows nothing of it. */
class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  /** For each template literal that is open: how many braces inside its `${` are. */
  readonly #openTemplates: number[] = [];
  #at = 0;
  /** Whether white space, and a new line in it, stands before the next token. */
  #spaced = false;
  #newLine = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Token[] {
    while (this.#at < this.#source.length) {
      const char = this.#source.charAt(this.#at);
      if (!(this.#blank(char) || this.#quoted(char) || this.#number(char) || this.#name()))
        this.#operator(char);
    }
    if (this.#openTemplates.length > 0) {
      throw failure(
        this.#at,
        'A template literal is not closed.',
        'Close it with `` ` ``, and each expression in it with a brace.',
      );
    }
    this.#push('end', '', this.#at);
    return this.#tokens;
  }

  #blank(char: string): boolean {
    const end = skipBlank(this.#source, this.#at, char);
    if (end === this.#at) return false;
    this.#spaced = true;
    this.#newLine ||= /[\n\r\u2028\u2029]/.test(this.#source.slice(this.#at, end));
    this.#at = end;
    return true;
  }

  #quoted(char: string): boolean {
    const quote = plainQuote(char);
    if (quote === undefined) return false;
    if (quote === '`') this.#chunk();
    else {
      const string = readString(this.#source, this.#at, quote);
      this.#push('string', string.text, string.end);
    }
    return true;
  }

  /** Of a template literal, from behind the quote or the brace where the source stands. */
  #chunk(): void {
    const chunk = readChunk(this.#source, this.#at + 1);
    this.#push('chunk', chunk.text, chunk.end, 0, chunk.last);
    if (!chunk.last) this.#openTemplates.push(0);
  }

  #number(char: string): boolean {
    const [source, at] = [this.#source, this.#at];
    const previous = this.#tokens.at(-1);
    const isDigit = /\d/.test(char);
    if (isDigit && previous?.text === '.' && previous.kind === 'operator' && !this.#spaced) {
      DIGITS.lastIndex = at; // `items.0.name`
      const digits = DIGITS.exec(source)?.[0] ?? char;
      this.#push('name', digits, at + digits.length);
      return true;
    }
    if (!isDigit && !(char === '.' && isLeadingPoint(source, at, previous, this.#spaced))) return false;
    const read = readNumber(source, at);
    if (read instanceof ExpressionFailure) this.#pushBad(read, endOfNumber(source, at));
    else this.#push('number', source.slice(at, read.end), read.end, read.value);
    return true;
  }

  #name(): boolean {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#source)?.[0];
    if (name === undefined) return false;
    this.#push('name', name.normalize('NFC'), this.#at + name.length);
    return true;
  }

  #operator(char: string): void {
    const [source, at] = [this.#source, this.#at];
    // Word makes an ellipsis of the points of `../name`.
    const isOuter = char === '\u2026' && source.charAt(at + 1) === '/';
    const typographic = isOuter ? '..' : TYPOGRAPHIC_OPERATORS[char];
    const operator = typographic ?? OPERATORS.find((text) => source.startsWith(text, at));
    if (operator === undefined) {
      this.#pushBad(unexpectedCharacter(source, at), at + characterAt(source, at).length);
    } else if (operator === '?.' && /\d/.test(source.charAt(at + 2))) {
      this.#push('operator', '?', at + 1); // `a?.5:1`
    } else if (this.#endsPlaceholder(operator)) {
      this.#chunk();
    } else {
      const text = operator === '<>' ? '!=' : operator;
      this.#push('operator', text, at + (typographic === undefined ? operator.length : 1));
    }
  }

  /** Counts braces inside a template literal's `${`: its own closing one is followed by text again. */
  #endsPlaceholder(operator: string): boolean {
    const depth = this.#openTemplates.at(-1);
    if (depth === undefined || (operator !== '{' && operator !== '}')) return false;
    this.#openTemplates.pop();
    if (operator === '}' && depth === 0) return true;
    this.#openTemplates.push(operator === '{' ? depth + 1 : depth - 1);
    return false;
  }

  #push(kind: Token['kind'], text: string, end: number, number = 0, last = false): void {
    this.#add({ kind, text, number, end, last });
  }

  #pushBad(what: ExpressionFailure, end: number): void {
    this.#add({ kind: 'bad', text: '', number: 0, end, last: false, failure: what });
  }

  #add(token: Pick<Token, 'kind' | 'text' | 'number' | 'end' | 'last' | 'failure'>): void {
    this.#tokens.push({ ...token, start: this.#at, spaced: this.#spaced, newLine: this.#newLine });
    this.#at = token.end;
    this.#spaced = false;
    this.#newLine = false;
  }
}

/** Python's `a // 2` and `a // b + 1`: an operand, not a remark. A word alone may be either, and is a remark. */
const FLOOR_DIVISION =
  /^\/\/[ \t\u00a0]*(?:\d[\d.]*[ \t\u00a0]*$|(?:\d[\d.]*|[\p{L}_$][\p{L}\p{N}_$.]*)[ \t\u00a0]*[-+*/%)<>=|])/u;

/** Past white space and comments; `at` itself where there is none. */
const skipBlank = (source: string, at: number, char: string): number => {
  if (isSpace(char)) return at + 1;
  if (char !== '/') return at;
  const next = source.charAt(at + 1);
  if (next === '/') {
    if (FLOOR_DIVISION.test(source.slice(at, at + 80)) && source.slice(0, at).trim() !== '')
      throw failure(
        at,
        'What follows `//` is a comment, and would be left out.',
        'To divide and round down, write `Math.floor(a / b)`; to comment, write `/* … */`.',
      );
    const end = source.slice(at).search(/[\n\r\u2028\u2029]/);
    return end < 0 ? source.length : at + end;
  }
  if (next !== '*') return at;
  const end = source.indexOf('*/', at + 2);
  if (end < 0) throw failure(at, 'A comment `/*` is not closed.', 'Close it with `*/`.');
  return end + 2;
};

/** `.5` is a number, but in `a.5` (and after `]` or `)`) the point belongs to the path. */
const isLeadingPoint = (
  source: string,
  at: number,
  previous: Token | undefined,
  spaced: boolean,
): boolean => {
  if (!/\d/.test(source.charAt(at + 1))) return false;
  if (previous === undefined || spaced) return true;
  const endsOperand = previous.kind === 'name' || previous.text === ']' || previous.text === ')';
  return !endsOperand;
};

/** Of something that begins like a number, whatever it is. */
const NUMBER_LIKE = /[.\p{ID_Continue}]+/uy;

const endOfNumber = (source: string, start: number): number => {
  NUMBER_LIKE.lastIndex = start;
  return start + (NUMBER_LIKE.exec(source)?.[0].length ?? 1);
};

const readNumber = (source: string, start: number): { value: number; end: number } | ExpressionFailure => {
  NUMBER.lastIndex = start;
  const text = NUMBER.exec(source)?.[0] ?? '';
  const end = start + text.length;
  const plain = text.replaceAll('_', '');
  const value = Number(plain);
  const next = source.charAt(end);
  if (next === 'n')
    return failure(start, `\`${text}n\` is a BigInt, which does not exist here.`, `Write ${plain}.`);
  if (/[\p{ID_Start}$_\d]/u.test(next)) {
    return failure(
      start,
      `\`${text}${next}…\` is not a number.`,
      'A name cannot start with a digit; a text needs quotes.',
    );
  }
  if (/^0[\d_]/.test(text)) {
    return failure(
      start,
      `The number \`${text}\` starts with a zero.`,
      'Drop the zero, or put it in quotes if it is a text.',
    );
  }
  if (/__|_$|_\.|\._|_[eE]/.test(text) || Number.isNaN(value)) {
    return failure(start, `\`${text}\` is not a number.`);
  }
  if (!Number.isFinite(value)) return failure(start, `The number \`${text}\` is too large.`);
  return { value, end };
};

const readString = (source: string, start: number, quote: '"' | "'"): { text: string; end: number } => {
  let text = '';
  let at = start + 1;
  if (isGuillemet(source.charAt(start)) && isNoBreakSpace(source.charAt(at))) at += 1;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '\\') {
      const escaped = readEscape(source, at);
      text += escaped.text;
      at = escaped.end;
    } else if (plainQuote(char) === quote) {
      return { text, end: at + 1 };
    } else if (
      isNoBreakSpace(char) &&
      isGuillemet(source.charAt(at + 1)) &&
      plainQuote(source.charAt(at + 1)) === quote
    ) {
      at += 1;
    } else {
      // A line that Word or an author breaks inside a text goes on after it.
      text += char === '\n' ? ' ' : plainCharacter(char);
      at += 1;
    }
  }
  throw failure(
    start,
    `A text that starts with ${source.charAt(start)} is not closed.`,
    `Close it with ${quote}.`,
  );
};

const readChunk = (source: string, start: number): { text: string; end: number; last: boolean } => {
  let text = '';
  let at = start;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '`') return { text, end: at + 1, last: true };
    if (char === '$' && source.charAt(at + 1) === '{') return { text, end: at + 2, last: false };
    if (char === '\\') {
      const escaped = readEscape(source, at);
      text += escaped.text;
      at = escaped.end;
    } else if (char === '\r') {
      // As in JavaScript, a template literal knows one kind of line end.
      text += '\n';
      at += source.charAt(at + 1) === '\n' ? 2 : 1;
    } else {
      text += plainCharacter(char);
      at += 1;
    }
  }
  throw failure(start - 1, 'A template literal is not closed.', 'Close it with `` ` ``.');
};

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
  '\u2028': '',
  '\u2029': '',
};

const CODE_ESCAPE = /x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}/y;

const readEscape = (source: string, at: number): { text: string; end: number } => {
  const char = source.charAt(at + 1);
  if (char === 'x' || char === 'u') {
    CODE_ESCAPE.lastIndex = at + 1;
    const match = CODE_ESCAPE.exec(source);
    const code = match === null ? Number.NaN : Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '', 16);
    if (match === null || code > 0x10ffff) {
      throw failure(
        at,
        `\`\\${char}\` is not followed by a character's code.`,
        'Write \\u00e9 or \\u{1F600}.',
      );
    }
    return { text: String.fromCodePoint(code), end: at + 1 + match[0].length };
  }
  if (char === '\r') return { text: '', end: at + (source.charAt(at + 2) === '\n' ? 3 : 2) };
  return { text: SIMPLE_ESCAPES[char] ?? plainCharacter(char), end: at + 2 };
};

const characterAt = (source: string, at: number): string => String.fromCodePoint(source.codePointAt(at) ?? 0);

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const unexpectedCharacter = (source: string, at: number): ExpressionFailure => {
  const char = characterAt(source, at);
  if (char === '\\') {
    return failure(at, 'A backslash can stand only inside quotes.', 'Write the character itself.');
  }
  const shown = /[\p{C}\p{M}\p{Z}]/u.test(char) ? codeOf(char) : char;
  return failure(at, `The character ${shown} has no meaning here.`, 'A text needs quotes.');
};
