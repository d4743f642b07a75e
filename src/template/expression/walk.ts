/** walk :: every node of a tree, with the names that the expression itself has given to something there */
import type { Expression } from './tree.ts';

type Locals = ReadonlySet<string>;

const NO_LOCALS: Locals = new Set();

/** Parsing has bounded the depth, so recursion is safe here. */
export const walk = (
  tree: Expression,
  visit: (node: Expression, locals: Locals) => void,
  locals: Locals = NO_LOCALS,
): void => {
  visit(tree, locals);
  const inner = namesGiven(tree);
  const inside = inner.length === 0 ? locals : new Set([...locals, ...inner]);
  for (const child of childrenOf(tree)) walk(child, visit, inside);
};

/** Every name that the expression looks up. */
export const namesIn = (tree: Expression): Set<string> => {
  const names = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'path') names.add(node.name);
  });
  return names;
};

const namesGiven = (node: Expression): readonly string[] => {
  if (node.type === 'arrow') return node.params;
  if (node.type !== 'sequence') return [];
  return node.statements.flatMap((statement) => (statement.type === 'declare' ? [statement.name] : []));
};

/** Whatever is inside a node and has a type of its own; entries of objects have none, but their values have. */
const childrenOf = (node: object): Expression[] =>
  Object.values(node).flatMap((child) => {
    if (Array.isArray(child)) return child.flatMap((one) => (isNode(one) ? [one] : childrenIn(one)));
    return isNode(child) ? [child] : [];
  });

const childrenIn = (entry: unknown): Expression[] =>
  typeof entry === 'object' && entry !== null ? childrenOf(entry) : [];

const isNode = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'type' in value;
