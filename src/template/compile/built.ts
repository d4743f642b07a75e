/** What building an atom, an element or a block yields, before it is known what stands around it. */
import type { Op } from './program.ts';
import { NOTHING, SPACE, type Status } from './status.ts';

export interface Built {
  readonly status: Status;
  readonly ops: readonly Op[];
  /** What is left where the element around it goes: assignments, bookmarks. */
  readonly silent: readonly Op[];
  readonly block?: 'paragraph' | 'table';
  /** The same without the page or section break at its end, on the last turn of a loop. */
  readonly between?: readonly Op[];
  /** Nothing but a page or section break. */
  readonly isBreak?: boolean;
}

export const NOTHING_BUILT: Built = { status: NOTHING, ops: [], silent: [] };

export const statusOfAll = (items: readonly Built[]): Status => {
  let status: Status = NOTHING;
  for (const item of items) if (item.status > status) status = item.status;
  return status;
};

export const silentOf = (items: readonly Built[]): Op[] => items.flatMap((item) => item.silent);

export const silentOnly = (items: readonly Built[]): Built => {
  const ops = silentOf(items);
  return { status: NOTHING, ops, silent: ops };
};

/** Items one after the other, with marks of what stands last where the container wants to know. */
export const sequence = (items: readonly Built[]): Op[] => {
  const ops: Op[] = [];
  for (const item of items) {
    if (item.block === 'table') ops.push({ op: 'gap' });
    for (const op of item.ops) ops.push(op);
    if (item.block !== undefined) ops.push({ op: 'tail', tail: item.block });
  }
  return ops;
};

/** Inside a lazy element: white space waits for something to stand beside. */
export const softly = (items: readonly Built[]): Op[] =>
  items.flatMap((item): readonly Op[] =>
    item.status === SPACE ? [{ op: 'soft', body: item.ops }] : item.ops,
  );
