/**
 * readGenerate, readValidate :: body → what is asked for
 *
 * Every problem at once, each with its path: whoever mends a request should have to do it once. Fields that nobody
 * knows are ignored; options that nobody knows are warned about, since the document is paid for.
 */
import { type ErrorCode, PlatenError, type Problem } from '../errors.ts';
import { currencyOf, localeOf, timezoneOf } from '../regional.ts';
import type { GenerateRequest, GenerateTerms, JobRequest, PdfSettings } from '../service/renderer-ports.ts';
import { DELIMITERS, type DelimiterName } from '../template/delimiters.ts';
import { suggest } from '../template/expression/suggest.ts';
import type { JsonObject, RenderOptions } from '../template/index.ts';
import { isObject, type JsonFields, parseBody } from './parse-body.ts';

export interface GenerateOrder {
  readonly request: GenerateRequest;
  readonly data: JsonObject;
  readonly options: RenderOptions;
  readonly warnings: readonly string[];
}

interface ValidateOrder {
  readonly request: Pick<GenerateRequest, 'templateKey' | 'version'>;
  readonly data: JsonObject;
}

const OUTPUTS = ['DOCX', 'PDF'] as const;
const ENGINES = ['auto', 'native', 'libreoffice'] as const;
const MISSING = ['empty', 'keep', 'error'] as const;
const DELIMITER_NAMES = Object.keys(DELIMITERS) as DelimiterName[];
const CONFORMANCES = ['PDF/A-2b'] as const;
const FILENAME_CHARACTERS = 300;
const CALLBACK_CHARACTERS = 2000;

/** Of a job, what generate knows; what belongs to a batch is not there yet, and nobody is to believe that it is. */
export const readJob = (body: Uint8Array): JobRequest => {
  const fields = new Fields(parseBody(body));
  for (const name of BATCH_FIELDS) if (fields.has(name)) fields.forbid(name, 'is not supported yet');
  const callback = fields.optional('callback', callbackOf);
  fields.refuse();
  return { ...readGenerate(body).request, ...given({ callback }) };
};

const BATCH_FIELDS = ['records', 'bundle', 'source', 'maxFailures', 'pageNumbers'];

export const readGenerate = (body: Uint8Array, terms: GenerateTerms = {}): GenerateOrder => {
  const fields = new Fields(parseBody(body));
  const isSent = terms.isTemplateSent === true;
  const templateKey = isSent ? '' : fields.text('templateKey', 'bad_template_key');
  const source = isSent ? readSource(fields) : undefined;
  const output = terms.output ?? fields.choice('output', OUTPUTS);
  const data = fields.object('data');
  const options = fields.options();
  const version = options.version();
  if (isSent && version !== undefined) options.forbid('version', 'is for templates that are stored');
  const engine = options.optional('engine', oneOf(ENGINES));
  const filename = options.optional('filename', filenameOf);
  const pdf = readPdf(options);
  if (pdf !== undefined && output === 'DOCX' && fields.has('output'))
    options.forbid('pdf', 'is for `output` "PDF" alone');
  const render = {
    locale: options.optional('locale', localeOf),
    timezone: options.optional('timezone', timezoneOf),
    currency: options.optional('currency', currencyOf),
    missing: options.optional('missing', oneOf(MISSING)),
    translations: options.optional('translations', objectOf),
    now: options.optional('now', timeOf),
  };
  fields.refuse();
  return {
    request: { templateKey, output, ...given({ version, engine, filename, pdf, source }) },
    data,
    options: { ...defaultsOf(terms), ...given(render) },
    warnings: unknownOptions(options.names, OPTIONS),
  };
};

/** How a template that comes with its request is to be read. */
const readSource = (fields: Fields): GenerateRequest['source'] => {
  if (fields.has('templateKey'))
    fields.forbid('templateKey', 'is for POST /template/generate; here the template comes with the request');
  return {
    delimiter: fields.optional('delimiter', oneOf(DELIMITER_NAMES), 'bad_request') ?? 'BRACES',
    static: fields.optional('static', booleanOf, 'bad_request') ?? false,
  };
};

/** What a finished document that is to be a PDF has a use for. */
export const readConvert = (
  body: Uint8Array | undefined,
): { readonly request: GenerateRequest; readonly warnings: readonly string[] } => {
  const options = new Fields(body === undefined ? {} : parseBody(body), 'options.');
  const engine = options.optional('engine', oneOf(ENGINES));
  const filename = options.optional('filename', filenameOf);
  const pdf = readPdf(options);
  options.refuse();
  return {
    request: { templateKey: '', output: 'PDF', ...given({ engine, filename, pdf }) },
    warnings: unknownOptions(options.names, CONVERT_OPTIONS),
  };
};

const CONVERT_OPTIONS: readonly string[] = ['engine', 'filename', 'pdf'];

const OPTIONS: readonly string[] = [
  ...['version', 'engine', 'filename', 'pdf'],
  ...['locale', 'timezone', 'currency', 'missing', 'translations', 'now'],
];

/** What others call them; a slip of the pen is found without. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['lang', 'locale'],
  ['language', 'locale'],
  ['region', 'locale'],
  ['tz', 'timezone'],
  ['zone', 'timezone'],
  ['file', 'filename'],
  ['name', 'filename'],
  ['date', 'now'],
  ['i18n', 'translations'],
]);

/** Sentences; a request of thousands gets as many as a header can tell. */
const MOST_WARNINGS = 10;
const SHOWN_CHARACTERS = 60;

const unknownOptions = (names: readonly string[], known: readonly string[]): readonly string[] => {
  const unknown = names.filter((name) => !known.includes(name));
  const warnings = unknown.slice(0, MOST_WARNINGS).map((name) => {
    const meant = OTHER_NAMES.get(name.toLowerCase()) ?? suggest(name.slice(0, SHOWN_CHARACTERS), known);
    const hint = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
    return `There is no option \`options.${name.slice(0, SHOWN_CHARACTERS)}\`; it changed nothing.${hint}`;
  });
  const more = unknown.length - warnings.length;
  return more === 0 ? warnings : [...warnings, `There are ${more} more options that do not exist.`];
};

/** A wish that nobody knows would go unheard in a file that is kept for decades: it is refused, unlike other fields. */
const readPdf = (options: Fields): PdfSettings | undefined => {
  const fields = options.nested('pdf');
  if (fields === undefined) return undefined;
  const tagged = fields.optional('tagged', booleanOf);
  const conformance = fields.optional('conformance', oneOf(CONFORMANCES));
  fields.allow(['tagged', 'conformance']);
  return given({ tagged, conformance });
};

export const readValidate = (body: Uint8Array): ValidateOrder => {
  const fields = new Fields(parseBody(body));
  const templateKey = fields.text('templateKey', 'bad_template_key');
  const data = fields.object('data');
  const version = fields.options().version();
  fields.refuse();
  return { request: { templateKey, ...given({ version }) }, data };
};

const defaultsOf = ({
  defaults,
  now,
}: GenerateTerms): Pick<RenderOptions, 'locale' | 'timezone' | 'currency' | 'now'> => ({
  ...(now !== undefined && { now }),
  ...(defaults?.locale && { locale: defaults.locale }),
  ...(defaults?.timezone && { timezone: defaults.timezone }),
  ...(defaults?.currency && { currency: defaults.currency }),
});

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** Throws a plain Error whose message completes the sentence "`path` must be …". */
type Read<T> = (value: unknown) => T;

const wanted = (what: string): Error => new Error(what);

const textOf =
  (what: string): Read<string> =>
  (value) => {
    if (typeof value !== 'string') throw wanted(what);
    return value;
  };

const oneOf =
  <const T extends readonly string[]>(words: T): Read<T[number]> =>
  (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined)
      throw wanted(words.map((word) => `"${word}"`).join(words.length > 2 ? ', ' : ' or '));
    return found;
  };

const objectOf: Read<JsonObject> = (value) => {
  if (!isObject(value)) throw wanted('an object');
  // It came out of JSON.parse.
  return value as JsonObject;
};

const booleanOf: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw wanted('true or false');
  return value;
};

const filenameOf: Read<string> = (value) => {
  const what = `a string of 1 to ${FILENAME_CHARACTERS} characters`;
  const name = textOf(what)(value);
  if (name.trim() === '' || name.length > FILENAME_CHARACTERS) throw wanted(what);
  return name;
};

/** What it may point at is for the server to judge. */
const callbackOf: Read<string> = (value) => {
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

/** What a Date can hold. */
const TIME_RANGE_MS = 8_640_000_000_000_000;

const timeOf: Read<number> = (value) => {
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
class Fields {
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

  version(): number | undefined {
    return this.optional('version', versionOf);
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
