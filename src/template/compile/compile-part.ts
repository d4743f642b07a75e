/** compilePart :: part + its tags → PartProgram */
import type { Problem } from '../../errors.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf, descendantsOf, elementsOf } from '../../ooxml/xml.ts';
import { closeTag } from '../../ooxml/xml-markup.ts';
import type { Placement } from '../parse/place.ts';
import type { Block } from '../parse/tag.ts';
import type { NoteKind, Op, PartProgram, PartRole, RunInfo } from '../program.ts';
import { TELLS_PAGES } from '../toc/settle-pages.ts';
import { columnWidthOf } from '../word/column-width.ts';
import type { Field } from '../word/field-marks.ts';
import { buildItems } from './build/build.ts';
import { sequence } from './build/built.ts';
import type { CheckBoxes } from './build/check-boxes.ts';
import { containerBody } from './build/container.ts';
import { cutRanges, moveCutRanges } from './build/cut-ranges.ts';
import { flatten } from './build/flatten.ts';
import { restartingLists } from './build/lists.ts';
import { isPageBreakRun } from './build/literal.ts';
import type { SourceItem } from './build/source-item.ts';
import { listSourceItems } from './build/source-items.ts';
import { type Edit, OUTSIDE_LOOPS, type PageSums, type PartBuild, type TemplateBuild } from './context.ts';
import { sequenceEdits } from './edits/sequences.ts';
import { pageSums } from './parts/page-sums.ts';
import type { PartTags } from './parts/part-tags.ts';
import { countedTables } from './tables/cell-grid.ts';
import { mergeEdits } from './tables/merged-cells.ts';
import { placeColumns } from './tables/repeat-table-column.ts';

interface CompilePartInput {
  readonly template: TemplateBuild;
  readonly name: string;
  readonly label: string;
  readonly role: PartRole;
  readonly source: string;
  readonly root: XmlElement;
  readonly read: PartTags;
  readonly edits: Map<XmlElement, Edit>;
  readonly boxes: CheckBoxes;
  readonly fields: readonly Field[];
  /** Notes of this part that loops refer to. */
  readonly boundNotes: ReadonlySet<string>;
  noteSlot(kind: NoteKind, id: string): number;
}

export const compilePart = (input: CompilePartInput): PartProgram | undefined => {
  const { read, root, source, template } = input;
  const columns = placeColumns({
    placements: read.placements,
    template,
    edits: input.edits,
    problems: template.problems,
  });
  const placements = new Map([...read.placements, ...columns]);
  const cut = cutRanges(root, placements);
  const { sourceItems: inOrder } = listSourceItems({
    root,
    tags: read.tags,
    escapes: read.escapes,
    placements,
    opened: [...breakingParagraphs(input), ...boundNoteElements(input), ...parentsOf(cut)],
    droppedFallbacks: read.droppedFallbacks,
    vanishes: (paragraph) => read.rest.get(paragraph)?.trim() === '',
  });
  const sourceItems = moveCutRanges(inOrder, cut);
  const crossing = findCrossing(sourceItems, columns, placements);
  if (crossing.length > 0) {
    template.problems.push(...crossing);
    return undefined;
  }
  mergeEdits(placements.values(), template.slot, input.edits);
  if (input.role === 'document' && read.blocks.length > 0) {
    const { styles, headings, slot } = template;
    sequenceEdits({ root, styles, headings, slot, edits: input.edits });
  }
  const counted = countedTables(read.placements.values(), input.edits);
  const sums = pageSums(input);
  const part = partBuild(input, restartsOf(input, sourceItems), counted, sums);
  const items = buildItems(part, sourceItems, { ...OUTSIDE_LOOPS, repeating: input.boundNotes.size > 0 });
  const isEdge = root.name === 'w:hdr' || root.name === 'w:ftr';
  const body = isEdge ? containerBody(part, root, items, '<w:p/>') : sequence(items);
  const ops: Op[] = [prolog(source, root), ...body, closeTag(source, root), source.slice(root.end)];
  return {
    name: input.name,
    role: input.role,
    ops: flatten(ops),
    runs: part.runs,
    ...(hasLooks(read, input.edits) && { looks: true as const }),
    ...(sums.slots.size > 0 && { carries: true as const }),
    ...((read.contents.size > 0 || read.references.size > 0) && { contents: true as const }),
    ...(!isEdge && input.fields.some(tellsPages) && { pages: true as const }),
    ...(input.boundNotes.size > 0 && {
      notes: part.notes,
      noteKind: input.label === 'endnotes' ? ('endnote' as const) : ('footnote' as const),
    }),
  };
};

/** In the text, or in the description of a shape. */
const hasLooks = ({ tags, blocks }: PartTags, edits: ReadonlyMap<XmlElement, Edit>): boolean =>
  tags.some(({ command }) => command.type === 'look' || command.type === 'merge') ||
  blocks.some(({ head }) => head.kind === 'together') ||
  [...edits.values()].some(({ before }) => before?.some((op) => typeof op === 'object' && op.op === 'look'));

/** Entries of a table of contents are made with such fields, whatever the template's own have. */
const tellsPages = ({ instruction }: Field): boolean =>
  TELLS_PAGES.test(instruction) || /^\s*TOC(?=[\s\\]|$)/i.test(instruction);

const restartsOf = (
  { read, template }: CompilePartInput,
  sourceItems: readonly SourceItem[],
): Map<Block, ReadonlyMap<string, number>> => {
  if (read.blocks.length === 0) return new Map();
  const { byLoop, usedOutside } = restartingLists({
    sourceItems,
    styles: template.styles,
    vanishes: (paragraph) => read.rest.get(paragraph)?.trim() === '',
  });
  const restarts = new Map<Block, ReadonlyMap<string, number>>();
  for (const [block, lists] of byLoop) {
    const refs = new Map<string, number>();
    for (const list of lists) {
      const ref = template.listRef(list, !usedOutside.has(list));
      if (ref !== undefined) refs.set(list, ref);
    }
    if (refs.size > 0) restarts.set(block, refs);
  }
  return restarts;
};

const boundNoteElements = ({ root, boundNotes }: CompilePartInput): XmlElement[] =>
  boundNotes.size === 0
    ? []
    : elementsOf(root).filter((note) => boundNotes.has(note.attribute('w:id') ?? ''));

const TRANSITIONAL = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';

/**
 * Everything before the root's content. The output is UTF-8 whatever the template was, and what the engine writes
 * itself needs the prefixes `w` and `r`.
 */
const prolog = (source: string, root: XmlElement): string => {
  const text = source
    .slice(0, root.openEnd)
    .replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])(?!utf-8)[^"']*\2/i, '$1$2UTF-8$2');
  const strict = source.slice(root.start, root.openEnd).includes(STRICT);
  const w = strict ? `${STRICT}/wordprocessingml/main` : `${TRANSITIONAL}/wordprocessingml/2006/main`;
  const r = strict
    ? `${STRICT}/officeDocument/relationships`
    : `${TRANSITIONAL}/officeDocument/2006/relationships`;
  const declared = root.attributes;
  const missing = `${declared.has('xmlns:w') ? '' : ` xmlns:w="${w}"`}${declared.has('xmlns:r') ? '' : ` xmlns:r="${r}"`}`;
  return missing === '' ? text : `${text.slice(0, -1)}${missing}>`;
};

const partBuild = (
  input: CompilePartInput,
  restarts: ReadonlyMap<Block, ReadonlyMap<string, number>>,
  counted: ReadonlySet<XmlElement>,
  sums: PageSums,
): PartBuild => {
  const { template, source, read, edits, root } = input;
  const runs: RunInfo[] = [];
  const runRefs = new Map<XmlElement, number>();
  const looks = new Map<string, number>();
  const starts = [...edits.keys()].map((element) => element.start).sort((a, b) => a - b);
  return {
    template,
    name: input.name,
    label: input.label,
    source,
    root,
    edits,
    hasEdits: (element) => {
      const first = lowerBound(starts, element.start);
      const at = starts[first];
      return at !== undefined && at < element.end;
    },
    boxes: input.boxes,
    begun: new Set(),
    vanishing: new Set([...read.placements.values()].flatMap((placement) => placement.vanishing)),
    tapes: new Map(read.alternates.map((alternate) => [alternate, template.slot()])),
    dynamic: dynamicContainers(input),
    restarts,
    counted,
    sums,
    runs,
    runRef: (run, paragraph) => {
      const known = runRefs.get(run);
      if (known !== undefined) return known;
      const rPr = childOf(run, 'w:rPr');
      const properties = rPr === undefined ? '' : source.slice(rPr.start, rPr.end);
      const pPr = childOf(paragraph, 'w:pPr');
      const info: RunInfo = {
        runProperties: canonical(properties, run),
        paragraphProperties: pPr === undefined ? '' : canonical(withoutSection(source, pPr), paragraph),
        width: columnWidthOf(paragraph, root),
        hyperlinks: !isInLink(run),
        close: `</w:t></${run.rawName}>`,
        open: `<${run.rawName}>${properties}<w:t xml:space="preserve">`,
      };
      // Most runs of a document look alike, and are stored once.
      const { open, paragraphProperties, width, hyperlinks } = info;
      const look = `${width} ${hyperlinks} ${open} ${paragraphProperties}`;
      const ref = looks.get(look) ?? runs.push(info) - 1;
      looks.set(look, ref);
      runRefs.set(run, ref);
      return ref;
    },
    noteSlot: input.noteSlot,
    boundNotes: input.boundNotes,
    notes: {},
  };
};

/** Opened up, so that what stands in them can be moved. */
const parentsOf = (ranges: ReturnType<typeof cutRanges>): XmlElement[] =>
  ranges.flatMap(({ start, end }) => [start.parent, end.parent]).filter((parent) => parent !== undefined);

const lowerBound = (sorted: readonly number[], value: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Markup with the usual prefix, for emitters that read it. */
const canonical = (markup: string, like: XmlElement): string => {
  const prefix = like.rawName.slice(0, -like.name.slice('w:'.length).length);
  if (prefix === 'w:') return markup;
  if (prefix === '') return markup.replace(/<(\/?)(?=[A-Za-z]+[\s/>])/g, '<$1w:');
  return markup
    .replaceAll(`<${prefix}`, '<w:')
    .replaceAll(`</${prefix}`, '</w:')
    .replaceAll(` ${prefix}`, ' w:');
};

const withoutSection = (source: string, pPr: XmlElement): string => {
  const section = childOf(pPr, 'w:sectPr');
  if (section === undefined) return source.slice(pPr.start, pPr.end);
  return source.slice(pPr.start, section.start) + source.slice(section.end, pPr.end);
};

const isInLink = (run: XmlElement): boolean => {
  for (let at = run.parent; at !== undefined && at.name !== 'w:p'; at = at.parent)
    if (at.name === 'w:hyperlink') return true;
  return false;
};

const CONTAINERS: ReadonlySet<string> = new Set([
  'w:body',
  'w:tc',
  'w:txbxContent',
  'w:footnote',
  'w:endnote',
  'w:hdr',
  'w:ftr',
]);

/** Wherever a tag other than a plain value stands, blocks may come and go. */
const dynamicContainers = ({ read }: CompilePartInput): Set<XmlElement> => {
  const found = new Set<XmlElement>();
  for (const { command, token } of read.tags) {
    if (command.type === 'value' || token === undefined) continue;
    for (let at: XmlElement | undefined = token.start.paragraph.element; at !== undefined; at = at.parent) {
      if (!CONTAINERS.has(at.name)) continue;
      if (found.has(at)) break;
      found.add(at);
    }
  }
  return found;
};

/** Paragraphs that end in a page or section break, in a part with loops: the break may have to stand between turns. */
function* breakingParagraphs({ root, read }: CompilePartInput): Generator<XmlElement> {
  if (read.blocks.length === 0) return;
  for (const element of descendantsOf(root)) {
    if (element.name === 'w:sectPr' && element.parent?.name === 'w:pPr') {
      if (element.parent.parent !== undefined) yield element.parent.parent;
    } else if (isPageBreakRun(element) && element.parent !== undefined) yield element.parent;
  }
}

/** Borders must nest as their tags do; where a unit is wider than the block around it, they do not. */
const findCrossing = (
  sourceItems: readonly SourceItem[],
  columns: ReadonlyMap<Block, unknown>,
  placements: ReadonlyMap<Block, Placement>,
): Problem[] => {
  const problems: Problem[] = [];
  const stack: Block[] = [];
  const broken = new Set<Block>();
  for (const item of sourceItems) {
    if (item.type !== 'mark') continue;
    const { block, role } = item;
    if (role === 'open') {
      // A block over columns stands in every row, around whatever is there.
      const around = stack.findLast((one) => !columns.has(one) && !broken.has(one));
      if (!columns.has(block) && around !== nearestPlaced(block, placements)) broken.add(block);
      stack.push(block);
    } else if (!broken.has(block) && stack.findLast((one) => !broken.has(one)) !== block) broken.add(block);
    else if (role === 'close') stack.pop();
    if (role === 'close' && stack.includes(block)) stack.splice(stack.indexOf(block), 1);
  }
  for (const block of broken) {
    problems.push({
      code: 'block_crosses',
      message: `What ${block.open.where.tag} repeats or removes cuts across another block.`,
      hint: 'Close inner blocks before outer ones, and keep the unit of an inner block inside that of the outer one.',
      ...block.open.where,
    });
  }
  return problems;
};

/** Blocks over columns leave no borders in the flow, and those that are wrong otherwise have no place at all. */
const nearestPlaced = (block: Block, placements: ReadonlyMap<Block, Placement>): Block | undefined => {
  let at = block.parent;
  while (at !== undefined && (at.unit === 'column' || !placements.has(at))) at = at.parent;
  return at;
};
