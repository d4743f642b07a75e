/** The shapes of sample sets. */
import { DataReportSchema, LabelChoice, TemplateKey, Timestamp, Version } from './shared.ts';
import { Type } from './type.ts';

const SampleName = Type.String({
  minLength: 1,
  examples: ['Long names'],
  description: '1 to 100 characters; trimmed and normalised to NFC.',
});

const SUMMARY = {
  name: SampleName,
  bytes: Type.Integer({ description: "What it takes of the organization's storage." }),
  default: Type.Boolean({ description: 'Previews begin with it.' }),
  changedAt: Timestamp('When it was last changed.'),
  changedBy: Type.String({ examples: ['user:ada@example.com'] }),
};

const { missing, mistyped, unused } = DataReportSchema.properties;

const FIT = {
  fits: Type.Boolean({ description: 'Nothing is missing or mistyped for the version that was asked about.' }),
  problems: Type.Object({ missing, mistyped, unused }),
};

const Content = (description: string) =>
  Type.Object({}, { additionalProperties: true, description, examples: [{}] });

export const SavedSample = Type.Object(SUMMARY);

export const SamplesAnswer = Type.Object({
  samples: Type.Array(Type.Object({ ...SUMMARY, ...Type.Partial(Type.Object(FIT)).properties }), {
    description: 'By name; `fits` and `problems` with check=true.',
  }),
});

export const SampleAnswer = Type.Object({
  ...SUMMARY,
  ...FIT,
  data: Content('As of generate.'),
  options: Content('As of generate.'),
});

export const SamplesQuery = Type.Object({
  templateKey: TemplateKey,
  name: Type.Optional(SampleName),
  check: Type.Optional(Type.Boolean({ description: 'Of all sets: whether each still fits.' })),
  version: Version,
  label: LabelChoice,
});

export const SampleQuery = Type.Object({ templateKey: TemplateKey, name: SampleName });

export const SampleBody = Type.Object({
  templateKey: TemplateKey,
  name: SampleName,
  data: Type.Optional(
    Content('As of generate; with `options` at most 1 MiB of JSON. Needed unless there is `call`.'),
  ),
  options: Type.Optional(Content('As of generate, without `version` and `label`.')),
  call: Type.Optional(
    Type.String({
      description:
        'In place of `data` and `options`: the id of a call in the log, whose data is kept. Needs the scope `admin` as well.',
    }),
  ),
  default: Type.Optional(
    Type.Boolean({ description: 'Previews begin with it, instead of another; as it is where omitted.' }),
  ),
  expectedChangedAt: Type.Optional(
    Type.Union([Timestamp('`changedAt` as the caller has seen it; 409 where it is another.'), Type.Null()]),
  ),
});
