/** Every kind of chart, filled with more than its template has, and drawn to PDF. */
import { expect, it } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { chart, legend } from '../layout/chart-support.ts';
import { library } from '../pdf/support.ts';
import { docx, p } from '../support/build.ts';
import { CHART_KINDS } from '../support/chart-kinds.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { render } from './engine.ts';

const rows = ['January', 'February', 'March', 'April'].map((month, index) => ({
  month,
  sales: 3 + 2 * index,
  costs: 9 - index,
}));
const kinds = Object.entries(CHART_KINDS);
const { bytes } = render(
  docx(
    ...kinds.flatMap(([name, { plot, tag }], id) => [
      p(`A chart: ${name}`),
      p(chart(plot, { alt: tag, id: id + 1, legend: legend('b'), width: 240, height: 150 })),
    ]),
  ),
  { rows },
);
const out = openDocx(bytes);
const charts = [...out.archive.entries.keys()]
  .filter((name) => /charts\/platen\d+\.xml$/.test(name))
  .map((name) => out.text(name));

it.each(kinds.map(([name], index) => [name, index] as const))('%s has the data', (name, index) => {
  const xml = charts[index] ?? '';
  const values = (role: string): string[][] =>
    [...xml.matchAll(new RegExp(`<c:${role}>(.*?)</c:${role}>`, 'gs'))].map(([, inner = '']) =>
      [...inner.matchAll(/<c:v>([^<]*)/g)].map(([, value = '']) => value),
    );
  const sales = ['3', '5', '7', '9'];
  const costs = ['9', '8', '7', '6'];
  const months = ['January', 'February', 'March', 'April'];
  if (name === 'scatter' || name === 'bubble') {
    expect([values('xVal'), values('yVal')]).toEqual([[sales], [costs]]);
    expect(values('bubbleSize')).toEqual(name === 'bubble' ? [sales] : []);
  } else {
    const isRound = name === 'pie' || name === 'doughnut';
    expect(values('val')).toEqual(isRound ? [sales] : [sales, costs]);
    expect(values('cat')).toEqual(isRound ? [months] : [months, months]);
    if (isRound) expect(xml.match(/<c:dPt>/g)).toHaveLength(4);
  }
});

it.skipIf(noPoppler)('all of them are drawn', () => {
  const result = convertNatively(bytes, library);
  if (result.kind === 'declined') throw new Error(result.reasons.join());
  expect(result.reasons).toEqual([]);
  const text = pdfText(result.pdf);
  // In legends and on axes: seven kinds have months, and all but those of slices name their series.
  expect(text.match(/February/g)?.length).toBeGreaterThanOrEqual(8);
  expect(text.match(/Costs/g)).toHaveLength(8);
});
