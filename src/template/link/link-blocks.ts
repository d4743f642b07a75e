/** Conditions and loops. */
import { PlatenError } from '../../errors.ts';
import { BYTES } from '../expression/values/memory.ts';
import { deciding } from '../expression/values/operators.ts';
import { describeKind, isList, isObject, type Value } from '../expression/values/values.ts';
import type { Op } from '../program.ts';
import { EnterFrame, ForFrame, type FrameSource } from '../runtime/scope.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import { namesIncluded } from './link-include.ts';

type IfOp = Extract<Op, { op: 'if' }>;
type LoopOp = Extract<Op, { op: 'loop' }>;

export const linkIf = (op: IfOp, context: LinkContext): Step => {
  const branches = op.branches.map(({ e, truth, negated, is, tag, body }) => {
    // `IF !items` asks the list itself.
    const isNot = e.type === 'unary' && e.op === '!';
    return {
      evaluate: linkTree(isNot ? e.operand : e, 'condition', context, tag),
      truth,
      is,
      wanted: (negated !== true) !== isNot,
      tag,
      body: context.ops(body, context),
    };
  });
  const otherwise = op.otherwise === undefined ? undefined : context.ops(op.otherwise, context);
  return (state) => {
    for (const branch of branches) {
      state.tag = branch.tag;
      if (branch.is !== undefined) {
        if (!namesIncluded(branch.is, branch.evaluate(state), state)) continue;
        branch.body(state);
        return;
      }
      const value = deciding(branch.evaluate(state), state);
      // JavaScript's truth, which docx-templates follows; nobody else expects it.
      if (branch.truth === 'js' && isList(value) && value.length === 0)
        state.doubt(
          () =>
            'met an empty list, which counts as true: ask for its length, as in `items.length`, or write `#if` for IF.',
        );
      if (isTrue(value, branch.truth) === branch.wanted) {
        branch.body(state);
        return;
      }
    }
    otherwise?.(state);
  };
};

interface Linked {
  readonly op: LoopOp;
  readonly source: FrameSource;
  readonly body: Step;
  readonly otherwise: Step | undefined;
}

export const linkLoop = (op: LoopOp, context: LinkContext): Step => {
  // A section may be a condition, whose operand does not count as missing.
  const position = op.kind === 'for' || op.kind === 'each' ? 'value' : 'condition';
  const evaluate = linkTree(op.e, position, context, op.tag);
  const linked: Linked = {
    op,
    source: { tree: op.e, variable: op.variable, indexName: op.index },
    body: context.ops(op.body, { ...context, isRepeated: true }),
    otherwise: op.otherwise === undefined ? undefined : context.ops(op.otherwise, context),
  };
  const run = op.kind === 'for' ? runFor : op.kind === 'each' ? runEach : runSection;
  return (state) => {
    state.tag = op.tag;
    run(state, linked, evaluate(state));
  };
};

/** Lists, objects (as `{key, value}`), and whole numbers, which count from 1. */
const runFor = (state: RenderState, linked: Linked, value: Value): void => {
  if (isList(value)) turns(state, linked, value, undefined, ForFrame);
  else if (value === undefined || value === null) linked.otherwise?.(state);
  else if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    state.budget.list(value);
    turns(
      state,
      linked,
      Array.from({ length: value }, (_, index) => index + 1),
      undefined,
      ForFrame,
    );
  } else if (isObject(value)) {
    const keys = Object.keys(value);
    state.budget.list(keys.length);
    state.budget.memory(keys.length * BYTES.small);
    turns(
      state,
      linked,
      keys.map((key) => ({ key, value: value[key] })),
      keys,
      ForFrame,
    );
  } else throw notAList(value);
};

/** As FOR, but the item is entered, and of an object the item is the value. */
const runEach = (state: RenderState, linked: Linked, value: Value): void => {
  if (isList(value)) turns(state, linked, value, undefined, EnterFrame);
  else if (value === undefined || value === null) linked.otherwise?.(state);
  else if (isObject(value)) {
    const keys = Object.keys(value);
    state.budget.list(keys.length);
    turns(
      state,
      linked,
      keys.map((key) => value[key]),
      keys,
      EnterFrame,
    );
  } else throw notAList(value);
};

/** A loop over a list, an entered object, else a condition. */
const runSection = (state: RenderState, linked: Linked, value: Value): void => {
  if (isList(value) && linked.op.kind === 'section') {
    turns(state, linked, value, undefined, EnterFrame);
    return;
  }
  if (!isTrue(deciding(value, state), 'loose')) {
    linked.otherwise?.(state);
    return;
  }
  const { scope: outer, isLastTurn } = state;
  if (isObject(value) || linked.op.kind === 'with') {
    const frame = new EnterFrame(outer, linked.source);
    frame.isLoop = false;
    frame.item = value;
    state.scope = frame;
  }
  state.isLastTurn = true;
  linked.body(state);
  state.scope = outer;
  state.isLastTurn = isLastTurn;
};

const turns = (
  state: RenderState,
  { op, source, body, otherwise }: Linked,
  items: readonly Value[],
  keys: readonly string[] | undefined,
  FrameType: typeof ForFrame | typeof EnterFrame,
): void => {
  const { length } = items;
  if (length === 0) {
    otherwise?.(state);
    return;
  }
  const { scope: outer, isLastTurn, budget } = state;
  const frame = new FrameType(outer, source);
  const { restarts } = op;
  frame.length = length;
  state.scope = frame;
  for (let index = 0; index < length; index++) {
    budget.turn();
    frame.index = index;
    frame.item = items[index];
    if (keys !== undefined) frame.key = keys[index];
    state.isLastTurn = index === length - 1;
    if (restarts !== undefined) restartLists(state, restarts);
    body(state);
  }
  state.scope = outer;
  state.isLastTurn = isLastTurn;
};

/** The first turn may count with the template's own instance; each later one gets a new one. */
const restartLists = (state: RenderState, lists: readonly number[]): void => {
  for (const list of lists) {
    const info = state.program.lists[list];
    if (info === undefined) continue;
    state.lists[list] =
      state.lists[list] === undefined && info.reuse ? info.numId : state.additions.restart(list);
  }
};

const notAList = (value: Value): PlatenError =>
  new PlatenError('data_invalid', `A loop needs a list, but the value is ${describeKind(value)}.`, {
    hint: 'Send a list, or use IF where you mean a condition.',
  });

/** Outside of `IF`, an empty list is nothing. */
const isTrue = (value: Value, truth: 'js' | 'loose'): boolean =>
  truth === 'loose' && isList(value) ? value.length > 0 : Boolean(value);
