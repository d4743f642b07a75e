/** What an item of a list is called, and how one is told from the others when it is folded. */
import { isRecord } from '../../../../data-check/names.ts';
import type { Shape } from '../shape/shape.ts';

/** "Order lines" → "Order line". English, as the titles are; where it does not fit the plural does no harm. */
export const singular = (title: string): string => {
  if (/ies$/.test(title)) return title.replace(/ies$/, 'y');
  if (/(?:[sx]|ch|sh)es$/.test(title)) return title.replace(/es$/, '');
  return /[^s]s$/.test(title) ? title.slice(0, -1) : title === '' ? 'Item' : title;
};

const LONGEST = 60;

/** Its first fields that have something to show. */
export const itemSummary = (item: Shape, value: unknown): string | undefined => {
  if (!isRecord(value)) return undefined;
  const shown: string[] = [];
  for (const { name, kind } of item.fields) {
    const one = value[name ?? ''];
    const isText = (typeof one === 'string' && one !== '') || typeof one === 'number';
    if (!isText || kind === 'image' || kind === 'link') continue;
    shown.push(String(one));
    if (shown.length === 2) break;
  }
  const text = shown.join(' · ').replaceAll(/\s+/g, ' ');
  return text === '' ? undefined : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
