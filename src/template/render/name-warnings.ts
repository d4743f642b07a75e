/** nameWarnings :: what a render missed or asked for in vain → what its author probably meant */

import { folded, Names } from '../../data-check/did-you-mean.ts';
import type { Expression } from '../expression/tree.ts';
import type { ValueObject } from '../expression/values/values.ts';
import { walk } from '../expression/walk.ts';
import { FORMATTERS } from '../formatters/registry.ts';
import type { TagRef } from '../program.ts';
import { isBare } from '../runtime/scope.ts';
import type { RenderState } from '../runtime/state.ts';

/** Names that are looked for; who has more of them sees the pattern in these. */
const MAX_LOOKED_FOR = 100;

export const nameWarnings = (
  state: RenderState,
  trees: ReadonlyMap<TagRef, Expression>,
  data: ValueObject,
): readonly string[] => {
  const { missingPaths, bareNames, asked } = state;
  if (missingPaths.size === 0 && asked.size === 0) return [];
  const names = new Names(data);
  const missing = [...missingPaths].slice(0, MAX_LOOKED_FOR).map((label) => {
    const meant = names.like(label, bareNames.has(label));
    return meant === undefined
      ? formatterInFront(label)
      : `\`${label}\` is missing; did you mean \`${meant}\`?`;
  });
  const notThere = new Set([...asked.keys()].map(({ name }) => name));
  const inVain = [...asked].slice(0, MAX_LOOKED_FOR).map(([path, { label, tag }]) => {
    if (missingPaths.has(label)) return undefined;
    const tree = trees.get(tag);
    const meant = names.like(label, isBare(path));
    if (meant === undefined) return isBare(path) ? textWithoutQuotes(tree, path.name, notThere) : undefined;
    if (readsBoth(tree, path.name)) return undefined;
    return `\`${label}\` is asked for and not in the data; did you mean \`${meant}\`?`;
  });
  return [...missing, ...inVain].filter((warning) => warning !== undefined);
};

/** `Name ?? name` knows of both spellings. */
const readsBoth = (tree: Expression | undefined, name: string): boolean => {
  let isOther = false;
  if (tree !== undefined)
    walk(tree, (node) => {
      isOther ||= node.type === 'path' && node.name !== name && folded(node.name) === folded(name);
    });
  return isOther;
};

const EQUALITY: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', 'contains', 'in']);

/** `status == paid` where there is a status and nothing that is called paid. */
const textWithoutQuotes = (
  tree: Expression | undefined,
  name: string,
  notThere: ReadonlySet<string>,
): string | undefined => {
  const isWord = (node: Expression): boolean =>
    (node.type === 'path' && node.name === name && isBare(node)) ||
    (node.type === 'array' && node.items.some((item) => item.type !== 'spread' && isWord(item)));
  const isThere = (node: Expression): boolean => node.type === 'path' && !notThere.has(node.name);
  let isCompared = false;
  if (tree !== undefined)
    walk(tree, (node) => {
      if (node.type !== 'binary' || !EQUALITY.has(node.op)) return;
      const { left, right } = node;
      isCompared ||= (isWord(left) && isThere(right)) || (isWord(right) && isThere(left));
    });
  if (!isCompared) return undefined;
  return `\`${name}\` is compared and not in the data; if it is a text, write \`${JSON.stringify(name)}\`.`;
};

/** `{upper name}`, as Handlebars' helpers are written. */
const formatterInFront = (label: string): string | undefined => {
  const [first = '', ...rest] = label.split(' ');
  if (rest.length === 0 || !FORMATTERS.has(first)) return undefined;
  const value = rest.length === 1 ? rest[0] : `this[${JSON.stringify(rest.join(' '))}]`;
  return `\`${label}\` is missing; to format a value, write \`${value} | ${first}\`.`;
};
