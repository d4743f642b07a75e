/** Region: what content is measured into, be it a column, a cell or a box. */
import type { TableLayer } from '../wml/cascade.ts';
import type { LineNumbering } from '../wml/properties/sections.ts';
import type { PageBox } from './boxes.ts';
import type { Color } from './display-list.ts';

export interface Region {
  readonly width: number;
  /** Pitch of the section's line grid where it acts; 0 else. */
  readonly grid: number;
  /** Formatting that a table's style gives to this cell. */
  readonly table: TableLayer | undefined;
  /** What text stands on, for automatic colour. */
  readonly ground: Color | undefined;
  /** Tables and boxes around. */
  readonly depth: number;
  readonly inCell: boolean;
  /** The page around, for what is as large as a share of it. Of a header or a footer, the page without it. */
  readonly page?: PageBox | undefined;
  /** Of a header: how far down the page it begins. */
  readonly top?: number;
  /** A cell of a table, where a decimal stop aligns numbers without a tab. */
  readonly isCell?: boolean;
  /** Of a section whose lines have numbers; what stands in cells, boxes and frames has none. */
  readonly lineNumbers?: LineNumbering | undefined;
}
