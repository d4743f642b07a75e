/** crossingBookmarks :: part → ids of bookmarks of which a loop holds one end only: those are written once */
import type { XmlElement } from '../../ooxml/xml.ts';
import { descendantsOf } from '../../ooxml/xml.ts';
import { spanAt } from '../lex/source-order.ts';
import type { Border, Placement } from '../parse/place.ts';
import type { Block } from '../parse/tag.ts';

const LOOPS: ReadonlySet<string> = new Set(['for', 'each', 'section']);

const offsetOf = (border: Border): number => {
  if ('before' in border) return border.before.start;
  if ('after' in border) return border.after.end;
  const { token } = border.at;
  return token === undefined ? 0 : (spanAt(token.start)?.node.start ?? token.start.paragraph.element.start);
};

export const crossingBookmarks = (
  root: XmlElement,
  placements: ReadonlyMap<Block, Placement>,
): Set<string> => {
  const loops = [...placements]
    .filter(([block]) => LOOPS.has(block.head.kind))
    .map(([, placement]) => ({ from: offsetOf(placement.open), to: offsetOf(placement.close) }));
  const crossing = new Set<string>();
  if (loops.length === 0) return crossing;
  const starts = new Map<string, number>();
  for (const element of descendantsOf(root)) {
    const id = element.attribute('w:id') ?? '';
    if (element.name === 'w:bookmarkStart') starts.set(id, element.start);
    if (element.name !== 'w:bookmarkEnd') continue;
    const start = starts.get(id);
    const isIn = (at: number | undefined, loop: { from: number; to: number }): boolean =>
      at !== undefined && at >= loop.from && at < loop.to;
    if (loops.some((loop) => isIn(start, loop) !== isIn(element.start, loop))) crossing.add(id);
  }
  return crossing;
};
