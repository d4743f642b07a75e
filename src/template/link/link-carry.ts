/** Sums over the rows of a page: what rows add to them is kept where they are written, the sums wait for the pages. */
import { dataError } from '../../errors.ts';
import { amountMark, sumMark } from '../carry/marks.ts';
import { CarryPlan } from '../carry/plan.ts';
import { inShort } from '../content/in-short.ts';
import { runText } from '../content/run-text.ts';
import { linkExpression } from '../expression/evaluate/link.ts';
import { withPipedInput } from '../expression/pipes.ts';
import type { PathExpression } from '../expression/tree.ts';
import { BYTES } from '../expression/values/memory.ts';
import { finite, toNumber } from '../expression/values/operators.ts';
import { textOf } from '../expression/values/text.ts';
import type { Op } from '../program.ts';
import { ForFrame, type FrameSource } from '../runtime/scope.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';

const PLAN = 'carry';

/** That of the document that is being rendered. */
export const carryPlan = (state: RenderState): CarryPlan => {
  const known = state.memo.get(PLAN) as CarryPlan | undefined;
  if (known !== undefined) return known;
  const plan = new CarryPlan();
  state.memo.set(PLAN, plan);
  return plan;
};

export const linkAmount = (op: Extract<Op, { op: 'amount' }>, context: LinkContext): Step => {
  const { tag, slot } = op;
  const evaluate = linkTree(op.e, 'value', context, tag);
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    // As for SUM, what is empty counts for nothing.
    if (value === undefined || value === null || value === '') return;
    const number = typeof value === 'number' || typeof value === 'string' ? toNumber(value) : undefined;
    if (number === undefined)
      throw dataError(`Rows are added up by numbers, but this one has ${inShort(value)}.`, 'Send a number.');
    const { amounts } = carryPlan(state);
    state.budget.memory(BYTES.object + 2 * BYTES.property);
    const markup = amountMark(amounts.push({ slot, value: number }) - 1);
    // A row or a table that waits for content is not brought to life by a mark.
    if (state.isWaiting) state.wait((later) => later.write(markup), undefined);
    else state.write(markup);
  };
};

/** No field can have this name. */
const SUM: PathExpression = { type: 'path', levels: 0, name: '#sum', keys: [], optional: false };
const SOURCE: FrameSource = { tree: SUM, variable: SUM.name, indexName: undefined };

export const linkPageSum = (op: Extract<Op, { op: 'page-sum' }>, context: LinkContext): Step => {
  const { tag, slot, of } = op;
  context.trees.set(tag, op.e);
  const evaluate = linkExpression(withPipedInput(op.e, SUM), 'value');
  return (state) => {
    // Loops go on with their frames, and SET with its variables.
    const scope = state.scope.asItIs();
    const text = (sum: number): string => {
      state.tag = tag;
      const frame = new ForFrame(scope, SOURCE);
      frame.item = finite(sum);
      return runText(textOf(evaluate(frame, state), state));
    };
    // What is wrong with its formatters is said while it is rendered.
    text(0);
    const { sums } = carryPlan(state);
    state.budget.memory(BYTES.function + BYTES.object);
    const later = (sum: number): string => {
      state.renewBudget();
      return text(sum);
    };
    state.write(sumMark(sums.push({ slot, of, text: later }) - 1));
  };
};
