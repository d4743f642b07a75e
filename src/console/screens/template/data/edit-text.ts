/**
 * The form edits the text, never a copy of the data: what is not touched keeps its order, its spaces, its `1.10` and
 * its twenty-digit numbers, and switching between form and JSON has nothing to translate.
 */
import { applyEdits, findNodeAtLocation, format, modify, type Node, parseTree } from 'jsonc-parser';
import type { Place } from './path.ts';

/** What an editor applies: the text from `from` to `to` is replaced. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const LAYOUT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

const changesOf = (edits: readonly { offset: number; length: number; content: string }[]): Change[] =>
  edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, insert: content }));

/** Sets a value, and makes the objects and lists on the way to it. Undefined takes the name or item out. */
export const setValue = (text: string, place: Place, value: unknown): Change[] => {
  if (place.length === 0) return [{ from: 0, to: text.length, insert: JSON.stringify(value, null, 2) }];
  const start = text.trim() === '' ? '{}' : text;
  const tree = parseTree(start);
  const present = tree === undefined ? undefined : findNodeAtLocation(tree, [...place]);
  // A scalar in place of a scalar: exactly its characters.
  if (present !== undefined && value !== undefined && (typeof value !== 'object' || value === null)) {
    return [{ from: present.offset, to: present.offset + present.length, insert: JSON.stringify(value) }];
  }
  if (present === undefined && value === undefined) return [];
  const [open, rest] = tree === undefined ? [place.length, []] : reach(tree, place);
  if (rest.length > 0 && value !== undefined) {
    // A null or a text where an object has to be: replaced from there on.
    return onText(text, start, modify(start, [...place.slice(0, open)], nested(rest, value), LAYOUT));
  }
  return onText(text, start, modify(start, [...place], value, LAYOUT));
};

/** How far the data goes along a place, where what is there can't hold the rest. */
const reach = (tree: Node, place: Place): readonly [number, Place] => {
  for (let length = place.length - 1; length > 0; length--) {
    const node = findNodeAtLocation(tree, place.slice(0, length));
    if (node === undefined) continue;
    const holds = typeof place[length] === 'number' ? node.type === 'array' : node.type === 'object';
    return holds ? [length, []] : [length, place.slice(length)];
  }
  return [0, []];
};

const nested = (steps: Place, value: unknown): unknown =>
  steps.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );

const onText = (text: string, start: string, edits: ReturnType<typeof modify>): Change[] =>
  text === start ? changesOf(edits) : [{ from: 0, to: text.length, insert: applyEdits(start, edits) }];

export const addItem = (text: string, list: Place, value: unknown): Change[] => {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...list]);
  if (node?.type !== 'array') return setValue(text, list, [value]);
  const index = node.children?.length ?? 0;
  return changesOf(modify(text, [...list, index], value, { ...LAYOUT, isArrayInsertion: true }));
};

export const removeAt = (text: string, place: Place): Change[] => setValue(text, place, undefined);

/** Another name for the same value. */
export const renameAt = (text: string, place: Place, name: string): Change[] => {
  const tree = parseTree(text);
  const property = tree === undefined ? undefined : findNodeAtLocation(tree, [...place])?.parent;
  const key = property?.type === 'property' ? property.children?.[0] : undefined;
  if (key === undefined) return [];
  return [{ from: key.offset, to: key.offset + key.length, insert: JSON.stringify(name) }];
};

/** The two texts change places; what stands between them stays. */
export const swapItems = (text: string, list: Place, one: number, other: number): Change[] => {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...list]);
  const first = node?.children?.[Math.min(one, other)];
  const second = node?.children?.[Math.max(one, other)];
  if (node?.type !== 'array' || first === undefined || second === undefined || first === second) return [];
  const textOf = ({ offset, length }: Node): string => text.slice(offset, offset + length);
  return [
    { from: first.offset, to: first.offset + first.length, insert: textOf(second) },
    { from: second.offset, to: second.offset + second.length, insert: textOf(first) },
  ];
};

export const copyItem = (text: string, list: Place, index: number): Change[] => {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...list, index]);
  if (node === undefined) return [];
  const written = text.slice(node.offset, node.offset + node.length);
  const lineStart = text.lastIndexOf('\n', node.offset) + 1;
  const before = text.slice(lineStart, node.offset);
  const gap = /^\s*$/.test(before) && lineStart > 0 ? `\n${before}` : ' ';
  const end = node.offset + node.length;
  return [{ from: end, to: end, insert: `,${gap}${written}` }];
};

/** Only spaces change: numbers stay as they are written. Text that is no JSON stays as it is. */
export const formatText = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }));
};

export const applyChanges = (text: string, changes: readonly Change[]): string => {
  let done = text;
  for (const { from, to, insert } of [...changes].sort((a, b) => b.from - a.from))
    done = done.slice(0, from) + insert + done.slice(to);
  return done;
};

/** Where a value stands; its name where it has one. */
export const findPlace = (text: string, place: Place): { from: number; to: number } | undefined => {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...place]);
  return node === undefined ? undefined : { from: node.offset, to: node.offset + node.length };
};
