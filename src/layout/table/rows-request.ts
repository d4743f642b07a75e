/** What the rows of a table are measured with. */
import type { LayoutContext } from '../context.ts';
import type { Region } from '../region.ts';
import type { TableLines } from './cell-borders.ts';
import type { TableGrid } from './grid.ts';

export interface RowsRequest {
  readonly grid: TableGrid;
  readonly widths: readonly number[];
  readonly lines: TableLines;
  readonly context: LayoutContext;
  readonly region: Region;
}
