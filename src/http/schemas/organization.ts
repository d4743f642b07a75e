/** The shapes of an organization's own affairs: settings, keys, usage, credit, records. */
import type { TSchema } from '@fastify/type-provider-typebox';
import { SCOPES } from '../../service/model.ts';
import { OneOf, Timestamp } from './shared.ts';
import { Type } from './type.ts';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Name = Type.String({
  minLength: 1,
  examples: ['Aurora Books'],
  description: '1 to 200 characters, no control characters; trimmed and normalised to NFC.',
});

const Headroom = Type.Object({
  limit: Type.Integer({ description: 'Requests a minute.' }),
  remaining: Type.Integer({ description: 'Of the running minute.' }),
  resetSeconds: Type.Integer({ description: 'Until the next minute begins.' }),
});

const Kept = (description: string) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'What is there.' }),
      limit: Type.Integer({ description: 'What there may be; past it `storage_limit`.' }),
    },
    { description },
  );

const Defaults = Type.Object(
  {
    locale: orNull(Type.String({ examples: ['de-AT'] })),
    timezone: orNull(Type.String({ examples: ['Europe/Vienna'] })),
    currency: orNull(Type.String({ examples: ['EUR'] })),
  },
  { description: 'For documents whose request does not say; null where there is none.' },
);

const LowCredit = orNull(
  Type.Integer({
    minimum: 0,
    examples: [100],
    description: 'Webhooks get `credit.low` when the credit falls to this or past it; null: never.',
  }),
);

const ResultHours = orNull(
  Type.Integer({
    minimum: 1,
    maximum: 720,
    examples: [72],
    description: 'How long the results of jobs are kept; null: 24 hours.',
  }),
);

const CallDays = orNull(
  Type.Integer({
    minimum: 1,
    examples: [30],
    description: 'Days for which the log of calls is kept; null: 30, or as many as the server allows.',
  }),
);

const KeepCallData = Type.Boolean({
  description:
    'Whether the log of calls keeps what was sent as data, encrypted. Once it does not, what was kept is deleted.',
});

export const OrganizationSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Timestamp('UTC with milliseconds.'),
    credit: orNull(Type.Integer({ minimum: 0, description: 'Documents left; null is unlimited.' })),
    limits: Type.Object({
      generate: Headroom,
      request: Headroom,
      templates: Kept('Templates.'),
      versions: Kept('Versions of all templates together.'),
      bytes: Kept('Of all versions: their files, and what was compiled from them.'),
    }),
    defaults: Defaults,
    lowCredit: LowCredit,
    resultHours: ResultHours,
    callDays: CallDays,
    callDaysKept: Type.Integer({ description: 'What holds now.' }),
    callDaysLimit: Type.Integer({ description: 'What the server allows.' }),
    keepCallData: KeepCallData,
    callDataKeyIn: Type.Union([Type.Literal('settings'), Type.Literal('database')], {
      description:
        'Where the secret is that encrypts it: PLATEN_SECRET of the server, or the database beside what it encrypts.',
    }),
  },
  { $id: 'Organization' },
);

export const OrganizationBody = Type.Object({
  name: Type.Optional(Name),
  defaults: Type.Optional(Type.Partial(Defaults)),
  lowCredit: Type.Optional(LowCredit),
  resultHours: Type.Optional(ResultHours),
  callDays: Type.Optional(CallDays),
  keepCallData: Type.Optional(KeepCallData),
});

const Scopes = Type.Array(OneOf(SCOPES), {
  minItems: 1,
  description: 'What the key may do.',
});

const KEY = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'How the key begins.' }),
  scopes: Scopes,
  createdAt: Timestamp('When it was made.'),
  lastUsed: orNull(Timestamp('A few seconds late.')),
  expiresAt: orNull(Timestamp('When it ends by itself.')),
  revokedAt: orNull(Timestamp('When it was revoked.')),
  label: orNull(Type.String({ description: 'It makes documents of versions with this label alone.' })),
  status: Type.Union([Type.Literal('active'), Type.Literal('expired'), Type.Literal('revoked')]),
};

export const ApiKeySchema = Type.Object(KEY, { $id: 'ApiKey' });

export const NewApiKeySchema = Type.Object(
  { ...KEY, key: Type.String({ description: 'The key itself, shown this once.', examples: ['plt_…'] }) },
  { $id: 'NewApiKey' },
);

export const ApiKeyBody = Type.Object({
  name: Name,
  scopes: Scopes,
  expiresAt: Type.Optional(orNull(Timestamp('In the future; never where omitted.'))),
  label: Type.Optional(
    orNull(
      Type.String({
        examples: ['production'],
        description:
          'Documents that are made with the key are of the versions that this label points at; any where omitted.',
      }),
    ),
  ),
});

export const ApiKeyParams = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$', description: 'As the list shows it.' }),
});

export const UsageSchema = Type.Object(
  {
    points: Type.Array(
      Type.Object({
        start: Timestamp('Of the hour or day.'),
        templateKey: orNull(
          Type.String({
            description:
              'Null: all but the 50 most used, together. Empty: failed calls that asked for no template of the organization.',
          }),
        ),
        format: Type.Union([Type.Literal('DOCX'), Type.Literal('PDF'), Type.Null()], {
          description: 'Null of failed calls that did not get so far as to say it.',
        }),
        outcome: Type.String({ description: '`ok`, or the code of the error.' }),
        count: Type.Integer({ minimum: 1 }),
      }),
      { description: 'Oldest first; hours and days of nothing are left out.' },
    ),
    totals: Type.Object({ documents: Type.Integer(), errors: Type.Integer() }),
  },
  { $id: 'Usage' },
);

const Time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, examples: ['2026-11-01'], description }));

export const UsageQuery = Type.Object({
  from: Time('ISO 8601; 30 days before `to` where omitted.'),
  to: Time('ISO 8601; now where omitted.'),
  step: Type.Optional(
    Type.Union([Type.Literal('hour'), Type.Literal('day')], {
      default: 'day',
      description: 'At most 31 days of hours, or 400 days.',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      examples: ['Europe/Vienna'],
      description: "Whose days, and of times without an offset; the organization's, or UTC, where omitted.",
    }),
  ),
});

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }));

export const RowsQuery = Type.Object({
  limit: Limit,
  before: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z_-]{1,100}$',
      description: '`next` of the previous page.',
      examples: ['k2b0Vw3mQ1uYxS8c5dJ6Rg'],
    }),
  ),
});

export const KeysQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'All keys where omitted.' })),
  before: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z_-]{1,100}$',
      description: '`next` of the previous page.',
      examples: ['3f0c1c9e-7a52-4a8e-9d64-2f1b6f0c8d11'],
    }),
  ),
});

export const Next = orNull(Type.String({ description: 'For `before`; null on the last page.' }));

export const LedgerSchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        amount: Type.Integer({ description: 'What the balance changed by.' }),
        balanceAfter: orNull(Type.Integer({ description: 'Null: unlimited.' })),
        reason: Type.String({ examples: ['generate'] }),
        note: Type.String({ description: "An administrator's words, or the template's key." }),
        requestId: orNull(Type.String()),
        at: Timestamp('When.'),
      }),
      { description: 'Newest first.' },
    ),
    next: Next,
  },
  { $id: 'Ledger' },
);

export const AuditSchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        actor: Type.String({ examples: ['user:ada@example.com', 'key:plt_ab12cd34', 'cli'] }),
        action: Type.String({ examples: ['template.replace'] }),
        subject: Type.Object(
          {},
          { additionalProperties: true, description: 'What it was done to, and how.' },
        ),
        at: Timestamp('When.'),
      }),
      { description: 'Newest first.' },
    ),
    next: Next,
  },
  { $id: 'Audit' },
);

export const ORGANIZATION_SCHEMAS = [
  OrganizationSchema,
  ApiKeySchema,
  NewApiKeySchema,
  UsageSchema,
  LedgerSchema,
  AuditSchema,
];

export const NO_CONTENT = { 204: { description: 'Done.', type: 'null' } };

const Definitions = Type.String({
  examples: ['{SET net = (gross) => gross / 1.2}'],
  description: '`{SET name = …}` tags; `{// …}` for remarks. 64 Ki characters at most.',
});

const Translations = orNull(
  Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [{ de: { Invoice: 'Rechnung' } }],
      description:
        'For `{"Invoice" | t}`, as `options.translations` has them; those of a request count more.',
    },
  ),
);

export const PreludeAnswer = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  definitions: Definitions,
  translations: Translations,
  names: Type.Array(Type.String(), { description: 'What is defined, in order.' }),
  createdAt: orNull(Timestamp('UTC with milliseconds.')),
  createdBy: orNull(Type.String()),
});

export const PreludeBody = Type.Object({
  definitions: Type.Optional(Definitions),
  translations: Type.Optional(Translations),
  expectedVersion: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Where another version is the newest, nothing changes.' }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Also where templates use what is not defined any more.', default: false }),
  ),
});
