/** What a template reads, as a tree: objects have names, lists have one element that stands for all. */

import {
  EACH,
  type Example,
  type Origin,
  type Reference,
  type ReferenceKind,
  type Shape,
  type Test,
} from '../expression/references/references.ts';
import type { TagRef } from '../program.ts';
import type { FieldUse } from './inspection.ts';

/** The data itself; every path that is read begins here. */
export const ROOT: Shape = { type: 'origin', origin: { levels: 0, name: '@root', path: [] } };

/** A place that shows many values is one use; more places than this say nothing new. */
const MAX_USES = 100;
/** Each is tried against the others when sample data are made. */
const MAX_HINTS = 8;

export class FieldNode {
  readonly parent: FieldNode | undefined;
  /** Its name, or EACH. */
  readonly key: string;
  readonly names = new Map<string, FieldNode>();
  element: FieldNode | undefined;

  /** Every kind that some place takes it for. */
  readonly kinds = new Set<ReferenceKind>();
  /** Kinds whose methods are called on it. */
  readonly receives = new Set<ReferenceKind>();
  readonly tests: Test[] = [];
  readonly choices: Example[] = [];
  readonly uses: FieldUse[] = [];
  /** Fields whose values are keys of this object. */
  readonly keyFields = new Set<FieldNode>();
  /** Fields that this one has to equal somewhere. */
  readonly peers = new Set<FieldNode>();
  length = 0;
  /** Names of its object that will do for it, all of them together. */
  readonly instead: (readonly string[])[] = [];

  /** Missing where its object lacks it. */
  isRequired = false;
  /** Some place reads it here, and not only if it is not found elsewhere. */
  isFirm = false;
  /** Where it is likelier to be found: a path. */
  outer: readonly string[] | undefined;
  /** Named together with the object or item that it belongs to. */
  isExplicit = false;
  /** A block goes through it, or into it, by its bare name. */
  isOperand = false;
  /** `{#x}`: whatever it is, it may also be a condition. */
  isSection = false;
  /** Everything that it may be. */
  listed: readonly string[] | undefined;
  /** The state of a check box: nothing but true or false will do. */
  isChecked = false;
  /** Bare names inside a block are looked up here first, then further out. */
  isEntered = false;
  isMeasured = false;
  /** The first tag that shows all of it. */
  shownBy: TagRef | undefined;
  /** Asked whether something is in it: of a list, a text or an object. */
  isContainer = false;
  /** Gone through by `#each` or `FOR`, or with its keys: an object will do for a list. */
  isEach = false;
  isWalked = false;
  hasKeys = false;

  constructor(parent: FieldNode | undefined, key: string) {
    this.parent = parent;
    this.key = key;
  }

  step(key: string): FieldNode {
    if (key === EACH) {
      this.element ??= new FieldNode(this, EACH);
      return this.element;
    }
    let named = this.names.get(key);
    if (named === undefined) {
      named = new FieldNode(this, key);
      this.names.set(key, named);
    }
    return named;
  }

  /** The field at a path that is there already. */
  find({ path }: Origin): FieldNode | undefined {
    let at: FieldNode | undefined = this;
    for (const key of path) at = key === EACH ? at?.element : at?.names.get(key);
    return at;
  }

  at({ path, bare, soft }: Origin): FieldNode {
    let at: FieldNode = this;
    for (const key of path) {
      at = at.step(key);
      at.isExplicit ||= bare !== true;
      at.isFirm ||= soft === undefined;
    }
    if (soft !== undefined && path.length > 0) at.outer ??= soft;
    return at;
  }

  note(read: Reference, use: FieldUse): void {
    const { kind, isReceiver, tests, choices, length, instead } = read;
    this.kinds.add(kind);
    this.isMeasured ||= read.isMeasured;
    this.isContainer ||= read.isContainer;
    if (isReceiver) this.receives.add(kind);
    this.length = Math.max(this.length, length);
    for (const test of tests) {
      const isKnown = this.tests.some(({ op, value }) => op === test.op && value === test.value);
      if (!isKnown && this.tests.length < MAX_HINTS) this.tests.push(test);
    }
    this.choose(choices);
    if (this.uses.length === 0) this.instead.push(...instead);
    // A place that takes it for what it is leaves no choice.
    else if (instead.length === 0) this.instead.length = 0;
    const last = this.uses.at(-1);
    const isSame = last?.tag === use.tag && last.part === use.part && last.paragraph === use.paragraph;
    if (!isSame && this.uses.length < MAX_USES) this.uses.push(use);
  }

  /** It chooses from a list: by what is kept, or by what is shown. */
  list(items: readonly { readonly value: string; readonly text: string }[], isOpen: boolean): void {
    this.choose(items.map(({ value }) => value));
    if (!isOpen) this.listed ??= [...new Set(items.flatMap(({ value, text }) => [value, text]))];
  }

  choose(choices: readonly Example[]): void {
    for (const choice of choices)
      if (!this.choices.includes(choice) && this.choices.length < MAX_HINTS) this.choices.push(choice);
  }

  /** Its name in the singular where it stands for the elements of a list. */
  get label(): string {
    if (this.key !== EACH) return this.key;
    const list = this.parent?.label ?? '';
    return list.replace(/ies$/, 'y').replace(/(?<=(?:s|x|ch|sh))es$|(?<!s)s$/, '');
  }

  /** `items[].price` */
  get path(): string {
    const parent = this.parent?.path ?? '';
    if (this.parent === undefined) return '';
    if (this.key === EACH) return `${parent}[]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(this.key)) return `${parent}[${JSON.stringify(this.key)}]`;
    return parent === '' ? this.key : `${parent}.${this.key}`;
  }
}

/** All origins that a shape may come from. */
export const originsOf = (shape: Shape): readonly Origin[] =>
  shape.type === 'origin' ? [shape.origin] : shape.type === 'either' ? shape.of.flatMap(originsOf) : [];
