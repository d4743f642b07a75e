/**
 * build :: SourceItem[] → Op[]
 *
 * Recursion over the depth of the source items' paths: neighbours that share an element are written inside it, a block's
 * borders enclose what lies between them at their own depth.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { elementsOf, escapeText } from '../../../ooxml/xml.ts';
import type { Block } from '../../parse/tag.ts';
import type { Op } from '../../program.ts';
import type { LoopContext, PartBuild } from '../context.ts';
import { buildBlock } from './block.ts';
import { buildTag } from './build-tag.ts';
import { type Built, NOTHING_BUILT } from './built.ts';
import { finishElement } from './finish.ts';
import type { Edges } from './finish-paragraph.ts';
import { isPageBreakRun, literal } from './literal.ts';
import type { Mark, SourceItem } from './source-item.ts';
import { MAYBE, MOVABLE, SOLID, SPACE, textVisibility, visibilityOf } from './visibility.ts';

interface BlockItems {
  readonly open: number;
  readonly elses: number[];
  close: number;
}

export const buildItems = (
  part: PartBuild,
  sourceItems: readonly SourceItem[],
  around: LoopContext,
): Built[] => {
  const blocks = new Map<Block, BlockItems>();
  sourceItems.forEach((item, index) => {
    if (item.type !== 'mark') return;
    if (item.role === 'open') blocks.set(item.block, { open: index, elses: [], close: index });
    else if (item.role === 'else') blocks.get(item.block)?.elses.push(index);
    else (blocks.get(item.block) as BlockItems).close = index;
  });

  const range = (from: number, to: number, depth: number, within: LoopContext): Built[] => {
    const items: Built[] = [];
    for (let at = from; at < to; ) {
      const item = sourceItems[at] as SourceItem;
      const element = item.path[depth];
      if (element === undefined) {
        if (item.type === 'mark') {
          items.push(block(item, depth, within));
          at = (blocks.get(item.block) as BlockItems).close + 1;
        } else {
          items.push(leaf(part, item, within));
          at++;
        }
        continue;
      }
      let end = at + 1;
      while (end < to && (sourceItems[end] as SourceItem).path[depth] === element) end++;
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
      const item = sourceItems[index];
      if (item?.path.length !== depth) return false;
      if (item.type === 'mark') return item.joins === true;
      if (item.type !== 'source' || item.node.kind !== 'element' || !MOVABLE.has(item.node.name))
        return false;
    }
  };
  const holdsEnd = (from: number, to: number, element: XmlElement): boolean => {
    for (let at = to - 1; at >= from; at--) {
      const item = sourceItems[at] as SourceItem;
      if (item.type === 'end' && item.element === element) return true;
      if (item.type !== 'end' && item.type !== 'mark') return false;
    }
    return false;
  };
  const block = (mark: Mark, depth: number, within: LoopContext): Built => {
    const { open, elses, close } = blocks.get(mark.block) as BlockItems;
    const borders = [open, ...elses, close];
    return buildBlock(part, mark.block, within, (index, inner) =>
      range((borders[index] as number) + 1, borders[index + 1] as number, depth, inner),
    );
  };
  return range(0, sourceItems.length, 0, around);
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

const leaf = (part: PartBuild, item: Exclude<SourceItem, Mark>, around: LoopContext): Built => {
  switch (item.type) {
    case 'source': {
      const { node } = item;
      const visibility = visibilityOf(node);
      const ops = literal(part, node, around);
      const silent = node.kind === 'element' && MOVABLE.has(node.name) ? ops : [];
      if (node.kind !== 'element') return { visibility, ops, silent };
      // A blank line is written like any other, but would not hold a table row.
      if (node.name === 'w:p')
        return { visibility: visibility >= MAYBE ? SOLID : SPACE, ops, silent, block: 'paragraph' };
      if (node.name === 'w:tbl') return { visibility: SOLID, ops, silent, block: 'table' };
      if (isPageBreakRun(node)) return { visibility, ops, silent, isBreak: true };
      const edges = blockEdges(node);
      if (edges === undefined) return { visibility, ops, silent };
      const gap: readonly Op[] = edges.first === 'table' && edges.last !== 'table' ? [{ op: 'gap' }] : [];
      return { visibility: SOLID, ops: [...gap, ...ops], silent, block: edges.last };
    }
    case 'text':
      return { visibility: textVisibility(item.text), ops: [escapeText(item.text)], silent: [] };
    case 'tag':
      return buildTag(part, item);
    case 'end':
      return NOTHING_BUILT;
  }
};
