/**
 * literal :: source node → Op[]
 *
 * Untouched markup is copied as it was written. Inside a loop it is written again and again, so whatever must be
 * unique in a document (bookmarks, drawings, content controls, revisions, notes) becomes an operation.
 */
import type { XmlElement, XmlNode } from '../../../ooxml/xml.ts';
import { findAttribute, isSelfClosed } from '../../../ooxml/xml-markup.ts';
import { MOVE_MARKS, RANGE_MARKS } from '../../../wml/elements.ts';
import type { IdKind, Op } from '../../program.ts';
import { listOf } from '../../word/list-of.ts';
import { type AttributeEdit, editStartTag } from '../../word/markup.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { flatten } from './flatten.ts';

export const literal = (part: PartBuild, node: XmlNode, around: LoopContext): Op[] => {
  const { source } = part;
  if (node.kind !== 'element' || (!around.repeating && !part.hasEdits(node)))
    return [source.slice(node.start, node.end)];
  const ops: Op[] = [];
  write(part, node, around, ops);
  return flatten(ops);
};

const write = (part: PartBuild, element: XmlElement, around: LoopContext, ops: Op[]): void => {
  const { source } = part;
  const edit = part.edits.get(element);
  if (edit?.before !== undefined) ops.push(...edit.before);
  if (edit?.whole !== undefined) {
    ops.push(...edit.whole);
    return;
  }
  if (around.repeating) {
    const once = onceOnly(part, element, around);
    if (once !== undefined) {
      ops.push(...once);
      return;
    }
  }
  for (const op of startTag(part, element, around)) ops.push(op);
  if (isSelfClosed(element)) return;
  let at = element.openEnd;
  let numbering = element.name === 'w:pPr' ? numberingByStyle(part, element, around) : [];
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.start > at) ops.push(source.slice(at, child.start));
    if (numbering.length > 0 && !BEFORE_NUMBERING.has(child.name)) {
      ops.push(...numbering);
      numbering = [];
    }
    write(part, child, around, ops);
    at = child.end;
  }
  ops.push(...numbering, source.slice(at, element.end));
};

/** What stands before `w:numPr` in the schema's order (ECMA-376 §17.3.1.26). */
const BEFORE_NUMBERING: ReadonlySet<string> = new Set([
  'w:pStyle',
  'w:keepNext',
  'w:keepLines',
  'w:pageBreakBefore',
  'w:framePr',
  'w:widowControl',
]);

/** A list that a style brings along and that starts anew must be named by the paragraph itself. */
const numberingByStyle = (part: PartBuild, pPr: XmlElement, around: LoopContext): Op[] => {
  if (around.lists.size === 0 || pPr.parent?.name !== 'w:p') return [];
  const place = listOf(pPr.parent, part.template.styles);
  const list = place?.byStyle === true ? around.lists.get(place.list) : undefined;
  if (place === undefined || list === undefined) return [];
  return [`<w:numPr><w:ilvl w:val="${place.level}"/><w:numId w:val="`, { op: 'list', list }, '"/></w:numPr>'];
};

/** Comments stay on the first turn, and so do permissions and moves: their ids cannot be made up. */
const FIRST_TURN: ReadonlySet<string> = new Set([
  ...RANGE_MARKS.filter((name) => name.startsWith('w:comment') || name.startsWith('w:perm')),
  'w:commentReference',
  ...MOVE_MARKS,
]);

const onceOnly = (part: PartBuild, element: XmlElement, around: LoopContext): Op[] | undefined => {
  const { source, template } = part;
  if (FIRST_TURN.has(element.name)) {
    return [{ op: 'once', slot: template.slot(), body: [source.slice(element.start, element.end)] }];
  }
  if (element.name === 'w:footnoteReference' || element.name === 'w:endnoteReference') {
    const kind = element.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    const range = findAttribute(source, element, 'w:id');
    if (range === undefined) return undefined;
    const id = element.attribute('w:id') ?? '';
    const note: Op = { op: 'note', kind, id, slot: part.noteSlot(kind, id) };
    return editStartTag(source, element, [{ range, value: [note] }]);
  }
  if (element.name === 'w:numId') {
    const list = around.lists.get(element.attribute('w:val') ?? '');
    const range = findAttribute(source, element, 'w:val');
    if (list !== undefined && range !== undefined)
      return editStartTag(source, element, [{ range, value: [{ op: 'list', list }] }]);
  }
  return undefined;
};

/** `w:id` of these is the id of a revision (ECMA-376 §17.13.5). */
const REVISION = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+Change)$/;

export const startTag = (part: PartBuild, element: XmlElement, around: LoopContext): Op[] => {
  const { source } = part;
  const edits: AttributeEdit[] = [];
  for (const [name, value] of part.edits.get(element)?.attributes ?? []) {
    const range = findAttribute(source, element, name);
    if (range !== undefined) edits.push({ range, value });
  }
  if (around.repeating) repeatedIds(part, element, around, edits);
  const ops =
    edits.length === 0
      ? [source.slice(element.start, element.openEnd)]
      : editStartTag(source, element, edits);
  const added = part.edits.get(element)?.added;
  const first = ops[0];
  if (added === undefined || typeof first !== 'string') return ops;
  const at = 1 + element.rawName.length;
  return [first.slice(0, at) + added + first.slice(at), ...ops.slice(1)];
};

const repeatedIds = (
  part: PartBuild,
  element: XmlElement,
  around: LoopContext,
  edits: AttributeEdit[],
): void => {
  const { source, template } = part;
  const fresh = (name: string, kind: IdKind, slot: number, role: 'make' | 'use' = 'make'): void => {
    const range = findAttribute(source, element, name);
    if (range === undefined || edits.some((edit) => edit.range.start === range.start)) return;
    edits.push({ range, value: [{ op: 'id', kind, original: element.attribute(name) ?? '', slot, role }] });
  };
  const cut = (name: string): void => {
    const range = findAttribute(source, element, name);
    if (range !== undefined) edits.push({ range, value: undefined });
  };
  switch (element.name) {
    case 'w:p':
    case 'w:tr':
      // Optional, and meaningful only while they are unique.
      cut('w14:paraId');
      cut('w14:textId');
      return;
    case 'wp:docPr':
      fresh('id', 'drawing', template.slot());
      return;
    case 'w:bookmarkStart': {
      const slot = template.slot();
      around.bookmarks.set(element.attribute('w:id') ?? '', slot);
      fresh('w:id', 'bookmark', slot);
      fresh('w:name', 'bookmark-name', slot, 'use');
      return;
    }
    case 'w:bookmarkEnd': {
      const slot = around.bookmarks.get(element.attribute('w:id') ?? '');
      if (slot !== undefined) fresh('w:id', 'bookmark', slot, 'use');
      return;
    }
    case 'w:id':
      if (element.parent?.name === 'w:sdtPr') fresh('w:val', 'control', template.slot());
      return;
    default:
      if (REVISION.test(element.name)) fresh('w:id', 'revision', template.slot());
  }
};

/** A run with a page break and nothing else that shows. */
export const isPageBreakRun = (element: XmlElement): boolean => {
  if (element.name !== 'w:r') return false;
  let found = false;
  for (const child of element.children) {
    if (child.kind !== 'element' || child.name === 'w:rPr' || child.name === 'w:lastRenderedPageBreak')
      continue;
    if (child.name !== 'w:br' || child.attribute('w:type') !== 'page') return false;
    found = true;
  }
  return found;
};
