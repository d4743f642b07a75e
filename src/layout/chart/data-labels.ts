/**
 * paintLabel: what a point says of itself (ECMA-376 §21.2.2.49), beside it, on it or in it
 */

import type { Chart, ChartGroup, ChartSeries, DataLabels, LabelContent } from '../../wml/chart/model.ts';
import type { ShapeFill } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import { type Canvas, rectangle } from '../draw/canvas.ts';
import type { Block, Lettering } from './lettering.ts';
import { formatValue } from './number-format.ts';
import { lineColor, lineOf, paintLook, paintPath, pointLook } from './style.ts';

/** From a point to its label. */
const AWAY = 3;
const PADDING = 2;
/** Of the key before a label, in heights of a line. */
const KEY = 0.45;
/** Labels of more points cover each other and everything else. */
const MOST_LABELS = 2000;

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  /** Half of what is marked there: a bar's end has none, a bubble its radius. */
  readonly reach: number;
  /** Away from the axis: to the right, up… */
  readonly direction: readonly [number, number];
  /** From the point back to where a bar begins. */
  readonly length: number;
}

export interface Label {
  readonly block: Block;
  readonly content: LabelContent;
  readonly moved: { readonly x: number; readonly y: number } | undefined;
  readonly key: ShapeFill | undefined;
}

export class Labels {
  readonly #chart: Chart;
  readonly #lettering: Lettering;
  readonly #group: ChartGroup;
  readonly #series: ChartSeries;
  readonly #labels: DataLabels | undefined;
  #count = 0;

  constructor(chart: Chart, lettering: Lettering, group: ChartGroup, series: ChartSeries) {
    this.#chart = chart;
    this.#lettering = lettering;
    this.#group = group;
    this.#series = series;
    this.#labels = series.labels ?? group.labels;
  }

  get none(): boolean {
    const labels = this.#labels;
    return labels === undefined || (!says(labels) && labels.points.size === 0);
  }

  /** Undefined where a point has none. */
  of(index: number, value: number, percent: number, whole: Box): Label | undefined {
    const labels = this.#labels;
    if (labels === undefined || this.#count >= MOST_LABELS) return undefined;
    const point = labels.points.get(index);
    const content = point ?? labels;
    if (content.deleted || (!says(content) && point?.own === undefined)) return undefined;
    this.#count += 1;
    const fonts = [labels.text.font, content.text.font];
    const block =
      point?.own === undefined
        ? this.#lettering.block(
            this.#text(content, labels, index, value, percent),
            this.#lettering.font(...fonts),
            whole.width * 0.2,
          )
        : this.#lettering.rich(point.own, fonts, whole.width * 0.25);
    const layout = point?.layout;
    const moved =
      layout === undefined
        ? undefined
        : { x: (layout.x ?? 0) * whole.width, y: (layout.y ?? 0) * whole.height };
    return {
      block,
      content: {
        ...content,
        position: content.position ?? labels.position,
        look: content.look ?? labels.look,
      },
      moved,
      key: content.key ? this.#keyOf(index) : undefined,
    };
  }

  #keyOf(index: number): ShapeFill | undefined {
    const { fill, line } = pointLook(this.#chart, this.#group, this.#series, index);
    const lines =
      this.#group.kind === 'line' || this.#group.kind === 'scatter' || this.#group.kind === 'radar';
    const drawn = lines
      ? lineOf(this.#series.look.line, lineColor(this.#chart, this.#group, this.#series), 1)
      : line;
    return lines && drawn !== undefined ? { kind: 'solid', color: drawn.color } : fill;
  }

  #text(content: LabelContent, all: DataLabels, index: number, value: number, percent: number): string {
    const { name, categories, values, sizes, x } = this.#series;
    const { from1904 } = this.#chart;
    const scatter = this.#group.kind === 'scatter' || this.#group.kind === 'bubble';
    // Only slices are shares of something.
    const percents = content.percent && (this.#group.kind === 'pie' || this.#group.kind === 'doughnut');
    const own = content.format ?? all.format;
    const shown = (amount: number | undefined, code: string): string[] =>
      amount === undefined ? [] : [formatValue(amount, code, from1904)];
    const number = categories?.numbers?.values[index];
    const category = scatter
      ? shown(x?.values[index], x?.format ?? 'General')
      : number === undefined
        ? [categories?.levels[0]?.[index] ?? String(index + 1)]
        : shown(number, categories?.numbers?.format ?? 'General');
    return [
      ...(content.series ? [name ?? `Series${this.#series.index + 1}`] : []),
      ...(content.category ? category : []),
      ...(content.value
        ? shown(value, own !== undefined && !percents ? own : (values.formats.get(index) ?? values.format))
        : []),
      ...(percents ? [formatValue(percent, own ?? '0%')] : []),
      ...(content.size && sizes !== undefined ? shown(sizes.values[index], own ?? sizes.format) : []),
    ].join(content.separator ?? all.separator ?? ', ');
  }

  paint(canvas: Canvas, label: Label, at: LabelPlace, otherwise: string): void {
    const { block, content, moved } = label;
    const position = content.position ?? otherwise;
    const [x, y] = middleOf(block, at, position);
    this.paintAt(canvas, label, x + (moved?.x ?? 0), y + (moved?.y ?? 0));
  }

  paintAt(canvas: Canvas, { block, content, key }: Label, at: number, y: number): void {
    const size = block.height > 0 ? KEY * (block.lines[0]?.height ?? 0) : 0;
    const x = key === undefined ? at : at + size;
    if (key !== undefined) {
      const square = { x: x - block.width / 2 - 2 * size, y: y - size / 2, width: size, height: size };
      paintPath(canvas, rectangle(square), key, undefined, square);
    }
    if (content.look !== undefined) {
      const frame = {
        x: x - block.width / 2 - PADDING,
        y: y - block.height / 2 - PADDING / 2,
        width: block.width + 2 * PADDING,
        height: block.height + PADDING,
      };
      paintLook(canvas, content.look, rectangle(frame), frame);
    }
    this.#lettering.paintTurned(canvas, block, x, y, content.text.rotation ?? 0);
  }
}

const says = (content: LabelContent): boolean =>
  content.value || content.category || content.series || content.percent || content.size;

/** ST_DLblPos: the middle of the label's box. */
const middleOf = (
  { width, height }: Block,
  { x, y, reach, direction: [dx, dy], length }: LabelPlace,
  position: string,
): readonly [number, number] => {
  const [halfX, halfY] = [width / 2 + AWAY, height / 2 + AWAY / 2];
  switch (position) {
    case 'l':
      return [x - reach - halfX, y];
    case 'r':
      return [x + reach + halfX, y];
    case 't':
      return [x, y - reach - halfY];
    case 'b':
      return [x, y + reach + halfY];
    case 'outEnd':
      return [x + dx * halfX, y + dy * halfY];
    case 'inEnd':
      return [x - dx * halfX, y - dy * halfY];
    case 'inBase':
      return [x - dx * (length - halfX), y - dy * (length - halfY)];
    default:
      return [x - (dx * length) / 2, y - (dy * length) / 2];
  }
};
