/** withOrigin :: operation, what it was linked to → the same, and what it writes says which tag it came from */
import { ORIGIN_END, originStart } from '../../ooxml/origin-marks.ts';
import type { Op, TagRef } from '../program.ts';
import type { Step } from '../runtime/state.ts';

export const withOrigin = (op: Op, step: Step): Step => {
  if (typeof op === 'string') return step;
  if (isText(op)) {
    const { tag } = op;
    const isSum = op.op === 'page-sum';
    return (state) => {
      const id = isSum ? state.origins?.ofSum(tag) : state.origins?.of(state, tag);
      if (id === undefined) {
        step(state);
        return;
      }
      state.write(originStart(id));
      step(state);
      state.write(ORIGIN_END);
    };
  }
  const tags = tagsOf(op);
  if (tags.length === 0) return step;
  // It shows nothing by itself, but the map says that it was reached, and with which data.
  return (state) => {
    for (const tag of tags) state.origins?.of(state, tag);
    step(state);
  };
};

/** What stands inside `w:t`. */
const isText = (op: Exclude<Op, string>): op is Extract<Op, { op: 'value' | 'choice' | 'page-sum' }> =>
  op.op === 'page-sum' ||
  (op.op === 'value' && op.as === undefined) ||
  (op.op === 'choice' && op.write === 'text');

const tagsOf = (op: Exclude<Op, string>): readonly TagRef[] => {
  if (op.op === 'if') return op.branches.map(({ tag }) => tag);
  // What a row adds to a sum is no place of the sum's tag.
  if (op.op === 'amount') return [];
  return 'tag' in op ? [op.tag] : [];
};
