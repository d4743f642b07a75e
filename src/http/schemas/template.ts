/** The shapes of what goes beyond the specification: versions, names, checks of files that are not stored. */

import { DELIMITERS } from '../../service/model.ts';
import {
  Controls,
  DelimiterName,
  ExpectedVersion,
  File,
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

export const VersionsAnswer = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: VersionNo,
      delimiter: DelimiterName,
      fileSize: Type.Integer({ description: 'Bytes.' }),
      sha256: Type.String({
        description: "The file's SHA-256 in hex: versions that have the same are the same file.",
        pattern: '^[0-9a-f]{64}$',
      }),
      createdAt: Timestamp('When it was uploaded.'),
      createdBy: Type.Union([Type.String({ examples: ['user:ada@example.com'] }), Type.Null()]),
      current: Type.Boolean({ description: 'The newest one, which documents are made from.' }),
    }),
  ),
  next: Type.Union([Type.Integer({ description: 'For `before`.' }), Type.Null()]),
});

export const RollbackBody = Type.Object({
  templateKey: TemplateKey,
  version: VersionNo,
  expectedVersion: ExpectedVersion,
});

export const VersionNumber = Type.Object({ version: VersionNo });

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
