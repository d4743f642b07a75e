/** Region: what content is measured into, be it a column, a cell or a box. */
import type { TableLayer } from '../wml/cascade.ts';
import type { LineNumbering } from '../wml/sections.ts';
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
  /** Of the page around a header or a footer, which is known before it is made: how wide it is, and where the text begins. */
  readonly page?: { readonly width: number; readonly left: number };
  /** A cell of a table, where a decimal stop aligns numbers without a tab. */
  readonly isCell?: boolean;
  /** Of a section whose lines have numbers; what stands in cells, boxes and frames has none. */
  readonly lineNumbers?: LineNumbering | undefined;
}
