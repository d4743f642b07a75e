/**
 * compile :: DOCX → Program
 *
 * Reads every part that may hold tags, reports all problems at once, and compiles the parts that do hold tags. What
 * no tag touches is not in the program: it is copied from the file.
 */
import type { Problem } from '../../errors.ts';
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import type { PackageLimits } from '../../ooxml/limits.ts';
import { NO_STYLES, readStyles, type StyleCatalogue } from '../../wml/styles.ts';
import type { DelimiterName } from '../delimiters.ts';
import type { Reader } from '../parse/read-tag.ts';
import type { Where } from '../parse/tag.ts';
import { templateInvalid } from '../problems.ts';
import { compilePart } from './compile-part.ts';
import type { TemplateBuild } from './context.ts';
import { firstFreeIds } from './free-ids.ts';
import { type PartTags, readPart } from './part-tags.ts';
import { type ListInfo, type PartProgram, type PartRole, PROGRAM_FORMAT, type Program } from './program.ts';

export interface CompileOptions {
  readonly delimiter: DelimiterName;
  readonly limits?: PackageLimits;
}

interface TaggedPart {
  readonly name: string;
  readonly label: string;
  readonly role: PartRole;
  readonly read: PartTags;
}

export const compile = (
  file: Uint8Array,
  options: CompileOptions,
): { program: Program; parts: readonly TaggedPart[] } => {
  const docx = openDocx(file, options.limits);
  const problems: Problem[] = [];
  const styles = stylesOf(docx);
  const reader: Reader = { delimiter: options.delimiter, aliases: new Map(), problems };
  const parts: TaggedPart[] = [];
  for (const { name, label, role } of storyParts(docx)) {
    const read = readPart({ root: docx.xml(name), label, reader, styles });
    parts.push({ name, label, role, read });
  }
  const template = templateBuild(problems, styles);
  if (problems.length > 0) throw templateInvalid(problems);
  const programs: PartProgram[] = [];
  for (const { name, label, role, read } of parts) {
    if (read.tags.length === 0 && read.escapes.length === 0) continue;
    const program = compilePart({
      template,
      name,
      label,
      role,
      source: docx.text(name),
      root: docx.xml(name),
      read,
      edits: new Map(),
      restarts: new Map(),
      noteSlot: () => template.slot(),
    });
    if (program !== undefined) programs.push(program);
  }
  if (problems.length > 0) throw templateInvalid(problems);
  const program: Program = {
    format: PROGRAM_FORMAT,
    parts: programs,
    tags: template.wheres,
    dropped: [],
    replaced: {},
    mainPart: docx.mainPart,
    dialect: 'transitional',
    styles,
    lists: template.lists,
    nextId: firstFreeIds(docx),
    slots: template.slot(),
    numbering: undefined,
  };
  return { program, parts };
};

const stylesOf = (docx: DocxPackage): StyleCatalogue => {
  const [name] = docx.partsOf('styles');
  return name === undefined ? NO_STYLES : readStyles(docx.xml(name));
};

interface StoryPart {
  readonly name: string;
  readonly label: string;
  readonly role: PartRole;
}

/** In the order of evaluation. */
const storyParts = (docx: DocxPackage): StoryPart[] => {
  const numbered = (kind: 'header' | 'footer'): StoryPart[] =>
    docx.partsOf(kind).map((name, index) => ({ name, label: `${kind} ${index + 1}`, role: kind }));
  const notes = (kind: 'footnotes' | 'endnotes'): StoryPart[] =>
    docx.partsOf(kind).map((name) => ({ name, label: kind, role: 'note' as const }));
  return [
    { name: docx.mainPart, label: 'document', role: 'document' },
    ...notes('footnotes'),
    ...notes('endnotes'),
    ...numbered('header'),
    ...numbered('footer'),
  ];
};

const templateBuild = (
  problems: Problem[],
  styles: StyleCatalogue,
): TemplateBuild & { readonly wheres: Where[] } => {
  const wheres: Where[] = [];
  const refs = new Map<Where, number>();
  const lists: ListInfo[] = [];
  let slots = 0;
  return {
    problems,
    styles,
    wheres,
    lists,
    slot: () => slots++,
    tagRef: (where) => {
      const known = refs.get(where);
      if (known !== undefined) return known;
      refs.set(where, wheres.length);
      return wheres.push(where) - 1;
    },
    listRef: () => undefined,
  };
};
