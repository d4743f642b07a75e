/**
 * dataPath :: frame, a path that is read there → where that stands in the data: `items[3].name`
 *
 * Undefined where it stands nowhere: a variable of the template, a loop's own number, a value that an expression has made.
 */
import { writePath } from '../../data-check/paths.ts';
import type { Expression } from '../expression/tree.ts';
import type { PathRead } from '../expression/values/scope.ts';
import { isList, isObject, ownProperty, type Value } from '../expression/values/values.ts';
import { walk } from '../expression/walk.ts';
import { EnterFrame, ForFrame, type Frame, firstPath, type ItemFrame, RootFrame } from './scope.ts';

interface Place {
  readonly path: string;
  /** What `FOR` makes of a key of an object: `{key, value}`. */
  readonly isEntry?: true;
}

const dataPath = (frame: Frame, { levels, name, keys }: PathRead): string | undefined => {
  const from = (levels === 0 ? frame : frame.outer(levels)) as Frame | undefined;
  const place = from && placeOf(from, name);
  if (place === undefined) return undefined;
  if (place.isEntry === true && keys[0] === 'key') return undefined;
  const own = place.isEntry === true && keys[0] === 'value' ? keys.slice(1) : keys;
  return own.reduce<string>(joined, place.path);
};

/** Every one that an expression reads, each once, in its order. */
export const dataPaths = (frame: Frame, tree: Expression): readonly string[] => {
  const found = new Set<string>();
  walk(tree, (node, locals) => {
    if (node.type !== 'path' || locals.has(node.name)) return;
    const path = dataPath(frame, node);
    if (path !== undefined && path !== '') found.add(path);
  });
  return [...found];
};

const joined = (path: string, key: string | number): string => {
  const step = writePath([key]);
  return path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`;
};

const placeOf = (frame: Frame, name: string): Place | undefined => {
  if (frame instanceof RootFrame) return rootPlace(frame, name);
  if (frame instanceof ForFrame) {
    if (frame.isVariable(name)) return itemPlace(frame);
    return frame.loopName(name) === undefined ? placeOf(frame.parent, name) : undefined;
  }
  if (!(frame instanceof EnterFrame)) return undefined;
  if (name === 'this' || frame.isVariable(name)) return itemPlace(frame);
  if (frame.isIndexName(name) || frame.loopName(name) !== undefined) return undefined;
  const isOwn = isObject(frame.item) && ownProperty(frame.item, name) !== undefined;
  // What nobody has is missing where it was looked for first.
  if (!isOwn && frame.parent.lookup(name) !== undefined) return placeOf(frame.parent, name);
  const item = itemPlace(frame);
  return item && { path: joined(item.path, name) };
};

const rootPlace = (frame: RootFrame, name: string): Place | undefined => {
  if (frame.hasVariable(name)) return undefined;
  return { path: name === 'this' || name === '@root' ? '' : joined('', name) };
};

const itemPlace = (frame: ItemFrame): Place | undefined => {
  const { tree } = frame.source;
  const read = firstPath(tree);
  const list = read && dataPath(frame.parent, read);
  if (read === undefined || list === undefined) return undefined;
  if (!frame.isLoop) return { path: list };
  if (typeof frame.key === 'string')
    return { path: joined(list, frame.key), ...(frame instanceof ForFrame && { isEntry: true as const }) };
  const isWhole = tree.type === 'path' || tree.type === 'ambiguous';
  const index = isWhole ? frame.index : indexIn(valueAt(frame.parent, read), frame.item, frame.index);
  return { path: index === undefined ? `${list}[]` : `${list}[${index}]` };
};

const valueAt = (frame: Frame, { levels, name, keys }: PathRead): Value => {
  let value = (levels === 0 ? frame : frame.outer(levels))?.lookup(name);
  for (const key of keys) {
    if (isList(value)) value = value[Number(key)];
    else value = isObject(value) ? ownProperty(value, String(key)) : undefined;
  }
  return value;
};

/** Items of a list that was sorted or filtered are known by what they are: objects keep their identity. */
const PLACES = new WeakMap<object, ReadonlyMap<Value, number>>();

const indexIn = (list: Value, item: Value, index: number): number | undefined => {
  if (!isList(list)) return undefined;
  if (typeof item !== 'object' || item === null) return list[index] === item ? index : undefined;
  let places = PLACES.get(list);
  if (places === undefined) {
    places = new Map(list.map((one, at) => [one, at]));
    PLACES.set(list, places);
  }
  return places.get(item);
};
