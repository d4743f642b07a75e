/** collectFields :: Program → FieldNode. Walks the operations as a render would, with shapes in place of values. */

import { withPipedInput } from '../expression/pipes.ts';
import {
  type References,
  type ResultUse,
  references,
  type Shape,
} from '../expression/references/references.ts';
import { elementOf } from '../expression/shapes.ts';
import type { Expression } from '../expression/tree.ts';
import type { IfBranch, LoopOp, Op, PartProgram, Program, TagRef } from '../program.ts';
import { Certainty } from './certainty.ts';
import { contentUse, noteContent, noteOption } from './content-fields.ts';
import { FieldNode, originsOf } from './field-tree.ts';
import { finishFields } from './finish-fields.ts';
import type { FieldUse } from './inspection.ts';
import { lookUse, noteLook } from './look-fields.ts';
import { sectionKind } from './section-kind.ts';
import {
  type BlockFacts,
  isVariable,
  type Known,
  ROOT_FRAME,
  resolveName,
  type StaticFrame,
} from './static-scope.ts';

export const collectFields = (program: Program): FieldNode => {
  const first = new Collector(program, undefined);
  first.run();
  if (first.blocks.size === 0) return finishFields(first.root);
  const second = new Collector(program, {
    root: first.root,
    blocks: first.blocks,
    items: new Map(),
  });
  second.run();
  return finishFields(second.root);
};

interface Place {
  readonly frame: StaticFrame;
  readonly certainty: Certainty;
}

/** Variables that are made of each other would be made of everything. */
const MAX_MADE_OF = 100;

const SHOWN: ResultUse = { kind: 'text', optional: false };
const ASKED: ResultUse = { kind: 'boolean', optional: true };
/** Of cells that are compared. */
const KEY: ResultUse = { kind: 'text', optional: true };

class Collector {
  readonly root = new FieldNode(undefined, '');
  /** Blocks that enter their items. */
  readonly blocks = new Map<LoopOp, BlockFacts>();
  readonly #program: Program;
  readonly #known: Known | undefined;
  readonly #variables = new Map<string, Shape>();
  /** What each variable of SET was made of. */
  readonly #madeOf: FieldNode[][] = [];

  constructor(program: Program, known: Known | undefined) {
    this.#program = program;
    this.#known = known;
  }

  run(): void {
    const place: Place = { frame: ROOT_FRAME, certainty: new Certainty([this.root]) };
    for (const part of this.#program.parts) this.#part(part, place);
  }

  #part(part: PartProgram, place: Place): void {
    this.#ops(part.ops, place);
  }

  #ops(ops: readonly Op[] | undefined, place: Place): void {
    for (const op of ops ?? []) if (typeof op === 'object') this.#op(op, place);
  }

  #op(op: Exclude<Op, string>, place: Place): void {
    switch (op.op) {
      case 'value': {
        const { result } = this.#read(op.e, op.tag, place, SHOWN);
        if (op.e.type === 'path')
          for (const origin of originsOf(result)) this.root.at(origin).shownBy ??= op.tag;
        return;
      }
      case 'run':
        this.#run(op.e, op.tag, place);
        return;
      case 'if':
        this.#if(op.branches, op.otherwise, place);
        return;
      case 'loop':
        this.#loop(op, place);
        return;
      case 'content':
      case 'picture': {
        const { result } = this.#read(op.e, op.tag, place, contentUse(op.kind));
        noteContent(op, result, this.root);
        for (const option of op.options) {
          if (option.e === undefined) continue;
          const read = this.#read(option.e, op.tag, place, { kind: 'text', optional: true });
          noteOption(op.kind, option.name, read.result, this.root);
        }
        return;
      }
      case 'amount':
        this.#read(op.e, op.tag, place, { kind: 'number', optional: true });
        return;
      case 'page-sum':
        // What is added up is read where its rows are.
        this.#read(withPipedInput(op.e, { type: 'literal', value: 0 }), op.tag, place, SHOWN);
        return;
      case 'together':
        this.#ops(op.body, place);
        return;
      case 'look':
      case 'merge-cells': {
        for (const { name, e } of op.options) {
          if (e === undefined) continue;
          const use = op.op === 'look' ? lookUse(op.unit, name) : name === 'if' ? ASKED : KEY;
          const { result } = this.#read(e, op.tag, place, use);
          if (op.op === 'look') noteLook(op.unit, name, result, this.root, this.#program.styles);
        }
        return;
      }
      case 'include':
        if (op.e !== undefined) this.#read(op.e, op.tag, place, { kind: 'text', optional: true });
        if (op.with !== undefined) this.#read(op.with, op.tag, place, { kind: 'object', optional: true });
        return;
      case 'chart':
        this.#ops(op.source, place);
        for (const { e } of op.options) if (e !== undefined) this.#read(e, op.tag, place, KEY);
        if (op.rows !== undefined) this.#ops([op.rows], place);
        this.#ops(op.cells?.ops, place);
        if (op.e !== undefined) {
          const { result } = this.#read(op.e, op.tag, place, { kind: 'unknown', optional: false });
          for (const origin of originsOf(result)) this.root.at(origin).kinds.add('object');
        }
        return;
      case 'sheet-row':
        for (const { e, ops, tag = -1, isNumber } of op.cells) {
          if (e !== undefined)
            this.#read(e, tag, place, isNumber === true ? { kind: 'number', optional: true } : SHOWN);
          this.#ops(ops, place);
        }
        return;
      case 'point':
        if (op.label !== undefined)
          this.#read(op.label, op.tag, place, op.isPoint ? { kind: 'number', optional: false } : SHOWN);
        for (const e of [...op.values, ...(op.size === undefined ? [] : [op.size])])
          this.#read(e, op.tag, place, { kind: 'number', optional: true });
        return;
      case 'choice': {
        const { result } = this.#read(op.e, op.tag, place, SHOWN);
        for (const origin of originsOf(result)) this.root.at(origin).list(op.items, op.isOpen === true);
        return;
      }
      case 'check': {
        const { result } = this.#read(op.e, op.tag, place, { kind: 'boolean', optional: false });
        for (const origin of originsOf(result)) this.root.at(origin).isChecked = true;
        return;
      }
      case 'target': {
        // The address begins with the value, so the value has to begin like an address.
        const first = op.body.find((one) => one !== '');
        if (typeof first === 'object' && first.op === 'value') {
          this.#read(first.e, first.tag, place, { kind: 'link', optional: false });
        }
        this.#ops(op.body, place);
        return;
      }
      case 'lazy':
      case 'grid':
      case 'join':
        this.#ops(op.open, place);
        this.#ops(op.body, place);
        if (op.op === 'lazy') this.#ops(op.close, place);
        return;
      case 'columns':
      case 'widest':
        this.#ops(op.body, place);
        return;
      case 'note':
        // A note is rendered where it is referenced.
        for (const { notes, noteKind = 'footnote' } of this.#program.parts)
          if (noteKind === op.kind) this.#ops(notes?.[op.id], place);
        return;
      case 'tape':
        // A fallback reads nothing of its own.
        if (op.mode === 'record') this.#ops(op.body, place);
        return;
      default:
        if ('body' in op) this.#ops(op.body, place);
    }
  }

  #if(branches: readonly IfBranch[], otherwise: readonly Op[] | undefined, place: Place): void {
    const taken: Certainty[] = [];
    for (const { e, tag, negated, body } of branches) {
      const tree: Expression = negated === true ? { type: 'unary', op: '!', operand: e } : e;
      this.#read(tree, tag, place, ASKED);
      const certainty = place.certainty.when(negated === true ? [] : this.#askedBy(e, place.frame));
      this.#ops(body, { ...place, certainty });
      taken.push(certainty);
    }
    if (otherwise === undefined) return;
    const certainty = place.certainty.when([]);
    this.#ops(otherwise, { ...place, certainty });
    place.certainty.oneOf([...taken, certainty]);
  }

  /** Fields that are there where the condition holds. */
  #askedBy(tree: Expression, frame: StaticFrame): FieldNode[] {
    if (tree.type === 'logical' && tree.op === '&&') {
      return [...this.#askedBy(tree.left, frame), ...this.#askedBy(tree.right, frame)];
    }
    const isNone = tree.type === 'unary' || tree.type === 'logical' || tree.type === 'conditional';
    if (isNone || (tree.type === 'binary' && tree.op.startsWith('!') && !isNothing(tree.right))) return [];
    return this.#references(tree, frame, ASKED).reads.map(({ origin }) => this.root.at(origin));
  }

  #loop(op: LoopOp, place: Place): void {
    const isSure = op.kind === 'for' || op.kind === 'each';
    const use: ResultUse = isSure ? { kind: 'list', optional: false } : ASKED;
    const { result } = this.#read(op.e, op.tag, place, use, true);
    const fields = originsOf(result).map((origin) => this.root.at(origin));
    if (isSure) {
      for (const field of fields) {
        if (op.kind === 'each') field.isEach = true;
        else field.isWalked = true;
      }
      this.#enter(op, elementOf(result), fields, place);
    } else this.#section(op, result, fields, place);
    if (op.otherwise !== undefined) {
      this.#ops(op.otherwise, { ...place, certainty: place.certainty.when([]) });
    }
  }

  #section(op: LoopOp, result: Shape, fields: readonly FieldNode[], place: Place): void {
    const kind = sectionKind(op, result, {
      frame: place.frame,
      known: this.#known,
      variables: this.#variables,
    });
    for (const field of fields) {
      field.isSection = true;
      if (kind === 'list' && this.#known !== undefined) field.kinds.add('list');
      if (op.kind === 'with') field.kinds.add('object');
    }
    if (kind === 'list') this.#enter(op, elementOf(result), fields, place);
    else if (kind === 'object') this.#enter(op, result, undefined, place);
    else this.#ops(op.body, { ...place, certainty: place.certainty.when(fields) });
  }

  /** `lists` are those that the block goes through; undefined where it enters one object. */
  #enter(op: LoopOp, item: Shape, lists: readonly FieldNode[] | undefined, place: Place): void {
    const facts: BlockFacts = this.blocks.get(op) ?? { names: new Set(), readsItem: false };
    const enters = op.kind !== 'for';
    if (enters) this.blocks.set(op, facts);
    const frame: StaticFrame = {
      parent: place.frame,
      enters,
      isLoop: lists !== undefined,
      item,
      variable: op.variable,
      index: op.index,
      facts,
      onKey: () => {
        for (const list of lists ?? []) list.hasKeys ||= op.kind === 'each';
      },
    };
    const items = originsOf(item).map((origin) => this.root.at(origin));
    for (const entered of enters ? items : []) entered.isEntered = true;
    this.#ops(op.body, { frame, certainty: place.certainty.with(items) });
  }

  /** SET and EXEC: what is missing is missed where the variable is shown. */
  #run(tree: Expression, tag: TagRef, place: Place): void {
    this.#read(tree, tag, place, { kind: 'unknown', optional: true });
    this.#assign(tree, place.frame);
  }

  #assign(tree: Expression, frame: StaticFrame): void {
    if (tree.type === 'sequence') for (const statement of tree.statements) this.#assign(statement, frame);
    if (tree.type !== 'assign') return;
    const { result, reads, variables } = this.#references(tree.value, frame, SHOWN);
    const needed = reads.filter(({ optional, origin }) => !optional && origin.soft === undefined);
    const madeOf = [
      ...needed.map(({ origin }) => this.root.at(origin)),
      ...variables.flatMap((variable) => this.#madeOf[variable] ?? []),
    ];
    const isOfTemplate = result.type === 'made' || result.type === 'unknown';
    const shape: Shape = isOfTemplate
      ? {
          type: 'made',
          kind: result.type === 'made' ? result.kind : 'unknown',
          variable: this.#madeOf.push([...new Set(madeOf)].slice(0, MAX_MADE_OF)) - 1,
        }
      : result;
    this.#variables.set(tree.name, shape);
  }

  #references(tree: Expression, frame: StaticFrame, use: ResultUse): References {
    const names = { variables: this.#variables, known: this.#known };
    return references(
      tree,
      (levels, name) => resolveName(frame, levels, name, names),
      use,
      (levels, name) => isVariable(frame, levels, name, names),
    );
  }

  #read(tree: Expression, tag: TagRef, place: Place, use: ResultUse, isOperand = false): References {
    const found = this.#references(tree, place.frame, use);
    const operand = tree.type === 'ambiguous' ? tree.path : tree;
    if (isOperand && operand.type === 'path' && operand.keys.length === 0) {
      for (const origin of originsOf(found.result)) this.root.at(origin).isOperand = true;
    }
    const where = this.#use(tag);
    for (const read of found.reads) {
      const field = this.root.at(read.origin);
      field.note(read, where);
      if (!read.optional && read.origin.soft === undefined) place.certainty.need(field);
      for (const key of read.keys.flatMap(originsOf)) field.keyFields.add(this.root.at(key));
      for (const peer of read.peers.flatMap(originsOf)) field.peers.add(this.root.at(peer));
    }
    for (const variable of found.variables)
      for (const field of this.#madeOf[variable] ?? []) place.certainty.need(field);
    return found;
  }

  #use(tag: TagRef): FieldUse {
    const where = this.#program.tags[tag];
    return { part: where?.part ?? '', paragraph: where?.paragraph?.number, tag: where?.tag ?? '' };
  }
}

const isNothing = (tree: Expression): boolean =>
  tree.type === 'missing' || (tree.type === 'literal' && (tree.value === null || tree.value === ''));
