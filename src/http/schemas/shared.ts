/** The shapes of the interface: what validates requests is what /openapi.json shows. */

import type { TSchema } from '@fastify/type-provider-typebox';
import { DELIMITERS } from '../../service/model.ts';
import { DocumentMapSchema } from './document-map.ts';
import { Type } from './type.ts';

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const PDF_TYPE = 'application/pdf';

export const ProblemSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  part: Type.Optional(Type.String({ description: 'Where in the template: "document", "header 2", …' })),
  paragraph: Type.Optional(Type.Object({ number: Type.Integer(), text: Type.String() })),
  cell: Type.Optional(Type.Object({ row: Type.Integer(), column: Type.Integer() })),
  tag: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: 'Where in the data, or which field of the request.' })),
});

export const ErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'What is wrong, in a sentence.' }),
    code: Type.String({ description: 'Stable; docs/errors.md lists every one.' }),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
    details: Type.Optional(Type.Array(ProblemSchema)),
    requestId: Type.String(),
  },
  { $id: 'Error' },
);

export const StoredAnswer = Type.Object({
  success: Type.Boolean(),
  draft: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of the draft; with draft=true.' }),
  ),
});

const SuccessSchema = Type.Object({ success: Type.Boolean() }, { $id: 'Success' });

export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** One of these words. A union that is made of a list has lost its type: it would fit whatever is compared with it. */
export const OneOf = <const Word extends string>(
  words: readonly Word[],
  options: { readonly description?: string; readonly default?: Word } = {},
) =>
  Type.Unsafe<Word>(
    Type.Union(
      words.map((word) => Type.Literal(word)),
      options,
    ),
  );

export const DelimiterName = OneOf(DELIMITERS);

export const TemplateSchema = Type.Object(
  {
    key: Type.String(),
    name: Type.String(),
    usage: Type.Integer({ minimum: 0, description: 'Documents generated from it.' }),
    createdAt: Timestamp('UTC with milliseconds.'),
    updatedAt: Timestamp('When the file was last replaced.'),
    lastUsed: Type.Union([Timestamp('When a document was last generated.'), Type.Null()]),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The newest; 0 where there is only a draft. With details=true.',
      }),
    ),
    delimiter: Type.Optional(DelimiterName),
    draft: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, description: 'The number of its draft.' }), Type.Null()]),
    ),
  },
  { $id: 'Template' },
);

const Key = (description: string) => Type.String({ description, examples: ['invoice'] });
export const TemplateKey = Key('1 to 200 characters, no control characters; trimmed and normalised to NFC.');

/** A file in a form: how OpenAPI tools know to offer a file picker. */
export const File = Type.String({ format: 'binary', description: 'A DOCX file.' });
export const OptionalDelimiter = Type.Optional(
  Type.Union(
    DELIMITERS.map((name) => Type.Literal(name)),
    { description: 'How the template marks its variables: {x}, {{x}}, [[x]] or +++x+++.' },
  ),
);
export const Delimiter = Type.Optional(
  Type.Union(
    DELIMITERS.map((name) => Type.Literal(name)),
    { default: 'BRACES', description: 'How the template marks its variables: {x}, {{x}}, [[x]] or +++x+++.' },
  ),
);

export const TemplateName = Type.String({
  minLength: 1,
  description: '1 to 300 characters; at upload the key where omitted.',
  examples: ['Invoice'],
});

const Switch = (description: string) =>
  Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')], { default: 'false', description }));

export const Static = Switch(
  'What looks like the tags of another engine is meant as text: the file is not refused for it.',
);

export const Controls = Switch(
  'Content controls and form fields are filled by their names: a control with the tag or title `city` shows the field `city`.',
);

const Draft = Switch(
  'It waits as the draft of the next version, and replaces one that waits; nothing that is live changes until `POST /template/publish`.',
);

export const Note = Type.Optional(
  Type.String({
    maxLength: 2000,
    examples: ['Terms of 2027'],
    description: 'What its author says of it; shown with the version.',
  }),
);

export const ExpectedDraft = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    examples: [1],
    description: 'The draft that the caller has seen (0: none); 409 where another one is there.',
  }),
);

export const UploadForm = Type.Object({
  templateKey: TemplateKey,
  template: File,
  templateName: Type.Optional(TemplateName),
  delimiter: Delimiter,
  overwrite: Switch('Replace the template where the key exists.'),
  static: Static,
  controls: Controls,
  draft: Draft,
  note: Note,
});

export const ExpectedVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    examples: [1],
    description: 'The version that the change is based on; 409 where another one is the newest.',
  }),
);

export const ReplaceForm = Type.Object({
  templateKey: TemplateKey,
  template: File,
  delimiter: Delimiter,
  expectedVersion: ExpectedVersion,
  expectedDraft: ExpectedDraft,
  static: Static,
  controls: Controls,
  draft: Draft,
  note: Note,
});

const Force = Type.Optional(
  Type.Boolean({ description: 'Also where other templates include it.', default: false }),
);

export const DeleteBody = Type.Object({ templateKey: TemplateKey, force: Force });

export const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Templates a page; all where omitted.' }),
  ),
  cursor: Type.Optional(Type.String({ description: 'From the Link header of the previous page.' })),
  details: Type.Optional(
    Type.Boolean({
      description: 'Adds the number of the newest version, its delimiter, and the number of the draft.',
    }),
  ),
});

export const Version = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    examples: [1],
    description: 'The newest where omitted.',
  }),
);

/** Without an example, which would stand beside that of the version: a request has one of the two. */
export const LabelChoice = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 50,
    description:
      'A label of the template, such as `production`, in place of a version; `draft` and `newest` always exist.',
  }),
);

export const DownloadBody = Type.Object(
  { templateKey: Type.Optional(TemplateKey) },
  { description: 'Where the key is not in the query.' },
);

export const DeleteQuery = Type.Object({ templateKey: Type.Optional(TemplateKey), force: Force });

export const DownloadQuery = Type.Object({
  templateKey: Type.Optional(TemplateKey),
  version: Version,
  label: LabelChoice,
});

export const InspectQuery = Type.Object({ templateKey: TemplateKey, version: Version, label: LabelChoice });

const Paths = (description: string, more: Record<string, TSchema> = {}) =>
  Type.Array(
    Type.Object({
      path: Type.String({ examples: ['items[].sku'] }),
      first: Type.String({ description: 'The first place.', examples: ['items[3].sku'] }),
      count: Type.Integer({ minimum: 1 }),
      ...more,
    }),
    { description },
  );

const InspectionSchema = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        path: Type.String(),
        kind: Type.String(),
        optional: Type.Boolean(),
        usedIn: Type.Array(Type.Object({}, { additionalProperties: true })),
      }),
    ),
    schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema 2020-12 for data.' }),
    sample: Type.Object({}, { additionalProperties: true, description: 'Renders without a missing value.' }),
    warnings: Type.Array(ProblemSchema, {
      description: 'What it will do that its author would hardly expect.',
    }),
    includes: Type.Optional(
      Type.Array(Type.Object({ key: Type.String(), version: Type.Union([Type.Integer(), Type.Null()]) }), {
        description: 'Templates that it includes; `null` is the newest version.',
      }),
    ),
    includesByData: Type.Optional(
      Type.Boolean({ description: 'The data say which other templates or documents it includes.' }),
    ),
    includedBy: Type.Optional(
      Type.Array(Type.String(), { description: 'Keys of the templates that include it.' }),
    ),
    controls: Type.Optional(
      Type.Literal(true, { description: 'Content controls and form fields are filled by their names.' }),
    ),
    definitions: Type.Optional(
      Type.Array(Type.String(), { description: "Definitions of the organization's prelude that it uses." }),
    ),
  },
  { $id: 'Inspection' },
);

export const DataReportSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'Nothing is missing or mistyped.' }),
    missing: Paths('What the template needs and the data lacks.', {
      suggestion: Type.Optional(
        Type.String({
          description: 'What the data has that differs in case or separators alone.',
          examples: ['items[].SKU'],
        }),
      ),
    }),
    mistyped: Paths('Values of another type than the template can use.', {
      expected: Type.String(),
      found: Type.String(),
    }),
    unused: Paths('What the data holds and no tag reads.'),
    truncated: Type.Boolean({ description: 'There are more distinct paths than are listed.' }),
  },
  { $id: 'DataReport' },
);

export const ValidateBody = Type.Object({
  templateKey: TemplateKey,
  data: Type.Object({}, { additionalProperties: true }),
  options: Type.Optional(Type.Object({ version: Version, label: LabelChoice })),
});

export const EvaluateBody = Type.Object({
  expressions: Type.Array(Type.String({ maxLength: 2000 }), {
    minItems: 1,
    maxItems: 200,
    description: 'What stands between the delimiters of a tag, without commands.',
    examples: [['customer.name | upper', 'total | currency:"EUR"']],
  }),
  data: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'As of generate.',
      examples: [{ customer: { name: 'Ada' }, total: 1290 }],
    },
  ),
  options: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'As of generate: locale, timezone, currency, translations, now.',
      },
    ),
  ),
});

export const EvaluateAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      text: Type.Union([Type.String(), Type.Null()], {
        description:
          'What a tag would print, its first 10,000 characters; null where that is no text, or where it fails.',
      }),
      kind: Type.Union([Type.String(), Type.Null()], { description: 'What its value is, in words.' }),
      missing: Type.Boolean({ description: 'The data lacked something of it.' }),
      error: Type.Union(
        [
          Type.Object({
            code: Type.String(),
            message: Type.String(),
            hint: Type.Optional(Type.String()),
          }),
          Type.Null(),
        ],
        { description: 'Why it fails.' },
      ),
    }),
    { description: 'One for each expression, in their order.' },
  ),
});

export const SHARED_SCHEMAS = [
  DocumentMapSchema,
  ErrorSchema,
  SuccessSchema,
  TemplateSchema,
  InspectionSchema,
  DataReportSchema,
];

const ERRORS: Readonly<Record<number, string>> = {
  400: 'Invalid request.',
  401: 'Missing or invalid API key, or no session.',
  402: 'Insufficient credit balance.',
  403: 'The API key lacks the scope, or the person the role.',
  404: 'Not found.',
  408: 'The request took too long to arrive.',
  409: 'In conflict with what is there by now.',
  410: 'Not kept any more.',
  413: 'The body or the file is too large.',
  416: 'The range is behind the end of the file; Content-Range has its size.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Rate limit exceeded; see Retry-After.',
  500: 'Internal error.',
  503: 'Busy, shutting down, or a part is not available; see Retry-After.',
};

const header = (description: string) => ({ type: 'string', description });

const LIMIT_HEADERS = {
  'RateLimit-Limit': header('Requests that the organization may send in a minute.'),
  'RateLimit-Remaining': header('How many of them are left.'),
  'RateLimit-Reset': header('Seconds until the next minute begins.'),
};

const FILE_HEADERS = { 'Content-Disposition': header('The file name, RFC 6266.') };

export const WARNINGS_HEADER = {
  'Platen-Warnings': header(
    '`1; …`: what the template will do that its author would hardly expect, percent-encoded; `GET /template/inspect` has it with places.',
  ),
};

export const DOCUMENT_HEADERS = {
  'Platen-Missing': header('`2; customer.vat, items%5B%5D.sku`: paths that the data lacked.'),
  'Platen-Engine': header('What made it: docx, native or libreoffice.'),
  'Platen-Pages': header('Of a PDF.'),
  'Platen-Warnings': header('`1; …`: what could not be done exactly, percent-encoded.'),
};

export const REPLAYED_HEADER = {
  'Idempotency-Replayed': header('`true` where the answer was given before, and nothing was done again.'),
};

export const RetryHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'The same request with the same key, within 24 hours, is done and paid for once. A UUID is a good one.',
    }),
  ),
});

export const json = (description: string, schema: unknown, headers: object = {}) => ({
  description,
  headers: { ...LIMIT_HEADERS, ...headers },
  content: { 'application/json': { schema } },
});

/** Without limits of an organization: who asks is not known, or has none. */
export const plainJson = (description: string, schema: unknown) => ({
  description,
  content: { 'application/json': { schema } },
});

/** What every operation may answer, and those that only some do. */
export const errorAnswers = (...more: number[]): Record<string, unknown> =>
  Object.fromEntries(
    [400, 401, 403, 413, 429, 500, 503, ...more].map((status) => [
      status,
      { description: ERRORS[status] ?? '', content: { 'application/json': { schema: reference('Error') } } },
    ]),
  );

export const LINK_HEADER = { Link: header('The next page, rel="next"; absent on the last one.') };

export const reference = (id: string): TSchema => Type.Ref(`${id}#`);

export const binary = (description: string, types: readonly string[], headers: object = {}) => ({
  description,
  headers: { ...LIMIT_HEADERS, ...FILE_HEADERS, ...headers },
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});
