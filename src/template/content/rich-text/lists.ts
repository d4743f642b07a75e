/** listOf :: `ul` or `ol` × list around it → List */
import type { ListFormat } from '../part-context.ts';
import type { List } from './blocks.ts';
import type { Declarations } from './css.ts';
import type { HtmlElement } from './html.ts';

const BY_TYPE: Readonly<Record<string, ListFormat>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

const BY_STYLE: Readonly<Record<string, ListFormat | 'none'>> = {
  none: 'none',
  disc: 'bullet',
  circle: 'bullet',
  square: 'bullet',
  decimal: 'decimal',
  'decimal-leading-zero': 'decimal',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
};

const formatOf = (element: HtmlElement, declarations: Declarations): List['format'] => {
  const words = (declarations.get('list-style-type') ?? declarations.get('list-style') ?? '')
    .toLowerCase()
    .split(/\s+/);
  const styled = words.map((word) => BY_STYLE[word]).find((format) => format !== undefined);
  if (styled !== undefined) return styled;
  if (element.name !== 'ol') return 'bullet';
  return BY_TYPE[element.attribute('type') ?? ''] ?? 'decimal';
};

const startOf = (element: HtmlElement): number => {
  const start = element.attribute('start') ?? '';
  return /^\d{1,9}$/.test(start) ? Number(start) : 1;
};

/** `number` is for an outermost list; one inside another has that one's. */
export const listOf = (
  element: HtmlElement,
  declarations: Declarations,
  around: List | undefined,
  number: number,
): List => ({
  number: around?.number ?? number,
  format: formatOf(element, declarations),
  start: startOf(element),
  level: around === undefined ? 0 : around.level + 1,
});

/** A list while its items are read. */
export interface OpenList {
  /** What the next plain item belongs to: an item with a `value` starts another count. */
  current: List;
  /** Lists of items that are not plain, by what sets them apart. */
  readonly variants: Map<string, List>;
}

export const openList = (list: List): OpenList => ({ current: list, variants: new Map() });

/** Quill writes every list as `ol` with flat items: kind and depth are in an attribute and a class. */
const QUILL_KINDS: Readonly<Record<string, List['format']>> = {
  bullet: 'bullet',
  checked: 'none',
  unchecked: 'none',
};

export const checkStateOf = (element: HtmlElement): 'checked' | 'unchecked' | undefined => {
  const kind = element.attribute('data-list');
  return kind === 'checked' || kind === 'unchecked' ? kind : undefined;
};

/** The list that an item belongs to, and begins where it must; `isTask` for one with a box instead of a marker. */
export const listOfItem = (element: HtmlElement, open: OpenList, isTask: boolean): List => {
  const value = element.attribute('value') ?? '';
  if (/^\d{1,9}$/.test(value)) open.current = { ...open.current, start: Number(value) };
  const format = isTask ? 'none' : (QUILL_KINDS[element.attribute('data-list') ?? ''] ?? open.current.format);
  const deeper = Number(/\bql-indent-(\d)\b/.exec(element.attribute('class') ?? '')?.[1] ?? 0);
  // What is deeper than this item is over with it, and would count from the start again.
  for (const [key, list] of open.variants)
    if (list.level > open.current.level + deeper) open.variants.delete(key);
  if (deeper === 0 && format === open.current.format) return open.current;
  const key = `${format} ${deeper}`;
  const list = open.variants.get(key) ?? { ...open.current, format, level: open.current.level + deeper };
  open.variants.set(key, list);
  return list;
};
