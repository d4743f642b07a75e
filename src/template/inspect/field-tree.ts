/** What a template reads, as a tree: objects have names, lists have one element that stands for all. */
import { EACH, type Example, type Origin, type ReferenceKind } from '../expression/references.ts';
import { strongerKind } from '../expression/shapes.ts';
import type { FieldUse } from './inspection.ts';

export interface FieldNode {
  kind: ReferenceKind;
  optional: boolean;
  /** `{#x}`: a list, an object or a condition; the template alone does not say which. */
  isSection: boolean;
  /** Bare names inside a block are looked up here first, then further out. */
  isEntered: boolean;
  readonly names: Map<string, FieldNode>;
  element: FieldNode | undefined;
  readonly examples: Example[];
  readonly uses: FieldUse[];
  /** Names that sections inside look for in their item first and here next. */
  readonly shadows: Set<string>;
}

export const newField = (): FieldNode => ({
  kind: 'unknown',
  optional: true,
  isSection: false,
  isEntered: false,
  names: new Map(),
  element: undefined,
  examples: [],
  uses: [],
  shadows: new Set(),
});

/** Names of the data itself, under which a path may be written. */
const ROOT_NAMES: ReadonlySet<string> = new Set(['this', '@root']);

export const fieldAt = (root: FieldNode, origin: Origin): FieldNode => {
  const steps = ROOT_NAMES.has(origin.name) ? origin.path : [origin.name, ...origin.path];
  let field = root;
  for (const step of steps) {
    if (step === EACH) {
      field.element ??= newField();
      field = field.element;
    } else {
      let next = field.names.get(step);
      if (next === undefined) {
        next = newField();
        field.names.set(step, next);
      }
      field = next;
    }
  }
  return field;
};

/** A place that shows many values is one use; more places than this say nothing new. */
const MAX_USES = 50;
const MAX_EXAMPLES = 5;

export interface Noted {
  readonly kind: ReferenceKind;
  readonly optional: boolean;
  readonly examples: readonly Example[];
  readonly use: FieldUse;
}

export const note = (field: FieldNode, { kind, optional, examples, use }: Noted): void => {
  field.kind = strongerKind(field.kind, kind);
  field.optional &&= optional;
  for (const example of examples) {
    if (field.examples.length < MAX_EXAMPLES && !field.examples.includes(example))
      field.examples.push(example);
  }
  const last = field.uses.at(-1);
  const isSame = last?.tag === use.tag && last.part === use.part && last.paragraph === use.paragraph;
  if (!isSame && field.uses.length < MAX_USES) field.uses.push(use);
};

/** The kind that a field turns out to have, with everything that is read of it. */
export const kindOf = (field: FieldNode): ReferenceKind => {
  if (field.element !== undefined || field.kind === 'list') return 'list';
  // A section that shows its item, or names of it, is taken for a list.
  if (field.isSection && (field.names.size > 0 || !field.optional)) return 'list';
  if (field.names.size > 0 && field.kind !== 'image' && field.kind !== 'link') return 'object';
  if (field.isSection) return 'boolean';
  return field.kind;
};

/** An object must be there where anything in it must. */
export const isRequired = (field: FieldNode): boolean => {
  if (!field.optional) return true;
  if (field.isSection || field.element !== undefined || field.uses.length > 0) return false;
  for (const inner of field.names.values()) if (isRequired(inner)) return true;
  return false;
};
