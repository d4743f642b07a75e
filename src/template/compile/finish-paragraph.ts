/** finishParagraph: a paragraph goes with its tags, but what it carries is kept or handed on. */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf } from '../../ooxml/xml.ts';
import { type Built, sequence, silentOf, silentOnly, softly, statusOfAll } from './built.ts';
import type { Around, PartBuild } from './context.ts';
import { flatten } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { closeTag, findAttribute, isSelfClosed, openTag } from './markup.ts';
import type { Op } from './program.ts';
import { MAYBE, SOLID, SPACE } from './status.ts';

export const finishParagraph = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: Around,
  isLast: boolean,
): Built => {
  const status = statusOfAll(items);
  const section = isLast && childOf(childOf(element, 'w:pPr'), 'w:sectPr') !== undefined;
  const close = closeTag(part.source, element);
  if (status <= SPACE) {
    if (!section) return silentOnly(items);
    const ops = [...openParagraph(part, element, around, 'all'), ...sequence(items), close];
    return {
      status: SOLID,
      ops,
      silent: [],
      block: 'paragraph',
      isBreak: true,
    };
  }
  const open = openParagraph(part, element, around, isLast ? 'all' : 'no section');
  if (status === MAYBE && !section) {
    const op: Op = {
      op: 'lazy',
      open: flatten(open),
      body: flatten(softly(items)),
      close: [close],
      tail: 'paragraph',
    };
    return { status: MAYBE, ops: [op], silent: silentOf(items) };
  }
  const ops = [...open, ...sequence(items), close];
  return {
    status: SOLID,
    ops,
    silent: silentOf(items),
    block: 'paragraph',
    ...breakAtEnd(part, element, items, around, section),
  };
};

/** The same paragraph for the last turn of a loop: without the break that ends it. */
const breakAtEnd = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: Around,
  section: boolean,
): Pick<Built, 'between' | 'isBreak'> => {
  const close = closeTag(part.source, element);
  if (section) {
    return {
      between: [...openParagraph(part, element, around, 'section between'), ...sequence(items), close],
    };
  }
  const last = items.findLastIndex((item) => item.status > SPACE);
  const item = items[last];
  if (item?.isBreak !== true) return {};
  if (items.every((one) => one.status <= SPACE || one.isBreak === true)) return { isBreak: true };
  const kept = items.with(last, { ...item, ops: [{ op: 'between', body: flatten(item.ops) }] });
  return { between: [...openParagraph(part, element, around, 'all'), ...sequence(kept), close] };
};

const openParagraph = (
  part: PartBuild,
  element: XmlElement,
  around: Around,
  mode: 'all' | 'no section' | 'section between',
): Op[] => {
  const { source } = part;
  const ops: Op[] = isSelfClosed(element)
    ? [openTag(source, element)]
    : startOf(part, element, around, mode !== 'no section');
  const pPr = childOf(element, 'w:pPr');
  if (pPr === undefined) return ops;
  const section = childOf(pPr, 'w:sectPr');
  if (section === undefined || mode === 'all') return [...ops, ...literal(part, pPr, around)];
  ops.push(source.slice(pPr.start, pPr.openEnd));
  for (const child of pPr.children) {
    if (child.kind !== 'element') continue;
    if (child !== section) ops.push(...literal(part, child, around));
    else if (mode === 'section between') ops.push({ op: 'between', body: literal(part, child, around) });
  }
  return [...ops, closeTag(source, pPr)];
};

/** A paragraph that is split keeps its id on its last piece only. */
const startOf = (part: PartBuild, element: XmlElement, around: Around, keepsId: boolean): Op[] => {
  if (keepsId || around.repeating) return startTag(part, element, around);
  const range = findAttribute(part.source, element, 'w14:paraId');
  const text = part.source.slice(element.start, element.openEnd);
  if (range === undefined) return [text];
  return [text.slice(0, range.start - element.start) + text.slice(range.end - element.start)];
};

/** An empty twin, for the cell that would otherwise be left without a paragraph. */
export const emptied = (part: PartBuild, paragraph: XmlElement): string => {
  const pPr = childOf(paragraph, 'w:pPr');
  const properties =
    pPr === undefined
      ? ''
      : pPr.children
          .filter(
            (child) => child.kind === 'element' && child.name !== 'w:sectPr' && child.name !== 'w:numPr',
          )
          .map((child) => part.source.slice(child.start, child.end))
          .join('');
  return properties === '' ? '<w:p/>' : `<w:p><w:pPr>${properties}</w:pPr></w:p>`;
};
