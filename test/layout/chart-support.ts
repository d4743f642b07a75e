/** Charts in one line: `chart(barChart([series('A', [1, 2])]))` → a piece with its part. Lengths in points. */
import { createHash } from 'node:crypto';
import type { Build, Piece } from '../support/build.ts';
import { runOf } from '../support/build.ts';

const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export const strings = (texts: readonly string[]): string =>
  `<c:strRef><c:f>x</c:f><c:strCache><c:ptCount val="${texts.length}"/>${texts
    .map((text, index) => `<c:pt idx="${index}"><c:v>${escaped(text)}</c:v></c:pt>`)
    .join('')}</c:strCache></c:strRef>`;

export const numbers = (values: readonly (number | string | undefined)[], format = 'General'): string =>
  `<c:numRef><c:f>x</c:f><c:numCache><c:formatCode>${escaped(format)}</c:formatCode><c:ptCount val="${values.length}"/>${values
    .map((value, index) => (value === undefined ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`))
    .join('')}</c:numCache></c:numRef>`;

const fill = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;

export interface SeriesFormat {
  readonly index?: number;
  readonly categories?: readonly string[];
  readonly color?: string;
  readonly format?: string;
  /** Elements of `c:ser` before its data, and after them. */
  readonly before?: string;
  readonly after?: string;
}

const CATEGORIES = ['North', 'South', 'East', 'West', 'Up', 'Down'];

export const series = (
  name: string,
  values: readonly (number | string | undefined)[],
  {
    index = 0,
    categories = CATEGORIES.slice(0, values.length),
    color = '112233',
    format,
    before = '',
    after = '',
  }: SeriesFormat = {},
): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx>${strings([name])}</c:tx><c:spPr>${fill(color)}<a:ln><a:noFill/></a:ln></c:spPr><c:invertIfNegative val="0"/>${before}<c:cat>${strings(categories)}</c:cat><c:val>${numbers(values, format)}</c:val>${after}</c:ser>`;

export interface AxisFormat {
  readonly scaling?: string;
  readonly deleted?: boolean;
  /** Elements before `c:crossAx`. */
  readonly xml?: string;
  readonly crosses?: string;
  readonly position?: string;
}

const axis = (
  name: string,
  id: number,
  other: number,
  { scaling = '', deleted = false, xml = '', crosses = 'autoZero', position }: AxisFormat,
): string =>
  `<c:${name}><c:axId val="${id}"/><c:scaling>${scaling}</c:scaling><c:delete val="${deleted ? 1 : 0}"/><c:axPos val="${position ?? (id % 2 === 1 ? 'b' : 'l')}"/>${xml}<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${other}"/><c:crosses val="${crosses}"/></c:${name}>`;

export const catAxis = (format: AxisFormat = {}): string => axis('catAx', 1, 2, format);
export const valAxis = (format: AxisFormat = {}, id = 2): string =>
  axis('valAx', id, id === 2 ? 1 : 2, format);

export const AXES = catAxis() + valAxis({ xml: '<c:majorGridlines/>' });
export const IDS = '<c:axId val="1"/><c:axId val="2"/>';

export const bars = (
  content: string,
  { direction = 'col', grouping = 'clustered', gap = 100, axes = AXES, overlap = 0 } = {},
): string =>
  `<c:barChart><c:barDir val="${direction}"/><c:grouping val="${grouping}"/><c:varyColors val="0"/>${content}<c:gapWidth val="${gap}"/><c:overlap val="${overlap}"/>${IDS}</c:barChart>${axes}`;

export interface ChartFormat {
  readonly width?: number;
  readonly height?: number;
  /** Children of `c:chart` before and after the plot area; `c:layout`; and of `c:chartSpace` after `c:chart`. */
  readonly title?: string;
  readonly legend?: string;
  readonly layout?: string;
  readonly space?: string;
  readonly alt?: string;
  /** Of the drawing. */
  readonly id?: number;
  /** Of the part, where another has to know it. */
  readonly name?: string;
}

export const title = (text: string): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;

export const legend = (position: string): string =>
  `<c:legend><c:legendPos val="${position}"/><c:overlay val="0"/></c:legend>`;

export const chartXml = (
  plot: string,
  { title = '', legend: shown = '', space = '', layout = '<c:layout/>' }: ChartFormat = {},
): string =>
  `<c:chartSpace xmlns:c="${C}" xmlns:a="${A}" xmlns:r="${R}"><c:roundedCorners val="0"/><c:chart>${title}<c:autoTitleDeleted val="1"/><c:plotArea>${layout}${plot}</c:plotArea>${shown}<c:dispBlanksAs val="gap"/></c:chart>${space}</c:chartSpace>`;

/** 360 by 216 points where nothing else is said. */
export const chart = (plot: string, format: ChartFormat = {}): Piece =>
  chartPart(chartXml(plot, format), format);

export const chartPart =
  (
    xml: string,
    { width = 360, height = 216, alt = '', id: number = 7, name: own }: ChartFormat = {},
  ): Piece =>
  (build: Build) => {
    // A part of its own for each chart of a document.
    const name = `charts/${own ?? createHash('sha1').update(xml).digest('hex').slice(0, 12)}.xml`;
    const id = build.relate('chart', name);
    build.file(`word/${name}`, 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml', xml);
    return build.render([
      runOf(
        `<w:drawing><wp:inline><wp:extent cx="${Math.round(width * 12_700)}" cy="${Math.round(height * 12_700)}"/><wp:docPr id="${number}" name="Chart" descr="${alt}"/><a:graphic xmlns:a="${A}"><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing>`,
      ),
    ]);
  };
