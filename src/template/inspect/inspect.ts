/** inspect :: Program → Inspection. What a template takes, told without data. */
import type { Program } from '../compile/program.ts';
import { collectFields } from './collect-fields.ts';
import { type FieldNode, kindOf } from './field-tree.ts';
import type { InspectedField, Inspection } from './inspection.ts';
import { rootSample } from './sample.ts';
import { rootSchema } from './schema.ts';

export const inspect = (program: Program): Inspection => {
  const root = collectFields(program);
  const fields: InspectedField[] = [];
  listFields(root, '', fields);
  return { fields, schema: rootSchema(root), sample: rootSample(root) };
};

const step = (path: string, name: string): string => {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
};

const listFields = (field: FieldNode, path: string, into: InspectedField[]): void => {
  for (const [name, inner] of field.names) add(inner, step(path, name), into);
  if (field.element !== undefined) add(field.element, `${path}[]`, into);
};

const add = (field: FieldNode, path: string, into: InspectedField[]): void => {
  const kind = kindOf(field);
  // What is only passed through on the way to a name of its own is no field.
  const isPassed = field.uses.length === 0 && (kind === 'object' || field.element !== undefined);
  if (!isPassed)
    into.push({
      path,
      kind: kind === 'unknown' || kind === 'sequence' ? 'text' : kind,
      optional: field.optional,
      usedIn: field.uses,
    });
  const inside = field.isSection && field.element === undefined && field.names.size > 0 ? `${path}[]` : path;
  listFields(field, inside, into);
};
