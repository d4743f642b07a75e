/**
 * findEdits :: part → replacements of single elements
 *
 * What is not text in a run and still depends on data or on the rest of the document: alternative texts and the
 * pictures they stand for, targets of links, check boxes, tables of contents.
 */
import type { Problem } from '../../../errors.ts';
import type { Relationship } from '../../../ooxml/relationships.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import { findAttribute } from '../../../ooxml/xml-markup.ts';
import { readPictureSlot } from '../../content/picture-slot.ts';
import { DELIMITERS } from '../../delimiters.ts';
import type { ParagraphText } from '../../lex/story.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Tag } from '../../parse/tag.ts';
import { placesIn, shorten } from '../../parse/tag-places.ts';
import { warn } from '../../problems.ts';
import type { IfBranch, Op, PictureKind } from '../../program.ts';
import { nearest } from '../../word/ancestry.ts';
import { DIRTY, type Field, isDirty } from '../../word/field-marks.ts';
import { FILLED_ATTRIBUTES, LATER_TEXTS } from '../../word/filled-attributes.ts';
import { editStartTag } from '../../word/markup.ts';
import { isVmlShape } from '../../word/vml-shapes.ts';
import { optionOps } from '../build/build-tag.ts';
import { type CheckBoxes, findCheckBoxes } from '../build/check-boxes.ts';
import { findControls } from '../build/controls.ts';
import { compileFlat, type FlatText, warnOfContent } from '../build/flat-text.ts';
import { flatten } from '../build/flatten.ts';
import { addEdit, type Edit, type TemplateBuild } from '../context.ts';
import { leftToWord } from './left-to-word.ts';
import { decodeTarget, linkCode } from './link-code.ts';

interface EditsInput {
  readonly root: XmlElement;
  readonly source: string;
  readonly label: string;
  readonly reader: Reader;
  readonly template: TemplateBuild;
  readonly relationships: readonly Relationship[];
  readonly paragraphs: readonly ParagraphText[];
  readonly fields: readonly Field[];
  /** Those in the text of the part. */
  readonly tags: readonly Tag[];
  /** It is the document, and has blocks, which change what is counted and listed. */
  readonly hasBlocks: boolean;
  /** Where fields begin that repeat a bookmark, and do so anew. */
  readonly references: ReadonlySet<XmlElement>;
  /** Paragraphs of tables of contents that are made anew. */
  readonly renewed: ReadonlySet<XmlElement>;
}

export interface FoundEdits {
  readonly edits: Map<XmlElement, Edit>;
  readonly tags: readonly Tag[];
  readonly boxes: CheckBoxes;
  /** Relationships that are made anew for each use, so the original is not needed. */
  readonly replacedRelationships: Set<string>;
  /** `{CHART …}` as the alternative text of a chart, by its `c:chart`. */
  readonly charts: ReadonlyMap<XmlElement, Tag>;
  /** Fields, by where they begin, whose codes are filled as far as that goes. */
  readonly codes: ReadonlySet<XmlElement>;
}

export const findEdits = (input: EditsInput): FoundEdits => {
  const edits = new Map<XmlElement, Edit>();
  const tags: Tag[] = [];
  const replacedRelationships = new Set<string>();
  const charts = new Map<XmlElement, Tag>();
  const targets = taggedTargets(input);
  const whereOf = placesIn(input.label, input.paragraphs);
  const { source, reader, template } = input;
  const placed = { ...input, whereOf, charts };
  for (const element of descendantsOf(input.root)) {
    for (const name of FILLED_ATTRIBUTES[element.name] ?? [])
      alternativeText(placed, element, name, edits, tags);
    if (targets.size === 0) continue;
    const id = element.attribute('r:id');
    const target = id === undefined ? undefined : targets.get(id);
    if (
      target !== undefined &&
      id !== undefined &&
      (element.name === 'w:hyperlink' || element.name.startsWith('a:hlink'))
    ) {
      const [first] = target.tags;
      const op: Op = {
        op: 'target',
        body: target.ops,
        tag: input.template.tagRef(first?.where ?? {}),
        ...(target.prefix !== undefined && { prefix: target.prefix }),
      };
      merge(edits, element, 'r:id', [op]);
      tags.push(...target.tags);
      replacedRelationships.add(id);
    }
  }
  const { boxes, tags: told } = findCheckBoxes({ ...input, edits, where: whereOf });
  tags.push(...told, ...findControls({ ...input, edits, where: whereOf }));
  const codes = new Set<XmlElement>();
  for (const field of input.fields) {
    // Word builds these from the text of the document, and does so anew where that depends on data.
    if (input.tags.length > 0 && /^\s*TOC\b/.test(field.instruction)) markDirty(edits, field);
    const code = linkCode(field, { source, reader, template, whereOf });
    if (code === undefined) continue;
    for (const [element, edit] of code.edits) addEdit(edits, element, edit);
    tags.push(...code.tags);
    codes.add(field.begin);
  }
  for (const field of input.hasBlocks ? leftToWord(input.root, input) : []) {
    markDirty(edits, field);
    warn(input.reader.warnings, {
      code: 'left_to_word',
      message: `The field \`${shorten(field.instruction.trim(), 80)}\` shows what the template has until Word updates it.`,
      hint: 'Word does so when it opens the document; a PDF shows the old value. Check whether blocks change what it refers to.',
      ...whereOf(field.begin),
    });
  }
  return { edits, tags, boxes, replacedRelationships, charts, codes };
};

const markDirty = (edits: Map<XmlElement, Edit>, field: Field): void => {
  if (!isDirty(field)) addEdit(edits, field.begin, { added: DIRTY });
};

const merge = (
  edits: Map<XmlElement, Edit>,
  element: XmlElement,
  name: string,
  value: readonly Op[] | undefined,
): void => {
  const known = edits.get(element);
  edits.set(element, { ...known, attributes: new Map([...(known?.attributes ?? []), [name, value]]) });
};

const PICTURES: Readonly<Record<string, PictureKind>> = { image: 'image', qr: 'qr', barcode: 'barcode' };

/** A picture whose whole alternative text is a tag is a stand-in for that tag's picture. */
const alternativeText = (
  input: EditsInput & { readonly whereOf: PlaceOf; readonly charts: Map<XmlElement, Tag> },
  element: XmlElement,
  name: string,
  edits: Map<XmlElement, Edit>,
  tags: Tag[],
): void => {
  const text = element.attribute(name);
  if (text === undefined || !text.includes(DELIMITERS[input.reader.delimiter].open)) return;
  const { reader, template, source } = input;
  const drawing = nearest(element, 'w:drawing');
  // The picture's own copy of its description; the drawing's decides.
  if (drawing !== undefined && edits.get(drawing)?.whole !== undefined) return;
  const where = input.whereOf(element);
  const isLate = LATER_TEXTS[element.name] !== undefined;
  const flat = compileFlat({ text, as: 'attribute', where, reader, template, takesOnly: true, isLate });
  if (flat === undefined) return;
  tags.push(...flat.tags);
  if (flat.only?.command.type === 'drop') {
    dropPicture(input, flat.only, element, name, edits);
    return;
  }
  if (flat.only?.command.type === 'chart') {
    const chart = [...descendantsOf(drawing ?? element)].find((one) => one.name === 'c:chart');
    if (chart === undefined) reader.problems.push(noChart(flat.only));
    else input.charts.set(chart, flat.only);
    merge(edits, element, name, undefined);
    return;
  }
  if (flat.only?.command.type === 'look') {
    shapeLook(input, flat.only, element, name, edits);
    return;
  }
  const picture =
    flat.only === undefined || drawing === undefined
      ? undefined
      : pictureOp(flat.only, drawing, source, template);
  if (picture !== undefined && drawing !== undefined) edits.set(drawing, { whole: [picture] });
  else {
    if (flat.only?.command.type === 'content') warnOfContent(reader, flat.only);
    merge(edits, element, name, flat.ops);
  }
};

const noChart = ({ where }: Tag): Problem => ({
  code: 'bad_place',
  message: `${where.tag} is the alternative text of something that is no chart.`,
  hint: 'Insert a chart in Word and write the tag as its alternative text or its title. Charts of newer kinds (waterfall, treemap) are not filled.',
  ...where,
});

const pictureOp = (
  tag: Tag,
  drawing: XmlElement,
  source: string,
  template: TemplateBuild,
): Op | undefined => {
  const { command, tree } = tag;
  const kind =
    command.type === 'content' ? PICTURES[command.kind] : command.type === 'value' ? 'image' : undefined;
  if (kind === undefined || tree === undefined) return undefined;
  const slot = readPictureSlot(drawing, source);
  if (slot === undefined) return undefined;
  return {
    op: 'picture',
    slot,
    kind,
    e: tree,
    options: optionOps(tag),
    tag: template.tagRef(tag.where),
    // A plain `{logo}` may also be meant as the text that it says; an IMAGE may not.
    ...(command.type === 'value' && { text: true }),
  };
};

/** `{DROP picture IF …}` as the alternative text of the picture itself. */
const dropPicture = (
  { source, template, reader }: EditsInput,
  tag: Tag,
  element: XmlElement,
  name: string,
  edits: Map<XmlElement, Edit>,
): void => {
  const drawing = nearest(element, 'w:drawing');
  const { command, tree } = tag;
  if (drawing === undefined || command.type !== 'drop' || command.unit !== 'picture' || tree === undefined) {
    const message = `${tag.where.tag} stands in an alternative text, where only a picture can be dropped.`;
    reader.problems.push({
      code: 'block_crosses',
      message,
      hint: 'Write `{DROP picture IF condition}`.',
      ...tag.where,
    });
    return;
  }
  const text = findAttribute(source, element, name);
  const id = findAttribute(source, element, 'id');
  const start = editStartTag(source, element, [
    ...(text === undefined ? [] : [{ range: text, value: undefined }]),
    ...(id === undefined ? [] : [{ range: id, value: [freshId(template, element)] }]),
  ]);
  const body = flatten([
    source.slice(drawing.start, element.start),
    ...start,
    source.slice(element.openEnd, drawing.end),
  ]);
  const branch: IfBranch = {
    e: tree,
    truth: 'js',
    negated: !command.keep,
    tag: template.tagRef(tag.where),
    body,
  };
  edits.set(drawing, { whole: [{ op: 'if', branches: [branch] }] });
};

/** `{STYLE shape …}` as the alternative text of the shape itself. */
const shapeLook = (
  { template, reader }: EditsInput,
  tag: Tag,
  element: XmlElement,
  name: string,
  edits: Map<XmlElement, Edit>,
): void => {
  const { command, where } = tag;
  const isShape = element.name === 'wp:docPr' || isVmlShape(element);
  if (command.type !== 'look' || command.unit !== 'shape' || !isShape) {
    reader.problems.push({
      code: 'bad_place',
      message: `${where.tag} stands in an alternative text, where only the look of a shape can be told.`,
      hint: 'Write `{STYLE shape fill=(colour)}`.',
      ...where,
    });
    return;
  }
  const op: Op = { op: 'look', unit: 'shape', options: optionOps(tag), tag: template.tagRef(where) };
  merge(edits, element, name, undefined);
  addEdit(edits, element, { before: [op] });
};

const freshId = (template: TemplateBuild, element: XmlElement): Op => ({
  op: 'id',
  kind: 'drawing',
  original: element.attribute('id') ?? '',
  slot: template.slot(),
  role: 'make',
});

type PlaceOf = ReturnType<typeof placesIn>;

/** Link targets arrive percent-encoded: Word writes `{url}` as `%7Burl%7D`. */
const taggedTargets = (input: EditsInput): Map<string, FlatText & { prefix: string | undefined }> => {
  const found = new Map<string, FlatText & { prefix: string | undefined }>();
  for (const { id, kind, target, external } of input.relationships) {
    if (kind !== 'hyperlink' || !external) continue;
    const { text, prefix } = decodeTarget(target);
    const where = { part: `a link in the ${input.label}` };
    const flat = compileFlat({ text, as: 'uri', where, reader: input.reader, template: input.template });
    if (flat !== undefined && flat.tags.length > 0) found.set(id, { ...flat, prefix });
  }
  return found;
};
