/**
 * Names at render time: a chain of frames from the innermost block to the data.
 *
 * `FOR` binds its variable and nothing else; sections and `#each` enter their item, whose own names come first. A
 * frame lives for a whole loop and is changed on each turn, so that a turn makes no garbage.
 */

import type { Expression } from '../expression/tree.ts';
import type { PathRead, Scope } from '../expression/values/scope.ts';
import { isObject, ownProperty, type Value, type ValueObject } from '../expression/values/values.ts';

export interface Frame extends Scope {
  readonly parent: Frame | undefined;
  assign(name: string, value: Value, lacking?: PathRead | string): void;
  /** How the data reaches the names here, for reports: `items[]`. */
  label(): string;
  /** The label of a name that is looked up from here. */
  labelOf(name: string): string;
  /** For whoever asks later, when loops have gone on. */
  asItIs(): Frame;
}

export class RootFrame implements Frame {
  readonly parent = undefined;
  readonly #data: ValueObject;
  readonly #variables = new Map<string, Value>();
  /** What of the data a variable could not be made of. */
  readonly #lacking = new Map<string, string>();

  constructor(data: ValueObject) {
    this.#data = data;
  }

  asItIs(): Frame {
    const frame = new RootFrame(this.#data);
    for (const [name, value] of this.#variables) frame.#variables.set(name, value);
    for (const [name, label] of this.#lacking) frame.#lacking.set(name, label);
    return frame;
  }

  lookup(name: string): Value {
    if (this.#variables.size > 0 && this.#variables.has(name)) return this.#variables.get(name);
    if (name === 'this' || name === '@root') return this.#data;
    return ownProperty(this.#data, name);
  }

  hasVariable(name: string): boolean {
    return this.#variables.has(name);
  }

  ask(find: (object: ValueObject) => Value): Value {
    return find(this.#data);
  }

  assign(name: string, value: Value, lacking?: PathRead | string): void {
    this.#variables.set(name, value);
    const label = typeof lacking === 'object' ? labelOfPath(this, lacking) : lacking;
    if (label !== undefined) this.#lacking.set(name, label);
    else if (this.#lacking.size > 0) this.#lacking.delete(name);
  }

  outer(levels: number): Scope | undefined {
    return levels === 0 ? this : undefined;
  }

  label(): string {
    return '';
  }

  labelOf(name: string): string {
    return name === 'this' || name === '@root' ? '' : (this.#lacking.get(name) ?? name);
  }
}

/** Where a frame's item comes from. */
export interface FrameSource {
  readonly tree: Expression;
  readonly variable: string | undefined;
  readonly indexName: string | undefined;
}

export abstract class ItemFrame implements Frame {
  readonly parent: Frame;
  readonly source: FrameSource;
  item: Value = undefined;
  index = 0;
  length = 0;
  key: Value = undefined;
  isLoop = true;
  readonly #dollar: string | undefined;
  readonly #dollarIndex: string | undefined;

  constructor(parent: Frame, source: FrameSource) {
    this.parent = parent;
    this.source = source;
    this.#dollar = source.variable === undefined ? undefined : `$${source.variable}`;
    this.#dollarIndex = source.indexName === undefined ? undefined : `$${source.indexName}`;
  }

  abstract lookup(name: string): Value;
  abstract ask(find: (object: ValueObject) => Value): Value;
  abstract outer(levels: number): Scope | undefined;
  abstract labelOf(name: string): string;
  protected abstract another(parent: Frame): ItemFrame;

  isVariable(name: string): boolean {
    return this.source.variable !== undefined && (name === this.#dollar || name === this.source.variable);
  }

  isIndexName(name: string): boolean {
    return (
      this.source.indexName !== undefined && (name === this.#dollarIndex || name === this.source.indexName)
    );
  }

  /** The loop's own names; undefined for any other. */
  loopName(name: string): Value {
    if (!this.isLoop) return undefined;
    switch (name) {
      case '$index':
      case '$idx':
      case '@index':
        return this.index;
      case '$number':
        return this.index + 1;
      case '@first':
        return this.index === 0;
      case '@last':
        return this.index === this.length - 1;
      case '@key':
        return this.key ?? this.index;
      case '$length':
        return this.length;
      default:
        return undefined;
    }
  }

  assign(name: string, value: Value, lacking?: PathRead | string): void {
    if (this.isVariable(name)) this.item = value;
    // Where it is lacking is said from here: further out, the names of the loops mean nothing.
    else this.parent.assign(name, value, typeof lacking === 'object' ? labelOfPath(this, lacking) : lacking);
  }

  asItIs(): Frame {
    const frame = this.another(this.parent.asItIs());
    frame.item = this.item;
    frame.index = this.index;
    frame.length = this.length;
    frame.key = this.key;
    frame.isLoop = this.isLoop;
    return frame;
  }

  label(): string {
    const list = labelOfTree(this.source.tree, this.parent);
    return this.isLoop ? `${list}[]` : list;
  }
}

const SIGIL_AT = 64;
const SIGIL_DOLLAR = 36;

export class ForFrame extends ItemFrame {
  protected another(parent: Frame): ItemFrame {
    return new ForFrame(parent, this.source);
  }

  lookup(name: string): Value {
    if (this.isVariable(name)) return this.item;
    const first = name.charCodeAt(0);
    if (first === SIGIL_AT || first === SIGIL_DOLLAR) {
      const own = this.loopName(name);
      if (own !== undefined) return own;
    }
    return this.parent.lookup(name);
  }

  ask(find: (object: ValueObject) => Value): Value {
    return this.parent.ask(find);
  }

  outer(levels: number): Scope | undefined {
    return levels === 0 ? this : this.parent.outer(levels);
  }

  labelOf(name: string): string {
    return this.isVariable(name) ? this.label() : this.parent.labelOf(name);
  }
}

export class EnterFrame extends ItemFrame {
  /** Whether an item has names is asked once a turn, not once a name. */
  #known: Value = undefined;
  #fields: ValueObject | undefined;
  readonly #hasNames = this.source.variable !== undefined || this.source.indexName !== undefined;

  protected another(parent: Frame): ItemFrame {
    return new EnterFrame(parent, this.source);
  }

  lookup(name: string): Value {
    if (this.#hasNames) {
      if (this.isVariable(name)) return this.item;
      if (this.isIndexName(name)) return this.key ?? this.index;
    }
    if (name === 'this') return this.item;
    const first = name.charCodeAt(0);
    if (first === SIGIL_AT || first === SIGIL_DOLLAR) {
      const own = this.loopName(name);
      if (own !== undefined) return own;
    }
    // An item's own null is an answer; only what it does not have is looked for further out.
    if (this.item !== this.#known) {
      this.#known = this.item;
      this.#fields = isObject(this.item) ? this.item : undefined;
    }
    const fields = this.#fields;
    const own = fields === undefined ? undefined : ownProperty(fields, name);
    return own === undefined ? this.parent.lookup(name) : own;
  }

  ask(find: (object: ValueObject) => Value): Value {
    const own = isObject(this.item) ? find(this.item) : undefined;
    return own === undefined ? this.parent.ask(find) : own;
  }

  outer(levels: number): Scope | undefined {
    if (levels === 0) return this;
    return levels === 1 ? this.parent : this.parent.outer(levels - 1);
  }

  labelOf(name: string): string {
    const label = this.label();
    if (name === 'this' || this.isVariable(name)) return label;
    return label === '' ? name : `${label}.${name}`;
  }
}

const keysOf = (keys: readonly (string | number)[]): string =>
  keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');

/** `items[].sku`: where in the data a path leads that was read from this frame. */
export const labelOfPath = (frame: Scope, path: PathRead): string => {
  const from = (path.levels === 0 ? frame : frame.outer(path.levels)) as Frame | undefined;
  if (from === undefined) return path.name + keysOf(path.keys);
  const name = from.labelOf(path.name);
  return (name + keysOf(path.keys)).replace(/^\./, '');
};

/** A name without a word on whose name it is. */
export const isBare = ({ levels, keys }: PathRead): boolean => levels === 0 && keys.length === 0;

/** The label of the list that an expression yields: that of the first path in it. */
const labelOfTree = (tree: Expression, frame: Frame): string => {
  const path = firstPath(tree);
  return path === undefined ? '' : labelOfPath(frame, path);
};

export const firstPath = (tree: Expression): PathRead | undefined => {
  switch (tree.type) {
    case 'path':
      return tree;
    case 'ambiguous':
      return tree.path;
    case 'access':
    case 'method':
      return firstPath(tree.object);
    case 'pipe':
      return firstPath(tree.input);
    case 'logical':
      return firstPath(tree.left);
    case 'conditional':
      return firstPath(tree.then);
    default:
      return undefined;
  }
};
