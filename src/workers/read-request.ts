/**
 * readGenerate, readValidate :: body → what is asked for
 *
 * Every problem at once, each with its path: whoever mends a request should have to do it once. Fields that nobody
 * knows are ignored; options that nobody knows, or that stand in the wrong place, are warned about, since the document is paid for.
 */
import { currencyOf, localeOf, timezoneOf } from '../regional.ts';
import type { GenerateRequest, GenerateTerms, PdfSettings } from '../service/renderer-ports.ts';
import { DELIMITERS, type DelimiterName } from '../template/delimiters.ts';
import { suggest } from '../template/expression/suggest.ts';
import type { JsonObject, RenderOptions } from '../template/index.ts';
import { parseBody } from './parse-body.ts';
import {
  booleanOf,
  Fields,
  filenameOf,
  given,
  listOf,
  objectOf,
  oneOf,
  timeOf,
  wanted,
} from './request-fields.ts';

export interface GenerateOrder {
  readonly request: GenerateRequest;
  readonly data: JsonObject;
  readonly options: RenderOptions;
  readonly warnings: readonly string[];
}

interface ValidateOrder {
  readonly request: Pick<GenerateRequest, 'templateKey' | 'version' | 'label'>;
  readonly data: JsonObject;
}

const OUTPUTS = ['DOCX', 'PDF'] as const;
const ENGINES = ['auto', 'native', 'libreoffice'] as const;
const MISSING = ['empty', 'keep', 'error'] as const;
const DELIMITER_NAMES = Object.keys(DELIMITERS) as DelimiterName[];
const FIELD_SOURCES = ['computed', 'word'] as const;
const CONFORMANCES = ['PDF/A-2b'] as const;

/** `depth` of the body, where it is known. */
export const readGenerate = (body: Uint8Array, terms: GenerateTerms = {}, depth?: number): GenerateOrder =>
  readOrder(new Fields(parseBody(body, depth)), terms);

export const readOrder = (fields: Fields, terms: GenerateTerms = {}): GenerateOrder => {
  const isSent = terms.isTemplateSent === true;
  const templateKey = isSent ? '' : fields.text('templateKey', 'bad_template_key');
  const source = isSent ? readSource(fields) : undefined;
  const output = terms.output ?? fields.choice('output', OUTPUTS);
  // What the records of a batch share may be nothing.
  const data = terms.isBatch && !fields.has('data') ? {} : fields.object('data');
  const options = fields.options();
  const which = options.which();
  for (const name of ['version', 'label'] as const)
    if (isSent && which[name] !== undefined) options.forbid(name, 'is for templates that are stored');
  const engine = options.optional('engine', oneOf(ENGINES));
  const filename = options.optional('filename', filenameOf);
  const pdf = readPdf(options);
  if (pdf !== undefined && output === 'DOCX' && fields.has('output'))
    options.forbid('pdf', 'is for `output` "PDF" alone');
  const docxFields = readDocx(options);
  const map = options.optional('map', booleanOf);
  if (map === true && terms.isBatch === true) options.forbid('map', 'is for one document, not for `records`');
  const render = { ...readRegional(options), missing: options.optional('missing', oneOf(MISSING)) };
  fields.refuse();
  return {
    request: {
      templateKey,
      output,
      ...which,
      ...given({ engine, filename, pdf, docxFields, map, source }),
    },
    data,
    options: { ...defaultsOf(terms), ...given(render) },
    warnings: [...misplacedOptions(fields.names), ...unknownOptions(options.names, OPTIONS)],
  };
};

/** How a template that comes with its request is to be read. */
const readSource = (fields: Fields): GenerateRequest['source'] => {
  if (fields.has('templateKey'))
    fields.forbid('templateKey', 'is for POST /template/generate; here the template comes with the request');
  return {
    delimiter: fields.optional('delimiter', oneOf(DELIMITER_NAMES), 'bad_request') ?? 'BRACES',
    static: fields.optional('static', booleanOf, 'bad_request') ?? false,
    controls: fields.optional('controls', booleanOf, 'bad_request') ?? false,
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
  ...['version', 'label', 'engine', 'filename', 'pdf', 'docx', 'map'],
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

const misplacedOptions = (names: readonly string[]): readonly string[] =>
  names
    .filter((name) => OPTIONS.includes(name))
    .map((name) => `\`${name}\` belongs into \`options\`; beside it, it changed nothing.`);

/** A wish that nobody knows would go unheard in a file that is kept for decades: it is refused, unlike other fields. */
const readPdf = (options: Fields): PdfSettings | undefined => {
  const fields = options.nested('pdf');
  if (fields === undefined) return undefined;
  const tagged = fields.optional('tagged', booleanOf);
  const conformance = fields.optional('conformance', oneOf(CONFORMANCES));
  fields.allow(['tagged', 'conformance']);
  return given({ tagged, conformance });
};

/** As with `pdf`, what nobody knows is refused. */
const readDocx = (options: Fields): GenerateRequest['docxFields'] => {
  const fields = options.nested('docx');
  if (fields === undefined) return undefined;
  const found = fields.optional('fields', oneOf(FIELD_SOURCES));
  fields.allow(['fields']);
  return found;
};

export const readValidate = (body: Uint8Array): ValidateOrder => {
  const fields = new Fields(parseBody(body));
  const templateKey = fields.text('templateKey', 'bad_template_key');
  const data = fields.object('data');
  const which = fields.options().which();
  fields.refuse();
  return { request: { templateKey, ...which }, data };
};

/** As many as a page of help has, and no longer than a tag of an author's is. */
const MOST_EXPRESSIONS = 200;
const LONGEST_EXPRESSION = 2_000;

const expressionsOf = (value: unknown): readonly string[] => {
  const sentence = `a list of 1 to ${MOST_EXPRESSIONS} strings of at most ${LONGEST_EXPRESSION} characters`;
  const list = listOf(value);
  if (list.length === 0 || list.length > MOST_EXPRESSIONS) throw wanted(sentence);
  return list.map((one) => {
    if (typeof one !== 'string' || one.length > LONGEST_EXPRESSION) throw wanted(sentence);
    return one;
  });
};

interface EvaluateOrder extends Pick<GenerateOrder, 'data' | 'options'> {
  readonly expressions: readonly string[];
}

export const readEvaluate = (body: Uint8Array, terms: GenerateTerms): EvaluateOrder => {
  const fields = new Fields(parseBody(body));
  const expressions = fields.needed('expressions', expressionsOf) ?? [];
  const data = fields.object('data');
  const render = readRegional(fields.options());
  fields.refuse();
  return { expressions, data, options: { ...defaultsOf(terms), ...given(render) } };
};

const readRegional = (options: Fields) => ({
  locale: options.optional('locale', localeOf),
  timezone: options.optional('timezone', timezoneOf),
  currency: options.optional('currency', currencyOf),
  translations: options.optional('translations', objectOf),
  now: options.optional('now', timeOf),
});

const defaultsOf = ({
  defaults,
  now,
}: GenerateTerms): Pick<RenderOptions, 'locale' | 'timezone' | 'currency' | 'now'> => ({
  ...(now !== undefined && { now }),
  ...(defaults?.locale && { locale: defaults.locale }),
  ...(defaults?.timezone && { timezone: defaults.timezone }),
  ...(defaults?.currency && { currency: defaults.currency }),
});
