/**
 * Where a section's text stands on the page: margins, columns, what headers and footers push away.
 */

import type { Section } from '../../wml/properties/sections.ts';
import type { ColumnBox, PageBox } from '../boxes.ts';
import type { Region } from '../region.ts';

/** Margins that leave nothing are kept apart by this much. */
const LEAST_WIDTH = 12;
const LEAST_HEIGHT = 24;

interface EdgeHeights {
  readonly header: number;
  readonly footer: number;
}

/** A header taller than its band pushes the body down, unless the margin is negative (§17.6.11). */
export const pageBox = (section: Section, edges: EdgeHeights, mirrored: boolean): PageBox => {
  const { margins, width, height } = section;
  const left = (mirrored ? margins.right : margins.left) + (mirrored ? 0 : margins.gutter);
  const right = width - (mirrored ? margins.left : margins.right) - (mirrored ? margins.gutter : 0);
  const header = edges.header === 0 ? 0 : margins.header + edges.header;
  const footer = edges.footer === 0 ? 0 : margins.footer + edges.footer;
  const top = margins.top < 0 ? -margins.top : Math.max(margins.top, header);
  const bottom = height - (margins.bottom < 0 ? -margins.bottom : Math.max(margins.bottom, footer));
  const fits = bottom - top >= LEAST_HEIGHT;
  return {
    width,
    height,
    left: Math.min(left, width - LEAST_WIDTH),
    right: Math.max(right, Math.min(left, width - LEAST_WIDTH) + LEAST_WIDTH),
    top: fits ? top : Math.min(top, height / 2),
    bottom: fits ? bottom : Math.min(height, Math.min(top, height / 2) + LEAST_HEIGHT * 2),
  };
};

export const columnBoxes = (section: Section, page: PageBox): readonly ColumnBox[] => {
  const columns = columnsFromLeft(section, page);
  if (!section.rightToLeft || columns.length < 2) return columns;
  return columns.map(({ x, width }) => ({ x: page.left + page.right - x - width, width }));
};

const columnsFromLeft = (section: Section, page: PageBox): readonly ColumnBox[] => {
  const { columns } = section;
  const width = page.right - page.left;
  if (columns.widths.length > 0) {
    let x = page.left;
    return columns.widths.map((column) => {
      const placed = { x, width: Math.max(LEAST_WIDTH, column.width) };
      x += column.width + column.space;
      return placed;
    });
  }
  const each = Math.max(LEAST_WIDTH, (width - columns.space * (columns.count - 1)) / columns.count);
  return Array.from({ length: columns.count }, (_, index) => ({
    x: page.left + index * (each + columns.space),
    width: each,
  }));
};

/** What blocks of a section are measured into; `last` where that says the same. */
export const textRegion = (
  { grid: lines, lineNumbers }: Section,
  column: ColumnBox | undefined,
  page: PageBox,
  last: Region | undefined,
): Region => {
  const width = column?.width ?? LEAST_WIDTH;
  const gridActs = lines.type === 'lines' || lines.type === 'linesAndChars' || lines.type === 'snapToChars';
  const grid = gridActs ? lines.linePitch : 0;
  const around = last?.page !== undefined && samePage(last.page, page) ? last.page : page;
  if (last?.width === width && last.grid === grid && last.lineNumbers === lineNumbers && last.page === around)
    return last;
  return {
    width,
    grid,
    table: undefined,
    ground: undefined,
    depth: 0,
    inCell: false,
    lineNumbers,
    page: around,
  };
};

const samePage = (a: PageBox, b: PageBox): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.left === b.left &&
  a.right === b.right &&
  a.top === b.top &&
  a.bottom === b.bottom;
