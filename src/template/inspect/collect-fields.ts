/** collectFields :: Program → FieldNode. Walks the operations as a render would, with shapes in place of values. */
import type { IfBranch, LoopOp, Op, PartProgram, Program, TagRef } from '../compile/program.ts';
import { type ReferenceKind, type References, references, type Shape } from '../expression/references.ts';
import { UNKNOWN } from '../expression/shapes.ts';
import type { Expression } from '../expression/tree.ts';
import { type FieldNode, fieldAt, newField, note } from './field-tree.ts';
import type { FieldUse } from './inspection.ts';
import { elementShape, resolverOf, rootFrame, type StaticFrame } from './static-scope.ts';

const CONTENT_KINDS: Readonly<Record<string, ReferenceKind>> = {
  image: 'image',
  link: 'link',
  html: 'html',
  markdown: 'markdown',
  qr: 'text',
  barcode: 'text',
};

export const collectFields = (program: Program): FieldNode => {
  const root = newField();
  const collector = new Collector(program, root);
  for (const part of program.parts) collector.part(part);
  return root;
};

class Collector {
  readonly #program: Program;
  readonly #root: FieldNode;
  readonly #variables = new Map<string, Shape>();

  constructor(program: Program, root: FieldNode) {
    this.#program = program;
    this.#root = root;
  }

  part(part: PartProgram): void {
    this.#ops(part.ops, rootFrame());
  }

  #ops(ops: readonly Op[], frame: StaticFrame): void {
    for (const op of ops) if (typeof op === 'object') this.#op(op, frame);
  }

  #op(op: Exclude<Op, string>, frame: StaticFrame): void {
    switch (op.op) {
      case 'value':
        this.#read(op.e, op.tag, frame, { kind: 'unknown', optional: false });
        return;
      case 'run':
        this.#read(op.e, op.tag, frame, { kind: 'unknown', optional: true });
        this.#assign(op.e, frame);
        return;
      case 'if':
        for (const branch of op.branches) this.#branch(branch, frame);
        this.#ops(op.otherwise ?? [], frame);
        return;
      case 'loop':
        this.#loop(op, frame);
        return;
      case 'content':
      case 'picture':
        this.#read(op.e, op.tag, frame, { kind: CONTENT_KINDS[op.kind] ?? 'unknown', optional: false });
        for (const option of op.options) {
          if (option.e !== undefined)
            this.#read(option.e, op.tag, frame, { kind: 'unknown', optional: true });
        }
        return;
      case 'lazy':
      case 'grid':
        this.#ops(op.open, frame);
        this.#ops(op.body, frame);
        return;
      case 'columns':
        for (const block of op.blocks) {
          this.#read(block.e, block.tag, frame, {
            kind: block.kind === 'loop' ? 'list' : 'boolean',
            optional: true,
          });
        }
        return;
      case 'note':
        for (const part of this.#program.parts) {
          if (part.notes !== undefined && (part.noteKind ?? 'footnote') === op.kind)
            this.#ops(part.notes[op.id] ?? [], frame);
        }
        return;
      case 'tape':
        // A fallback reads nothing of its own.
        if (op.mode === 'record') this.#ops(op.body, frame);
        return;
      default:
        if ('body' in op) this.#ops(op.body, frame);
    }
  }

  #branch({ e, tag, body }: IfBranch, frame: StaticFrame): void {
    this.#read(e, tag, frame, { kind: 'boolean', optional: true });
    this.#ops(body, frame);
  }

  #loop(op: LoopOp, frame: StaticFrame): void {
    const isSure = op.kind === 'for' || op.kind === 'each';
    const use = isSure
      ? { kind: 'list' as const, optional: false }
      : { kind: 'unknown' as const, optional: true };
    const { result } = this.#read(op.e, op.tag, frame, use);
    const names = { variable: op.variable, index: op.index };
    const element = elementShape(result);
    if (op.kind === 'each' && element.type === 'origin') fieldAt(this.#root, element.origin).isEntered = true;
    if (isSure) this.#ops(op.body, { parent: frame, enters: op.kind === 'each', item: element, ...names });
    else this.#section(op, result, frame);
    this.#ops(op.otherwise ?? [], frame);
  }

  /** `{#x}` and `{#with x}`: the names inside are the item's, or those further out where `x` is only a condition. */
  #section(op: LoopOp, result: Shape, frame: StaticFrame): void {
    const entered = result.type === 'origin' || result.type === 'list' || result.type === 'object';
    const item = result.type === 'list' ? elementShape(result) : result;
    if (result.type === 'origin' && op.kind === 'section')
      fieldAt(this.#root, result.origin).isSection = true;
    if (!entered) {
      this.#ops(op.body, frame);
      return;
    }
    this.#ops(op.body, { parent: frame, enters: true, item, variable: op.variable, index: op.index });
    if (item.type !== 'origin') return;
    fieldAt(this.#root, item.origin).isEntered = true;
    const around = enteredItem(frame);
    const outside = around.type === 'origin' ? fieldAt(this.#root, around.origin) : this.#root;
    for (const name of fieldAt(this.#root, item.origin).names.keys()) outside.shadows.add(name);
  }

  #assign(tree: Expression, frame: StaticFrame): void {
    if (tree.type === 'sequence') for (const statement of tree.statements) this.#assign(statement, frame);
    if (tree.type !== 'assign') return;
    const { result } = references(tree.value, resolverOf(frame, this.#variables));
    this.#variables.set(tree.name, result.type === 'origin' ? result : UNKNOWN);
  }

  #read(
    tree: Expression,
    tag: TagRef,
    frame: StaticFrame,
    use: { kind: ReferenceKind; optional: boolean },
  ): References {
    const found = references(tree, resolverOf(frame, this.#variables), use);
    const place = this.#use(tag);
    for (const { origin, kind, optional, examples } of found.reads) {
      note(fieldAt(this.#root, origin), { kind, optional, examples, use: place });
    }
    return found;
  }

  #use(tag: TagRef): FieldUse {
    const where = this.#program.tags[tag];
    return { part: where?.part ?? '', paragraph: where?.paragraph?.number, tag: where?.tag ?? '' };
  }
}

const enteredItem = (frame: StaticFrame): Shape => {
  let at = frame;
  while (!at.enters && at.parent !== undefined) at = at.parent;
  return at.parent === undefined
    ? { type: 'origin', origin: { levels: 0, name: '@root', path: [] } }
    : at.item;
};
