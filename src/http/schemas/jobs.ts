/** The shapes of jobs. */
import { JOB_STATES } from '../../service/jobs/job-ports.ts';
import { GenerateBody } from './documents.ts';
import { ErrorSchema, OneOf, Timestamp } from './shared.ts';
import { Type } from './type.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const JobState = OneOf(JOB_STATES);

export const JobBody = Type.Object({
  ...GenerateBody.properties,
  callback: Type.Optional(
    Type.String({
      examples: ['https://shop.example.com/hooks/platen'],
      description: "Where its end is told, signed with the organization's secret for callbacks.",
    }),
  ),
});

export const JobCreated = Type.Object({ id: Type.String(), state: JobState });

const { error: _error, requestId: _requestId, ...problem } = ErrorSchema.properties;

export const JobSchema = Type.Object(
  {
    id: Type.String(),
    state: JobState,
    templateKey: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'Of the template, as it was when the job was made.' }),
    output: OneOf(['DOCX', 'PDF']),
    records: Type.Object({
      total: Type.Integer({ minimum: 0 }),
      done: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
    }),
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
