/**
 * Legends: their entries, where they stand, and what is left of the chart
 *
 * The distances are those of Word's own PDFs [M], in heights of a line where they grow with it.
 */

import type { Chart, ChartGroup, ChartLegend, ChartSeries } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { Canvas } from '../draw/canvas.ts';
import { rectangle } from '../draw/canvas.ts';
import type { Block, Font, Lettering } from './lettering.ts';
import { circle, markerOf, paintMarker } from './markers.ts';
import { isStacked } from './ranges.ts';
import {
  isVaried,
  lineColor,
  lineOf,
  paintLook,
  paintPath,
  pointLook,
  rounded,
  seriesLine,
  stroke,
} from './style.ts';

interface Entry {
  readonly text: string;
  /** Width of what stands before the text, in heights of a line. */
  readonly key: number;
  readonly paint: (canvas: Canvas, box: Box, font: Font) => void;
}

const BOX = 0.45;
const LINE = 1.6;
const KEY_GAP = 0.205;
/** Points that a line of a key stands out by at both ends. */
const KEY_OUT = 0.22;
/** Points between the lines of a legend, whatever their size [M]. */
const ROW_GAP = 5.88;
/** From the chart's edge to text on the right, and below. */
const EDGE_X = 9.97;
const EDGE_Y = 8.9;
/** From the keys of a legend to where the plot's own margin begins. */
const AWAY_X = 4.88;
const AWAY_Y = 2.5;
/** Entries beside each other: so much of a line's height, and so much of their mean width. */
const BETWEEN = 0.21;
const BETWEEN_MEAN = 0.16;
/** Entries in a row stand a little to the right of the middle. */
const SHIFT = 1.9;
/** The widest that a legend beside the plot grows. */
const WIDEST = 0.4;
/** And the highest that one below it grows with air between its rows. */
const HIGHEST = 0.35;
/** A legend of more is cut: no chart has room for it. */
const MOST_ENTRIES = 500;

interface PlacedLegend {
  /** What is left of the chart. */
  readonly area: Box;
  readonly paint: (canvas: Canvas) => void;
}

export const placeLegend = (
  chart: Chart,
  legend: ChartLegend,
  lettering: Lettering,
  whole: Box,
  area: Box,
): PlacedLegend => {
  const font = lettering.font(legend.text.font);
  const upright = legend.position !== 'b' && legend.position !== 't';
  const entries = entriesOf(chart, upright)
    .filter((_, index) => !legend.deleted.has(index))
    .slice(0, MOST_ENTRIES);
  if (entries.length === 0) return { area, paint: () => {} };
  const manual = manualBox(legend, whole);
  const laid = upright
    ? column(entries, legend, { lettering, font, whole, area, manual })
    : rows(entries, legend, { lettering, font, whole, area, manual });
  return {
    area: legend.overlay ? area : laid.area,
    paint: (canvas) => {
      if (laid.frame !== undefined) paintLook(canvas, legend.look, rectangle(laid.frame), laid.frame);
      for (const { entry, block, x, y } of laid.placed) {
        const middle = y + font.height / 2;
        entry.paint(
          canvas,
          { x, y: middle - font.height / 2, width: entry.key * font.height, height: font.height },
          font,
        );
        lettering.paint(canvas, block, x + (entry.key + KEY_GAP) * font.height, y, 'left');
      }
    },
  };
};

interface Placing {
  readonly lettering: Lettering;
  readonly font: Font;
  readonly whole: Box;
  readonly area: Box;
  readonly manual: Box | undefined;
}

interface Laid {
  readonly area: Box;
  readonly frame: Box | undefined;
  readonly placed: readonly {
    readonly entry: Entry;
    readonly block: Block;
    readonly x: number;
    readonly y: number;
  }[];
}

const manualBox = ({ layout }: ChartLegend, whole: Box): Box | undefined =>
  layout?.x === undefined ||
  layout.y === undefined ||
  layout.width === undefined ||
  layout.height === undefined
    ? undefined
    : {
        x: whole.x + layout.x * whole.width,
        y: whole.y + layout.y * whole.height,
        width: Math.max(0, layout.width * whole.width),
        height: Math.max(0, layout.height * whole.height),
      };

/** One below the other, at the left or the right. */
const column = (
  entries: readonly Entry[],
  { position }: ChartLegend,
  { lettering, font, whole, area, manual }: Placing,
): Laid => {
  const key = Math.max(...entries.map((entry) => entry.key)) + KEY_GAP;
  const room =
    manual === undefined
      ? whole.width * WIDEST - key * font.height
      : manual.width - (key + 0.5) * font.height;
  const blocks = entries.map((entry) => lettering.block(entry.text, font, Math.max(font.height * 2, room)));
  const width = Math.max(...blocks.map((block) => block.width)) + key * font.height;
  const space = manual?.height ?? area.height - 2 * EDGE_Y;
  const lines = blocks.reduce((sum, block) => sum + block.height, 0);
  const spare = (space - lines) / entries.length;
  const gap = Math.max(0, manual === undefined ? Math.min(ROW_GAP, spare) : spare);
  const height = lines + gap * entries.length;
  const left = position === 'l';
  const x =
    manual === undefined
      ? left
        ? whole.x + EDGE_X + 2
        : whole.x + whole.width - EDGE_X - width
      : manual.x + font.height * 0.35;
  const top =
    manual !== undefined
      ? manual.y
      : position === 'tr'
        ? area.y + EDGE_Y
        : // The middle of the chart, whatever its title takes, unless there is no room for that.
          Math.min(
            Math.max(whole.y + (whole.height - height) / 2, area.y),
            Math.max(area.y, area.y + area.height - height),
          );
  let y = top + gap / 2;
  const placed = [];
  for (const [index, block] of blocks.entries()) {
    const entry = entries[index];
    // What has no room is left away.
    if (entry === undefined || y + block.height > whole.y + whole.height) break;
    placed.push({ entry, block, x, y });
    y += block.height + gap;
  }
  const taken = left ? x + width + AWAY_X - area.x : area.x + area.width - x + AWAY_X;
  return {
    area: left
      ? { ...area, x: area.x + taken, width: Math.max(1, area.width - taken) }
      : { ...area, width: Math.max(1, area.width - taken) },
    frame: manual ?? { x: x - 4, y: top, width: width + 8, height },
    placed,
  };
};

/** Beside each other above or below; in columns where they need more than one row. */
const rows = (
  entries: readonly Entry[],
  { position }: ChartLegend,
  { lettering, font, whole, area, manual }: Placing,
): Laid => {
  const keyed = (entry: Entry): number => (entry.key + KEY_GAP) * font.height;
  const room = manual?.width ?? whole.width - 2 * EDGE_X;
  const blocks = entries.map((entry) =>
    lettering.block(entry.text, font, Math.max(font.height * 2, room - keyed(entry))),
  );
  const widths = entries.map((entry, index) => keyed(entry) + (blocks[index]?.width ?? 0));
  const sum = widths.reduce((total, width) => total + width, 0);
  const usual = BETWEEN * font.height + (BETWEEN_MEAN * sum) / entries.length;
  // In a box of the document's they move together before they need another row.
  const spare = (room - sum) / entries.length;
  const gap = manual !== undefined && spare >= 0 ? Math.min(usual, spare) : usual;
  const total = sum + gap * (entries.length - 1);
  const widest = Math.max(...widths) + gap;
  const perRow = total <= room ? entries.length : Math.max(1, Math.floor((room + gap) / widest));
  const rowCount = Math.ceil(entries.length / perRow);
  const rowHeight = Math.max(font.height, ...blocks.map((block) => block.height));
  // Many rows move together before they take the plot's place.
  const pitch = Math.max(rowHeight, Math.min(rowHeight + ROW_GAP, (whole.height * HIGHEST) / rowCount));
  const height = rowHeight + pitch * (rowCount - 1);
  const used = perRow === entries.length ? total : widest * perRow - gap;
  const start = (manual ?? whole).x + ((manual ?? whole).width - used) / 2 + SHIFT;
  const top =
    manual !== undefined
      ? manual.y + Math.max(0, (manual.height - height) / 2)
      : position === 't'
        ? area.y + EDGE_Y
        : whole.y + whole.height - EDGE_Y - height;
  let x = start;
  const placed = blocks.flatMap((block, index) => {
    const entry = entries[index];
    if (entry === undefined) return [];
    if (perRow < entries.length) x = start + (index % perRow) * widest;
    const here = { entry, block, x, y: top + Math.floor(index / perRow) * pitch };
    x += (widths[index] ?? 0) + gap;
    return [here];
  });
  const taken = position === 't' ? top + height + AWAY_Y - area.y : area.y + area.height - (top - AWAY_Y);
  const left = Math.max(1, area.height - Math.max(0, taken));
  return {
    area:
      position === 't'
        ? { ...area, y: area.y + area.height - left, height: left }
        : { ...area, height: left },
    frame: manual ?? { x: start - 5, y: top - 2, width: used + 10, height: height + 4 },
    placed,
  };
};

/** Areas behind bars behind lines behind points. */
const ORDER: Readonly<Record<string, number>> = { area: 0, bar: 1, line: 2, scatter: 3 };

const entriesOf = (chart: Chart, upright: boolean): readonly Entry[] => {
  const groups = chart.groups.toSorted((a, b) => (ORDER[a.kind] ?? 4) - (ORDER[b.kind] ?? 4));
  const entries = groups.flatMap((group): readonly Entry[] => {
    const [first] = group.series;
    if (isVaried(group) && first !== undefined) return pointEntries(chart, group, first);
    const own = group.series.map((series) => seriesEntry(chart, group, series));
    // As they stand in the plot: the uppermost first.
    const bars = group.kind === 'bar' && group.horizontal && !isStacked(group);
    const stack =
      upright && isStacked(group) && (group.kind === 'area' || (group.kind === 'bar' && !group.horizontal));
    return bars || stack ? own.reverse() : own;
  });
  const trends = groups.flatMap((group) =>
    group.series.flatMap((series) => trendEntries(chart, group, series)),
  );
  return [...entries, ...trends];
};

const pointEntries = (chart: Chart, group: ChartGroup, series: ChartSeries): readonly Entry[] => {
  const { categories, values } = series;
  const count = Math.min(MOST_ENTRIES, Math.max(categories?.count ?? 0, values.values.length));
  return Array.from({ length: count }, (_, index) => ({
    text: categories?.levels[0]?.[index] ?? numbered(categories?.numbers?.values[index]) ?? String(index + 1),
    key: BOX,
    paint: (canvas, box, font) => paintBox(canvas, box, font, pointLook(chart, group, series, index)),
  }));
};

const numbered = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const nameOf = (series: ChartSeries): string => series.name ?? `Series${series.index + 1}`;

const seriesEntry = (chart: Chart, group: ChartGroup, series: ChartSeries): Entry => {
  const text = nameOf(series);
  const lines =
    group.kind === 'line' || group.kind === 'scatter' || (group.kind === 'radar' && !group.filled);
  if (!lines)
    return {
      text,
      key: BOX,
      paint: (canvas, box, font) => {
        const look = pointLook(chart, group, series, undefined);
        if (group.kind !== 'bubble') paintBox(canvas, box, font, look);
        else
          paintPath(
            canvas,
            circle(box.x + box.width / 2, box.y + box.height / 2, (BOX * font.height) / 2),
            look.fill,
            look.line,
            box,
          );
      },
    };
  const line =
    group.kind === 'scatter' && !group.lines
      ? undefined
      : lineOf(series.look.line, lineColor(chart, group, series), seriesLine(chart));
  return {
    text,
    key: line === undefined ? BOX : LINE,
    paint: (canvas, box, font) => {
      const middle = box.y + box.height / 2;
      stroke(
        canvas,
        [
          ['M', box.x - KEY_OUT, middle],
          ['L', box.x + box.width + KEY_OUT, middle],
        ],
        rounded(line),
      );
      const marker = markerOf(chart, group, series);
      if (marker !== undefined)
        paintMarker(
          canvas,
          { ...marker, size: Math.min(marker.size, font.height * 0.52) },
          box.x + box.width / 2,
          middle,
        );
    },
  };
};

const TREND_NAMES: Readonly<Record<string, string>> = {
  linear: 'Linear',
  exp: 'Expon.',
  log: 'Log.',
  power: 'Power',
  poly: 'Poly.',
};

const trendEntries = (chart: Chart, group: ChartGroup, series: ChartSeries): readonly Entry[] =>
  series.trendlines.map((trend) => ({
    text: trend.name ?? `${TREND_NAMES[trend.type] ?? `${trend.period} per. Mov. Avg.`} (${nameOf(series)})`,
    key: LINE,
    paint: (canvas, box) => {
      const middle = box.y + box.height / 2;
      const line = lineOf(trend.line, lineColor(chart, group, series), 1.5);
      stroke(
        canvas,
        [
          ['M', box.x, middle],
          ['L', box.x + box.width, middle],
        ],
        line,
      );
    },
  }));

const paintBox = (
  canvas: Canvas,
  box: Box,
  font: Font,
  { fill, line }: ReturnType<typeof pointLook>,
): void => {
  const size = BOX * font.height;
  const square = { x: box.x, y: box.y + (box.height - size) / 2, width: size, height: size };
  paintPath(canvas, rectangle(square), fill, line, square);
};
