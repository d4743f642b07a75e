/** constantsOf :: arguments of a pipe → their values, where none of them needs data */
import type { Argument } from '../tree.ts';
import type { Value } from './values.ts';

export const constantsOf = (nodes: readonly Argument[]): readonly Value[] | undefined => {
  const values: Value[] = [];
  for (const node of nodes) {
    const constant = constantOf(node);
    if (constant === undefined) return undefined;
    values.push(constant.value);
  }
  return values;
};

/** The value of a node that needs no data. */
const constantOf = (node: Argument): { readonly value: Value } | undefined => {
  switch (node.type) {
    case 'literal':
      return { value: node.value };
    case 'missing':
      return { value: undefined };
    case 'object': {
      const result: Record<string, Value> = Object.create(null);
      for (const entry of node.entries) {
        const constant = 'key' in entry ? constantOf(entry.value) : undefined;
        if (constant === undefined || !('key' in entry)) return undefined;
        result[entry.key] = constant.value;
      }
      return { value: result };
    }
    default:
      return undefined;
  }
};
