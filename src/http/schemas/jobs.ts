/** The shapes of jobs. */
import { BUNDLES, PAGE_NUMBERS } from '../../service/jobs/batch-model.ts';
import { JOB_STATES } from '../../service/jobs/job-ports.ts';
import { GenerateBody } from './documents.ts';
import { ErrorSchema, OneOf, Timestamp } from './shared.ts';
import { Type } from './type.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const JobState = OneOf(JOB_STATES);

const Source = Type.Object(
  {
    sheet: Type.Optional(
      Type.Union([Type.String(), Type.Integer({ minimum: 1 })], {
        description: 'Of a workbook: its name, or its number from 1; the first where omitted.',
      }),
    ),
    headerRow: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The row with the names of the columns.' }),
    ),
    separator: Type.Optional(Type.String({ description: 'Of CSV; found out where omitted.' })),
    encoding: Type.Optional(Type.String({ description: 'Of text; found out where omitted.' })),
    columns: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        examples: [{ Customer: 'customer.name' }],
        description: 'Where the values of a column go; a column that is not listed goes where its name says.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How a file of records is to be read.' },
);

const { data, ...OneDocument } = GenerateBody.properties;

export const JobBody = Type.Object({
  ...OneDocument,
  data: Type.Optional(data),
  records: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      minItems: 1,
      examples: [[{ customer: { name: 'Ada' } }, { customer: { name: 'Grace' } }]],
      description:
        'A document for each; `data` is what they share, and `options.filename` a pattern such as {number}-{customer.name}. In a form: a file (.json, .ndjson, .csv, .xlsx), beside the part `request` with the rest as JSON.',
    }),
  ),
  bundle: Type.Optional(
    OneOf(BUNDLES, {
      default: 'zip',
      description: 'Of a batch: what its documents are handed out as; "pdf" and "docx" must fit `output`.',
    }),
  ),
  source: Type.Optional(Source),
  maxFailures: Type.Optional(
    Type.Integer({ minimum: 0, description: 'With one more failed record the batch is stopped.' }),
  ),
  pageNumbers: Type.Optional(
    OneOf(PAGE_NUMBERS, {
      default: 'record',
      description: 'Of one file: whether pages are counted anew for each record, or through all of them.',
    }),
  ),
  callback: Type.Optional(
    Type.String({
      examples: ['https://shop.example.com/hooks/platen'],
      description: "Where its end is told, signed with the organization's secret for callbacks.",
    }),
  ),
});

export const JobCreated = Type.Object({
  id: Type.String(),
  state: JobState,
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Where there is something to say: the credit is less than the records, or an option does not exist.',
    }),
  ),
});

export const ReportQuery = Type.Object({ format: Type.Optional(OneOf(['json', 'csv'])) });

export const Report = Type.Array(
  Type.Object({
    record: Type.Integer({ minimum: 1, description: 'Counted from 1.' }),
    path: Type.Optional(Type.String({ description: 'Of the value that is wrong.' })),
    code: Type.String(),
    message: Type.String(),
    level: OneOf(['error', 'warning'], {
      description: 'Whether the record has no document, or one that there is something to say about.',
    }),
  }),
);

const { error: _error, requestId: _requestId, ...problem } = ErrorSchema.properties;

export const JobSchema = Type.Object(
  {
    id: Type.String(),
    state: JobState,
    templateKey: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'Of the template, as it was when the job was made.' }),
    output: OneOf(['DOCX', 'PDF']),
    bundle: orNull(OneOf(BUNDLES)),
    records: Type.Object({
      total: Type.Integer({ minimum: 0, description: '0 until a file of records has been read.' }),
      done: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
      warned: Type.Integer({
        minimum: 0,
        description: 'Documents that are made and have warnings, which the report lists.',
      }),
    }),
    charged: Type.Integer({ minimum: 0, description: 'Documents that were paid for: one credit each.' }),
    createdAt: Timestamp('When it was asked for.'),
    startedAt: orNull(Timestamp('When a server took it first.')),
    finishedAt: orNull(Timestamp('When it ended.')),
    expiresAt: orNull(Timestamp('Until when its result is kept.')),
    result: orNull(
      Type.Object({
        size: Type.Integer({ minimum: 0 }),
        contentType: Type.String(),
        filename: Type.String(),
      }),
    ),
    error: orNull(
      Type.Object({ message: Type.String({ description: 'What is wrong, in a sentence.' }), ...problem }),
    ),
  },
  { $id: 'Job' },
);

export const JobsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before.' })),
  state: Type.Optional(JobState),
  templateKey: Type.Optional(Type.String()),
});

export const JobsAnswer = Type.Object({
  jobs: Type.Array(Type.Ref('Job#')),
  next: orNull(Type.String({ description: 'The cursor of the next page; null on the last one.' })),
});

export const ResultQuery = Type.Object({
  link: Type.Optional(
    Type.Literal('1', { description: 'Answers with a link that needs no key, instead of the file.' }),
  ),
});

export const LinkAnswer = Type.Object({
  url: Type.String({ format: 'uri' }),
  expiresAt: Timestamp('Until when the link works.'),
});

export const LinkQuery = Type.Object({
  organization: Type.String(),
  expires: Type.Integer({ minimum: 0 }),
  signature: Type.String(),
});

export const JobParameters = Type.Object({ id: Type.String({ maxLength: 100 }) });
