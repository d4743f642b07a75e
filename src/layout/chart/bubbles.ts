/** Bubbles: how large they are (ECMA-376 §21.2.2.19 and 20). */

import type { ChartGroup } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';

/** The largest one's diameter, as a share of the plot's shorter side [M]. */
const LARGEST = 0.2634;

export const largestSize = ({ series }: ChartGroup): number => {
  let most = 0;
  for (const { sizes } of series)
    for (const size of sizes?.values ?? [])
      if (size !== undefined && Math.abs(size) > most) most = Math.abs(size);
  return most;
};

/** Of the largest. */
export const bubbleRadius = ({ bubbleScale }: ChartGroup, box: Box): number =>
  (Math.min(box.width, box.height) * LARGEST * bubbleScale) / 2;

export const radiusOf = (size: number, largest: number, group: ChartGroup, box: Box): number => {
  if (!(largest > 0) || size <= 0) return 0;
  const share = size / largest;
  return bubbleRadius(group, box) * (group.sizeIs === 'area' ? Math.sqrt(share) : share);
};
