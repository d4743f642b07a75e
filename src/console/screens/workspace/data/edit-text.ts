/**
 * The form edits the text, never a copy of the data: what is not touched keeps its order, its spaces, its `1.10` and
 * its twenty-digit numbers, and switching between form and JSON has nothing to translate.
 */
import { format, type Node, parseTree } from 'jsonc-parser';
import type { Place } from '../../../../data-check/paths.ts';
import { isTooDeep } from './depth.ts';

/** What an editor applies: the text from `from` to `to` is replaced. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: '\n' };

export const nodeAt = (tree: Node | undefined, place: Place): Node | undefined => {
  let node = tree;
  for (const step of place) node = typeof step === 'string' ? valuesOf(node)?.get(step) : itemsOf(node)[step];
  return node;
};

/** An object may have a hundred thousand names, and hundreds of them are looked for. */
const valuesByName = new WeakMap<Node, ReadonlyMap<unknown, Node | undefined>>();

/** Of a name that stands twice the last counts, as it does for whoever reads the data. */
const valuesOf = (node: Node | undefined): ReadonlyMap<unknown, Node | undefined> | undefined => {
  if (node?.type !== 'object') return undefined;
  let values = valuesByName.get(node);
  if (values === undefined) {
    values = new Map(node.children?.map(({ children }) => [children?.[0]?.value, children?.[1]]));
    valuesByName.set(node, values);
  }
  return values;
};

const itemsOf = (node: Node | undefined): readonly Node[] =>
  node?.type === 'array' ? (node.children ?? []) : [];
const endOf = ({ offset, length }: Node): number => offset + length;

/** Sets a value, and makes the objects and lists on the way to it. Undefined takes the name or item out. */
export const setValue = (text: string, place: Place, value: unknown): Change[] => {
  if (text.trim() === '')
    return value === undefined
      ? []
      : [{ from: 0, to: text.length, insert: JSON.stringify(nested(place, value), null, 2) }];
  const tree = parseTree(text);
  if (tree === undefined) return [];
  const present = nodeAt(tree, place);
  if (value === undefined) return present === undefined ? [] : [removal(present)];
  const layout = layoutOf(text, tree);
  if (present !== undefined) return [replacement(layout, present, value)];
  let reach = place.length - 1;
  while (nodeAt(tree, place.slice(0, reach)) === undefined) reach -= 1;
  const holder = nodeAt(tree, place.slice(0, reach)) ?? tree;
  const [step = '', ...rest] = place.slice(reach);
  const holds = holder.type === (typeof step === 'number' ? 'array' : 'object');
  // A null or a text where an object has to be: replaced from there on.
  if (!holds) return [replacement(layout, holder, nested(place.slice(reach), value))];
  return [insertion(layout, holder, step, nested(rest, value))];
};

const nested = (steps: Place, value: unknown): unknown =>
  steps.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );

/** How a text is written: on lines of its own, further in by so much at each level, or in one line. */
interface Layout {
  readonly text: string;
  /** Undefined where it is in one line. */
  readonly unit: string | undefined;
}

const layoutOf = (text: string, tree: Node): Layout => {
  const first = tree.children?.[0];
  const gap = first === undefined ? '' : text.slice(tree.offset + 1, first.offset);
  return { text, unit: gap.includes('\n') ? afterBreak(gap) || '  ' : undefined };
};

const afterBreak = (gap: string): string => gap.slice(gap.lastIndexOf('\n') + 1);

/** The blanks that the line of a position begins with. */
const indentAt = (text: string, position: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', position - 1) + 1, position))?.[0] ?? '';

const written = (value: unknown, unit: string | undefined, indent: string): string =>
  unit === undefined
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);

const replacement = ({ text, unit }: Layout, node: Node, value: unknown): Change => ({
  from: node.offset,
  to: endOf(node),
  insert: written(value, unit, indentAt(text, node.offset)),
});

/** At the end of an object or list, as its last one is written. */
const insertion = ({ text, unit }: Layout, holder: Node, step: string | number, value: unknown): Change => {
  const entry = (gap: string, isLine: boolean): string =>
    (typeof step === 'string' ? `${JSON.stringify(step)}:${gap === '' ? '' : ' '}` : '') +
    written(value, isLine ? (unit ?? '  ') : undefined, afterBreak(gap));
  const before = holder.children?.at(-2);
  const last = holder.children?.at(-1);
  if (last === undefined) {
    const indent = indentAt(text, holder.offset);
    const gap = unit === undefined ? '' : `\n${indent}${unit}`;
    const insert = gap + entry(gap, unit !== undefined) + (unit === undefined ? '' : `\n${indent}`);
    return { from: holder.offset + 1, to: endOf(holder) - 1, insert };
  }
  const gap = text.slice(
    before === undefined ? holder.offset + 1 : text.indexOf(',', endOf(before)) + 1,
    last.offset,
  );
  return { from: endOf(last), to: endOf(last), insert: `,${gap}${entry(gap, gap.includes('\n'))}` };
};

/** With the comma that parted it from its neighbour. */
const removal = (node: Node): Change => {
  const own = node.parent?.type === 'property' ? node.parent : node;
  const holder = own.parent;
  const all = holder?.children ?? [];
  const at = all.indexOf(own);
  const [before, after] = [all[at - 1], all[at + 1]];
  if (after !== undefined) return { from: own.offset, to: after.offset, insert: '' };
  if (before !== undefined) return { from: endOf(before), to: endOf(own), insert: '' };
  if (holder === undefined) return { from: own.offset, to: endOf(own), insert: '{}' };
  return { from: holder.offset + 1, to: endOf(holder) - 1, insert: '' };
};

export const addItem = (text: string, list: Place, value: unknown): Change[] => {
  const tree = parseTree(text);
  const node = nodeAt(tree, list);
  if (tree === undefined || node?.type !== 'array') return setValue(text, list, [value]);
  return [insertion(layoutOf(text, tree), node, itemsOf(node).length, value)];
};

export const removeAt = (text: string, place: Place): Change[] => setValue(text, place, undefined);

/** Another name for the same value. */
export const renameAt = (text: string, place: Place, name: string): Change[] => {
  const property = nodeAt(parseTree(text), place)?.parent;
  const key = property?.type === 'property' ? property.children?.[0] : undefined;
  if (key === undefined) return [];
  return [{ from: key.offset, to: endOf(key), insert: JSON.stringify(name) }];
};

/** The two texts change places; what stands between them stays. */
export const swapItems = (text: string, list: Place, one: number, other: number): Change[] => {
  const items = itemsOf(nodeAt(parseTree(text), list));
  const first = items[Math.min(one, other)];
  const second = items[Math.max(one, other)];
  if (first === undefined || second === undefined || first === second) return [];
  return [
    { from: first.offset, to: endOf(first), insert: text.slice(second.offset, endOf(second)) },
    { from: second.offset, to: endOf(second), insert: text.slice(first.offset, endOf(first)) },
  ];
};

export const copyItem = (text: string, list: Place, index: number): Change[] => {
  const node = nodeAt(parseTree(text), [...list, index]);
  if (node === undefined) return [];
  const same = text.slice(node.offset, endOf(node));
  const lineStart = text.lastIndexOf('\n', node.offset) + 1;
  const before = text.slice(lineStart, node.offset);
  const gap = /^\s*$/.test(before) && lineStart > 0 ? `\n${before}` : ' ';
  return [{ from: endOf(node), to: endOf(node), insert: `,${gap}${same}` }];
};

/** Only spaces change: numbers stay as they are written. Text that is no JSON, or nested too deep, stays as it is. */
export const formatText = (text: string): string => {
  if (isTooDeep(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const edits = format(text, undefined, LAYOUT);
  return applyChanges(
    text,
    edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, insert: content })),
  );
};

/** In one go: formatting a megabyte is a hundred thousand changes, and the library copies the whole text for each. */
export const applyChanges = (text: string, changes: readonly Change[]): string => {
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to, insert } of [...changes].sort((a, b) => a.from - b.from || a.to - b.to)) {
    pieces.push(text.slice(done, from), insert);
    done = to;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
};

/** Finds where values stand. The text is taken apart once, however many are looked for, and not at all for none. */
export const finder = (read: () => string) => {
  let tree: { readonly root: Node | undefined } | undefined;
  return (place: Place): { from: number; to: number } | undefined => {
    tree ??= { root: parseTree(read()) };
    const node = nodeAt(tree.root, place);
    return node === undefined ? undefined : { from: node.offset, to: endOf(node) };
  };
};
