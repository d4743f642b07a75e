/**
 * paintLines, paintAreas, paintScatter, paintBubbles: what is drawn from point to point
 */
import type { ChartGroup, ChartSeries } from '../../wml/chart/model.ts';
import type { PathCommand } from '../display-list.ts';
import { rectangle } from '../draw/canvas.ts';
import { largestSize, radiusOf } from './bubbles.ts';
import { Labels } from './data-labels.ts';
import { circle, markerOf, markerPath, paintMarker } from './markers.ts';
import { floorShare, sharePlace } from './paint-bars.ts';
import { paintErrorBars } from './paint-errors.ts';
import { paintTrends } from './paint-trends.ts';
import type { Painting } from './painting.ts';
import { type Plane, pointAt } from './plot.ts';
import { isStacked, scatterPoints, stackOf } from './ranges.ts';
import { shareOf } from './scale.ts';
import { lineColor, lineOf, paintPath, pointLook, rounded, seriesLine, stroke, THIN } from './style.ts';

type Place = readonly [x: number, y: number];

interface Spot {
  readonly index: number;
  readonly place: Place;
  readonly value: number;
}

/** A series' points, in stretches that a line goes through. */
type Stretches = readonly (readonly Spot[])[];

export const paintLines = (painting: Painting, plane: Plane): void => {
  const { chart, box } = painting;
  const { group, second } = plane;
  const { scale } = second.view;
  if (scale === undefined) return;
  const spans = stackOf(group, chart.blanks);
  const all = group.series.map((series, number): Stretches => {
    const stretches: Spot[][] = [[]];
    for (const [index, span] of (spans[number] ?? []).entries()) {
      if (span === undefined) {
        if (chart.blanks !== 'span' && stretches.at(-1)?.length !== 0) stretches.push([]);
        continue;
      }
      const value = series.values.values[index] ?? 0;
      const place = pointAt(plane, sharePlace(plane, number, index), shareOf(scale, span.to), box);
      stretches.at(-1)?.push({ index, place, value });
    }
    return stretches;
  });
  paintBetween(painting, plane, all);
  within(painting, plane, () => {
    for (const [number, series] of group.series.entries()) {
      const stretches = all[number] ?? [];
      const line = lineOf(series.look.line, lineColor(chart, group, series), seriesLine(chart));
      for (const stretch of stretches)
        stroke(painting.canvas, pathThrough(stretch, series.smooth), rounded(line));
    }
  });
  for (const [number, series] of group.series.entries()) {
    const spots = (all[number] ?? []).flat();
    paintMarkers(painting, plane, series, spots);
    paintErrorBars(painting, plane, series, (index) => sharePlace(plane, number, index), spans[number] ?? []);
    paintTrends(painting, plane, series);
  }
  for (const [number, series] of group.series.entries())
    paintSpotLabels(painting, group, series, (all[number] ?? []).flat(), 'r');
};

/** What lies beyond the ends of an axis that the document gives is not shown. */
const within = ({ canvas, box }: Painting, { first, second }: Plane, paint: () => void): void => {
  const cut = [first, second].some(({ view: { axis } }) => axis.min !== undefined || axis.max !== undefined);
  if (cut) canvas.add({ kind: 'push', clip: rectangle(box) });
  paint();
  if (cut) canvas.add({ kind: 'pop' });
};

/** Straight, or bent as a spline of Catmull and Rom, whose ends point to their neighbours [M]. */
const pathThrough = (
  spots: readonly { readonly place: Place }[],
  smooth: boolean,
): readonly PathCommand[] => {
  const at = (index: number): Place => spots[Math.max(0, Math.min(spots.length - 1, index))]?.place ?? [0, 0];
  return spots.map(({ place: [x, y] }, index): PathCommand => {
    if (index === 0) return ['M', x, y];
    if (!smooth || spots.length < 3) return ['L', x, y];
    const [before, from, after] = [at(index - 2), at(index - 1), at(index + 1)];
    const [startSpan, endSpan] = [index === 1 ? 3 : 6, index === spots.length - 1 ? 3 : 6];
    const start = index === 1 ? from : before;
    const end = index === spots.length - 1 ? ([x, y] as const) : after;
    return [
      'C',
      from[0] + (x - start[0]) / startSpan,
      from[1] + (y - start[1]) / startSpan,
      x - (end[0] - from[0]) / endSpan,
      y - (end[1] - from[1]) / endSpan,
      x,
      y,
    ];
  });
};

const paintMarkers = (
  painting: Painting,
  { group }: Plane,
  series: ChartSeries,
  spots: readonly Spot[],
): void => {
  const { canvas, chart, box } = painting;
  const usual = markerOf(chart, group, series);
  const many = usual !== undefined && spots.length > MANY ? usual : undefined;
  const merged: PathCommand[] = [];
  for (const { index, place } of spots) {
    painting.tick();
    const marker = series.points.has(index) ? markerOf(chart, group, series, index) : usual;
    const [x, y] = place;
    const inside =
      x >= box.x - 0.5 && x <= box.x + box.width + 0.5 && y >= box.y - 0.5 && y <= box.y + box.height + 0.5;
    if (marker === undefined || !inside) continue;
    if (marker === many) merged.push(...markerPath(marker, x, y));
    else paintMarker(canvas, marker, x, y);
  }
  if (many !== undefined) paintPath(canvas, merged, many.fill, many.line, box);
};

/** Markers of more points are one path: a file of thousands of items shows nothing more. */
const MANY = 300;

export const paintSpotLabels = (
  { canvas, chart, lettering, whole }: Pick<Painting, 'canvas' | 'chart' | 'lettering' | 'whole'>,
  group: ChartGroup,
  series: ChartSeries,
  spots: readonly Spot[],
  otherwise: string,
): void => {
  const labels = new Labels(chart, lettering, group, series);
  if (labels.none) return;
  const reach = (markerOf(chart, group, series)?.size ?? 0) / 2;
  for (const { index, place, value } of spots) {
    const label = labels.of(index, value, 0, whole);
    if (label !== undefined)
      labels.paint(
        canvas,
        label,
        { x: place[0], y: place[1], reach, direction: [0, 0], length: 0 },
        otherwise,
      );
  }
};

/** Lines down to the axis, from the highest series to the lowest, and bars from the first to the last (§21.2.2.42, 80, 218). */
const paintBetween = ({ canvas, chart, box }: Painting, plane: Plane, all: readonly Stretches[]): void => {
  const { group, first, second } = plane;
  if (group.dropLines === undefined && group.highLowLines === undefined && group.upDownBars === undefined)
    return;
  const byIndex = new Map<number, Place[]>();
  for (const stretches of all)
    for (const { index, place } of stretches.flat()) {
      const list = byIndex.get(index);
      if (list === undefined) byIndex.set(index, [place]);
      else list.push(place);
    }
  const [drops, ranges]: [PathCommand[], PathCommand[]] = [[], []];
  const floor = box.y + (1 - first.crossing) * box.height;
  for (const places of byIndex.values()) {
    const x = places[0]?.[0] ?? 0;
    const [top, bottom] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))];
    drops.push(['M', x, top], ['L', x, floor]);
    ranges.push(['M', x, top], ['L', x, bottom]);
  }
  const { text } = chart.palette;
  if (group.dropLines !== undefined) stroke(canvas, drops, lineOf(group.dropLines, text, THIN));
  if (group.highLowLines !== undefined) stroke(canvas, ranges, lineOf(group.highLowLines, text, THIN));
  const bars = group.upDownBars;
  if (bars === undefined || second.view.across) return;
  const width = box.width / Math.max(1, first.view.count) / (1 + bars.gap);
  for (const places of byIndex.values()) {
    const [from, to] = [places[0], places.at(-1)];
    if (from === undefined || to === undefined || places.length < 2) continue;
    const frame = {
      x: from[0] - width / 2,
      y: Math.min(from[1], to[1]),
      width,
      height: Math.abs(to[1] - from[1]),
    };
    const up = to[1] < from[1];
    const look = up ? bars.up : bars.down;
    const color = up ? chart.palette.ground : text;
    paintPath(
      canvas,
      rectangle(frame),
      look.fill === 'auto'
        ? { kind: 'solid', color: { color, opacity: 1 } }
        : look.fill === 'none'
          ? undefined
          : look.fill,
      lineOf(look.line, text, THIN),
      frame,
    );
  }
};

export const paintAreas = (painting: Painting, plane: Plane): void => {
  const { canvas, chart, box } = painting;
  const { group, second } = plane;
  const { scale } = second.view;
  if (scale === undefined) return;
  const stacked = isStacked(group);
  const floor = floorShare(plane);
  const bands = stackOf(group, chart.blanks).map((spans) =>
    spans.map((span) => ({
      from: span === undefined || !stacked ? floor : shareOf(scale, span.from),
      to: span === undefined ? floor : shareOf(scale, span.to),
    })),
  );
  const at = (number: number, index: number, share: number): Place =>
    pointAt(plane, sharePlace(plane, number, index), share, box);
  within(painting, plane, () => {
    for (const [number, series] of group.series.entries()) {
      const band = bands[number] ?? [];
      const upper = band.map(
        ({ to }, index): PathCommand => [index === 0 ? 'M' : 'L', ...at(number, index, to)],
      );
      const lower = band.map(({ from }, index): PathCommand => ['L', ...at(number, index, from)]).reverse();
      const { fill, line } = pointLook(chart, group, series, undefined);
      paintPath(canvas, [...upper, ...lower, ['Z']], fill, line, box);
    }
  });
  for (const [number, series] of group.series.entries()) {
    const spots = (bands[number] ?? []).flatMap(({ from, to }, index): Spot[] => {
      const value = series.values.values[index];
      return value === undefined ? [] : [{ index, place: at(number, index, (from + to) / 2), value }];
    });
    paintSpotLabels(painting, group, series, spots, 'ctr');
  }
};

export const paintScatter = (painting: Painting, plane: Plane): void => {
  const { canvas, chart, box } = painting;
  const { group, first, second } = plane;
  const [xScale, yScale] = [first.view.scale, second.view.scale];
  if (xScale === undefined || yScale === undefined) return;
  const spotsOf = (series: ChartSeries): readonly Spot[] =>
    scatterPoints(series).map(({ index, x, y }) => ({
      index,
      place: pointAt(plane, shareOf(xScale, x), shareOf(yScale, y), box),
      value: y,
    }));
  for (const series of group.series) {
    const spots = spotsOf(series);
    const line = group.lines
      ? lineOf(series.look.line, lineColor(chart, group, series), seriesLine(chart))
      : undefined;
    within(painting, plane, () => stroke(canvas, pathThrough(spots, series.smooth), rounded(line)));
    paintMarkers(painting, plane, series, spots);
    paintErrorBars(
      painting,
      plane,
      series,
      (index) => shareOf(xScale, series.x?.values[index] ?? index + 1),
      [],
    );
  }
  for (const series of group.series) paintTrends(painting, plane, series);
  for (const series of group.series) paintSpotLabels(painting, group, series, spotsOf(series), 'r');
};

export const paintBubbles = (painting: Painting, plane: Plane): void => {
  const { canvas, chart, box, lettering, whole } = painting;
  const { group, first, second } = plane;
  const [xScale, yScale] = [first.view.scale, second.view.scale];
  if (xScale === undefined || yScale === undefined) return;
  const largest = largestSize(group);
  canvas.add({ kind: 'push', clip: rectangle(box) });
  const late: (() => void)[] = [];
  for (const series of group.series) {
    const labels = new Labels(chart, lettering, group, series);
    for (const { index, x, y } of scatterPoints(series)) {
      painting.tick();
      const radius = radiusOf(series.sizes?.values[index] ?? 0, largest, group, box);
      if (radius <= 0) continue;
      const [px, py] = pointAt(plane, shareOf(xScale, x), shareOf(yScale, y), box);
      const { fill, line } = pointLook(chart, group, series, index);
      paintPath(canvas, circle(px, py, radius), fill, line, {
        x: px - radius,
        y: py - radius,
        width: 2 * radius,
        height: 2 * radius,
      });
      const label = labels.none ? undefined : labels.of(index, y, 0, whole);
      if (label !== undefined)
        late.push(() =>
          labels.paint(canvas, label, { x: px, y: py, reach: radius, direction: [0, 0], length: 0 }, 'r'),
        );
    }
  }
  canvas.add({ kind: 'pop' });
  for (const paint of late) paint();
};
