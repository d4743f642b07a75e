import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { DEPTH_LIMIT } from '../../src/workers/parse-body.ts';
import { readGenerate, readValidate } from '../../src/workers/read-request.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = (changes: object = {}): Uint8Array =>
  bytes(JSON.stringify({ templateKey: 'k', output: 'DOCX', data: {}, ...changes }));

const refusal = (read: () => unknown): PlatenError => {
  try {
    read();
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('readGenerate', () => {
  test('takes what the request names and nothing else', () => {
    const options = {
      locale: 'de-at',
      timezone: 'Europe/Vienna',
      currency: 'eur',
      missing: 'keep',
      filename: 'Rechnung.docx',
      translations: { hello: 'hallo' },
      engine: 'libreoffice',
      version: 3,
      now: '2024-02-29T12:00:00Z',
      colour: 'red',
    };
    expect(readGenerate(body({ output: 'PDF', data: { a: [1] }, options, extra: 1 }))).toEqual({
      request: {
        templateKey: 'k',
        output: 'PDF',
        version: 3,
        engine: 'libreoffice',
        filename: 'Rechnung.docx',
      },
      data: { a: [1] },
      warnings: ['There is no option `options.colour`; it changed nothing.'],
      options: {
        locale: 'de-AT',
        timezone: 'Europe/Vienna',
        currency: 'EUR',
        missing: 'keep',
        translations: { hello: 'hallo' },
        now: Date.UTC(2024, 1, 29, 12),
      },
    });
    expect(readGenerate(body())).toEqual({
      request: { templateKey: 'k', output: 'DOCX' },
      data: {},
      options: {},
      warnings: [],
    });
  });

  test.each([
    [{ lang: 'de' }, 'There is no option `options.lang`; it changed nothing. Did you mean `locale`?'],
    [
      { timeZone: 'UTC' },
      'There is no option `options.timeZone`; it changed nothing. Did you mean `timezone`?',
    ],
    [
      { curency: 'EUR' },
      'There is no option `options.curency`; it changed nothing. Did you mean `currency`?',
    ],
    [
      { fileName: 'x' },
      'There is no option `options.fileName`; it changed nothing. Did you mean `filename`?',
    ],
    [{ zebra: 1 }, 'There is no option `options.zebra`; it changed nothing.'],
  ])('%j is warned about', (options, warning) => {
    expect(readGenerate(body({ options })).warnings).toEqual([warning]);
  });

  test('an option beside the options is warned about; other fields are none of our business', () => {
    const { warnings, options } = readGenerate(body({ locale: 'de', comment: 'x', options: {} }));
    expect(warnings).toEqual(['`locale` belongs into `options`; beside it, it changed nothing.']);
    expect(options).toEqual({});
  });

  test('of many options that there are not, some are named', () => {
    const options = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`o${at}`, at]));
    const { warnings } = readGenerate(body({ options }));
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('There are 4990 more options that do not exist.');
  });

  test('what a PDF should be, and nothing that is not known', () => {
    const read = (pdf: unknown, output = 'PDF') => readGenerate(body({ output, options: { pdf } }));
    expect(read({ tagged: true, conformance: 'PDF/A-2b' }).request.pdf).toEqual({
      tagged: true,
      conformance: 'PDF/A-2b',
    });
    expect(read({}).request.pdf).toEqual({});
    const messages = (pdf: unknown, output?: string): unknown => {
      const error = refusal(() => read(pdf, output));
      expect(error.code).toBe('bad_option');
      return error.details?.map(({ path, message }) => [path, message]);
    };
    expect(messages({ tagged: 'yes', conformance: 'PDF/A-2a', colour: 1 })).toEqual([
      ['options.pdf.tagged', '`options.pdf.tagged` must be true or false.'],
      ['options.pdf.conformance', '`options.pdf.conformance` must be "PDF/A-2b".'],
      ['options.pdf.colour', '`options.pdf.colour` is unknown; there are `tagged` and `conformance`.'],
    ]);
    expect(messages(true)).toEqual([['options.pdf', '`options.pdf` must be an object.']]);
    expect(messages({ tagged: true }, 'DOCX')).toEqual([
      ['options.pdf', '`options.pdf` is for `output` "PDF" alone.'],
    ]);
  });

  test('says everything that is wrong at once, each with its path', () => {
    const error = refusal(() =>
      readGenerate(
        bytes('{"templateKey": 5, "output": "odt", "options": {"locale": "x y", "version": 1.5}}'),
      ),
    );
    expect(error.code).toBe('bad_request');
    expect(error.details?.map(({ path, message }) => [path, message])).toEqual([
      ['templateKey', '`templateKey` must be a string.'],
      ['output', '`output` must be "DOCX" or "PDF".'],
      ['data', '`data` is missing.'],
      ['options.version', '`options.version` must be a whole number from 1.'],
      ['options.locale', '`options.locale` must be a language tag such as "de-AT".'],
    ]);
    expect(error.message).toMatch(/^The request has 5 problems: .*\.$/);
  });

  test.each([
    ['bad_template_key', { templateKey: null }],
    ['bad_request', { output: 'docx' }],
    ['bad_request', { data: [] }],
    ['bad_option', { options: [] }],
    ['bad_option', { options: null }],
    ['bad_option', { options: { currency: 'EURO', timezone: 'Mars/Base' } }],
    ['bad_option', { options: { currency: 'XYZ' } }],
    ['bad_option', { options: { locale: 'xx' } }],
    ['bad_option', { options: { now: 'tomorrow' } }],
    ['bad_option', { options: { now: 1e300 } }],
    ['bad_option', { options: { filename: ' ' } }],
    ['bad_option', { options: { filename: 'x'.repeat(301) } }],
    ['bad_option', { options: { translations: [] } }],
  ])('the narrowest code that fits: %s for %j', (code, changes) => {
    expect(refusal(() => readGenerate(body(changes))).code).toBe(code);
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['{"a": ', 'ends too early'],
    ['{"a": 1', 'ends too early'],
    ['{"a\\"": 1, "b": \'x\'}', 'line 1, column 17'],
    ['[1,]', 'not valid JSON.'],
    ['{\n "secret": x}', 'unexpected character at line 2, column 12'],
    ['\ufeff{"a" 1}', 'line 1'],
  ])('%j is not JSON, and the message says where without quoting it', (text, message) => {
    const error = refusal(() => readGenerate(bytes(text)));
    expect(error.code).toBe('bad_json');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
  });

  test('bytes that are not UTF-8 are refused', () => {
    expect(refusal(() => readGenerate(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d))).code).toBe('bad_json');
  });

  test.each(['[1]', '"x"', 'null', '7'])('%s is no object', (text) => {
    expect(refusal(() => readGenerate(bytes(text)))).toMatchObject({ code: 'bad_request' });
  });

  test('depth is limited, brackets in strings do not count', () => {
    const nested = (levels: number): object => {
      let value: object = {};
      for (let level = 1; level < levels; level += 1) value = { a: value };
      return value;
    };
    expect(readGenerate(body({ data: nested(DEPTH_LIMIT - 1) })).request.templateKey).toBe('k');
    expect(refusal(() => readGenerate(body({ data: nested(DEPTH_LIMIT) }))).code).toBe('data_too_deep');
    expect(readGenerate(body({ data: { a: '[{"'.repeat(1000) } })).request.templateKey).toBe('k');
    expect(refusal(() => readGenerate(bytes('['.repeat(1_000_000)))).code).toBe('data_too_deep');
  });

  test('names of the prototype chain are names like any other', () => {
    const order = readGenerate(
      bytes(
        '{"templateKey":"k","output":"DOCX","data":{"__proto__":{"x":1}},"__proto__":{"options":{"version":9}}}',
      ),
    );
    expect(order.request).toEqual({ templateKey: 'k', output: 'DOCX' });
    expect(Object.hasOwn(order.data, '__proto__')).toBe(true);
    expect((order.data as { x?: unknown }).x).toBeUndefined();
    const inherited = refusal(() =>
      readGenerate(bytes('{"__proto__":{"templateKey":"k","output":"DOCX","data":{}}}')),
    );
    expect(inherited.details).toHaveLength(3);
  });
});

describe('readValidate', () => {
  test('takes key, data and version', () => {
    expect(
      readValidate(bytes('{"templateKey":"k","data":{"a":1},"options":{"version":2,"locale":7}}')),
    ).toEqual({
      request: { templateKey: 'k', version: 2 },
      data: { a: 1 },
    });
    expect(refusal(() => readValidate(bytes('{}'))).details).toHaveLength(2);
  });
});
