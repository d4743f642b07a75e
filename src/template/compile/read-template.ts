/**
 * readTemplate :: DOCX, delimiter → ReadTemplate
 *
 * Lexes and parses every part that may hold tags. The package is only looked at, so that it can be read under several
 * delimiters, and all problems arrive together.
 */

import type { Problem } from '../../errors.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import type { DelimiterName } from '../delimiters.ts';
import { type Foreign, foreignTags } from '../foreign/foreign.ts';
import type { Reader } from '../parse/read-tag.ts';
import type { Tag } from '../parse/tag.ts';
import type { Warning } from '../problems.ts';
import type { PartProgram } from '../program.ts';
import { fieldsOf } from '../word/field-marks.ts';
import { findEdits } from './edits/edits.ts';
import { withNamedControls } from './named-controls.ts';
import { boundParts } from './parts/bindings.ts';
import { checkFits } from './parts/check-looks.ts';
import { checkNames, type UsedDefinitions } from './parts/check-names.ts';
import { readDrawings } from './parts/drawings.ts';
import { checkHeaderScopes, type TaggedPart } from './parts/header-scope.ts';
import { numberingOf } from './parts/package-info.ts';
import { propertyParts, type StoryPart, storyParts } from './parts/part-list.ts';
import { readPart } from './parts/part-tags.ts';
import { compileProperties } from './parts/properties.ts';
import { stylesOf, type Template, templateBuild } from './template-build.ts';

/** A template as far as it can be read without writing anything: its tags, and what is wrong with them. */
export interface ReadTemplate {
  readonly docx: DocxPackage;
  readonly delimiter: DelimiterName;
  readonly template: Template;
  readonly parts: readonly TaggedPart[];
  /** Texts of charts and diagrams, document properties. */
  readonly flats: readonly PartProgram[];
  readonly problems: Problem[];
  readonly warnings: Warning[];
  /** Well-formed ones; a text box stands twice in the file and counts once. */
  readonly tags: number;
  readonly foreign: Foreign;
  readonly isStatic: boolean;
  /** Controls are filled by their names. */
  readonly controls: boolean;
  /** Definitions of the organization that it uses. */
  readonly used: UsedDefinitions;
}

export const readTemplate = (
  file: DocxPackage,
  delimiter: DelimiterName,
  isStatic = false,
  controls = false,
  defined: readonly string[] = [],
): ReadTemplate => {
  const docx = withNamedControls(file, delimiter, controls);
  const problems: Problem[] = [];
  const warnings: Warning[] = [];
  const numbering = numberingOf(docx);
  const template = templateBuild(problems, stylesOf(docx, numbering), numbering);
  const reader: Reader = {
    delimiter,
    aliases: new Map(),
    problems,
    warnings,
    isLenient: isStatic,
    parsed: new Map(),
  };

  const parts = storyParts(docx).map((part) => readStoryPart(docx, part, reader, template));
  const drawings = readDrawings(docx, parts, reader, template);
  const shared = drawings.filter(({ program }) => program !== undefined);
  const properties = propertyParts(docx).map((name) =>
    compileProperties({ name, source: docx.text(name), root: docx.xml(name), reader, template }),
  );
  checkHeaderScopes(parts, problems);
  const used = checkNames({
    parts,
    defined: new Set(defined),
    elsewhere: [...shared, ...properties].flatMap((one) => one?.tags ?? []),
    inCharts: drawings.filter(({ program }) => program === undefined).flatMap(({ tags }) => tags),
    isOwn: isOutsideFallback,
    problems,
    warnings,
  });
  const inText = parts.flatMap(({ read }) => read.tags.filter(isOutsideFallback));
  checkFits(inText, problems);
  const elsewhere = sum(
    [...parts.map(({ found }) => found), ...drawings, ...properties].map((one) => one?.tags.length ?? 0),
  );
  const foreign = foreignTags({
    parts,
    delimiter,
    hasAliases: reader.aliases.size > 0,
    tags: inText,
    tagsElsewhere: elsewhere,
  });
  const flats = [
    ...[...drawings, ...properties].flatMap((flat) => (flat?.program === undefined ? [] : [flat.program])),
    ...boundParts(docx, parts, template),
  ];
  const tags = inText.length + elsewhere;
  return {
    docx,
    delimiter,
    template,
    parts,
    flats,
    problems,
    warnings,
    tags,
    foreign,
    isStatic,
    controls,
    used,
  };
};

const readStoryPart = (
  docx: DocxPackage,
  part: StoryPart,
  reader: Reader,
  template: Template,
): TaggedPart => {
  const root = docx.xml(part.name);
  const { styles, numbering } = template;
  const read = readPart({ root, label: part.label, reader, styles, numbering });
  const fields = fieldsOf(root);
  const found = findEdits({
    root,
    source: docx.text(part.name),
    label: part.label,
    reader,
    template,
    relationships: docx.relationshipsOf(part.name),
    paragraphs: read.paragraphs,
    fields,
    tags: read.tags,
    hasBlocks: part.role === 'document' && read.blocks.length > 0,
    renewed: read.contents,
    references: read.references,
  });
  return { ...part, root, read, found, fields };
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** A text box stands twice in the file, once for old versions of Word; its author wrote it once. */
const isOutsideFallback = ({ token }: Tag): boolean => {
  let at = token?.start.paragraph.element;
  while (at !== undefined && at.name !== 'mc:Fallback') at = at.parent;
  return at === undefined;
};
