/** finishElement :: element + what was built inside it → Built. One rule per kind of element. */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { childOf } from '../../../ooxml/xml.ts';
import { closeTag, findAttribute, isSelfClosed, openTag } from '../../../ooxml/xml-markup.ts';
import type { Op } from '../../program.ts';
import { editStartTag } from '../../word/markup.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { type Built, sequence, silentOf, silentOnly, softly, visibilityOfAll } from './built.ts';
import { BINDING } from './check-boxes.ts';
import { containerBody, openElement } from './container.ts';
import { type Edges, finishParagraph } from './finish-paragraph.ts';
import { finishCell, finishRow, finishTable } from './finish-table.ts';
import { flatten } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { MAYBE, NOTHING, SOLID } from './visibility.ts';

export const finishElement = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
  edges: Edges,
): Built => {
  switch (element.name) {
    case 'w:t':
      // Under its usual prefix whatever the file's: values with line breaks end it and begin it anew.
      return finishText('w:t', items);
    case 'm:t':
      return finishText(element.rawName, items);
    case 'w:p':
      return finishParagraph(part, element, items, around, edges);
    case 'w:tc':
      return finishCell(part, element, items, around);
    case 'w:tr':
      return finishRow(part, element, items, around);
    case 'w:tbl':
      return finishTable(part, element, items, around);
    case 'w:sdt':
      return finishControl(part, element, items, around);
    case 'w:body':
    case 'w:txbxContent':
    case 'w:footnote':
    case 'w:endnote':
      return finishContainer(part, element, items, around);
    case 'mc:Choice':
    case 'mc:Fallback':
      return finishAlternative(part, element, items, around);
    default:
      return element.name.startsWith('m:') && !LEAVING.has(element.name)
        ? finishArgument(part, element, items, around)
        : finishWrapper(part, element, items, around);
  }
};

/** `xml:space` is always written: values begin and end with spaces as they like. */
const finishText = (name: string, items: readonly Built[]): Built => {
  const visibility = visibilityOfAll(items);
  if (visibility === NOTHING) return silentOnly(items);
  const ops: Op[] = [`<${name} xml:space="preserve">`, ...items.flatMap((item) => item.ops), `</${name}>`];
  return { visibility, ops, silent: silentOf(items) };
};

/** Parts of an equation that it can do without. */
const LEAVING: ReadonlySet<string> = new Set(['m:r', 'm:oMath', 'm:oMathPara']);

/** A fraction keeps its numerator though nothing is left in it. */
const finishArgument = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => ({
  visibility: SOLID,
  ops: [...openElement(part, element, around), ...sequence(items), closeTag(part.source, element)],
  silent: silentOf(items),
});

/** Runs, links, tracked insertions, drawings: written around their content, and gone without it. */
const finishWrapper = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const visibility = visibilityOfAll(items);
  if (visibility === NOTHING) return silentOnly(items);
  const open = openElement(part, element, around);
  const close = closeTag(part.source, element);
  if (visibility === MAYBE) {
    const op: Op = { op: 'lazy', open: flatten(open), body: flatten(softly(items)), close: [close] };
    return { visibility, ops: [op], silent: silentOf(items) };
  }
  const isBreak = items.every((item) => item.visibility === NOTHING || item.isBreak === true);
  return {
    visibility,
    ops: [...open, ...sequence(items), close],
    silent: silentOf(items),
    ...(isBreak && { isBreak }),
  };
};

/** A content control that holds a tag must not be filled from elsewhere. */
const finishControl = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const visibility = visibilityOfAll(items);
  if (visibility === NOTHING) return silentOnly(items);
  const content = childOf(element, 'w:sdtContent');
  const open: Op[] = [...startTag(part, element, around)];
  for (const child of element.children) {
    if (child.kind !== 'element' || child === content) continue;
    if (child.name !== 'w:sdtPr') {
      if (child.start < (content?.start ?? Number.MAX_SAFE_INTEGER))
        open.push(...literal(part, child, around));
      continue;
    }
    open.push(part.source.slice(child.start, child.openEnd));
    for (const property of child.children) {
      if (property.kind !== 'element') continue;
      const isKept = part.template.bound.has(element) && property.name !== 'w:showingPlcHdr';
      if (BINDING.has(property.name) && !isKept) continue;
      if (property.name !== 'w:id' || !part.begun.has(element)) open.push(...literal(part, property, around));
    }
    if (!isSelfClosed(child)) open.push(closeTag(part.source, child));
  }
  part.begun.add(element);
  const close = content === undefined ? '' : closeTag(part.source, content);
  const end = `${close}${closeTag(part.source, element)}`;
  if (content !== undefined) open.push(openTag(part.source, content));
  if (visibility === MAYBE) {
    return {
      visibility,
      ops: [{ op: 'lazy', open: flatten(open), body: flatten(softly(items)), close: [end] }],
      silent: silentOf(items),
    };
  }
  return { visibility, ops: [...open, ...sequence(items), end], silent: silentOf(items) };
};

const EMPTY_PARAGRAPH = '<w:p/>';

/** Body, text boxes and notes must not be left without a paragraph at their end. */
const finishContainer = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  if (part.boundNotes.has(element.attribute('w:id') ?? '')) return finishBoundNote(part, element, items);
  const open = startTag(part, element, around);
  const close = closeTag(part.source, element);
  // The body's own section properties stay last, whatever the paragraphs before them do. Not every file has some.
  const last = items.findLastIndex((item) => item.visibility !== NOTHING);
  const hasSection = childOf(element, 'w:sectPr') !== undefined;
  const content = hasSection ? items.slice(0, last) : items;
  const body = containerBody(part, element, content, EMPTY_PARAGRAPH);
  const section = hasSection ? items.slice(last).flatMap((item) => item.ops) : [];
  return { visibility: SOLID, ops: [...open, ...body, ...section, close], silent: [] };
};

/** A note that is referenced in a loop: written once a turn, with an id of its own. */
const finishBoundNote = (part: PartBuild, element: XmlElement, items: readonly Built[]): Built => {
  const kind = element.name === 'w:footnote' ? 'footnote' : 'endnote';
  const id = element.attribute('w:id') ?? '';
  const range = findAttribute(part.source, element, 'w:id');
  const open =
    range === undefined ? [] : editStartTag(part.source, element, [{ range, value: [{ op: 'note-id' }] }]);
  const body = containerBody(part, element, items, EMPTY_PARAGRAPH);
  part.notes[id] = flatten([...open, ...body, closeTag(part.source, element)]);
  return { visibility: SOLID, ops: [{ op: 'notes', kind, id }], silent: [] };
};

/** The drawing's values are remembered, and its fallback shows the same ones. */
const finishAlternative = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
): Built => {
  const slot = element.parent === undefined ? undefined : part.tapes.get(element.parent);
  const mode = element.name === 'mc:Choice' ? 'record' : 'replay';
  const body = flatten(sequence(items));
  const inner: Op[] = slot === undefined ? body : [{ op: 'tape', mode, slot, body }];
  return {
    visibility: SOLID,
    ops: [...startTag(part, element, around), ...inner, closeTag(part.source, element)],
    silent: [],
  };
};
