/**
 * Names without data: what each name in a tag stands for, as the renderer's frames (runtime/scope.ts) would find it.
 *
 * Inside a section or `#each`, a bare name is the item's or, where the item lacks it, something further out; without
 * data that is a guess. The rule: it is the item's, unless it is known further out (a variable, or a name that a tag
 * out there reads) and nothing names it as the item's (`this.x`, `$item.x`, `| sum:"x"`, or a block that goes through
 * it: `{#lines}` in `{#orders}` are the order's lines, whoever else has lines). Then it is the outer one, and the item
 * may have one of its own. The template is gone through twice for that: first to learn which names are known
 * where, as if each were the item's, then with that knowledge.
 */

import type { Origin, Shape } from '../expression/references/references.ts';
import { either, made, propertyOf, UNKNOWN } from '../expression/shapes.ts';
import type { LoopOp } from '../program.ts';
import { type FieldNode, originsOf, ROOT } from './field-tree.ts';

/** What the body of a block says of the block's item. */
export interface BlockFacts {
  /** Bare names that it reads. */
  readonly names: Set<string>;
  /** It shows the item itself, or counts: only a list has that. */
  readsItem: boolean;
}

/** What the first walk has learnt; undefined during it. */
export interface Known {
  readonly root: FieldNode;
  readonly blocks: ReadonlyMap<LoopOp, BlockFacts>;
  /** The fields that the items of blocks are, once found. */
  readonly items: Map<Shape, readonly (FieldNode | undefined)[]>;
}

export interface StaticFrame {
  readonly parent: StaticFrame | undefined;
  /** Does the block enter its item, so that bare names are looked up there first? */
  readonly enters: boolean;
  readonly isLoop: boolean;
  readonly item: Shape;
  readonly variable?: string | undefined;
  readonly index?: string | undefined;
  readonly facts?: BlockFacts;
  /** `@key` is read: what is gone through may be an object. */
  readonly onKey?: () => void;
}

export const ROOT_FRAME: StaticFrame = { parent: undefined, enters: false, isLoop: false, item: ROOT };

const isNamed = (name: string, variable: string | undefined): boolean =>
  variable !== undefined && (name === variable || name === `$${variable}`);

/** The scope around so many entered items; conditions and FOR do not count. */
const outwards = (frame: StaticFrame, levels: number): StaticFrame | undefined => {
  let at: StaticFrame | undefined = frame;
  for (let left = levels; left > 0; left--) {
    while (at !== undefined && !at.enters) at = at.parent;
    // Only a block that enters its item can be left by `../`.
    if (at?.facts !== undefined) at.facts.readsItem = true;
    at = at?.parent;
  }
  return at;
};

const LOOP_NAMES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['$index', made('number')],
  ['$idx', made('number')],
  ['@index', made('number')],
  ['$number', made('number')],
  ['$length', made('number')],
  ['@first', made('boolean')],
  ['@last', made('boolean')],
  ['@key', made('text')],
]);

interface Names {
  /** Those of SET, which hold for the rest of the document. */
  readonly variables: ReadonlyMap<string, Shape>;
  readonly known: Known | undefined;
}

export const resolveName = (frame: StaticFrame, levels: number, name: string, names: Names): Shape => {
  const start = outwards(frame, levels);
  if (start === undefined) return UNKNOWN;
  if (name === '@root') return ROOT;
  const items: StaticFrame[] = [];
  let at: StaticFrame = start;
  for (; at.parent !== undefined; at = at.parent) {
    const found = ownName(at, name);
    if (found !== undefined) return found;
    if (!at.enters) continue;
    if (originsOf(at.item).length > 0) items.push(at);
    else {
      const own = propertyOf(at.item, name);
      if (own.type !== 'unknown') return own;
    }
  }
  if (name === 'this') return at.item;
  const variable = names.variables.get(name);
  if (variable !== undefined) return variable;
  if (name === '$now') return made('date');
  return fieldOf(name, items, names);
};

/** Whether the template itself has given the name to something. */
export const isVariable = (frame: StaticFrame, levels: number, name: string, names: Names): boolean => {
  if (levels === 0 && names.variables.has(name)) return true;
  for (let at: StaticFrame | undefined = levels === 0 ? frame : undefined; at !== undefined; at = at.parent)
    if (isNamed(name, at.variable) || isNamed(name, at.index)) return true;
  return false;
};

/** What the frame itself calls by that name. */
const ownName = (frame: StaticFrame, name: string): Shape | undefined => {
  if (isNamed(name, frame.variable)) return frame.item;
  if (frame.enters && isNamed(name, frame.index)) {
    if (frame.facts !== undefined) frame.facts.readsItem = true;
    return made('unknown');
  }
  if (frame.enters && name === 'this') {
    if (frame.facts !== undefined) frame.facts.readsItem = true;
    return frame.item;
  }
  const ofLoop = frame.isLoop ? LOOP_NAMES.get(name) : undefined;
  if (ofLoop === undefined) return undefined;
  if (frame.facts !== undefined) frame.facts.readsItem = true;
  if (name === '@key') frame.onKey?.();
  return ofLoop;
};

/** A field of one of the items that are entered, innermost first, or of the data. */
const fieldOf = (name: string, items: readonly StaticFrame[], names: Names): Shape => {
  const { known } = names;
  const [inner, ...outer] = items;
  if (inner === undefined) return propertyOf(ROOT, name);
  inner.facts?.names.add(name);
  const own = marked(propertyOf(inner.item, name), { bare: true });
  if (known === undefined || isItsOwn(inner.item, name, known)) return own;
  const knower = outer.findIndex(({ item }) => isKnown(item, name, known));
  if (knower < 0 && !isKnown(ROOT, name, known)) return own;
  // Out there it is whatever a tag out there would find.
  const found = fieldOf(name, knower < 0 ? [] : outer.slice(knower), names);
  const firm = firmOf(found);
  const likelier = firm.flatMap(originsOf)[0]?.path;
  if (likelier === undefined) return found;
  return either([...firm.map((one) => marked(one, { bare: true })), marked(own, { soft: likelier })]);
};

/** Between the item and the owner, further items might have one too; with blocks in blocks that would be many. */
const firmOf = (shape: Shape): readonly Shape[] => {
  if (shape.type === 'either') return shape.of.flatMap(firmOf);
  return shape.type === 'origin' && shape.origin.soft !== undefined ? [] : [shape];
};

const fieldsOf = (item: Shape, name: string, known: Known): (FieldNode | undefined)[] => {
  let fields = known.items.get(item);
  if (fields === undefined) {
    fields = originsOf(item).map((origin) => known.root.find(origin));
    known.items.set(item, fields);
  }
  return fields.map((field) => field?.names.get(name));
};

const isItsOwn = (item: Shape, name: string, known: Known): boolean =>
  fieldsOf(item, name, known).some((field) => field?.isExplicit === true || field?.isOperand === true);

const isKnown = (item: Shape, name: string, known: Known): boolean =>
  fieldsOf(item, name, known).some((field) => field !== undefined);

/** Whether a name that a block's body reads is known outside of the block. */
export const isKnownOutside = (
  frame: StaticFrame,
  name: string,
  known: Known,
  variables: ReadonlyMap<string, Shape>,
): boolean => {
  if (variables.has(name)) return true;
  for (let at: StaticFrame | undefined = frame; at !== undefined; at = at.parent) {
    if (isNamed(name, at.variable) || isNamed(name, at.index)) return true;
    if ((at.enters || at.parent === undefined) && isKnown(at.item, name, known)) return true;
  }
  return false;
};

const marked = (shape: Shape, marks: Pick<Origin, 'bare' | 'soft'>): Shape => {
  if (shape.type === 'origin') return { type: 'origin', origin: { ...shape.origin, ...marks } };
  return shape.type === 'either' ? either(shape.of.map((one) => marked(one, marks))) : shape;
};
