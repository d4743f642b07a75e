/** search, sort :: Template[] → Template[] as the list shows them. */
import type { Template } from '../../../api/types.ts';

const SORTS = ['name', 'key', 'usage', 'lastUsed'] as const;
export type Sort = (typeof SORTS)[number];

const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

/** The most used and the latest come first, names from A: what one looks for when choosing that column. */
const ORDERS: Readonly<Record<Sort, (a: Template, b: Template) => number>> = {
  name: (a, b) => compare(a.name, b.name) || compare(a.key, b.key),
  key: (a, b) => compare(a.key, b.key),
  usage: (a, b) => b.usage - a.usage || compare(a.name, b.name),
  lastUsed: (a, b) => time(b) - time(a) || compare(a.name, b.name),
};

const time = ({ lastUsed }: Template): number => (lastUsed === null ? 0 : Date.parse(lastUsed));

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Every word must occur in the name or the key, accents and case aside. */
export const found = (templates: readonly Template[], query: string): readonly Template[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return templates;
  return templates.filter(({ name, key }) => {
    const text = plain(`${name} ${key}`);
    return words.every((word) => text.includes(word));
  });
};

export const sorted = (
  templates: readonly Template[],
  sort: Sort,
  reversed: boolean,
): readonly Template[] => {
  const inOrder = templates.toSorted(ORDERS[sort]);
  return reversed ? inOrder.toReversed() : inOrder;
};
