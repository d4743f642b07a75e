/** listFields :: FieldNode → InspectedField[], in the order in which the template first reads them. */
import { kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';
import type { InspectedField } from './inspection.ts';

export const listFields = (root: FieldNode): InspectedField[] => {
  const fields: InspectedField[] = [];
  const add = (field: FieldNode): void => {
    // What is only passed through on the way to a name of its own is no field.
    if (field.uses.length > 0) {
      fields.push({
        path: field.path,
        kind: kindOf(field),
        optional: field.parent?.element !== field && !field.isRequired,
        usedIn: field.uses,
      });
    }
    inside(field);
  };
  const inside = (field: FieldNode): void => {
    for (const named of field.names.values()) add(named);
    const kind = field.element === undefined ? undefined : kindOf(field);
    // The letters of a text are no fields.
    if (field.element !== undefined && (kind === 'list' || kind === 'object')) add(field.element);
  };
  inside(root);
  return fields;
};
