/**
 * parseBody :: bytes → a JSON object
 *
 * Runs in a worker: a body may be 20 MiB. The depth is looked at before anything is built, because whoever walks the
 * data later may do it recursively.
 */
import { PlatenError } from '../errors.ts';
import { jsonShape } from './data-memory.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** Levels of objects and arrays, the body's own among them. Word gives up on tables nested 60 deep. */
export const DEPTH_LIMIT = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `depth` where somebody has walked over the bytes before. */
export const parseBody = (body: Uint8Array, depth: number = jsonShape(body).depth): JsonFields => {
  if (depth > DEPTH_LIMIT) {
    throw new PlatenError('data_too_deep', `The body is nested deeper than ${DEPTH_LIMIT} levels.`, {
      hint: 'Look for data that refers to itself.',
    });
  }
  const value = parseJson(decode(body));
  if (!isObject(value)) throw new PlatenError('bad_request', 'The body must be a JSON object.');
  return value;
};

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const decode = (body: Uint8Array): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw new PlatenError('bad_json', 'The body is not valid UTF-8.', {
      hint: 'Send JSON encoded in UTF-8.',
    });
  }
};

const parseJson = (text: string): unknown => {
  if (text.trim() === '')
    throw new PlatenError('bad_json', 'The body is empty.', { hint: 'Send a JSON object.' });
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = placeOf(error instanceof Error ? error.message : '', text);
    throw new PlatenError('bad_json', `The body is not valid JSON${place === '' ? '' : `: ${place}`}.`);
  }
};

/** In our own words: the parser's quote the body, and what is logged must not hold data. */
const placeOf = (message: string, text: string): string => {
  if (message.startsWith('Unexpected end') || message.startsWith('Unterminated')) return 'it ends too early';
  const position = /at position (\d+)/.exec(message)?.[1];
  const at = position === undefined ? firstNonToken(text) : Number(position);
  if (at >= text.length) return position === undefined ? '' : 'it ends too early';
  const before = text.slice(0, at).split('\n');
  return `unexpected character at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};

const TOKEN = /[\s{}[\],:]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/iy;

/** Of unexpected tokens the parser tells what, not where. What is wrong inside a string it does locate. */
const firstNonToken = (text: string): number => {
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === QUOTE) at = stringEnd(text, at + 1);
    else {
      TOKEN.lastIndex = at;
      if (!TOKEN.test(text)) return at;
      at = TOKEN.lastIndex;
    }
  }
  return at;
};

const stringEnd = (text: string, start: number): number => {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
};
