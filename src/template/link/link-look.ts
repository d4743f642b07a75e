/** Looks by data: evaluated where their tag stands, and marked in the output for whoever applies them. */
import { dataError } from '../../errors.ts';
import { inShort } from '../content/in-short.ts';
import { BYTES } from '../expression/values/memory.ts';
import { lookOf } from '../looks/look.ts';
import { END_MARK, type LookMark, LookMarks } from '../looks/look-marks.ts';
import type { Op, OptionOp } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type EvaluateIn, type LinkContext, linkTree } from './link-context.ts';

type LookOp = Extract<Op, { op: 'look' | 'look-end' | 'merge-cells' }>;
type TogetherOp = Extract<Op, { op: 'together' }>;

const MARKS = 'looks';

/** Those of the document that is being rendered. */
export const lookMarks = (state: RenderState): LookMarks => {
  const known = state.memo.get(MARKS) as LookMarks | undefined;
  if (known !== undefined) return known;
  const marks = new LookMarks();
  state.memo.set(MARKS, marks);
  return marks;
};

export const linkLook = (op: LookOp, context: LinkContext): Step => {
  if (op.op === 'look-end') return (state) => mark(state, '', () => END_MARK);
  const { tag, options } = op;
  const condition = conditionOf(options, context, tag);
  if (op.op === 'merge-cells') {
    const { direction } = op;
    const by = options.find(({ name }) => name === 'by')?.e;
    const key = by === undefined ? undefined : linkTree(by, 'condition', context, tag);
    return (state) => {
      state.tag = tag;
      if (!condition(state)) return;
      const value = key?.(state);
      if (key !== undefined && (value === undefined || value === null)) return;
      if (typeof value === 'object' && value !== null)
        throw dataError(`Cells cannot be compared by ${inShort(value)}.`, 'Compare a text or a number.');
      const text = key === undefined ? undefined : String(value);
      mark(state, `${direction} ${text === undefined ? '' : `=${text}`}`, () => ({
        type: 'merge',
        direction,
        ...(text !== undefined && { key: text }),
      }));
    };
  }
  const { unit } = op;
  const hasEnd = unit === 'text' || op.paired === true;
  const looks = options
    .filter(({ name }) => name !== 'if')
    .map(({ name, text, e }): [string, string | EvaluateIn] => [
      name,
      e === undefined ? (text ?? '') : linkTree(e, 'condition', context, tag),
    ]);
  return (state) => {
    state.tag = tag;
    const given: Record<string, unknown> = {};
    // What has an end is ended whether it says something or not.
    const isOn = condition(state);
    if (!isOn && !hasEnd) return;
    for (const [name, value] of isOn ? looks : [])
      given[name] = typeof value === 'string' ? value : value(state);
    mark(state, `${unit} ${hasEnd} ${JSON.stringify(given)}`, () => ({
      type: 'look',
      unit,
      hasEnd,
      look: lookOf(unit, given, state.program),
    }));
  };
};

export const linkTogether = (op: TogetherOp, context: LinkContext): Step => {
  const body = context.ops(op.body, context);
  return (state) => {
    mark(state, 'together', () => ({ type: 'together' }));
    body(state);
    mark(state, 'together-end', () => ({ type: 'together-end' }));
  };
};

const conditionOf = (
  options: readonly OptionOp[],
  context: LinkContext,
  tag: number,
): ((state: RenderState) => boolean) => {
  const tree = options.find(({ name }) => name === 'if')?.e;
  if (tree === undefined) return () => true;
  const evaluate = linkTree(tree, 'condition', context, tag);
  return (state) => Boolean(evaluate(state));
};

/** An element that waits for content is not brought to life by a mark. */
const mark = (state: RenderState, key: string, make: () => LookMark): void => {
  const marks = lookMarks(state);
  const before = marks.all.length;
  const markup = marks.add(key, make);
  if (marks.all.length > before) state.budget.memory(key.length + MARK_BYTES);
  if (state.isWaiting) state.wait((later) => later.write(markup), undefined);
  else state.write(markup);
};

/** Of what a mark is made of: a handful of Maps. */
const MARK_BYTES = 20 * BYTES.element;
