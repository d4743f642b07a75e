/** finishFields :: FieldNode → the same, with what can be told only when all is read. */
import { kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';

export const finishFields = (root: FieldNode): FieldNode => {
  settle(root, root);
  return root;
};

const settle = (field: FieldNode, root: FieldNode): void => {
  for (const inner of field.names.values()) {
    if (inner.isFirm || becomesLikeOuter(inner, root)) settle(inner, root);
    else field.names.delete(inner.key);
  }
  if (field.element !== undefined) settle(field.element, root);
  addLength(field);
};

/**
 * An item may have a text of its own where there is one outside, for the same places as that. For lists and objects
 * that is far-fetched: what is outside is meant.
 */
const becomesLikeOuter = (field: FieldNode, root: FieldNode): boolean => {
  if (field.names.size > 0 || field.element !== undefined) return false;
  const outer = root.find({ levels: 0, name: '', path: field.outer ?? [] });
  if (outer === undefined || outer === root || ['list', 'object'].includes(kindOf(outer))) return false;
  for (const kind of outer.kinds) field.kinds.add(kind);
  for (const kind of outer.receives) field.receives.add(kind);
  field.tests.splice(0, field.tests.length, ...outer.tests);
  field.choose(outer.choices);
  return true;
};

/** `{box.length}` beside `{box.width}` is no count. */
const addLength = (field: FieldNode): void => {
  const isObject = field.parent === undefined || kindOf(field) === 'object';
  if (!field.isMeasured || !isObject) return;
  const length = field.step('length');
  length.kinds.add('number');
  length.isFirm = true;
  length.isRequired = field.isRequired;
  length.uses.push(...field.uses);
};
