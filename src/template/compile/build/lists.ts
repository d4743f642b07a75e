/**
 * restartingLists :: source items → which lists start anew on the turns of which loop
 *
 * A list restarts on each turn of the innermost loop whose body holds more than that list. A loop that gives one
 * item a turn makes the list itself, whatever text stands beside the item, so there the list counts on.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import type { StyleCatalogue } from '../../../wml/styles.ts';
import type { Block } from '../../parse/tag.ts';
import { listOf } from '../../word/list-of.ts';
import type { SourceItem } from './source-item.ts';

interface Item {
  readonly list: string | undefined;
  readonly level: number;
  /** Innermost last. */
  readonly loops: readonly Block[];
}

const LOOPS: ReadonlySet<string> = new Set(['for', 'each', 'section']);

interface ListsInput {
  readonly sourceItems: readonly SourceItem[];
  readonly styles: StyleCatalogue;
  /** A paragraph that goes with its tags is no item and no other text either. */
  vanishes(paragraph: XmlElement): boolean;
}

interface RestartingLists {
  readonly byLoop: ReadonlyMap<Block, ReadonlySet<string>>;
  /** Lists that are used outside of the loop that restarts them: its first turn needs an instance of its own too. */
  readonly usedOutside: ReadonlySet<string>;
}

export const restartingLists = (input: ListsInput): RestartingLists => {
  const items = itemsOf(input);
  const restarts = new Map<Block, Set<string>>();
  const known = new Map<Block, Map<string, boolean>>();
  const restartsOn = (loop: Block, list: string): boolean => {
    const answers = known.get(loop) ?? new Map<string, boolean>();
    known.set(loop, answers);
    const answer = answers.get(list) ?? isListOfEachTurn(loop, list, items);
    answers.set(list, answer);
    return answer;
  };
  for (const item of items) {
    const { list } = item;
    if (list === undefined) continue;
    const loop = item.loops.findLast((one) => restartsOn(one, list));
    if (loop === undefined) continue;
    const lists = restarts.get(loop);
    if (lists === undefined) restarts.set(loop, new Set([list]));
    else lists.add(list);
  }
  const usedOutside = new Set<string>();
  for (const [loop, lists] of restarts) {
    for (const { list, loops } of items)
      if (list !== undefined && lists.has(list) && !loops.includes(loop)) usedOutside.add(list);
  }
  return { byLoop: restarts, usedOutside };
};

const isListOfEachTurn = (loop: Block, list: string, items: readonly Item[]): boolean => {
  const inside = items.filter((item) => item.loops.includes(loop));
  const own = inside.filter((item) => item.list === list);
  if (own.length === inside.length) return false;
  const top = Math.min(...own.map((item) => item.level));
  const first = own.filter((item) => item.level === top);
  // Several items a turn, or items made by a loop inside this one: a list of its own on each turn.
  return first.length > 1 || first.some((item) => item.loops.at(-1) !== loop);
};

const itemsOf = ({ sourceItems, styles, vanishes }: ListsInput): Item[] => {
  const items: Item[] = [];
  const loops: Block[] = [];
  let last: XmlElement | undefined;
  const add = (paragraph: XmlElement): void => {
    const place = listOf(paragraph, styles);
    items.push({ list: place?.list, level: place?.level ?? 0, loops: [...loops] });
  };
  for (const item of sourceItems) {
    if (item.type === 'mark') {
      const isLoop = LOOPS.has(item.block.head.kind) && item.path.at(-1)?.name !== 'w:p';
      if (isLoop && item.role === 'open') loops.push(item.block);
      if (isLoop && item.role === 'close') loops.pop();
      continue;
    }
    const paragraph = item.path.findLast((element) => element.name === 'w:p');
    if (paragraph !== undefined) {
      if (paragraph !== last && !vanishes(paragraph)) add(paragraph);
      last = paragraph;
    } else if (item.type === 'source' && item.node.kind === 'element') {
      if (item.node.name === 'w:p') add(item.node);
      else for (const inner of descendantsOf(item.node)) if (inner.name === 'w:p') add(inner);
    }
  }
  return items;
};
