/** The shapes of a comparison of two versions. */
import { DataReportSchema, ProblemSchema, TemplateKey } from './shared.ts';
import { Type } from './type.ts';

const Which = (description: string, standard: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, examples: [standard], description, default: standard }),
  );

export const CompareQuery = Type.Object({
  templateKey: TemplateKey,
  from: Which('The number of a version, or a label.', 'newest'),
  to: Which('The same; `draft` where omitted.', 'draft'),
  layout: Type.Optional(
    Type.Boolean({
      description: 'With `words`: both are laid out with the same data, and their words compared.',
    }),
  ),
  sample: Type.Optional(
    Type.String({
      examples: ['Long names'],
      description:
        'The sample set to lay out with; the default one where omitted, or data that are made up from the fields.',
    }),
  ),
});

const FACTS = { kind: Type.String({ examples: ['text'] }), optional: Type.Boolean() };
const Field = Type.Object({ path: Type.String({ examples: ['customer.name'] }), ...FACTS });
const Facts = Type.Object(FACTS);

const Box = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
});

const Count = Type.Integer({ minimum: 0 });

const Version = Type.Object({
  version: Type.Integer({ minimum: 0, description: '0: the draft.' }),
  sha256: Type.String(),
});

const { missing, mistyped, unused } = DataReportSchema.properties;

export const CompareAnswer = Type.Object({
  from: Version,
  to: Version,
  sameFile: Type.Boolean({ description: 'The same file, read with the same delimiter.' }),
  fields: Type.Object({
    added: Type.Array(Field),
    removed: Type.Array(Field),
    changed: Type.Array(Type.Object({ path: Type.String(), from: Facts, to: Facts }), {
      description: 'Of another kind, or needed where it was not, or the other way round.',
    }),
  }),
  samples: Type.Array(
    Type.Object({
      name: Type.String(),
      fits: Type.Boolean({ description: 'Nothing is missing or mistyped for `to`.' }),
      fitsFrom: Type.Boolean({ description: 'The same for `from`.' }),
      problems: Type.Object({ missing, mistyped, unused }),
    }),
  ),
  words: Type.Union(
    [
      Type.Object({
        sample: Type.Union([Type.String(), Type.Null()], {
          description: 'The set; null where data were made up.',
        }),
        changes: Type.Union(
          [
            Type.Object({
              pages: Type.Object({ from: Count, to: Count }),
              counts: Type.Object({ moved: Count, changed: Count, new: Count, lost: Count }),
              marks: Type.Array(
                Type.Object({
                  kind: Type.Union([
                    Type.Literal('moved'),
                    Type.Literal('changed'),
                    Type.Literal('new'),
                    Type.Literal('lost'),
                  ]),
                  text: Type.String(),
                  was: Type.Optional(Type.String()),
                  from: Type.Optional(Type.Array(Box)),
                  to: Type.Optional(Type.Array(Box)),
                }),
                { description: 'In reading order; boxes in points from the top left, one a line.' },
              ),
              truncated: Type.Boolean({
                description: 'There are more marks than the 2,000 that are listed.',
              }),
            }),
            Type.Null(),
          ],
          { description: 'Null where one of the documents cannot be made: `problem` says why.' },
        ),
        problem: Type.Union([ProblemSchema, Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'With layout=true; null without.' },
  ),
});
