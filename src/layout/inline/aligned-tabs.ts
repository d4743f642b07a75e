/**
 * Tabs other than left ones shrink as the text that they align grows: the room for one is known only when the next begins
 * or the line ends.
 */
import type { Atom } from './atoms.ts';
import type { PlacedAtom } from './lines.ts';
import type { Stop } from './tabs.ts';

export interface Pending {
  /** Index in the line's atoms of the tab that is still to be settled. */
  readonly index: number;
  readonly start: number;
  readonly stop: Stop;
  /** Width after the tab, and up to its decimal point. */
  content: number;
  beforePoint: number | undefined;
}

/** How much of an aligned tab is used up by the text behind it, the next atom included. */
const tabWidth = (pending: Pending, content: number, beforePoint: number | undefined): number => {
  const room = pending.stop.position - pending.start;
  const { alignment } = pending.stop;
  if (alignment === 'center') return Math.max(0, room - content / 2);
  if (alignment === 'decimal') return Math.max(0, room - (beforePoint ?? content));
  return Math.max(0, room - content);
};

export const pendingWidth = (pending: Pending, atom: Atom): number =>
  tabWidth(pending, pending.content + atom.width, pointIn(pending, atom));

const pointIn = (pending: Pending, atom: Atom): number | undefined => {
  if (pending.beforePoint !== undefined || atom.kind !== 'word') return pending.beforePoint;
  const point = atom.text.search(/[.,](?=\d*\D*$)/);
  if (point < 0) return undefined;
  return pending.content + atom.format.measureWord(atom.text.slice(0, point)).width;
};

export const growPending = (pending: Pending, atom: Atom): void => {
  pending.beforePoint = pointIn(pending, atom);
  pending.content += atom.width;
};

/** Gives the tab its width and moves what stands behind it. */
export const settleTab = (atoms: PlacedAtom[], pending: Pending, x: number): number => {
  let ink = 0;
  for (let index = pending.index + 1; index < atoms.length; index++) {
    const placed = atoms[index];
    if (placed !== undefined && placed.atom.kind !== 'space') ink = placed.x + placed.width - pending.start;
  }
  const width = tabWidth(pending, ink, pending.beforePoint);
  const tab = atoms[pending.index];
  if (tab !== undefined) atoms[pending.index] = { ...tab, width };
  for (let index = pending.index + 1; index < atoms.length; index++) {
    const placed = atoms[index];
    if (placed !== undefined) atoms[index] = { ...placed, x: placed.x + width };
  }
  return x + width;
};
