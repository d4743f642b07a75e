/**
 * fillChart :: chart part of the template + data → the same chart with the data, and the sheet behind it
 *
 * Series keep the look of the template's series at their place; further ones continue that of the last, with the next
 * colours of the theme (ECMA-376 §21.2.2).
 */
import {
  childOf,
  descendantsOf,
  elementsOf,
  escapeText,
  parseXml,
  textContent,
  type XmlElement,
} from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import { editFrame } from './chart-frame.ts';
import { type Cell, Sheet } from './sheet.ts';

/** Data of a series, made anew. What belongs to one series alone (`extLst`: its id) is not copied. */
const MADE = new Set([
  'c:idx',
  'c:order',
  'c:tx',
  'c:cat',
  'c:val',
  'c:xVal',
  'c:yVal',
  'c:bubbleSize',
  'c:extLst',
  'c:dPt',
]);
/** What the schema has behind the values. */
const BEHIND = new Set(['c:smooth', 'c:shape', 'c:bubble3D']);
/** Of which each point has a look. */
const PIES = new Set(['c:pieChart', 'c:pie3DChart', 'c:doughnutChart', 'c:ofPieChart']);
const POINTS = new Set(['c:scatterChart', 'c:bubbleChart']);

interface Model {
  readonly group: XmlElement;
  readonly series: XmlElement;
}

interface FilledChart {
  readonly markup: string;
  readonly sheet: Sheet;
}

export const modelsOf = (root: XmlElement): Model[] => {
  const plot = childOf(childOf(root, 'c:chart'), 'c:plotArea');
  const groups = plot === undefined ? [] : elementsOf(plot).filter(({ name }) => name.endsWith('Chart'));
  return groups
    .flatMap((group) => elementsOf(group, 'c:ser').map((series) => ({ group, series })))
    .sort((a, b) => orderOf(a.series) - orderOf(b.series));
};

const orderOf = (series: XmlElement): number => Number(childOf(series, 'c:order')?.attribute('val') ?? 0);

/** Do the series of the chart stand at numbers in both directions? */
export const isOfPoints = (root: XmlElement): boolean =>
  modelsOf(root).some(({ group }) => POINTS.has(group.name));

export const fillChart = (source: string, data: ChartData): FilledChart => {
  const root = parseXml(source);
  const models = modelsOf(root);
  const edits = new XmlEdits(source);
  const sheet = new Sheet(sheetName(root));
  const labels = data.labels.length > 0 ? labelsOf(data, models, sheet) : undefined;
  const written = new Map<XmlElement, string>();
  for (const [index, series] of data.series.entries()) {
    const model = models[Math.min(series.model ?? index, models.length - 1)];
    if (model === undefined) break;
    const isExtra = series.isFurther ?? index >= models.length;
    const markup = seriesMarkup({ source, model, series, index, isExtra, labels, sheet });
    written.set(model.group, (written.get(model.group) ?? '') + markup);
  }
  const groups = new Set(models.map(({ group }) => group));
  for (const group of groups) {
    const [first, ...others] = elementsOf(group, 'c:ser');
    if (first !== undefined) edits.replace(first.start, first.end, written.get(group) ?? '');
    for (const other of others) edits.replace(other.start, other.end, '');
  }
  editFrame(edits, root, data);
  return { markup: edits.text(0, source.length), sheet };
};

const sheetName = (root: XmlElement): string => {
  for (const formula of descendantsOf(root)) {
    if (formula.name !== 'c:f') continue;
    const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))!/.exec(textContent(formula)) ?? [];
    const name = quoted?.replaceAll("''", "'") ?? plain;
    // Names of sheets have 31 characters at most, and not all of them.
    if (name !== undefined && name.length <= 31 && !/[[\]:*?/\\]/.test(name)) return name;
  }
  return 'Sheet1';
};

interface SeriesInput {
  readonly source: string;
  readonly model: Model;
  readonly series: ChartSeries;
  readonly index: number;
  readonly isExtra: boolean;
  readonly labels: string | undefined;
  readonly sheet: Sheet;
}

const seriesMarkup = (input: SeriesInput): string => {
  const { source, model, series, index, isExtra, labels, sheet } = input;
  const isPoints = POINTS.has(model.group.name);
  const name =
    series.name ?? (isExtra ? `Series ${index + 1}` : nameOf(model.series)) ?? `Series ${index + 1}`;
  const hasSizes = model.group.name === 'c:bubbleChart' && series.sizes !== undefined;
  const at = series.at ?? placed(series, name, hasSizes, sheet);
  const cache = childOf(
    childOf(childOf(model.series, isPoints ? 'c:yVal' : 'c:val'), 'c:numRef'),
    'c:numCache',
  );
  const code = childOf(cache, 'c:formatCode');
  const format = code === undefined ? 'General' : textContent(code);
  const children = elementsOf(model.series);
  const text = (elements: readonly XmlElement[]): string =>
    elements.map(({ start, end }) => source.slice(start, end)).join('');
  const kept = children.filter(({ name: child }) => !MADE.has(child));
  const before = kept.filter(({ name: child }) => !BEHIND.has(child) && !AFTER_POINTS.has(child));
  const after = kept.filter(({ name: child }) => AFTER_POINTS.has(child));
  const look = text(before) + pointLooks(source, model, series.values.length) + text(after);
  const numbers = (tag: string, address: string, cells: readonly Cell[], code = 'General'): string =>
    `<c:${tag}><c:numRef><c:f>${escapeText(address)}</c:f>${numberCache(cells, code)}</c:numRef></c:${tag}>`;
  const data = isPoints
    ? (at.x === undefined || series.x === undefined
        ? (labels ?? '').replaceAll('c:cat>', 'c:xVal>')
        : numbers('xVal', at.x, series.x)) +
      numbers('yVal', at.values, series.values, format) +
      (hasSizes && at.sizes !== undefined ? numbers('bubbleSize', at.sizes, series.sizes ?? []) : '')
    : (labels ?? '') + numbers('val', at.values, series.values, format);
  const title =
    at.name === undefined
      ? text(children.filter(({ name: child }) => child === 'c:tx'))
      : `<c:tx><c:strRef><c:f>${escapeText(at.name)}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${escapeText(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>`;
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${title}` +
    (isExtra ? recoloured(look, index) : look) +
    data +
    text(kept.filter(({ name: child }) => BEHIND.has(child))) +
    '</c:ser>'
  );
};

/** In columns of a sheet of its own. */
const placed = (
  { x, values, sizes }: ChartSeries,
  name: string,
  hasSizes: boolean,
  sheet: Sheet,
): NonNullable<ChartSeries['at']> => {
  const across = x === undefined ? undefined : sheet.add(['x', ...x]).body;
  const { head, body } = sheet.add([name, ...values]);
  return {
    name: head,
    values: body,
    ...(across !== undefined && { x: across }),
    ...(hasSizes && { sizes: sheet.add(['Size', ...(sizes ?? [])]).body }),
  };
};

/** What the schema has behind the looks of points. */
const AFTER_POINTS = new Set(['c:dLbls', 'c:trendline', 'c:errBars']);

const nameOf = (series: XmlElement): string | undefined => {
  const tx = childOf(series, 'c:tx');
  const value = tx === undefined ? undefined : [...descendantsOf(tx)].find(({ name }) => name === 'c:v');
  return value === undefined ? undefined : textContent(value);
};

/** Of a pie each point has a colour of its own: those of the template, then the next ones. */
const pointLooks = (source: string, { group, series }: Model, count: number): string => {
  const points = elementsOf(series, 'c:dPt');
  const number = (point: XmlElement): number => Number(childOf(point, 'c:idx')?.attribute('val') ?? 0);
  const own = points.filter((point) => number(point) < count);
  const markup = own.map(({ start, end }) => source.slice(start, end)).join('');
  const last = points.at(-1);
  if (!PIES.has(group.name) || last === undefined || points.length < 2) return markup;
  const next = Math.max(...points.map(number)) + 1;
  const look = source.slice(last.start, last.end);
  const further = Array.from({ length: Math.max(0, count - next) }, (_, index) =>
    recoloured(look.replace(/(<[\w.-]*:?idx val=")\d+"/, `$1${next + index}"`), next + index).replace(
      /<c:extLst>.*?<\/c:extLst>/s,
      '',
    ),
  );
  return markup + further.join('');
};

const ACCENTS = 6;

/** With the colour that the theme has next; behind the sixth they begin anew, darker. */
const recoloured = (markup: string, index: number): string => {
  const name = `accent${(index % ACCENTS) + 1}`;
  const shade = index < ACCENTS ? '' : '<a:lumMod val="60000"/>';
  const colour =
    shade === '' ? `<a:schemeClr val="${name}"/>` : `<a:schemeClr val="${name}">${shade}</a:schemeClr>`;
  return markup
    .replace(/<a:schemeClr val="accent\d"\s*\/>/g, colour)
    .replace(/<a:schemeClr val="accent\d"\s*>.*?<\/a:schemeClr>/gs, colour)
    .replace(/<a:srgbClr val="[\dA-Fa-f]{6}"\s*\/>/g, colour);
};

const numberCache = (cells: readonly Cell[], format: string): string => {
  const points = cells.map((value, at) =>
    value === null ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`,
  );
  return `<c:numCache><c:formatCode>${escapeText(format)}</c:formatCode><c:ptCount val="${cells.length}"/>${points.join('')}</c:numCache>`;
};

const DAY = 86_400_000;
/** Day 0 of a sheet's dates, which count a day that was not (29 February 1900). */
const EPOCH = Date.UTC(1899, 11, 30);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

/** Texts, or, where the template's axis has dates and the labels are some, numbers of days. */
const labelsOf = (data: ChartData, models: readonly Model[], sheet: Sheet): string => {
  const { labels, labelsAt, outerLabels = [] } = data;
  const old = childOf(models[0]?.series, 'c:cat');
  const addressOf = (cells: readonly Cell[]): string =>
    escapeText(labelsAt ?? sheet.add([null, ...cells]).body);
  const isNumbers = childOf(old, 'c:numRef') !== undefined;
  const dates = labels.map((label) =>
    typeof label === 'string' && ISO_DATE.test(label) ? Date.parse(label.slice(0, 10)) : Number.NaN,
  );
  if (isNumbers && dates.every((date) => Number.isFinite(date))) {
    const days = dates.map((date) => (date - EPOCH) / DAY);
    return numbered(days, addressOf(days), old);
  }
  if (isNumbers && labels.every((label) => typeof label === 'number'))
    return numbered(labels as number[], addressOf(labels), old);
  const texts = labels.map((label) => (label === null ? '' : String(label)));
  const address = addressOf(texts);
  const count = `<c:ptCount val="${texts.length}"/>`;
  if (outerLabels.length > 0) {
    // The innermost comes first; of the others a text holds up to the next.
    const levels = [labels, ...outerLabels.toReversed()].map((level) => `<c:lvl>${pointsOf(level)}</c:lvl>`);
    return `<c:cat><c:multiLvlStrRef><c:f>${address}</c:f><c:multiLvlStrCache>${count}${levels.join('')}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
  }
  return `<c:cat><c:strRef><c:f>${address}</c:f><c:strCache>${count}${pointsOf(texts)}</c:strCache></c:strRef></c:cat>`;
};

const pointsOf = (labels: ChartData['labels']): string =>
  labels
    .map((label, at) =>
      label === null ? '' : `<c:pt idx="${at}"><c:v>${escapeText(String(label))}</c:v></c:pt>`,
    )
    .join('');

const numbered = (numbers: readonly number[], address: string, old: XmlElement | undefined): string => {
  const format = [...(old === undefined ? [] : descendantsOf(old))].find(
    ({ name }) => name === 'c:formatCode',
  );
  return `<c:cat><c:numRef><c:f>${address}</c:f>${numberCache(numbers, format === undefined ? 'General' : textContent(format))}</c:numRef></c:cat>`;
};
