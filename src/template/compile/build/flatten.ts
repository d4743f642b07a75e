/** flatten :: Op[] → Op[]. Neighbouring literals become one, and marks that nothing can read are dropped. */
import type { Op } from '../../program.ts';

export const flatten = (ops: readonly Op[]): Op[] => {
  const out: Op[] = [];
  let text = '';
  /** The tail that is known to hold here, and that has not been written to `out` yet. */
  let pending: Extract<Op, { op: 'tail' }> | undefined;
  let known: string | undefined;
  const flush = (): void => {
    if (text !== '') out.push(text);
    text = '';
    if (pending !== undefined) out.push(pending);
    pending = undefined;
  };
  for (const op of ops) {
    if (typeof op === 'string') text += op;
    else if (op.op === 'tail') {
      pending = op;
      known = op.tail;
    } else if (op.op === 'gap') {
      if (known === 'paragraph' || known === 'none') continue;
      flush();
      out.push(op);
    } else if (op.op === 'value' || op.op === 'id') {
      if (text !== '') out.push(text);
      text = '';
      out.push(op);
    } else {
      flush();
      known = undefined;
      out.push(op);
    }
  }
  flush();
  return out;
};

/** The operations without any memory of what stood last: for containers in which nothing depends on it. */
export const withoutTails = (ops: readonly Op[]): Op[] =>
  flatten(ops.filter((op) => typeof op === 'string' || (op.op !== 'tail' && op.op !== 'gap')));
