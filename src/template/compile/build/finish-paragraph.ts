/** finishParagraph: a paragraph goes with its tags, but what it carries is kept or handed on. */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { childOf } from '../../../ooxml/xml.ts';
import { closeTag, findAttribute, isSelfClosed, openTag } from '../../../ooxml/xml-markup.ts';
import { HAIRLINE } from '../../../wml/elements.ts';
import type { JoinOp, Op } from '../../program.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { type Built, sequence, silentOf, silentOnly, softly, visibilityOfAll } from './built.ts';
import { flatten } from './flatten.ts';
import { literal, startTag } from './literal.ts';
import { MAYBE, SOLID, SPACE } from './visibility.ts';

/** Borders of blocks split an element into pieces. */
export interface Edges {
  /** The piece holds the end of the element. */
  readonly isLast: boolean;
  /** It begins at a border, and is one paragraph with what comes before that. */
  readonly joins: boolean;
  /** It ends at a border, and is one paragraph with what comes after that. */
  readonly leaves: boolean;
}

interface Piece {
  readonly part: PartBuild;
  readonly element: XmlElement;
  readonly around: LoopContext;
  readonly edges: Edges;
  /** The properties of the section that ends with the piece. */
  readonly section: XmlElement | undefined;
  /** It is there only where something in it shows. */
  readonly lazy: boolean;
}

export const finishParagraph = (
  part: PartBuild,
  element: XmlElement,
  items: readonly Built[],
  around: LoopContext,
  edges: Edges,
): Built => {
  const visibility = visibilityOfAll(items);
  const section = edges.isLast ? childOf(childOf(element, 'w:pPr'), 'w:sectPr') : undefined;
  const piece: Piece = {
    part,
    element,
    around,
    edges,
    section,
    lazy: visibility === MAYBE && section === undefined,
  };
  const flow = { ...(edges.joins && { enters: true }), ...(edges.leaves && { leaves: true }) };
  if (visibility <= SPACE) {
    if (section === undefined) return edges.joins ? blankPiece(piece, items) : silentOnly(items);
    const ops = writePiece(piece, items, 'all');
    return { visibility: SOLID, ops, silent: [], block: 'paragraph', isBreak: true, ...flow };
  }
  const ops = writePiece(piece, items, edges.isLast ? 'all' : 'no section');
  const silent = silentOf(items);
  if (piece.lazy) return { visibility: MAYBE, ops, silent, ...flow };
  return { visibility: SOLID, ops, silent, block: 'paragraph', ...flow, ...breakAtEnd(piece, items) };
};

type Mode = 'all' | 'no section' | 'section between';

const writePiece = (piece: Piece, items: readonly Built[], mode: Mode): Op[] => {
  const { part, element, around, edges, section, lazy } = piece;
  const open = openParagraph(part, element, around, mode);
  const close = closeTag(part.source, element);
  const body = lazy ? softly(items) : sequence(items);
  if (edges.joins) {
    const ending = section === undefined ? [] : sectionParagraph(literal(part, section, around));
    const op: JoinOp = {
      op: 'join',
      open: flatten(open),
      body: flatten(body),
      close,
      ...(edges.leaves && { leaves: true }),
      ...(lazy && { lazy }),
      ...(ending.length > 0 && {
        section: mode === 'section between' ? [{ op: 'between', body: ending }] : ending,
      }),
    };
    return [op];
  }
  const end: Op = edges.leaves ? { op: 'leave', close } : close;
  if (!lazy) return [...open, ...body, end];
  return [{ op: 'lazy', open: flatten(open), body: flatten(body), close: [end], tail: 'paragraph' }];
};

/** The properties of a joined paragraph are written before it is known which section it ends. */
const sectionParagraph = (section: readonly Op[]): Op[] =>
  flatten([`<w:p><w:pPr>${HAIRLINE}`, ...section, '</w:pPr></w:p>']);

/** Ends a paragraph that was left open; there is nothing to see of it otherwise. */
const blankPiece = ({ part, element, edges }: Piece, items: readonly Built[]): Built => {
  const silent = silentOf(items);
  const op: JoinOp = {
    op: 'join',
    body: flatten(sequence(items)),
    close: closeTag(part.source, element),
    ...(silent.length > 0 && { silent: flatten(silent) }),
    ...(edges.leaves && { leaves: true }),
  };
  return { visibility: MAYBE, ops: [op], silent, enters: true, ...(edges.leaves && { passes: true }) };
};

/** The same paragraph for the last turn of a loop: without the break that ends it. */
const breakAtEnd = (piece: Piece, items: readonly Built[]): Pick<Built, 'between' | 'isBreak'> => {
  if (piece.section !== undefined) return { between: writePiece(piece, items, 'section between') };
  const last = items.findLastIndex((item) => item.visibility > SPACE);
  const item = items[last];
  if (item?.isBreak !== true) return {};
  if (items.every((one) => one.visibility <= SPACE || one.isBreak === true)) return { isBreak: true };
  const kept = items.with(last, { ...item, ops: [{ op: 'between', body: flatten(item.ops) }] });
  return { between: writePiece(piece, kept, piece.edges.isLast ? 'all' : 'no section') };
};

const openParagraph = (part: PartBuild, element: XmlElement, around: LoopContext, mode: Mode): Op[] => {
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
const startOf = (part: PartBuild, element: XmlElement, around: LoopContext, keepsId: boolean): Op[] => {
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
