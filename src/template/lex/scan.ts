/**
 * scan :: text → where the tags are
 *
 * Works on the plain text of neighbouring paragraphs (joined by PARAGRAPH), so it knows nothing of runs. Quotes and
 * brackets inside a tag are balanced; comments and queries end at the first closing delimiter.
 */
import { type Delimiter, markFinder, markLength, remembered } from '../delimiters.ts';
import { plainQuote, plainSource } from '../expression/quotes.ts';

/** Stands between two paragraphs. Word never writes it into text (it uses `w:p`). */
export const PARAGRAPH = '\u2029';

/** Between the parts of an equation, over which no tag runs. Not a character of XML, so no text holds it. */
export const WALL = '\uffff';

/** A tag that runs on for longer has lost its end: what follows is somebody else's text. */
const MAX_PARAGRAPHS = 20;
/** Characters. */
const MAX_TAG = 20_000;
/**
 * Characters that are gone through in vain for ends that are not there, before ends are looked for nearby alone: a text that is
 * full of opening delimiters would be gone through once for each.
 */
const PATIENCE = 10_000_000;
const IMPATIENT_TAG = 200;
/** Characters of a tag without an end that anybody needs to see. */
export const SHOWN_OF_UNENDED = 200;

export type ScanProblem = 'unclosed' | 'unbalanced';

export type Scanned =
  | {
      readonly kind: 'tag';
      readonly from: number;
      readonly to: number;
      /** Where the opening delimiter ends. */
      readonly inside: number;
      readonly inner: string;
      readonly problem?: ScanProblem;
    }
  /** `\{`: the backslash alone goes. */
  | { readonly kind: 'escape'; readonly from: number; readonly to: number };

/** Between braces, what Word and Windows call things by: in properties, in ids, in the names of its own templates. */
export const isGuid = (inner: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(inner);

export const scan = (text: string, delimiter: Delimiter): Scanned[] => scanned(text, delimiter, false) ?? [];

/** The same for a text in which every tag ends as it should; undefined for any other, as soon as that shows. */
export const scanComplete = (text: string, delimiter: Delimiter): Scanned[] | undefined =>
  scanned(text, delimiter, true);

const scanned = (text: string, delimiter: Delimiter, isComplete: boolean): Scanned[] | undefined => {
  const found: Scanned[] = [];
  const { open, close } = delimiter;
  const find = markFinder(text);
  const finders: Finders = {
    mark: find,
    longCommentEnd: longCommentEnds(text, close),
    blockEnd: remembered((from) => text.indexOf('*/', from)),
    lineEnd: lineEnds(text),
    patience: PATIENCE,
  };
  let at = 0;
  while (at < text.length) {
    const from = find(open, at);
    if (from < 0) break;
    const inside = from + markLength(text, open, from);
    if (text[from - 1] === '\\' && from > at - 1) {
      found.push({ kind: 'escape', from: from - 1, to: from });
      at = inside;
      continue;
    }
    const tag = (end: number, to: number, problem?: ScanProblem): void => {
      const inner = text.slice(
        inside,
        problem === undefined ? end : Math.min(end, inside + SHOWN_OF_UNENDED),
      );
      found.push({ kind: 'tag', from, to, inside, inner, ...(problem !== undefined && { problem }) });
      at = to;
    };
    const end = findEnd(text, inside, delimiter, finders);
    if (end !== undefined) {
      tag(end, end + markLength(text, close, end));
      continue;
    }
    if (isComplete) return undefined;
    const limit = finders.lineEnd(inside);
    const first = find(close, inside);
    if (!delimiter.alternates && first >= 0 && first < limit) {
      const isNested = find(open, inside) >= 0 && find(open, inside) < first;
      tag(first, first + markLength(text, close, first), isNested ? 'unclosed' : 'unbalanced');
      continue;
    }
    tag(limit, limit, 'unclosed');
    at = delimiter.alternates ? limit : inside;
  }
  return found;
};

/** The end of the paragraph, or of the part of an equation. */
const lineEnds = (text: string): ((from: number) => number) => {
  const paragraph = remembered((from) => text.indexOf(PARAGRAPH, from));
  const wall = remembered((from) => text.indexOf(WALL, from));
  return (from) =>
    Math.min(...[paragraph(from), wall(from)].map((found) => (found < 0 ? text.length : found)));
};

const VERBATIM = /^\s*(?:\/\/|!--|(?:comment|query)\s)/i;
/** `! x = 1` is an assignment, also `! const x = 1`; `! anything else` is a comment. */
const EXCLAMATION = /^\s*!(?!--)/;
export const ASSIGNMENT =
  /^\s*(?:(?:const|let|var)\s+)?[\p{L}_$][\p{L}\p{N}_$]*(?:\s*(?:\.|\[)[^=]*)?\s*(?:[-+*/%]|\*\*|\?\?)?=(?![=>])/u;

const endsAtFirstClose = (text: string, start: number): boolean => {
  const head = text.slice(start, start + 200);
  if (VERBATIM.test(head)) return true;
  return EXCLAMATION.test(head) && !ASSIGNMENT.test(plainSource(head).replace(EXCLAMATION, ''));
};

/** What is looked for in a text again and again, from further and further on. */
interface Finders {
  readonly mark: ReturnType<typeof markFinder>;
  readonly longCommentEnd: (from: number) => number;
  /** The next end of a comment of several lines. */
  readonly blockEnd: (from: number) => number;
  readonly lineEnd: (from: number) => number;
  patience: number;
}

/** The offset of the closing delimiter, or undefined where the tag is unbalanced or does not end in time. */
const findEnd = (text: string, start: number, delimiter: Delimiter, finders: Finders): number | undefined => {
  const { close } = delimiter;
  const isWithin = (end: number): boolean =>
    end >= 0 &&
    end - start <= MAX_TAG &&
    !text.slice(start, end).includes(WALL) &&
    countParagraphs(text, start, end) < MAX_PARAGRAPHS;
  if (LONG_COMMENT.test(text.slice(start, start + 20))) {
    const end = finders.longCommentEnd(start);
    // Where another comment begins before that, this one was left without its dashes.
    if (isWithin(end) && !text.slice(start, end).includes(`${delimiter.open}!--`)) return end;
  }
  if (!delimiter.alternates && !endsAtFirstClose(text, start))
    return findBalancedEnd(text, start, close, finders);
  const end = finders.mark(close, start);
  return isWithin(end) ? end : undefined;
};

const LONG_COMMENT = /^\s*~?!--/;

/**
 * Handlebars' `{{!-- {{x}} --}}` ends where its dashes do, at `--}}` or `--~}}`; -1 where they don't. What was found holds
 * until it is passed, so that a text of nothing but such comments is gone through once.
 */
const longCommentEnds = (text: string, close: string): ((from: number) => number) => {
  let known = 0;
  return (from) => {
    // Its own dashes stand behind the opening ones.
    const start = text.indexOf('!--', from) + '!--'.length;
    if (known >= 0 && known < start) known = nextDashes(text, close, start);
    return known;
  };
};

const nextDashes = (text: string, close: string, from: number): number => {
  for (let at = text.indexOf('--', from); at >= 0; at = text.indexOf('--', at + 1)) {
    const end = text[at + 2] === '~' ? at + 3 : at + 2;
    if (text.startsWith(close, end)) return end;
  }
  return -1;
};

const countParagraphs = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf(PARAGRAPH, from); at >= 0 && at < to; at = text.indexOf(PARAGRAPH, at + 1))
    count++;
  return count;
};

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

const findBalancedEnd = (
  text: string,
  start: number,
  close: string,
  finders: Finders,
): number | undefined => {
  const limit = Math.min(text.length, start + (finders.patience > 0 ? MAX_TAG : IMPATIENT_TAG));
  const end = balancedEnd(text, { start, limit, close, blockEnd: finders.blockEnd });
  if (end === undefined) finders.patience -= limit - start;
  return end;
};

interface Search {
  readonly start: number;
  readonly limit: number;
  readonly close: string;
  readonly blockEnd: Finders['blockEnd'];
}

const balancedEnd = (text: string, search: Search): number | undefined => {
  const { start, limit, close } = search;
  const expected: string[] = [];
  let paragraphs = 0;
  for (let at = start; at < limit; at++) {
    const char = text[at] as string;
    if (char === WALL) return undefined;
    if (char === PARAGRAPH) {
      if (++paragraphs >= MAX_PARAGRAPHS) return undefined;
      continue;
    }
    if (expected.length === 0 && markLength(text, close, at) > 0) return at;
    const quote = plainQuote(char);
    if (quote !== undefined) {
      const end = endOfString(text, at, quote, limit);
      if (end === undefined) return undefined;
      at = end;
    } else if (char === '/') at = endOfComment(text, at, search);
    else if (CLOSER[char] !== undefined) expected.push(CLOSER[char]);
    else if (char === ')' || char === ']' || char === '}') {
      if (expected.pop() !== char) return undefined;
    }
  }
  return undefined;
};

const LINE_END = /[\n\r\v\u2028\u2029]/;

/** The last character of the comment at `at`, or `at` itself where there is none. It ends with its line or its tag. */
const endOfComment = (text: string, at: number, { close, limit, blockEnd }: Search): number => {
  if (text[at + 1] === '*') {
    const end = blockEnd(at + 2);
    return end < 0 || end - at > MAX_TAG ? at : end + 1;
  }
  if (text[at + 1] !== '/') return at;
  // Where it ends behind the limit does not matter.
  const near = text.slice(at, limit);
  const line = LINE_END.exec(near)?.index ?? near.length;
  const tag = near.indexOf(close);
  return at + (tag < 0 ? line : Math.min(line, tag)) - 1;
};

/** A string ends with its paragraph: an apostrophe must not swallow the pages after it. */
const endOfString = (text: string, start: number, quote: string, limit: number): number | undefined => {
  for (let at = start + 1; at < limit; at++) {
    const char = text[at] as string;
    if (char === '\\') at++;
    else if (char === WALL || (char === PARAGRAPH && quote !== '`')) return undefined;
    else if (plainQuote(char) === quote) return at;
  }
  return undefined;
};
