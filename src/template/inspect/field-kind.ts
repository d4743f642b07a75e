/**
 * kindOf :: FieldNode → its kind
 *
 * Every place that reads a field takes it for something; the most telling wins. Printing tells nothing (anything
 * prints), a condition tells least of all.
 */
import type { ReferenceKind } from '../expression/references/references.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldKind } from './inspection.ts';

const CONTENT: readonly ReferenceKind[] = ['image', 'html', 'markdown', 'link'];
/** Date before number: a date may be an epoch number, a number is never a date. */
const SCALARS: readonly ReferenceKind[] = ['date', 'number', 'text', 'boolean'];

export const kindOf = (field: FieldNode): FieldKind => {
  const content = CONTENT.find((kind) => field.kinds.has(kind));
  if (field.isChecked) return 'boolean';
  if (isList(field)) return 'list';
  if (content !== undefined) return content as FieldKind;
  if (field.names.size > 0 || field.keyFields.size > 0 || isMap(field)) return 'object';
  const scalar = SCALARS.find((kind) => field.kinds.has(kind));
  if (scalar !== undefined && (scalar !== 'boolean' || !field.kinds.has('unknown')))
    return scalar as FieldKind;
  if (field.kinds.has('object')) return 'object';
  return 'text';
};

/** An object whose names are data: `Object.keys(x)`, `FOR … IN x` with `key` and `value`. */
export const isMap = (field: FieldNode): boolean => {
  if (field.keyFields.size > 0) return true;
  if (field.element === undefined && !field.hasKeys) return false;
  if (field.hasKeys) return true;
  if (field.kinds.has('object') && !field.kinds.has('list')) return true;
  return field.isWalked && isEntry(field.element);
};

/** What FOR makes of an object's properties. */
export const isEntry = (item: FieldNode | undefined): boolean =>
  item?.names.has('key') === true &&
  item.element === undefined &&
  [...item.names.keys()].every((name) => name === 'key' || name === 'value');

const isList = (field: FieldNode): boolean => {
  if (isMap(field)) return false;
  // A list has no names of its own, so what has them is none, whatever else is done with it.
  if (field.names.size > 0 && !field.kinds.has('list')) return false;
  if (field.kinds.has('list')) return true;
  const { element } = field;
  const isText = field.kinds.has('text') || field.receives.has('text');
  if (element !== undefined) return element.names.size > 0 || element.element !== undefined || !isText;
  return field.kinds.has('sequence') && !isText && isPlural(field.label);
};

/** English, which most names are in; only asked where nothing else tells. */
export const isPlural = (name: string): boolean =>
  /(?:[^su]s|children|people|list|data)$/i.test(name) && !/(?:is|has|was)$/i.test(name);

/** `isPaid`, `has_vat`, `showLogo`: a section of that name is a condition. */
export const isYesOrNo = (name: string): boolean =>
  /^(?:is|has|was|are|can|should|must|show|hide|include|exclude|enable|disable|use|needs?|with|without)(?=[\p{Lu}_-])/u.test(
    name,
  );
