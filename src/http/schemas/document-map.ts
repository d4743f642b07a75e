/** Where in a document its tags are, and what of its pages is hardly meant. */
import { Type } from './type.ts';

const Points = (description: string) => Type.Number({ description });

/** Lengths are points. */
const Box = Type.Object({
  page: Type.Integer({ minimum: 1, description: 'From 1.' }),
  x: Points('From the left edge of the page.'),
  y: Points('From the top edge of the page.'),
  width: Points('In points, a seventy-second of an inch.'),
  height: Points('In points.'),
});

export const DocumentMapSchema = Type.Object(
  {
    tags: Type.Array(
      Type.Object({
        tag: Type.String({ description: 'As it stands in the template.', examples: ['{name}'] }),
        path: Type.Union([Type.String(), Type.Null()], {
          description: 'Where in the data its value is; null where it is nowhere, or was not asked for.',
          examples: ['items[3].name'],
        }),
        paths: Type.Optional(
          Type.Array(Type.String(), { description: 'All that the tag reads, where that is more.' }),
        ),
        part: Type.Union([Type.String(), Type.Null()], {
          description: 'In words that an author knows, as in the details of an error.',
          examples: ['document', 'header 2'],
        }),
        paragraph: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Of that part of the template, from 1.',
        }),
        boxes: Type.Array(Box, {
          description: 'One for each piece of a line, and for each picture; none where nothing is shown.',
        }),
      }),
    ),
    complete: Type.Boolean({ description: 'False where there are more than a map holds.' }),
  },
  { $id: 'DocumentMap' },
);

export const LintBody = Type.Object({
  templateKey: Type.String({ examples: ['invoice'] }),
  data: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: "The usual data; the template's sample where omitted." },
    ),
  ),
  options: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'As of generate: locale, timezone, currency, version.' },
    ),
  ),
  sets: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description: 'Names of those that are to be looked at; all where omitted.',
      examples: [['usual', 'longest']],
    }),
  ),
  withData: Type.Optional(
    Type.Boolean({ description: 'Whether each set comes with its data, so that its pages can be made.' }),
  ),
});

export const LintAnswer = Type.Object({
  findings: Type.Array(
    Type.Object({
      rule: Type.String({ examples: ['text-overflow'] }),
      message: Type.String({ description: 'What is wrong, and the way out.' }),
      page: Type.Integer({ minimum: 1 }),
      box: Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() }),
      data: Type.String({ description: 'With which set it shows.', examples: ['longest'] }),
    }),
  ),
  sets: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['usual', 'shortest', 'longest', 'languages'] }),
      pages: Type.Union([Type.Integer(), Type.Null()]),
      error: Type.Union([Type.String(), Type.Null()], {
        description: 'Why no document could be made with it; its pages were not looked at.',
      }),
      data: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'With `withData`.' })),
      options: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'Of a saved set; they hold beside those of the request.',
          },
        ),
      ),
    }),
  ),
  left: Type.Array(Type.String(), { description: 'Sets that there are and that `sets` did not name.' }),
});
