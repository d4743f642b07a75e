/**
 * nextStop :: place in a line → the tab stop that a tab goes to (ECMA-376 §17.3.1.37, §17.15.1.25)
 *
 * Stops are measured from the margin, whatever the indent.
 */
import type { TabStop } from '../../wml/properties/paragraph-properties.ts';
import type { TabLeader } from './atoms.ts';

export interface Stops {
  readonly custom: readonly TabStop[];
  /** A hanging indent is a stop as well. */
  readonly hanging: number | undefined;
  readonly interval: number;
  /** Right edge of the text, from the margin. */
  readonly right: number;
}

export interface Stop {
  readonly position: number;
  readonly alignment: 'left' | 'center' | 'right' | 'decimal';
  readonly leader: TabLeader;
}

/** A stop this close is the place where the pen already is. */
const NEAR = 0.005;

export const nextStop = (stops: Stops, x: number): Stop => {
  let found: Stop | undefined;
  for (const stop of stops.custom) {
    if (stop.alignment === 'clear' || stop.alignment === 'bar' || stop.position <= x + NEAR) continue;
    if (found === undefined || stop.position < found.position)
      found = { position: stop.position, alignment: stop.alignment, leader: stop.leader };
  }
  const { hanging } = stops;
  if (hanging !== undefined && hanging > x + NEAR && (found === undefined || hanging < found.position))
    return { position: hanging, alignment: 'left', leader: 'none' };
  if (found !== undefined) return found;
  const interval = Math.max(1, stops.interval);
  return {
    position: (Math.floor((x + NEAR) / interval) + 1) * interval,
    alignment: 'left',
    leader: 'none',
  };
};
