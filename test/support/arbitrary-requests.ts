/** arbitraryRequest :: OpenAPI document → requests that fit it, nearly fit it, or don't fit it at all. */
import fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export interface ApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface ApiRequest {
  readonly method: string;
  /** As the OpenAPI document has it. */
  readonly route: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Values that have broken servers before, next to whatever fast-check thinks of. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\uD800',
    '🙂',
    '../..',
    '%',
    '__proto__',
    'null',
    'NaN',
    '-1',
    '1e999',
    'x'.repeat(5000),
    "'; --",
  ),
);
const junk = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, true, -1, 1.5, 2 ** 60, [], {}),
);

/** What the schema says only in words. */
const USUAL: Readonly<Record<string, unknown>> = {
  locale: 'de-AT',
  timezone: 'Europe/Vienna',
  currency: 'EUR',
  filename: 'name',
  now: '2026-01-01T00:00:00Z',
  version: 1,
  expectedVersion: 1,
  before: '5',
  from: '2026-01-01',
  to: '2026-02-01',
  cursor: 'WzEsImEiXQ',
};

export interface Hints {
  /** Keys of templates that exist, so that some requests get further than "not found". */
  readonly keys: readonly string[];
  readonly files: readonly Uint8Array[];
}

const fitting = (schema: Schema, name: string, hints: Hints): fc.Arbitrary<unknown> => {
  if (name === 'templateKey')
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...hints.keys) },
      { weight: 1, arbitrary: oddText },
    );
  const usual = USUAL[name];
  if (usual !== undefined)
    return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: oddText });
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(one, name, hints)));
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary'
        ? fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom(...hints.files) },
            { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
          )
        : oddText;
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1000, 1000) });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items === undefined ? junk : fitting(schema.items, name, hints), {
        maxLength: 5,
      });
    case 'object':
      return fittingObject(schema, hints);
    default:
      return junk;
  }
};

/** Now and then a field is missing or wrong, or there is one too many. */
const fittingObject = (schema: Schema, hints: Hints): fc.Arbitrary<unknown> => {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return fc.dictionary(oddText, junk, { maxKeys: 5 });
  const fields = Object.fromEntries(
    entries.map(([name, field]) => {
      const value = fc.oneof(
        { weight: 15, arbitrary: fitting(field, name, hints) },
        { weight: 1, arbitrary: junk },
      );
      const isRequired = schema.required?.includes(name) === true;
      return [
        name,
        // Every optional field is one more chance to be refused: half of them, so that some requests get through.
        fc.option(value, { freq: isRequired ? 20 : 1, nil: undefined }),
      ];
    }),
  );
  return fc.tuple(fc.record(fields), fc.dictionary(oddText, junk, { maxKeys: 1 })).map(([known, extra]) => ({
    ...extra,
    ...Object.fromEntries(Object.entries(known).filter(([, one]) => one !== undefined)),
  }));
};

const BOUNDARY = 'boundary-of-the-test';

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const formBytes = (fields: unknown): Uint8Array => {
  const parts = Object.entries(fields ?? {}).flatMap(([name, value]) => {
    const isFile = value instanceof Uint8Array;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="t.docx"' : ''}\r\n\r\n`;
    const bytes = isFile ? value : textBytes(typeof value === 'string' ? value : JSON.stringify(value));
    return [textBytes(head), bytes, textBytes('\r\n')];
  });
  return Buffer.concat([...parts, textBytes(`--${BOUNDARY}--\r\n`)]);
};

const bodyOf = (
  operation: ApiOperation,
  hints: Hints,
): fc.Arbitrary<Pick<ApiRequest, 'body' | 'contentType'>> => {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const none = fc.constant({ body: undefined, contentType: undefined });
  if (type === undefined || content === undefined) return none;
  const isForm = type === 'multipart/form-data';
  const encoded = fitting(content.schema, '', hints).map((value) =>
    isForm ? formBytes(value) : textBytes(JSON.stringify(value)),
  );
  const bytes = fc.oneof(
    { weight: 8, arbitrary: encoded },
    { weight: 1, arbitrary: fc.tuple(encoded, fc.nat(500)).map(([whole, cut]) => whole.subarray(0, cut)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: junk.map((value) => textBytes(JSON.stringify(value))) },
  );
  const right = isForm ? `${type}; boundary=${BOUNDARY}` : type;
  const types = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string | undefined>(right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, 'text/plain', 'application/json', 'multipart/form-data', '?'),
    },
  );
  return fc.oneof(
    {
      weight: 15,
      arbitrary: fc.record({ body: bytes.map((one) => new Uint8Array(one)), contentType: types }),
    },
    { weight: 1, arbitrary: none },
  );
};

const queryOf = (operation: ApiOperation, hints: Hints): fc.Arbitrary<string> => {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const pairs = parameters.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: fitting(schema, name, hints) },
      { weight: 1, arbitrary: junk },
    );
    return fc.option(
      value.map(
        (one) =>
          `${name}=${encodeURIComponent((typeof one === 'string' ? one : JSON.stringify(one)).toWellFormed())}`,
      ),
      { freq: 4, nil: '' },
    );
  });
  const odd = fc.constantFrom(
    '',
    '',
    '',
    '',
    'templateKey=%FF',
    '%',
    '&&==&',
    'a=b',
    'limit=1&limit=1',
    'cursor=',
  );
  return fc.tuple(fc.tuple(...pairs), odd).map(([known, more]) => {
    const all = [...known, more].filter((pair) => pair !== '');
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
};

/** `/keys/{id}` with something in the id's place: the id of nothing, or something odd. */
const pathOf = (route: string): fc.Arbitrary<string> => {
  const names = route.match(/\{\w+\}/g) ?? [];
  const value = fc.oneof(
    fc.uuid(),
    // Dots alone would lead to another route.
    oddText.map((text) => encodeURIComponent(text.toWellFormed()).replace(/^\.{0,2}$/, '%20')),
    fc.constantFrom('%', '%FF'),
  );
  return fc
    .tuple(...names.map(() => value))
    .map((values) =>
      names.reduce((path, name, index) => path.replace(name, () => values[index] ?? ''), route),
    );
};

export const arbitraryRequest = (
  operations: readonly { method: string; path: string; operation: ApiOperation }[],
  hints: Hints,
): fc.Arbitrary<ApiRequest> =>
  fc.oneof(
    ...operations.map(({ method, path, operation }) =>
      fc
        .tuple(pathOf(path), queryOf(operation, hints), bodyOf(operation, hints))
        .map(([filled, query, body]) => ({
          method: method.toUpperCase(),
          route: path,
          path: `${filled}${query}`,
          ...body,
        })),
    ),
  );
