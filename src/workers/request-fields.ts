/** Fields of a request, read one by one: every problem is kept, each with its path, and told at once. */
import { type ErrorCode, PlatenError, type Problem } from '../errors.ts';
import type { JsonObject } from '../template/index.ts';
import { isObject, type JsonFields } from './parse-body.ts';

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined. */
export const given = <T extends object>(fields: T): Given<T> => {
  const some: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) some[name] = fields[name];
  return some as Given<T>;
};

const FILENAME_CHARACTERS = 300;
const CALLBACK_CHARACTERS = 2000;
const LABEL_CHARACTERS = 50;

/** Throws a plain Error whose message completes the sentence "`path` must be …". */
export type Read<T> = (value: unknown) => T;

export const wanted = (what: string): Error => new Error(what);

export const textOf =
  (what: string): Read<string> =>
  (value) => {
    if (typeof value !== 'string') throw wanted(what);
    return value;
  };

export const oneOf =
  <const T extends readonly string[]>(words: T): Read<T[number]> =>
  (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined)
      throw wanted(words.map((word) => `"${word}"`).join(words.length > 2 ? ', ' : ' or '));
    return found;
  };

export const objectOf: Read<JsonObject> = (value) => {
  if (!isObject(value)) throw wanted('an object');
  // It came out of JSON.parse.
  return value as JsonObject;
};

export const booleanOf: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw wanted('true or false');
  return value;
};

export const listOf: Read<readonly unknown[]> = (value) => {
  if (!Array.isArray(value)) throw wanted('a list');
  return value;
};

export const numberFrom =
  (least: number, most: number): Read<number> =>
  (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value;
    throw wanted(`a whole number from ${least}`);
  };

export const filenameOf: Read<string> = (value) => {
  const what = `a string of 1 to ${FILENAME_CHARACTERS} characters`;
  const name = textOf(what)(value);
  if (name.trim() === '' || name.length > FILENAME_CHARACTERS) throw wanted(what);
  return name;
};

/** What it may point at is for the server to judge. */
export const callbackOf: Read<string> = (value) => {
  const what = `an address of at most ${CALLBACK_CHARACTERS} characters`;
  const url = textOf(what)(value);
  if (url.length > CALLBACK_CHARACTERS || !URL.canParse(url) || /\p{Cc}/u.test(url)) throw wanted(what);
  return url;
};

const versionOf: Read<number> = (value) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw wanted('a whole number from 1');
  return value;
};

/** Which ones there are is for the server to know. */
const labelOf: Read<string> = (value) => {
  const what = `the name of a label, of 1 to ${LABEL_CHARACTERS} characters`;
  const label = textOf(what)(value);
  if (label === '' || label.length > LABEL_CHARACTERS || !/^[\x21-\x7e]+$/.test(label)) throw wanted(what);
  return label;
};

/** What a Date can hold. */
const TIME_RANGE_MS = 8_640_000_000_000_000;

export const timeOf: Read<number> = (value) => {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : value;
  if (typeof time !== 'number' || !(Math.abs(time) <= TIME_RANGE_MS)) {
    throw wanted('a time in ISO 8601 or in milliseconds since 1970');
  }
  return time;
};

interface Refusal {
  readonly problem: Problem;
  readonly error: ErrorCode;
}

/** One object of the request, and the list of what is wrong with any of them. */
export class Fields {
  readonly #fields: JsonFields;
  readonly #prefix: string;
  readonly #problems: Refusal[];

  constructor(fields: JsonFields, prefix = '', problems: Refusal[] = []) {
    this.#fields = fields;
    this.#prefix = prefix;
    this.#problems = problems;
  }

  text(name: string, error: ErrorCode): string {
    return this.#required(name, textOf('a string'), error) ?? '';
  }

  choice<const T extends readonly string[]>(name: string, words: T): T[number] {
    return this.#required(name, oneOf(words)) ?? (words[0] as T[number]);
  }

  object(name: string): JsonObject {
    return this.#required(name, objectOf) ?? {};
  }

  needed<T>(name: string, read: Read<T>): T | undefined {
    return this.#required(name, read);
  }

  options(): Fields {
    return this.nested('options') ?? new Fields({}, 'options.', this.#problems);
  }

  /** Undefined where it is absent or no object. */
  nested(name: string): Fields | undefined {
    const fields = this.optional(name, objectOf);
    return fields && new Fields(fields, `${this.#prefix}${name}.`, this.#problems);
  }

  get names(): readonly string[] {
    return Object.keys(this.#fields);
  }

  has(name: string): boolean {
    return this.#own(name) !== undefined;
  }

  allow(names: readonly string[]): void {
    for (const name of Object.keys(this.#fields)) {
      if (!names.includes(name))
        this.forbid(name, `is unknown; there are ${names.map((known) => `\`${known}\``).join(' and ')}`);
    }
  }

  /** `why` completes the sentence "`path` …". */
  forbid(name: string, why: string): void {
    const path = `${this.#prefix}${name}`;
    this.#add('bad_option', { code: 'value', message: `\`${path}\` ${why}.`, path });
  }

  /** Which version is meant: its number, or a label that points at it. */
  which(): { readonly version?: number; readonly label?: string } {
    const version = this.optional('version', versionOf);
    const label = this.optional('label', labelOf);
    if (this.has('version') && this.has('label'))
      this.forbid('label', "can't stand beside `options.version`: each says which version is meant");
    return given({ version, label });
  }

  optional<T>(name: string, read: Read<T>, error: ErrorCode = 'bad_option'): T | undefined {
    const value = this.#own(name);
    return value === undefined ? undefined : this.#read(name, value, read, error);
  }

  /** Throws where there was anything to refuse; with the narrowest code that fits all of it. */
  refuse(): void {
    const [first, ...more] = this.#problems;
    if (first === undefined) return;
    const code = more.every(({ error }) => error === first.error) ? first.error : 'bad_request';
    const messages = this.#problems.map(({ problem }) => problem.message);
    const message =
      more.length === 0
        ? messages.join()
        : `The request has ${messages.length} problems: ${messages.join(' ')}`;
    throw new PlatenError(code, message, { details: this.#problems.map(({ problem }) => problem) });
  }

  #required<T>(name: string, read: Read<T>, error: ErrorCode = 'bad_request'): T | undefined {
    const value = this.#own(name);
    if (value !== undefined) return this.#read(name, value, read, error);
    this.#add('bad_request', { code: 'required', message: `\`${name}\` is missing.`, path: name });
    return undefined;
  }

  #read<T>(name: string, value: unknown, read: Read<T>, error: ErrorCode): T | undefined {
    try {
      return read(value);
    } catch (wrong) {
      const path = `${this.#prefix}${name}`;
      const what = wrong instanceof Error ? wrong.message : String(wrong);
      this.#add(error, { code: 'value', message: `\`${path}\` must be ${what}.`, path });
      return undefined;
    }
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  #add(error: ErrorCode, problem: Problem): void {
    this.#problems.push({ error, problem });
  }
}
