/** editFrame :: what a chart has around its series: its title, and where its axis begins and ends */
import { childOf, descendantsOf, elementsOf, escapeText, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { isSelfClosed } from '../../ooxml/xml-markup.ts';
import type { ChartData } from './chart-data.ts';

export const editFrame = (edits: XmlEdits, root: XmlElement, { title, min, max }: ChartData): void => {
  const chart = childOf(root, 'c:chart');
  if (chart === undefined) return;
  if (title !== undefined) setTitle(edits, chart, title);
  if (min !== undefined || max !== undefined) setBounds(edits, chart, min, max);
};

/** The first run of the title keeps its look; one that is empty goes. */
const setTitle = (edits: XmlEdits, chart: XmlElement, title: string): void => {
  const own = childOf(chart, 'c:title');
  const deleted = childOf(chart, 'c:autoTitleDeleted');
  if (title === '') {
    if (own !== undefined) edits.replace(own.start, own.end, '');
    if (deleted !== undefined) edits.replace(deleted.start, deleted.end, '<c:autoTitleDeleted val="1"/>');
    else edits.insert(own?.end ?? chart.openEnd, '<c:autoTitleDeleted val="1"/>');
    return;
  }
  const rich = childOf(childOf(own, 'c:tx'), 'c:rich');
  const texts = rich === undefined ? [] : [...descendantsOf(rich)].filter(({ name }) => name === 'a:t');
  const [first, ...others] = texts;
  if (first !== undefined) {
    edits.replace(first.start, first.end, `<a:t>${escapeText(title)}</a:t>`);
    for (const other of others) edits.replace(other.start, other.end, '<a:t></a:t>');
    return;
  }
  const markup = `<c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${escapeText(title)}</a:t></a:r></a:p></c:rich></c:tx>`;
  const old = childOf(own, 'c:tx');
  if (own === undefined) edits.insert(chart.openEnd, `<c:title>${markup}<c:overlay val="0"/></c:title>`);
  else if (old !== undefined) edits.replace(old.start, old.end, markup);
  else if (isSelfClosed(own)) edits.replace(own.start, own.end, `<c:title>${markup}</c:title>`);
  else edits.insert(own.openEnd, markup);
  if (deleted !== undefined) edits.replace(deleted.start, deleted.end, '<c:autoTitleDeleted val="0"/>');
};

/** Of the axis of values: of charts of points, the one that stands up. */
const setBounds = (
  edits: XmlEdits,
  chart: XmlElement,
  min: number | undefined,
  max: number | undefined,
): void => {
  const axes = elementsOf(childOf(chart, 'c:plotArea') ?? chart, 'c:valAx');
  const upright = axes.find((axis) => /^[lr]$/.test(childOf(axis, 'c:axPos')?.attribute('val') ?? ''));
  const scaling = childOf(axes.length > 1 ? (upright ?? axes[0]) : axes[0], 'c:scaling');
  if (scaling === undefined) return;
  const kept = elementsOf(scaling).filter(
    ({ name }) => !(name === 'c:min' && min !== undefined) && !(name === 'c:max' && max !== undefined),
  );
  // In the order of the schema: logBase, orientation, max, min.
  const find = (...names: string[]): string =>
    kept
      .filter(({ name }) => names.includes(name))
      .map(({ start, end }) => edits.source.slice(start, end))
      .join('');
  const limit = (name: string, value: number | undefined): string =>
    value === undefined ? find(`c:${name}`) : `<c:${name} val="${value}"/>`;
  edits.replace(
    scaling.start,
    scaling.end,
    `<c:scaling>${find('c:logBase', 'c:orientation')}${limit('max', max)}${limit('min', min)}${find('c:extLst')}</c:scaling>`,
  );
};
