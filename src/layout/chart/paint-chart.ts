/**
 * paintChart :: Chart, rectangle → shapes and text of the display list
 *
 * From the outside in: frame, title, legend, and in what they leave the plot with its axes. Series are drawn as the cached
 * values say; nothing is computed from a workbook.
 */

import type { Chart, ChartGroup } from '../../wml/chart/model.ts';
import type { Box } from '../boxes.ts';
import type { LayoutContext } from '../context.ts';
import type { PathCommand } from '../display-list.ts';
import { type Canvas, rectangle } from '../draw/canvas.ts';
import { placeLegend } from './legend.ts';
import { type Block, Lettering } from './lettering.ts';
import { paintAxisLine, paintAxisText, paintGridlines } from './paint-axes.ts';
import { paintBars } from './paint-bars.ts';
import { paintAreas, paintBubbles, paintLines, paintScatter } from './paint-lines.ts';
import { paintPie } from './paint-pie.ts';
import { paintRadar } from './paint-radar.ts';
import type { Painting } from './painting.ts';
import { layoutPlot, MARGIN, type Plane } from './plot.ts';
import { paintLook } from './style.ts';

/** Above and below a title, and its letters, where nobody says otherwise [M]. */
const TITLE_ABOVE = 7.5;
const TITLE_BELOW = 12.5;
const TITLE_FONT = { size: 18, bold: true } as const;
/** A title is as much larger than other text as this where that has a size of its own. */
const TITLE_FACTOR = 1.2;
/** Smaller charts show nothing. */
const SMALLEST = 8;
/** Of a frame with round corners [M]. */
const CORNER = 6;

export const paintChart = (canvas: Canvas, chart: Chart, box: Box, context: LayoutContext): void => {
  if (box.width < SMALLEST || box.height < SMALLEST) return;
  context.tick();
  const lettering = new Lettering(context, chart);
  paintLook(canvas, { ...chart.look, line: { ...chart.look.line, color: 'none' } }, frameOf(chart, box), box);
  const title = titleOf(chart, lettering, box);
  let area = box;
  if (title !== undefined && chart.title?.overlay === false) {
    const taken = TITLE_ABOVE + title.height + TITLE_BELOW - MARGIN;
    area = { ...box, y: box.y + taken, height: Math.max(1, box.height - taken) };
  }
  const legend = chart.legend && placeLegend(chart, chart.legend, lettering, box, area);
  const drawn = paintPlot(
    { canvas, chart, lettering, tick: context.tick, box, whole: box },
    legend?.area ?? area,
  );
  if (!drawn) context.reasons.add('chart');
  if (title !== undefined) paintTitle(canvas, chart, lettering, title, box);
  legend?.paint(canvas);
  paintLook(canvas, { ...chart.look, fill: 'none' }, frameOf(chart, box), box);
};

const titleOf = ({ title, font }: Chart, lettering: Lettering, box: Box): Block | undefined => {
  if (title?.text === undefined) return undefined;
  const usual = font.size === undefined ? TITLE_FONT : { size: font.size * TITLE_FACTOR, bold: true };
  return lettering.rich(title.text, [usual, title.font], box.width * 0.8);
};

const paintTitle = (canvas: Canvas, { title }: Chart, lettering: Lettering, block: Block, box: Box): void => {
  const layout = title?.layout;
  const x =
    layout?.x !== undefined && layout.xEdge
      ? box.x + layout.x * box.width
      : box.x + (box.width - block.width) / 2;
  const y = layout?.y !== undefined && layout.yEdge ? box.y + layout.y * box.height : box.y + TITLE_ABOVE;
  if (title !== undefined) {
    const frame = { x: x - 4, y: y - 2, width: block.width + 8, height: block.height + 4 };
    paintLook(canvas, title.look, rectangle(frame), frame);
  }
  lettering.paintTurned(canvas, block, x + block.width / 2, y + block.height / 2, title?.rotation ?? 0);
};

const frameOf = ({ rounded }: Chart, box: Box): readonly PathCommand[] => {
  const radius = Math.min(CORNER, box.width / 2, box.height / 2);
  if (!rounded) return rectangle(box);
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
  const bend = radius * 0.4477;
  return [
    ['M', left + radius, top],
    ['L', right - radius, top],
    ['C', right - bend, top, right, top + bend, right, top + radius],
    ['L', right, bottom - radius],
    ['C', right, bottom - bend, right - bend, bottom, right - radius, bottom],
    ['L', left + radius, bottom],
    ['C', left + bend, bottom, left, bottom - bend, left, bottom - radius],
    ['L', left, top + radius],
    ['C', left, top + bend, left + bend, top, left + radius, top],
    ['Z'],
  ];
};

const isRound = ({ kind }: ChartGroup): boolean => kind === 'pie' || kind === 'doughnut' || kind === 'radar';

/** False where something has not the axes that it needs. */
const paintPlot = (painting: Painting, area: Box): boolean => {
  const { canvas, chart, whole } = painting;
  const { layout, look } = chart.plot;
  const manual =
    layout?.width === undefined || layout.height === undefined
      ? undefined
      : {
          x: whole.x + (layout.x ?? 0) * whole.width,
          y: whole.y + (layout.y ?? 0) * whole.height,
          width: Math.max(1, layout.width * whole.width),
          height: Math.max(1, layout.height * whole.height),
        };
  for (const group of chart.groups) {
    if (group.kind === 'radar') paintRadar(painting, group, manual ?? area, manual !== undefined);
    else if (isRound(group)) paintPie(painting, group, manual ?? area, manual !== undefined);
  }
  if (chart.groups.every(isRound)) return true;
  const plot = layoutPlot(chart, painting.lettering, whole, area);
  const inside: Painting = { ...painting, box: plot.box };
  paintLook(canvas, { ...look, line: { ...look.line, color: 'none' } }, rectangle(plot.box), plot.box);
  paintGridlines(canvas, chart, plot);
  paintLook(canvas, { ...look, fill: 'none' }, rectangle(plot.box), plot.box);
  const behind = plot.planes.filter(({ group }) => group.kind === 'area' || group.kind === 'bar');
  for (const plane of behind) if (plane.group.kind === 'area') paintAreas(inside, plane);
  for (const plane of behind) if (plane.group.kind === 'bar') paintBars(inside, plane);
  for (const placed of plot.axes) paintAxisLine(canvas, chart, placed, plot.box);
  for (const plane of plot.planes) PAINTERS[plane.group.kind]?.(inside, plane);
  for (const placed of plot.axes) paintAxisText(canvas, painting.lettering, placed, plot.box, whole);
  return plot.planes.length === chart.groups.filter((group) => !isRound(group)).length;
};

/** Lines and points stand in front of the axes [M]. */
const PAINTERS: Readonly<Partial<Record<ChartGroup['kind'], (painting: Painting, plane: Plane) => void>>> = {
  line: paintLines,
  scatter: paintScatter,
  bubble: paintBubbles,
};
