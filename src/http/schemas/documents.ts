/** What the routes that make a document take. */
import type { TSchema } from '@fastify/type-provider-typebox';
import { Delimiter, File, LabelChoice, TemplateKey, Version } from './shared.ts';
import { Type } from './type.ts';

export const GenerateBody = Type.Object({
  templateKey: TemplateKey,
  output: Type.Union([Type.Literal('DOCX'), Type.Literal('PDF')], {
    examples: ['PDF'],
    description: 'The format of the document.',
  }),
  data: Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [{ customer: { name: 'Ada' } }],
      description: 'Matches the variables of the template.',
    },
  ),
  options: Type.Optional(
    Type.Object({
      locale: Type.Optional(
        Type.String({
          examples: ['en-US'],
          description: "For formatters; the organization's, or en-US, where omitted.",
        }),
      ),
      timezone: Type.Optional(
        Type.String({
          examples: ['Europe/Vienna'],
          description: "An IANA name; the organization's, or UTC, where omitted.",
        }),
      ),
      currency: Type.Optional(
        Type.String({
          examples: ['EUR'],
          description: "An ISO 4217 code; the organization's, or USD, where omitted.",
        }),
      ),
      missing: Type.Optional(
        Type.Union([Type.Literal('empty'), Type.Literal('keep'), Type.Literal('error')], {
          default: 'empty',
          description: 'What a variable that the data lacks becomes.',
        }),
      ),
      filename: Type.Optional(
        Type.String({
          examples: ['Invoice 42'],
          description: "For Content-Disposition; the template's name where omitted.",
        }),
      ),
      translations: Type.Optional(
        Type.Object({}, { additionalProperties: true, examples: [{}], description: 'For the formatter t.' }),
      ),
      engine: Type.Optional(
        Type.Union([Type.Literal('auto'), Type.Literal('native'), Type.Literal('libreoffice')], {
          default: 'auto',
          description: 'What makes a PDF.',
        }),
      ),
      pdf: Type.Optional(
        Type.Object(
          {
            tagged: Type.Optional(
              Type.Boolean({
                default: false,
                description: 'With the logical structure that screen readers need.',
              }),
            ),
            conformance: Type.Optional(
              Type.Literal('PDF/A-2b', { description: 'For archives: ISO 19005-2, level B.' }),
            ),
          },
          {
            additionalProperties: false,
            examples: [{ tagged: true, conformance: 'PDF/A-2b' }],
            description: 'What a PDF should be, whichever engine makes it; for output PDF alone.',
          },
        ),
      ),
      docx: Type.Optional(
        Type.Object(
          {
            fields: Type.Optional(
              Type.Union([Type.Literal('computed'), Type.Literal('word')], {
                default: 'computed',
                description:
                  'Who fills in tables of contents, PAGEREF and numbers of pages in the text: Platen, or Word when it is asked to.',
              }),
            ),
          },
          {
            additionalProperties: false,
            examples: [{ fields: 'computed' }],
            description: 'What a DOCX should be; a PDF has its pages anyway.',
          },
        ),
      ),
      version: Version,
      map: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'With a map of where each tag has come to stand: the answer is multipart/mixed, the document and then the map (DocumentMap).',
        }),
      ),
      label: LabelChoice,
      now: Type.Optional(
        Type.Union([Type.String(), Type.Number()], {
          examples: ['2026-11-15T08:00:00Z'],
          description: 'What $now shows: ISO 8601 or epoch milliseconds.',
        }),
      ),
    }),
  ),
});

export const PreviewBody = Type.Object({
  ...GenerateBody.properties,
  output: Type.Optional(Type.Unknown({ description: 'Ignored: a preview is a PDF.' })),
});

/** A part of a form that is JSON: as text, or as a file of it. */
const JsonPart = (description: string, schema: TSchema) =>
  Type.Unsafe<string>({ ...schema, description: `${description} JSON, as text or as a file.` });

const { version: _version, label: _label, ...RenderOptions } = GenerateBody.properties.options.properties;
const { engine, filename, pdf } = RenderOptions;

export const RenderForm = Type.Object({
  template: File,
  request: JsonPart(
    'What to make of it.',
    Type.Object({
      output: GenerateBody.properties.output,
      data: GenerateBody.properties.data,
      options: Type.Optional(Type.Object(RenderOptions)),
      delimiter: Delimiter,
      static: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'What looks like the tags of another engine is meant as text.',
        }),
      ),
      controls: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Content controls and form fields are filled by their names.',
        }),
      ),
    }),
  ),
});

export const ConvertForm = Type.Object({
  file: File,
  options: Type.Optional(JsonPart('As of generate.', Type.Object({ engine, filename, pdf }))),
});
