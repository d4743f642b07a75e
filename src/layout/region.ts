/** Region: what content is measured into, be it a column, a cell or a box. */
import type { TableLayer } from '../wml/cascade.ts';
import type { LineNumbering } from '../wml/properties/sections.ts';
import type { PageBox } from './boxes.ts';
import type { Color } from './display-list.ts';

export interface Region {
  /** Points that lines may take. */
  readonly width: number;
  /** Pitch of the section's line grid where it acts; 0 else. */
  readonly grid: number;
  /** Formatting that a table's style gives to the cell; undefined outside of tables. */
  readonly table: TableLayer | undefined;
  /** What text stands on, for automatic colour. */
  readonly ground: Color | undefined;
  /** How many tables and boxes are around. */
  readonly depth: number;
  /** In a cell or a box, where tables do not float and lines are not numbered. */
  readonly inCell: boolean;
  /** The page around, for what is as large as a share of it; to a header or a footer, the page as if it had none. */
  readonly page?: PageBox | undefined;
  /** How far down the page a header begins; absent elsewhere. */
  readonly top?: number;
  /** Itself a cell of a table, where a decimal stop aligns numbers without a tab. */
  readonly isCell?: boolean;
  /** How the section numbers its lines; absent in cells, boxes and frames, whose lines have no numbers. */
  readonly lineNumbers?: LineNumbering | undefined;
}
