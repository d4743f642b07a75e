/** searchFields :: Shape, words → the paths that match, and those that lead to them. */
import type { Shape } from './shape.ts';

export const insideOf = (shape: Shape): readonly Shape[] => {
  const { item, values } = shape;
  // An item that has fields is not a field itself: `items[].price` stands under `items`.
  const each = item ?? values;
  if (each === undefined) return shape.fields;
  const isPlain = each.fields.length === 0 && each.item === undefined && each.values === undefined;
  return [...shape.fields, ...(isPlain ? [] : each.kind === 'object' ? insideOf(each) : [each])];
};

export const countFields = (shape: Shape): number =>
  insideOf(shape).reduce((sum, field) => sum + 1 + countFields(field), 0);

/** Undefined where all are shown. */
export const searchFields = (shape: Shape, words: string): ReadonlySet<string> | undefined => {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return undefined;
  const shown = new Set<string>();
  const visit = (field: Shape): boolean => {
    const text =
      `${field.path} ${field.title} ${field.kind} ${field.formatters.join(' ')}`.toLocaleLowerCase();
    const isFound = wanted.every((word) => text.includes(word));
    let isWay = false;
    for (const inner of insideOf(field)) isWay = visit(inner) || isWay;
    if (isFound || isWay) shown.add(field.path);
    return isFound || isWay;
  };
  for (const field of insideOf(shape)) visit(field);
  return shown;
};
