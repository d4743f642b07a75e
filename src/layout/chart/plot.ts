/**
 * layoutPlot :: chart, what title and legend leave → the rectangle of the plot, and its axes
 *
 * Labels need room, room gives lengths, lengths give steps, and steps give labels: three rounds settle it. The margins are
 * those of Word's PDFs [M].
 */

import type { Chart, ChartAxis, ChartGroup } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import { type AxisView, along, labelDepth, overhang, viewAxis } from './axis-view.ts';
import { bubbleRadius } from './bubbles.ts';
import { type Block, type Lettering, turnedSize } from './lettering.ts';
import { shareOf } from './scale.ts';

type Side = 'low' | 'high';

/** An axis, the one it crosses, and where. */
export interface PlacedAxis {
  readonly view: AxisView;
  /** Along the other axis, in its screen direction: 0 is left or below. */
  readonly crossing: number;
  readonly labelSide: Side;
  readonly title: { readonly block: Block; readonly rotation: number } | undefined;
}

export interface Plane {
  readonly group: ChartGroup;
  /** Of categories, or of x. */
  readonly first: PlacedAxis;
  /** Of values. */
  readonly second: PlacedAxis;
}

export interface Plot {
  readonly box: Box;
  readonly axes: readonly PlacedAxis[];
  readonly planes: readonly Plane[];
}

/** Around the plot where nothing stands beside it, and around the labels where they do. */
export const MARGIN = 11;
export const LABEL_MARGIN = 6.5;
const LABEL_MARGIN_BELOW = 6.05;
const TITLE_INSIDE = 3;
const TITLE_OUTSIDE = 6;
const ROUNDS = 3;

export const layoutPlot = (chart: Chart, lettering: Lettering, whole: Box, area: Box): Plot => {
  const manual = manualPlot(chart, whole);
  let box = manual?.box ?? inset(area, { left: 36, right: 16, top: 11, bottom: 25 });
  let plot = placeAxes(chart, lettering, box, whole);
  if (manual?.inner === true) return plot;
  for (let round = 0; round < ROUNDS; round++) {
    box =
      manual === undefined ? inset(area, marginsOf(plot, true)) : inset(manual.box, marginsOf(plot, false));
    plot = placeAxes(chart, lettering, box, whole);
  }
  return plot;
};

const manualPlot = (
  { plot: { layout } }: Chart,
  whole: Box,
): { readonly box: Box; readonly inner: boolean } | undefined => {
  if (layout?.width === undefined || layout.height === undefined) return undefined;
  return {
    inner: layout.inner,
    box: {
      x: whole.x + (layout.x ?? 0) * whole.width,
      y: whole.y + (layout.y ?? 0) * whole.height,
      width: Math.max(1, layout.width * whole.width),
      height: Math.max(1, layout.height * whole.height),
    },
  };
};

interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const inset = (box: Box, { left, right, top, bottom }: Sides): Box => ({
  x: box.x + Math.min(left, box.width - 1),
  y: box.y + Math.min(top, box.height - 1),
  width: Math.max(1, box.width - left - right),
  height: Math.max(1, box.height - top - bottom),
});

/** What axes take at each side, with the margins of a plot that finds its own place. */
const marginsOf = ({ axes, box }: Plot, own: boolean): Sides => {
  const need = { left: 0, right: 0, top: 0, bottom: 0 };
  const over = { left: 0, right: 0, top: 0, bottom: 0 };
  for (const { view, crossing, labelSide, title } of axes) {
    const { across, axis } = view;
    const size = across ? box.height : box.width;
    const inside = axis.labels === 'nextTo' ? (labelSide === 'low' ? crossing : 1 - crossing) * size : 0;
    const labels = Math.max(0, labelDepth(view) - Math.max(0, inside));
    const side = across ? (labelSide === 'low' ? 'bottom' : 'top') : labelSide === 'low' ? 'left' : 'right';
    need[side] += labels + titleDepth(title, across);
    if (across) {
      const ends = overhang(view, box.width);
      over.left = Math.max(over.left, ends.low);
      over.right = Math.max(over.right, ends.high);
    }
  }
  const sideOf = (side: keyof Sides): number => {
    if (!own) return Math.max(need[side], over[side]);
    return Math.max(need[side] > 0 ? LABEL_MARGIN + need[side] : 0, MARGIN + over[side]);
  };
  // Below, labels are the margin; nothing stands out there.
  const [left, right, top] = [sideOf('left'), sideOf('right'), sideOf('top')];
  return {
    left,
    right,
    top,
    bottom: need.bottom > 0 && own ? LABEL_MARGIN_BELOW + need.bottom : sideOf('bottom'),
  };
};

const titleDepth = (title: PlacedAxis['title'], across: boolean): number => {
  if (title === undefined) return 0;
  const size = turnedSize(title.block, title.rotation);
  return (across ? size.height : size.width) + TITLE_INSIDE + TITLE_OUTSIDE;
};

/** From the labels to the middle of a title. */
export const titleOffset = (title: NonNullable<PlacedAxis['title']>, across: boolean): number => {
  const size = turnedSize(title.block, title.rotation);
  return TITLE_INSIDE + (across ? size.height : size.width) / 2;
};

const placeAxes = (chart: Chart, lettering: Lettering, box: Box, whole: Box): Plot => {
  const known = new Map<ChartAxis, AxisView>();
  const pairs = chart.groups.flatMap((group) => {
    const pair = axesOf(chart, group);
    return pair === undefined ? [] : [{ group, ...pair }];
  });
  const view = (axis: ChartAxis, other: ChartAxis, across: boolean): AxisView => {
    let made = known.get(axis);
    if (made === undefined) {
      const groups = pairs
        .filter(({ first, second }) => first === axis || second === axis)
        .map(({ group }) => group);
      const bubbles = groups.filter(({ kind }) => kind === 'bubble');
      made = viewAxis({
        chart,
        lettering,
        axis,
        across,
        groups,
        between: other.between ?? !groups.every(({ kind }) => kind === 'area'),
        length: across ? box.width : box.height,
        depth: across ? whole.height : whole.width,
        reach: Math.max(0, ...bubbles.map((group) => bubbleRadius(group, box))),
      });
      known.set(axis, made);
    }
    return made;
  };
  const axes = new Map<ChartAxis, PlacedAxis>();
  const planes = pairs.map(({ group, first, second, upright }): Plane => {
    const [a, b] = [view(first, second, upright), view(second, first, !upright)];
    const placed = (one: AxisView, other: AxisView): PlacedAxis => {
      let made = axes.get(one.axis);
      if (made === undefined) {
        made = place(one, other, chart, lettering, box);
        axes.set(one.axis, made);
      }
      return made;
    };
    return { group, first: placed(a, b), second: placed(b, a) };
  });
  return { box, axes: [...axes.values()], planes };
};

const place = (view: AxisView, other: AxisView, chart: Chart, lettering: Lettering, box: Box): PlacedAxis => {
  const share = crossingShare(view.axis, other);
  const crossing = other.axis.reversed ? 1 - share : share;
  const { labels } = view.axis;
  const nearest: Side = crossing > 0.999 ? 'high' : 'low';
  const labelSide: Side =
    labels === 'high'
      ? other.axis.reversed
        ? 'low'
        : 'high'
      : labels === 'low'
        ? other.axis.reversed
          ? 'high'
          : 'low'
        : nearest;
  return { view, crossing, labelSide, title: titleOf(view, chart, lettering, box) };
};

const titleOf = (view: AxisView, _chart: Chart, lettering: Lettering, box: Box): PlacedAxis['title'] => {
  const { axis, across } = view;
  const { title, displayUnit } = axis;
  if (axis.deleted) return undefined;
  const rotation = title?.rotation ?? (across ? 0 : -90);
  const length = across || rotation === 0 ? box.width : box.height;
  if (title === undefined)
    return displayUnit?.label === undefined || displayUnit.label === ''
      ? undefined
      : { block: lettering.block(displayUnit.label, lettering.font({ bold: true }), length), rotation };
  const text = title.text ?? { paragraphs: [[{ text: 'Axis Title', font: {} }]] };
  return { block: lettering.rich(text, [{ bold: true }, title.font], length), rotation };
};

/** Where on the other axis this one stands. */
const crossingShare = ({ crosses }: ChartAxis, other: AxisView): number => {
  if (crosses === 'min') return 0;
  if (crosses === 'max') return 1;
  const { scale, count, between } = other;
  if (scale !== undefined) {
    const value = crosses === 'autoZero' ? 0 : crosses;
    if (scale.base !== undefined && crosses === 'autoZero') return 0;
    return Math.max(0, Math.min(1, shareOf(scale, value)));
  }
  if (crosses === 'autoZero') return 0;
  const index = Math.max(0, Math.min(count, crosses - 1));
  return between ? index / Math.max(1, count) : index / Math.max(1, count - 1);
};

interface Pair {
  readonly first: ChartAxis;
  readonly second: ChartAxis;
  /** The first one runs across. */
  readonly upright: boolean;
}

/** The axes that a group names, whatever their order; undefined for what needs none, or has not two of its kinds. */
const axesOf = ({ axes }: Chart, group: ChartGroup): Pair | undefined => {
  if (group.kind === 'pie' || group.kind === 'doughnut' || group.kind === 'radar') return undefined;
  const named = [...axes.filter(({ id }) => group.axes.includes(id)), ...axes];
  const values = [...new Set(named.filter(({ kind }) => kind === 'value'))];
  if (group.kind === 'scatter' || group.kind === 'bubble') {
    const [one, other] = values;
    if (one === undefined || other === undefined) return undefined;
    const isX = ({ position }: ChartAxis): boolean => position === 'b' || position === 't';
    const swapped = isX(other) && !isX(one);
    return { first: swapped ? other : one, second: swapped ? one : other, upright: true };
  }
  const first = named.find(({ kind }) => kind !== 'value');
  const [second] = values;
  return first === undefined || second === undefined
    ? undefined
    : { first, second, upright: !group.horizontal };
};

/** On the page, of a place along both axes. */
export const pointAt = (
  { first, second }: Plane,
  a: number,
  b: number,
  box: Box,
): readonly [number, number] => {
  const [one, other] = [along(first.view, a, box), along(second.view, b, box)];
  return first.view.across ? [one, other] : [other, one];
};
