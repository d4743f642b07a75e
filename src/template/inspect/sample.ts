/** sampleOf :: FieldNode → data that renders the template without a missing value */
import { type FieldNode, kindOf } from './field-tree.ts';

/** A grey pixel: the smallest picture that every reader shows. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SAMPLE_ITEMS = 2;

const words = (name: string): string => {
  const text = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const rootSample = (root: FieldNode): Record<string, unknown> => objectSample(root, 0);

const objectSample = (field: FieldNode, index: number): Record<string, unknown> => {
  const sample: Record<string, unknown> = {};
  for (const [name, inner] of field.names) sample[name] = sampleOf(inner, name, index);
  return sample;
};

const sampleOf = (field: FieldNode, name: string, index: number): unknown => {
  const [example] = field.examples;
  switch (kindOf(field)) {
    case 'list':
      return listSample(field, name);
    case 'object':
      return objectSample(field, index);
    case 'number':
      return typeof example === 'number' ? example : 12 + index;
    case 'date':
      return '2026-01-15';
    case 'boolean':
      return example ?? true;
    case 'image':
      return PICTURE;
    case 'html':
      return `<p>${words(name)}</p>`;
    case 'markdown':
      return `**${words(name)}**`;
    case 'link':
      return 'https://example.com/';
    default:
      return example ?? (index === 0 ? words(name) : `${words(name)} ${index + 1}`);
  }
};

const listSample = (field: FieldNode, name: string): unknown[] => {
  const { element } = field;
  // A section that enters its item keeps the item's names itself.
  const item = element ?? field;
  const isPlain = item.names.size === 0 && item.element === undefined;
  const singular = name.replace(/s$/, '');
  return Array.from({ length: SAMPLE_ITEMS }, (_, index) =>
    isPlain && element === undefined
      ? `${words(singular)} ${index + 1}`
      : element === undefined
        ? objectSample(field, index)
        : sampleOf(element, singular, index),
  );
};
