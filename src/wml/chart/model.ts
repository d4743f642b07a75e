/**
 * Charts as the model has them (ECMA-376 §21.2): what the part says, with the values that it keeps of its workbook. What a
 * part leaves to the program is absent; lengths are in points, shares between 0 and 1.
 */
import type { DrawnColor } from '../colors.ts';
import type { ShapeFill } from '../drawing/shape-style.ts';

export interface Chart {
  readonly kind: 'chart';
  /** §21.2.2.227: 1 to 48; says the colours of what has none of its own. */
  readonly style: number;
  /** Of the scheme: six accents, and what text and ground are. */
  readonly palette: ChartPalette;
  readonly rounded: boolean;
  readonly look: ChartLook;
  readonly font: ChartFont;
  readonly title: ChartTitle | undefined;
  readonly groups: readonly ChartGroup[];
  readonly axes: readonly ChartAxis[];
  readonly plot: { readonly look: ChartLook; readonly layout: ManualLayout | undefined };
  readonly legend: ChartLegend | undefined;
  /** What stands for a value that is not there (§21.2.2.42). */
  readonly blanks: 'gap' | 'zero' | 'span';
  /** Days are counted from 1904. */
  readonly from1904: boolean;
}

interface ChartPalette {
  readonly accents: readonly number[];
  readonly text: number;
  readonly ground: number;
  readonly family: string | undefined;
}

/** `auto` is what the chart's style gives. */
export interface ChartLook {
  readonly fill: ShapeFill | 'none' | 'auto';
  readonly line: ChartLine;
}

export interface ChartLine {
  readonly color: DrawnColor | 'none' | 'auto';
  readonly width: number | undefined;
  /** ST_PresetLineDashVal. */
  readonly dash: string;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
}

export interface ChartFont {
  readonly family?: string;
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly color?: DrawnColor;
  /** The size from which on pairs are kerned; 0 is never. */
  readonly kerning?: number;
  /** Raised or lowered. */
  readonly vertical?: 'superscript' | 'subscript';
}

export interface ChartText {
  readonly paragraphs: readonly (readonly { readonly text: string; readonly font: ChartFont }[])[];
}

/** How text looks and is turned, where nothing says what it says. */
export interface TextLook {
  readonly font: ChartFont;
  /** Degrees clockwise; undefined where the program chooses. */
  readonly rotation: number | undefined;
}

export interface ChartTitle extends TextLook {
  /** Undefined: the program's own, such as the name of the only series. */
  readonly text: ChartText | undefined;
  readonly overlay: boolean;
  readonly layout: ManualLayout | undefined;
  readonly look: ChartLook;
}

/** §21.2.2.95, in shares of the chart. */
export interface ManualLayout {
  /** The plot's lines alone, or with the labels around them. */
  readonly inner: boolean;
  readonly x: number | undefined;
  readonly y: number | undefined;
  /** `factor` moves by, `edge` puts at. */
  readonly xEdge: boolean;
  readonly yEdge: boolean;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface ChartLegend {
  readonly position: 'b' | 'l' | 'r' | 't' | 'tr';
  readonly overlay: boolean;
  readonly layout: ManualLayout | undefined;
  readonly look: ChartLook;
  readonly text: TextLook;
  /** Entries that are taken out, by their number. */
  readonly deleted: ReadonlySet<number>;
}

export type ChartKind = 'bar' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter' | 'bubble' | 'radar';

/** Series that are drawn alike, on the same axes (`c:barChart` and its kin). */
export interface ChartGroup {
  readonly kind: ChartKind;
  readonly horizontal: boolean;
  readonly grouping: 'clustered' | 'standard' | 'stacked' | 'percentStacked';
  /** Each point of a single series in a colour of its own. */
  readonly varied: boolean;
  readonly series: readonly ChartSeries[];
  readonly labels: DataLabels | undefined;
  readonly axes: readonly string[];
  /** In shares of a bar. */
  readonly gap: number;
  readonly overlap: number;
  /** Degrees clockwise from the top. */
  readonly startAngle: number;
  readonly hole: number;
  readonly bubbleScale: number;
  readonly sizeIs: 'area' | 'width';
  /** Whether lines have markers where a series does not say. */
  readonly markers: boolean;
  readonly filled: boolean;
  /** Scatter: lines between points where a series does not say. */
  readonly lines: boolean;
  readonly dropLines: ChartLine | undefined;
  readonly highLowLines: ChartLine | undefined;
  readonly upDownBars: { readonly gap: number; readonly up: ChartLook; readonly down: ChartLook } | undefined;
}

export interface ChartSeries {
  readonly index: number;
  readonly order: number;
  readonly name: string | undefined;
  readonly look: ChartLook;
  readonly marker: ChartMarker | undefined;
  readonly points: ReadonlyMap<number, ChartPoint>;
  readonly labels: DataLabels | undefined;
  readonly categories: Categories | undefined;
  readonly values: NumberData;
  readonly x: NumberData | undefined;
  readonly sizes: NumberData | undefined;
  readonly smooth: boolean;
  /** Of slices, in shares of the radius. */
  readonly explosion: number;
  readonly invertNegative: boolean;
  readonly trendlines: readonly Trendline[];
  readonly errorBars: readonly ErrorBars[];
}

export interface NumberData {
  readonly values: readonly (number | undefined)[];
  readonly format: string;
  /** Of points that have another format than the rest. */
  readonly formats: ReadonlyMap<number, string>;
}

export interface Categories {
  readonly count: number;
  /** The innermost level first; a text for each category that has one. */
  readonly levels: readonly (readonly (string | undefined)[])[];
  /** Where categories are numbers or dates. */
  readonly numbers: NumberData | undefined;
}

export interface ChartMarker {
  /** ST_MarkerStyle; undefined is the program's choice. */
  readonly symbol: string | undefined;
  readonly size: number | undefined;
  readonly look: ChartLook;
}

export interface ChartPoint {
  readonly look: ChartLook | undefined;
  readonly marker: ChartMarker | undefined;
  readonly explosion: number | undefined;
}

export interface LabelContent {
  readonly deleted: boolean;
  readonly value: boolean;
  readonly category: boolean;
  readonly series: boolean;
  readonly percent: boolean;
  readonly size: boolean;
  /** The colour of the series before the text. */
  readonly key: boolean;
  readonly separator: string | undefined;
  /** ST_DLblPos. */
  readonly position: string | undefined;
  readonly format: string | undefined;
  readonly look: ChartLook | undefined;
  readonly text: TextLook;
}

/** Lines that lead from a label that was moved to its slice (`c:showLeaderLines`) are not drawn, and reported. */
export interface DataLabels extends LabelContent {
  readonly points: ReadonlyMap<
    number,
    LabelContent & { readonly own: ChartText | undefined; readonly layout: ManualLayout | undefined }
  >;
}

export interface Trendline {
  /** ST_TrendlineType. */
  readonly type: string;
  readonly name: string | undefined;
  readonly line: ChartLine;
  readonly order: number;
  readonly period: number;
  readonly forward: number;
  readonly backward: number;
  readonly intercept: number | undefined;
  readonly equation: boolean;
  readonly rSquared: boolean;
  readonly label:
    | (TextLook & { readonly layout: ManualLayout | undefined; readonly format: string })
    | undefined;
}

export interface ErrorBars {
  readonly direction: 'x' | 'y';
  readonly type: 'both' | 'plus' | 'minus';
  /** ST_ErrValType. */
  readonly valueType: string;
  readonly value: number;
  readonly plus: NumberData | undefined;
  readonly minus: NumberData | undefined;
  readonly caps: boolean;
  readonly line: ChartLine;
}

export interface ChartAxis {
  readonly id: string;
  readonly kind: 'category' | 'value' | 'date';
  readonly deleted: boolean;
  readonly position: 'l' | 'r' | 't' | 'b';
  /** Where it crosses the other: autoZero, min, max, or a number. */
  readonly crosses: 'autoZero' | 'min' | 'max' | number;
  readonly between: boolean | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly logBase: number | undefined;
  readonly reversed: boolean;
  readonly majorUnit: number | undefined;
  readonly minorUnit: number | undefined;
  readonly majorTimeUnit: TimeUnit | undefined;
  readonly baseTimeUnit: TimeUnit | undefined;
  readonly majorGridlines: ChartLine | undefined;
  readonly minorGridlines: ChartLine | undefined;
  readonly title: ChartTitle | undefined;
  readonly format: { readonly code: string; readonly linked: boolean } | undefined;
  readonly majorTick: TickMark;
  readonly minorTick: TickMark;
  readonly labels: 'nextTo' | 'low' | 'high' | 'none';
  readonly line: ChartLine;
  readonly text: TextLook;
  readonly labelOffset: number;
  readonly labelSkip: number | undefined;
  readonly tickSkip: number | undefined;
  /** What values are divided by, and whether the axis says so. */
  readonly displayUnit: { readonly divisor: number; readonly label: string | undefined } | undefined;
}

export type TickMark = 'none' | 'in' | 'out' | 'cross';
export type TimeUnit = 'days' | 'months' | 'years';
