/** What painters of one chart share. */

import type { Chart } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Lettering } from './lettering.ts';

export interface Painting {
  readonly canvas: Canvas;
  readonly chart: Chart;
  readonly lettering: Lettering;
  /** Asked for each point: what takes too long is ended. */
  readonly tick: () => void;
  /** Of the plot, and of the chart. */
  readonly box: Box;
  readonly whole: Box;
}
