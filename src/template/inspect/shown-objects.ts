/**
 * shownObjects :: FieldNode → a warning for each field that is shown as text and has parts as well
 *
 * Data cannot be both: an object in place of the text is an error of every render, a text has none of the parts.
 */

import { type Warning, warn } from '../problems.ts';
import type { Program } from '../program.ts';
import { kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';

export const shownObjects = (root: FieldNode, { tags }: Program): readonly Warning[] => {
  const warnings: Warning[] = [];
  const walk = (field: FieldNode): void => {
    // Inside a section of it, a bare name may as well be found further out.
    const part = [...field.names.values()].find(({ isExplicit }) => isExplicit || !field.isEntered);
    if (field.shownBy !== undefined && part !== undefined && kindOf(field) === 'object') {
      warn(warnings, {
        code: 'object_shown',
        message: `\`${field.path}\` is shown as a text here, and has parts elsewhere: an object cannot be shown.`,
        hint: `Show one of its parts, such as \`${part.path}\`, or give the text a name of its own.`,
        ...tags[field.shownBy],
      });
    }
    for (const inner of field.names.values()) walk(inner);
    if (field.element !== undefined) walk(field.element);
  };
  walk(root);
  return warnings;
};
