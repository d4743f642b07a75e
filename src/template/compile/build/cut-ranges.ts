/**
 * Ranges of which a block holds one end only: bookmarks, comments, permissions, moves.
 *
 * The block may be left out or repeated, and half a range must not be. So its ends move out of the block: the range
 * then covers all of it, and both ends are written as often as each other (ECMA-376 §17.13.6, §17.13.4).
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { Border, Placement } from '../../parse/place.ts';
import type { Block } from '../../parse/tag.ts';
import type { Mark, SourceItem } from './source-item.ts';

/** Starts by what their ends are called. */
const STARTS: ReadonlyMap<string, string> = new Map([
  ['w:bookmarkEnd', 'w:bookmarkStart'],
  ['w:commentRangeEnd', 'w:commentRangeStart'],
  ['w:permEnd', 'w:permStart'],
  ['w:moveFromRangeEnd', 'w:moveFromRangeStart'],
  ['w:moveToRangeEnd', 'w:moveToRangeStart'],
]);
const STARTING: ReadonlySet<string> = new Set(STARTS.values());

interface Range {
  readonly start: XmlElement;
  readonly end: XmlElement;
}

const rangesOf = (root: XmlElement): Range[] => {
  const open = new Map<string, XmlElement>();
  const ranges: Range[] = [];
  for (const element of descendantsOf(root)) {
    const id = element.attribute('w:id') ?? '';
    if (STARTING.has(element.name)) open.set(`${element.name} ${id}`, element);
    const key = `${STARTS.get(element.name)} ${id}`;
    const start = open.get(key);
    if (start === undefined || !STARTS.has(element.name)) continue;
    open.delete(key);
    ranges.push({ start, end: element });
  }
  return ranges;
};

const offsetOf = (border: Border): number => {
  if ('before' in border) return border.before.start;
  if ('after' in border) return border.after.end;
  const { token } = border.at;
  return token === undefined ? 0 : (spanAt(token.start)?.node.start ?? token.start.paragraph.element.start);
};

/** Ranges that some block may cut, told by where things stand in the source. */
export const cutRanges = (root: XmlElement, placements: ReadonlyMap<Block, Placement>): Range[] => {
  if (placements.size === 0) return [];
  const borders = [...placements.values()]
    .flatMap(({ open, elses, close }) => [open, ...elses, close])
    .map(offsetOf)
    .sort((a, b) => a - b);
  const bordersBefore = (offset: number): number => {
    let low = 0;
    let high = borders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((borders[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return rangesOf(root).filter(({ start, end }) => bordersBefore(start.start) !== bordersBefore(end.start));
};

/** The blocks around an item, outermost first, each with the branch that the item stands in. */
interface Inside {
  readonly mark: Mark;
  readonly branch: number;
  readonly outer: Inside | undefined;
  readonly depth: number;
}

/** The source items with the ends of cut ranges moved to where the blocks that cut them begin and end. */
export const moveCutRanges = (
  sourceItems: readonly SourceItem[],
  ranges: readonly Range[],
): readonly SourceItem[] => {
  if (ranges.length === 0) return sourceItems;
  const ends = new Set(ranges.flatMap(({ start, end }) => [start, end]));
  const places = new Map<XmlElement, { inside: Inside | undefined; item: SourceItem }>();
  let inside: Inside | undefined;
  for (const item of sourceItems) {
    if (item.type === 'source' && item.node.kind === 'element' && ends.has(item.node))
      places.set(item.node, { inside, item });
    if (item.type !== 'mark') continue;
    if (item.role === 'open')
      inside = { mark: item, branch: 0, outer: inside, depth: (inside?.depth ?? 0) + 1 };
    else if (inside !== undefined)
      inside = item.role === 'close' ? inside.outer : { ...inside, branch: inside.branch + 1 };
  }
  const before = new Map<Block, SourceItem[]>();
  const after = new Map<Block, SourceItem[]>();
  const moved = new Set<SourceItem>();
  const move = (item: SourceItem, from: Inside, to: Map<Block, SourceItem[]>): void => {
    moved.add(item);
    const { block, path } = from.mark;
    to.set(block, [...(to.get(block) ?? []), { ...item, path }]);
  };
  for (const { start, end } of ranges) {
    const first = places.get(start);
    const last = places.get(end);
    if (first === undefined || last === undefined) continue;
    const [left, right] = outermostApart(first.inside, last.inside);
    if (left !== undefined) move(first.item, left, before);
    if (right !== undefined) move(last.item, right, after);
  }
  if (moved.size === 0) return sourceItems;
  return sourceItems.flatMap((item): readonly SourceItem[] => {
    if (moved.has(item)) return [];
    if (item.type !== 'mark') return [item];
    if (item.role === 'open') return [...(before.get(item.block) ?? []), item];
    return item.role === 'close' ? [item, ...(after.get(item.block) ?? [])] : [item];
  });
};

/** Of two places, the outermost block around each that is not around the other. */
const outermostApart = (
  one: Inside | undefined,
  other: Inside | undefined,
): [Inside | undefined, Inside | undefined] => {
  let [left, right] = [one, other];
  let [outerLeft, outerRight]: [Inside | undefined, Inside | undefined] = [undefined, undefined];
  const isSame = (): boolean =>
    left === right || (left?.mark === right?.mark && left?.branch === right?.branch);
  while (!isSame()) {
    const leftDepth = left?.depth ?? 0;
    const rightDepth = right?.depth ?? 0;
    if (leftDepth >= rightDepth) {
      outerLeft = left;
      left = left?.outer;
    }
    if (rightDepth >= leftDepth) {
      outerRight = right;
      right = right?.outer;
    }
  }
  return [outerLeft, outerRight];
};
