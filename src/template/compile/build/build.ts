/**
 * build :: Atom[] → Op[]
 *
 * Recursion over the depth of the atoms' paths: neighbours that share an element are written inside it, a block's
 * borders enclose what lies between them at their own depth.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { elementsOf, escapeText } from '../../../ooxml/xml.ts';
import type { Block } from '../../parse/tag.ts';
import type { Op } from '../../program.ts';
import type { Around, PartBuild } from '../context.ts';
import type { Atom, Mark } from './atoms.ts';
import { buildBlock } from './block.ts';
import { buildTag } from './build-tag.ts';
import { type Built, NOTHING_BUILT } from './built.ts';
import { finishElement } from './finish.ts';
import type { Edges } from './finish-paragraph.ts';
import { isPageBreakRun, literal } from './literal.ts';
import { MAYBE, MOVABLE, SOLID, SPACE, statusOf, textStatus } from './status.ts';

interface BlockAtoms {
  readonly open: number;
  readonly elses: number[];
  close: number;
}

export const buildAtoms = (part: PartBuild, atoms: readonly Atom[], around: Around): Built[] => {
  const blocks = new Map<Block, BlockAtoms>();
  atoms.forEach((atom, index) => {
    if (atom.type !== 'mark') return;
    if (atom.role === 'open') blocks.set(atom.block, { open: index, elses: [], close: index });
    else if (atom.role === 'else') blocks.get(atom.block)?.elses.push(index);
    else (blocks.get(atom.block) as BlockAtoms).close = index;
  });

  const range = (from: number, to: number, depth: number, within: Around): Built[] => {
    const items: Built[] = [];
    for (let at = from; at < to; ) {
      const atom = atoms[at] as Atom;
      const element = atom.path[depth];
      if (element === undefined) {
        if (atom.type === 'mark') {
          items.push(block(atom, depth, within));
          at = (blocks.get(atom.block) as BlockAtoms).close + 1;
        } else {
          items.push(leaf(part, atom, within));
          at++;
        }
        continue;
      }
      let end = at + 1;
      while (end < to && (atoms[end] as Atom).path[depth] === element) end++;
      const edges = edgesOf(at, end, element, depth);
      items.push(finishElement(part, element, range(at, end, depth + 1, within), within, edges));
      at = end;
    }
    return items;
  };
  const edgesOf = (from: number, to: number, element: XmlElement, depth: number): Edges => {
    const isLast = holdsEnd(from, to, element);
    return { isLast, joins: joinsAt(from - 1, -1, depth), leaves: !isLast && joinsAt(to, 1, depth) };
  };
  /** Does the border of a block whose edges join stand here? The ends of ranges that were moved may be beside it. */
  const joinsAt = (at: number, step: 1 | -1, depth: number): boolean => {
    for (let index = at; ; index += step) {
      const atom = atoms[index];
      if (atom?.path.length !== depth) return false;
      if (atom.type === 'mark') return atom.joins === true;
      if (atom.type !== 'source' || atom.node.kind !== 'element' || !MOVABLE.has(atom.node.name))
        return false;
    }
  };
  const holdsEnd = (from: number, to: number, element: XmlElement): boolean => {
    for (let at = to - 1; at >= from; at--) {
      const atom = atoms[at] as Atom;
      if (atom.type === 'end' && atom.element === element) return true;
      if (atom.type !== 'end' && atom.type !== 'mark') return false;
    }
    return false;
  };
  const block = (mark: Mark, depth: number, within: Around): Built => {
    const { open, elses, close } = blocks.get(mark.block) as BlockAtoms;
    const borders = [open, ...elses, close];
    return buildBlock(part, mark.block, within, (index, inner) =>
      range((borders[index] as number) + 1, borders[index + 1] as number, depth, inner),
    );
  };
  return range(0, atoms.length, 0, around);
};

/** What stands first and last in a content control or the like around whole paragraphs and tables. */
const blockEdges = (
  node: XmlElement,
): { first: 'paragraph' | 'table'; last: 'paragraph' | 'table' } | undefined => {
  if (node.name !== 'w:sdt' && node.name !== 'w:sdtContent' && node.name !== 'w:customXml') return undefined;
  const kinds = elementsOf(node).flatMap((child) => {
    if (child.name === 'w:p') return ['paragraph' as const];
    if (child.name === 'w:tbl') return ['table' as const];
    const inner = blockEdges(child);
    return inner === undefined ? [] : [inner.first, inner.last];
  });
  const [first] = kinds;
  const last = kinds.at(-1);
  return first === undefined || last === undefined ? undefined : { first, last };
};

const leaf = (part: PartBuild, atom: Exclude<Atom, Mark>, around: Around): Built => {
  switch (atom.type) {
    case 'source': {
      const { node } = atom;
      const status = statusOf(node);
      const ops = literal(part, node, around);
      const silent = node.kind === 'element' && MOVABLE.has(node.name) ? ops : [];
      if (node.kind !== 'element') return { status, ops, silent };
      // A blank line is written like any other, but would not hold a table row.
      if (node.name === 'w:p')
        return { status: status >= MAYBE ? SOLID : SPACE, ops, silent, block: 'paragraph' };
      if (node.name === 'w:tbl') return { status: SOLID, ops, silent, block: 'table' };
      if (isPageBreakRun(node)) return { status, ops, silent, isBreak: true };
      const edges = blockEdges(node);
      if (edges === undefined) return { status, ops, silent };
      const gap: readonly Op[] = edges.first === 'table' && edges.last !== 'table' ? [{ op: 'gap' }] : [];
      return { status: SOLID, ops: [...gap, ...ops], silent, block: edges.last };
    }
    case 'text':
      return { status: textStatus(atom.text), ops: [escapeText(atom.text)], silent: [] };
    case 'tag':
      return buildTag(part, atom);
    case 'end':
      return NOTHING_BUILT;
  }
};
