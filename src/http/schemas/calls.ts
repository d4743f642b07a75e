/** The shapes of the log of calls. */
import type { TSchema } from '@fastify/type-provider-typebox';
import { CALL_KINDS } from '../../service/calls/call-ports.ts';
import { OneOf, ProblemSchema, Timestamp } from './shared.ts';
import { Type } from './type.ts';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Kind = OneOf(CALL_KINDS, {
  description: '`dropped` stands for failed calls that came faster than they are written down.',
});

export const CallSchema = Type.Object(
  {
    id: Type.String({ examples: ['0mh1x2k9a3f8q7rt'] }),
    at: Timestamp('When it came to its end.'),
    kind: Kind,
    status: Type.Integer({
      description:
        'Of the answer; 499 where the caller hung up. Of a job what a request would have got, of a webhook what its receiver answered, 0 without an answer.',
    }),
    code: orNull(Type.String({ description: 'Of the error; null where there was none.' })),
    error: orNull(Type.String()),
    hint: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(ProblemSchema, { description: 'The first 50 at most.' })),
    templateKey: orNull(Type.String({ description: 'As it was asked for.' })),
    version: orNull(Type.Integer()),
    output: orNull(Type.String({ examples: ['PDF'] })),
    caller: orNull(Type.String({ examples: ['key:plt_ab12cd34', 'user:ada@example.com'] })),
    key: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
    requestId: orNull(Type.String()),
    milliseconds: Type.Number({
      description: 'Of a document that was made: up to its charge, with which the entry is written.',
    }),
    stages: Type.Object(
      {},
      { additionalProperties: true, description: 'Milliseconds of each.', examples: [{ render: 1.2 }] },
    ),
    engine: orNull(Type.String({ examples: ['native'] })),
    pages: orNull(Type.Integer()),
    bytes: orNull(Type.Integer()),
    missing: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    cut: Type.Optional(
      Type.Boolean({ description: 'Lists of the answer were longer than what is kept of them.' }),
    ),
    jobId: Type.Optional(Type.String()),
    records: Type.Optional(
      Type.Object({ total: Type.Integer(), made: Type.Integer(), failed: Type.Integer() }),
    ),
    replayed: Type.Optional(
      Type.Boolean({ description: 'The answer to a request that was sent again, and free.' }),
    ),
    webhook: Type.Optional(
      Type.Object({
        event: Type.String(),
        id: Type.Optional(Type.String()),
        deliveryId: Type.Optional(Type.String()),
        attempt: Type.Optional(Type.Integer()),
      }),
    ),
    count: Type.Optional(Type.Integer({ description: 'How many calls the entry stands for.' })),
    hasData: Type.Boolean({ description: 'Whether what was sent as data is kept.' }),
  },
  { $id: 'Call' },
);

const Place = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9a-z]{1,40}$', description, examples: ['0mh1x2k9a3f8q7rt'] }));
const Time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, examples: ['2026-11-15T14:32'], description }));
const Text = (most: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: most, description }));

export const CallsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  before: Place('`next` of the page before: older ones, newest first.'),
  after: Place('An id: newer ones, oldest first. `next` is where to go on.'),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 25,
      default: 0,
      description: 'With `after`: seconds to wait for the first entry.',
    }),
  ),
  from: Time("ISO 8601; without an offset in the organization's time zone, or UTC."),
  to: Time('Up to before then.'),
  kind: Type.Optional(Kind),
  template: Text(200, 'The key of a template.'),
  key: Text(400, 'An API key by its id or its beginning, or `user:` and an e-mail address.'),
  status: Type.Optional(
    Type.String({
      pattern: '^(ok|failed|[0-9]{1,3})$',
      description: '`ok`, `failed` or an HTTP status.',
      examples: ['failed'],
    }),
  ),
  code: Text(60, 'Of an error.'),
  requestId: Text(128, 'The whole id.'),
  search: Text(
    200,
    'Words somewhere in request id, template key, error, details, warnings or missing fields.',
  ),
  format: Type.Optional(
    Type.Union([Type.Literal('json'), Type.Literal('csv')], {
      default: 'json',
      description: '`csv`: all that fit, in one file.',
    }),
  ),
});

export const CallsAnswer = Type.Object({
  entries: Type.Array(Type.Ref('Call#')),
  next: orNull(
    Type.String({
      description:
        'For `before`, or for `after`; null where there is no more. A page may have fewer entries than `limit`, or none, and still go on: each request looks at 20,000 calls at most.',
    }),
  ),
});

export const CallParameters = Type.Object({
  id: Type.String({ pattern: '^[0-9a-z]{1,40}$', description: 'As the log shows it.' }),
});

export const CallAnswer = Type.Object({
  call: Type.Ref('Call#'),
  data: orNull(
    Type.String({ description: 'The body of the request, as it came; null where it is not kept.' }),
  ),
  dataProblem: orNull(Type.String({ description: 'Why there is none.' })),
});
