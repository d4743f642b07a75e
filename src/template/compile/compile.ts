/**
 * compile :: DOCX → Program
 *
 * Reads every part that may hold tags, reports all problems at once, and compiles the parts that do hold tags. What
 * no tag touches is not in the program: it is copied from the file.
 */
import type { Problem } from '../../errors.ts';
import { type DocxPackage, openDocx } from '../../ooxml/docx.ts';
import type { PackageLimits } from '../../ooxml/limits.ts';
import { levelsOf, type NumberingCatalogue } from '../../wml/numbering.ts';
import { NO_STYLES, readStyles, type Style, type StyleCatalogue, styleById } from '../../wml/styles.ts';
import type { DelimiterName } from '../delimiters.ts';
import { type Foreign, foreignTags } from '../foreign/foreign.ts';
import type { Reader } from '../parse/read-tag.ts';
import type { Tag, Where } from '../parse/tag.ts';
import { templateInvalid, type Warning } from '../problems.ts';
import {
  type ListInfo,
  type NoteKind,
  type PartProgram,
  PROGRAM_FORMAT,
  type Program,
  type RelationshipInfo,
} from '../program.ts';
import { fieldsOf } from '../word/field-marks.ts';
import { compilePart } from './compile-part.ts';
import type { TemplateBuild } from './context.ts';
import { findEdits } from './edits/edits.ts';
import { checkNames } from './parts/check-names.ts';
import { readDrawings } from './parts/drawings.ts';
import { firstFreeIds } from './parts/free-ids.ts';
import { checkHeaderScopes, type TaggedPart } from './parts/header-scope.ts';
import { documentPackage, numberingInfo, numberingOf } from './parts/package-info.ts';
import { propertyParts, type StoryPart, storyParts } from './parts/part-list.ts';
import { readPart } from './parts/part-tags.ts';
import { compileProperties } from './parts/properties.ts';
import { unreadTags } from './parts/unread.ts';

export interface CompileOptions {
  readonly delimiter: DelimiterName;
  readonly limits?: PackageLimits;
  /** What looks like another engine's tags is text, and meant: said by the caller, or decided when it was stored. */
  readonly static?: boolean | undefined;
  /** It was accepted before: parts that no tag touches are not looked at again. */
  readonly isStored?: boolean | undefined;
}

type Template = TemplateBuild & { readonly wheres: Where[] };

export const compile = (file: Uint8Array, options: CompileOptions): Program =>
  compileRead(readTemplate(openDocx(file, options.limits), options.delimiter, options.static));

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
}

/** The package is only looked at, so that it can be read under several delimiters. */
export const readTemplate = (docx: DocxPackage, delimiter: DelimiterName, isStatic = false): ReadTemplate => {
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

  // Lex and parse everything first, so that all problems arrive together.
  const parts = storyParts(docx).map((part) => readStoryPart(docx, part, reader, template));
  const drawings = readDrawings(docx, parts, reader, template);
  const properties = propertyParts(docx).map((name) =>
    compileProperties({ name, source: docx.text(name), root: docx.xml(name), reader, template }),
  );
  checkHeaderScopes(parts, problems);
  checkNames({
    parts,
    elsewhere: [...drawings, ...properties].flatMap((one) => one?.tags ?? []),
    isOwn: isOutsideFallback,
    problems,
    warnings,
  });
  const inText = parts.flatMap(({ read }) => read.tags.filter(isOutsideFallback));
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
  const flats = [...drawings, ...properties].flatMap((flat) => (flat === undefined ? [] : [flat.program]));
  const tags = inText.length + elsewhere;
  return { docx, delimiter, template, parts, flats, problems, warnings, tags, foreign, isStatic };
};

/** What the template is refused for. Other problems with another engine's tags say nothing that its author needs. */
const refusalsOf = ({ problems, foreign, isStatic }: ReadTemplate): readonly Problem[] => {
  const found = isStatic ? undefined : (foreign.tags ?? foreign.instead());
  if (found === undefined) return problems;
  const { finding, isRefusal, covers } = found;
  if (isRefusal) return [finding, ...problems.filter((problem) => !covers(problem))];
  return problems.length > 0 ? [finding, ...problems] : problems;
};

/** Asked for once: the closing check looks at the whole package. */
export const warningsOf = (read: ReadTemplate): readonly Warning[] => {
  const { problems } = read;
  const foreign = read.foreign.tags ?? read.foreign.instead();
  const warnings = [...read.warnings, ...unreadTags(read)];
  if (foreign !== undefined) return [foreign.finding, ...warnings];
  return problems.length === 0 && tagsIn(read) === 0 ? [NO_TAGS, ...warnings] : warnings;
};

const NO_TAGS: Warning = {
  code: 'no_tags',
  message: 'The file has no tag: every document made from it will be the same.',
  hint: 'Write tags such as `{customer.name}` where data belongs, or choose the delimiter that the file uses.',
};

/** Those that the author wrote, and wrote for Platen. */
export const tagsIn = ({ tags, foreign }: ReadTemplate): number => tags - (foreign.tags?.covered ?? 0);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** A text box stands twice in the file, once for old versions of Word; its author wrote it once. */
const isOutsideFallback = ({ token }: Tag): boolean => {
  let at = token?.start.paragraph.element;
  while (at !== undefined && at.name !== 'mc:Fallback') at = at.parent;
  return at === undefined;
};

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
    parts: programs,
    tags: template.wheres,
    ...documentPackage(docx),
    mainPart: docx.mainPart,
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
  });
  return { ...part, root, read, found, fields };
};

/** The document comes first: it says which notes its loops repeat. */
const compileParts = (docx: DocxPackage, parts: readonly TaggedPart[], template: Template): PartProgram[] => {
  const bound: Record<NoteKind, Set<string>> = { footnote: new Set(), endnote: new Set() };
  const programs: PartProgram[] = [];
  for (const part of parts) {
    const { read, found } = part;
    const boundNotes =
      part.role === 'note' ? bound[part.label === 'footnotes' ? 'footnote' : 'endnote'] : new Set<string>();
    const hasTags = read.tags.length > 0 || read.escapes.length > 0 || found.tags.length > 0;
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

/** A style need not say at which level it counts: the level may name the style instead (ECMA-376 §17.9.23). */
const stylesOf = (docx: DocxPackage, catalogue: NumberingCatalogue): StyleCatalogue => {
  const [name] = docx.partsOf('styles');
  if (name === undefined) return NO_STYLES;
  const read = readStyles(docx.xml(name));
  if (catalogue.instances.length === 0) return read;
  const numIdOf = (id: string): number | undefined => styleById(read, id)?.numbering?.numId;
  const styles = read.styles.map((style) => {
    const numId = listOfStyle(style, read);
    if (numId === undefined) return style;
    const level = levelsOf(catalogue, numId, numIdOf).find(({ styleId }) => styleId === style.id)?.level;
    return level === undefined ? style : { ...style, numbering: { numId, level } };
  });
  return { ...read, styles };
};

const listOfStyle = (style: Style, catalogue: StyleCatalogue): number | undefined => {
  const seen = new Set<Style>();
  for (let at: Style | undefined = style; at !== undefined && !seen.has(at); ) {
    if (at.numbering !== undefined) return at.numbering.numId;
    seen.add(at);
    at = at.basedOn === undefined ? undefined : styleById(catalogue, at.basedOn);
  }
  return undefined;
};

const templateBuild = (
  problems: Problem[],
  styles: StyleCatalogue,
  numbering: NumberingCatalogue,
): Template => {
  const wheres: Where[] = [];
  const refs = new Map<Where, number>();
  const lists: ListInfo[] = [];
  let slots = 0;
  return {
    problems,
    styles,
    numbering,
    wheres,
    lists,
    headings: new Map(),
    slot: () => slots++,
    tagRef: (where) => {
      const known = refs.get(where);
      if (known !== undefined) return known;
      refs.set(where, wheres.length);
      return wheres.push(where) - 1;
    },
    listRef: (numId, reuse) => {
      const known = lists.findIndex((list) => list.numId === numId);
      if (known >= 0) return known;
      const instance = numbering.instances.find(({ id }) => String(id) === numId);
      if (instance === undefined) return undefined;
      const levels = levelsOf(numbering, instance.id, (style) => styleById(styles, style)?.numbering?.numId);
      const starts = levels.map(
        ({ level, start }) => instance.startOverrides.find((one) => one.level === level)?.start ?? start,
      );
      return (
        lists.push({
          numId,
          abstractId: String(instance.abstractId),
          starts: starts.length > 0 ? starts : [1],
          reuse,
        }) - 1
      );
    },
  };
};
