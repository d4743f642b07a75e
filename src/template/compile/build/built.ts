/** What building an item, an element or a block yields, before it is known what stands around it. */
import type { Op } from '../../program.ts';
import { NOTHING, SPACE, type Visibility } from './visibility.ts';

export interface Built {
  readonly visibility: Visibility;
  readonly ops: readonly Op[];
  /** What is left where the element around it goes: assignments, bookmarks. */
  readonly silent: readonly Op[];
  readonly block?: 'paragraph' | 'table';
  /** The same without the page or section break at its end, on the last turn of a loop. */
  readonly between?: readonly Op[];
  /** Nothing but a page or section break. */
  readonly isBreak?: boolean;
  /** It may follow a paragraph that was left open, and goes on in it. */
  readonly enters?: boolean;
  /** It may write nothing, and leave such a paragraph to what follows. */
  readonly passes?: boolean;
  /** It may leave a paragraph open. */
  readonly leaves?: boolean;
}

export const NOTHING_BUILT: Built = { visibility: NOTHING, ops: [], silent: [] };

export const visibilityOfAll = (items: readonly Built[]): Visibility => {
  let visibility: Visibility = NOTHING;
  for (const item of items) if (item.visibility > visibility) visibility = item.visibility;
  return visibility;
};

export const silentOf = (items: readonly Built[]): Op[] => items.flatMap((item) => item.silent);

export const silentOnly = (items: readonly Built[]): Built => {
  const ops = silentOf(items);
  return { visibility: NOTHING, ops, silent: ops };
};

export const SETTLE: Op = { op: 'settle' };

/** Ends a paragraph that was left open before whatever does not go on in it. */
const settled = (
  items: readonly Built[],
  staysOpen: boolean,
  write: (item: Built, ops: Op[]) => void,
): Op[] => {
  const ops: Op[] = [];
  let isOpen = false;
  for (const item of items) {
    const isNothing = item.visibility === NOTHING;
    if (isOpen && !isNothing && item.enters !== true) {
      ops.push(SETTLE);
      isOpen = false;
    }
    write(item, ops);
    isOpen = item.leaves === true || (isOpen && (isNothing || item.passes === true));
  }
  if (isOpen && !staysOpen) ops.push(SETTLE);
  return ops;
};

const inOrder = (item: Built, ops: Op[]): void => {
  if (item.block === 'table') ops.push({ op: 'gap' });
  for (const op of item.ops) ops.push(op);
  if (item.block !== undefined) ops.push({ op: 'tail', tail: item.block });
};

/** Items one after the other, with marks of what stands last where the container wants to know. */
export const sequence = (items: readonly Built[]): Op[] => settled(items, false, inOrder);

/** The same for the body of a block, whose last paragraph may go on behind it. */
export const bodySequence = (items: readonly Built[]): Op[] => settled(items, true, inOrder);

/** Inside a lazy element: white space waits for something to stand beside. */
export const softly = (items: readonly Built[]): Op[] =>
  settled(items, false, (item, ops) => {
    if (item.visibility === SPACE) ops.push({ op: 'soft', body: item.ops });
    else for (const op of item.ops) ops.push(op);
  });

/** The same questions about several items, one after the other. */
export const flowOf = (
  items: readonly Built[],
): { readonly enters: boolean; readonly passes: boolean; readonly leaves: boolean } => {
  let [enters, passes, leaves] = [true, true, false];
  for (const item of items) {
    const isNothing = item.visibility === NOTHING;
    if (passes && !isNothing && item.enters !== true) enters = false;
    const carries = isNothing || item.passes === true;
    leaves = item.leaves === true || (leaves && carries);
    passes &&= carries;
  }
  return { enters, passes, leaves };
};
