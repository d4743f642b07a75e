/** The shapes of what goes beyond the specification: versions, names, checks of files that are not stored. */

import { DELIMITERS } from '../../service/model.ts';
import {
  Controls,
  DelimiterName,
  ExpectedDraft,
  ExpectedVersion,
  File,
  Note,
  OneOf,
  OptionalDelimiter,
  ProblemSchema,
  reference,
  Static,
  TemplateKey,
  TemplateName,
  Timestamp,
} from './shared.ts';
import { Type } from './type.ts';

const VersionNo = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1] });

export const VersionsQuery = Type.Object({
  templateKey: TemplateKey,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  before: Type.Optional(Type.Integer({ ...VersionNo, description: '`next` of the previous page.' })),
});

const Who = Type.Union([Type.String({ examples: ['user:ada@example.com'] }), Type.Null()]);

const FILE_FACTS = {
  delimiter: DelimiterName,
  fileSize: Type.Integer({ description: 'Bytes.' }),
  sha256: Type.String({
    description: "The file's SHA-256 in hex: versions that have the same are the same file.",
    pattern: '^[0-9a-f]{64}$',
  }),
  createdAt: Timestamp('When it was uploaded.'),
  createdBy: Who,
  note: Type.Union([Type.String({ description: 'What its author says of it.' }), Type.Null()]),
};

export const VersionsAnswer = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: VersionNo,
      ...FILE_FACTS,
      publishedAt: Timestamp('When it became the newest: with its upload, unless it was a draft first.'),
      publishedBy: Who,
      equals: Type.Union([
        Type.Integer({ description: 'The earlier version whose file this is, where it was brought back.' }),
        Type.Null(),
      ]),
      labels: Type.Array(Type.String(), { description: 'Labels that point at it.' }),
      current: Type.Boolean({ description: 'The newest one, which documents are made from.' }),
    }),
  ),
  draft: Type.Union([Type.Object({ draft: VersionNo, ...FILE_FACTS }), Type.Null()], {
    description: 'What is to be the next version; null where there is none.',
  }),
  next: Type.Union([Type.Integer({ description: 'For `before`.' }), Type.Null()]),
});

export const RollbackBody = Type.Object({
  templateKey: TemplateKey,
  version: VersionNo,
  expectedVersion: ExpectedVersion,
  note: Note,
});

export const VersionNumber = Type.Object({ version: VersionNo });

export const RollbackAnswer = Type.Object({
  version: VersionNo,
  equals: Type.Integer({ description: 'The version whose file it has.', examples: [1] }),
});

export const PublishBody = Type.Object({
  templateKey: TemplateKey,
  expectedDraft: ExpectedDraft,
  expectedVersion: ExpectedVersion,
  note: Note,
});

export const DraftQuery = Type.Object({ templateKey: TemplateKey, expectedDraft: ExpectedDraft });

const Labelled = (description: string) =>
  Type.Object({}, { additionalProperties: true, description, examples: [{ production: 1 }] });

export const LabelsBody = Type.Object({
  templateKey: TemplateKey,
  labels: Labelled('Where each is to point; null removes it. Labels that are left out stay as they are.'),
  expected: Type.Optional(
    Labelled('Where the caller has seen them point (null: nowhere); 409 where somebody has moved one.'),
  ),
});

export const LabelsAnswer = Type.Object({
  labels: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['production'] }),
      version: VersionNo,
      changedAt: Timestamp('When it was last moved.'),
      changedBy: Type.String({ examples: ['user:ada@example.com'] }),
    }),
    { description: 'By name.' },
  ),
});

export const KeyQuery = Type.Object({ templateKey: TemplateKey });

export const RenameBody = Type.Object({
  templateKey: TemplateKey,
  name: TemplateName,
  expectedVersion: ExpectedVersion,
});

export const CheckForm = Type.Object({
  template: File,
  delimiter: OptionalDelimiter,
  static: Static,
  controls: Controls,
});

export const CheckAnswer = Type.Object({
  proposed: Type.Union([DelimiterName, Type.Null()], {
    description: 'The delimiter that the file seems to use; null where it has no tags of any kind.',
  }),
  delimiters: Type.Array(
    Type.Object({ delimiter: DelimiterName, tags: Type.Integer(), problems: Type.Integer() }),
    { description: 'How many tags, and how many problems, the file has under each.' },
  ),
  delimiter: OneOf(DELIMITERS, {
    description: 'Which one the rest is about: the one sent, or the proposed one, or BRACES.',
  }),
  problems: Type.Array(ProblemSchema, {
    description: 'As upload would refuse it with; none where it would not.',
  }),
  warnings: Type.Array(ProblemSchema, {
    description: 'What upload would accept, and say in `Platen-Warnings`.',
  }),
  inspection: Type.Union([reference('Inspection'), Type.Null()], {
    description: 'What the template takes; null where it has problems.',
  }),
});
