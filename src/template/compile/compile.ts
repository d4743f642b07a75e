/**
 * compile :: DOCX → Program
 *
 * Reads every part that may hold tags (`read-template`), refuses with all problems at once (`verdict`), and compiles the
 * parts that do hold tags. What no tag touches is not in the program: it is copied from the file.
 */
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import type { PackageLimits } from '../../ooxml/limits.ts';
import type { DelimiterName } from '../delimiters.ts';
import { templateInvalid } from '../problems.ts';
import {
  type NoteKind,
  type PartProgram,
  PROGRAM_FORMAT,
  type Program,
  type RelationshipInfo,
} from '../program.ts';
import { compilePart } from './compile-part.ts';
import { firstFreeIds } from './parts/free-ids.ts';
import type { TaggedPart } from './parts/header-scope.ts';
import { documentPackage, numberingInfo } from './parts/package-info.ts';
import { type ReadTemplate, readTemplate } from './read-template.ts';
import type { Template } from './template-build.ts';
import { refusalsOf } from './verdict.ts';

export interface CompileOptions {
  readonly delimiter: DelimiterName;
  readonly limits?: PackageLimits;
  /** What looks like another engine's tags is text, and meant: said by the caller, or decided when it was stored. */
  readonly static?: boolean | undefined;
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean | undefined;
  /** Names that the organization defines for all its templates. */
  readonly defined?: readonly string[] | undefined;
  /** It was accepted before: parts that no tag touches are not looked at again. */
  readonly isStored?: boolean | undefined;
}

export const compile = (file: Uint8Array, options: CompileOptions): Program =>
  compileRead(
    readTemplate(
      openDocx(file, options.limits),
      options.delimiter,
      options.static,
      options.controls,
      options.defined,
    ),
  );

/** Throws `template_invalid` with everything that is wrong with the template. */
export const compileRead = (read: ReadTemplate): Program => {
  const { docx, template, parts, problems } = read;
  // Blocks that cut each other are found only here, and are told with whatever else is wrong; those that are nested too
  // deep are not gone into.
  const isTooDeep = problems.some(({ code }) => code === 'too_deep');
  const programs = isTooDeep ? [] : compileParts(docx, parts, template);
  const refusals = refusalsOf(read);
  if (refusals.length > 0) throw templateInvalid(refusals);
  programs.push(...read.flats);

  return {
    format: PROGRAM_FORMAT,
    ...(read.controls && { controls: true as const }),
    parts: programs,
    tags: template.wheres,
    ...documentPackage(docx, template.dropped),
    mainPart: docx.mainPart,
    delimiter: read.delimiter,
    ...fitOf(parts),
    dialect: docx.text(docx.mainPart).includes('http://purl.oclc.org/ooxml/wordprocessingml/main')
      ? 'strict'
      : 'transitional',
    styles: template.styles,
    lists: template.lists,
    ...(template.headings.size > 0 && { headings: Object.fromEntries(template.headings) }),
    nextId: firstFreeIds(docx),
    numbering: numberingInfo(docx),
    relationships: relationshipsOf(docx, programs, parts),
  };
};

/** There is one at most: two are a problem. */
const fitOf = (parts: readonly TaggedPart[]): Pick<Program, 'fit'> => {
  for (const { command, where } of parts.flatMap(({ read }) => read.tags))
    if (command.type === 'fit')
      return { fit: { pages: command.pages, percent: command.percent, tag: where.tag ?? 'FIT' } };
  return {};
};

/** The document comes first: it says which notes its loops repeat. */
const compileParts = (docx: DocxPackage, parts: readonly TaggedPart[], template: Template): PartProgram[] => {
  const bound: Record<NoteKind, Set<string>> = { footnote: new Set(), endnote: new Set() };
  const programs: PartProgram[] = [];
  for (const part of parts) {
    const { read, found, fields } = part;
    const boundNotes =
      part.role === 'note' ? bound[part.label === 'footnotes' ? 'footnote' : 'endnote'] : new Set<string>();
    const isTold = found.tags.length > 0 || found.replacedRelationships.size > 0;
    const hasTags = read.tags.length > 0 || read.escapes.length > 0 || isTold;
    if (!hasTags && boundNotes.size === 0 && read.droppedFallbacks.size === 0) continue;
    const program = compilePart({
      template,
      name: part.name,
      label: part.label,
      role: part.role,
      source: docx.text(part.name),
      root: docx.xml(part.name),
      read,
      edits: found.edits,
      boxes: found.boxes,
      fields,
      boundNotes,
      noteSlot: (kind, id) => {
        bound[kind].add(id);
        return template.slot();
      },
    });
    if (program !== undefined) programs.push(program);
  }
  return programs;
};

const relationshipsOf = (
  docx: DocxPackage,
  programs: readonly PartProgram[],
  parts: readonly TaggedPart[],
): Program['relationships'] => {
  const all: Record<string, readonly RelationshipInfo[]> = {};
  for (const { name, role } of programs) {
    if (role === 'flat') continue;
    const replaced =
      parts.find((part) => part.name === name)?.found.replacedRelationships ?? new Set<string>();
    all[name] = docx
      .relationshipsOf(name)
      .filter(({ id }) => !replaced.has(id))
      .map(({ id, type, target, external }) => ({ id, type, target, external }));
  }
  all[docx.mainPart] ??= docx
    .relationshipsOf(docx.mainPart)
    .map(({ id, type, target, external }) => ({ id, type, target, external }));
  return all;
};
