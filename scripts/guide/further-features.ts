/** Features that need more than one small document: charts, templates in templates, controls, and what knows the pages. */
import { LISTS } from '../../examples/build/styles.ts';
import { cell, field, p, r, row, table } from '../../examples/build/word.ts';
import { columnChart } from './column-chart.ts';
import { columns, type Feature, right } from './feature.ts';

const orders = [
  { customer: 'Ada', item: 'Bowl', due: 'today', late: false },
  { customer: 'Ada', item: 'Mug', due: '3 days ago', late: true },
  { customer: 'Grace', item: 'Plate', due: 'tomorrow', late: false },
];
const months = [
  { month: 'January', sales: 120, costs: 90 },
  { month: 'February', sales: 160, costs: 95 },
  { month: 'March', sales: 210, costs: 120 },
  { month: 'April', sales: 190, costs: 110 },
];

const control = (properties: string, text: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${r(text)}</w:sdtContent></w:sdt>`;
const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const box = `<w:sdt><w:sdtPr><w:alias w:val="{agreed}"/><w14:checkbox ${W14}><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr><w:sdtContent>${r('☐', { font: 'MS Gothic' })}</w:sdtContent></w:sdt>`;
const states =
  '<w:dropDownList><w:listItem w:displayText="waiting for goods" w:value="waiting"/><w:listItem w:displayText="on its way" w:value="sent"/></w:dropDownList>';

const contents = `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-1" \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('Contents come here')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const marked = (name: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:bookmarkStart w:id="1" w:name="${name}"/>${r(text)}<w:bookmarkEnd w:id="1"/></w:p>`;

const SENTENCE =
  'Bowls and mugs are packed in straw and leave on the day of the order, as long as it comes before noon. ';

export const FURTHER_FEATURES: readonly Feature[] = [
  {
    id: 'style',
    body: table(
      columns(3, 3, 3),
      [
        row(['Customer', 'Item', 'Due'], { header: true }),
        row([
          '{#orders}{MERGE}{customer}',
          '{item}{STYLE row fill=#FDECEA IF late}',
          '{STYLE text bold color=#B3261E IF late}{due}{/orders}',
        ]),
      ],
      { style: 'Boxed' },
    ),
    data: { orders },
  },
  {
    id: 'chart',
    body: p(columnChart.drawing(1)),
    charts: [columnChart.part('{CHART months category=month series=(sales as "Sales", costs as "Costs")}')],
    data: { months },
  },
  {
    id: 'include',
    body:
      p('{INCLUDE "address" WITH customer}') +
      p('Dear {customer.name}, our terms are below.') +
      p('{INCLUDE "terms"}'),
    includes: {
      address: p('{name}', { style: 'Tight' }, { bold: true }) + p('{street}, {city}'),
      terms:
        p('Terms', 'Heading3') +
        p('Payment is due within {days} days.', { style: 'ListParagraph', list: { id: LISTS.numbers } }) +
        p('Goods stay ours until then.', { style: 'ListParagraph', list: { id: LISTS.numbers } }),
    },
    data: {
      customer: { name: 'Ada Lovelace', street: '12 St James’s Square', city: 'London' },
      days: 14,
    },
  },
  {
    id: 'controls',
    body:
      p(`${box}${r(' The customer has agreed.')}`) +
      p(`${r('The order is ')}${control(states, '{state}')}${r('.')}`) +
      p(
        `${r('It was sent on ')}${control('<w:date><w:dateFormat w:val="d MMMM yyyy"/><w:lid w:val="en-GB"/></w:date>', '{sent}')}${r(' to ')}${control('<w:tag w:val="city"/><w:text/>', 'the city')}${r('.')}`,
      ),
    controls: true,
    data: { agreed: true, state: 'sent', sent: '2026-11-15', city: 'London' },
  },
  {
    id: 'contents',
    body:
      contents +
      p('{#chapters}') +
      p('{title}', 'Heading1') +
      p('{text}') +
      p('{/chapters}') +
      marked('last', 'Delivery') +
      p(`${r('This is page ')}${field('PAGEREF last', '?')}${r(' of ')}${field('NUMPAGES', '?')}${r('.')}`),
    page: { height: 4400, count: 2 },
    data: {
      chapters: [
        { title: 'Bowls', text: SENTENCE.repeat(3) },
        { title: 'Mugs', text: SENTENCE.repeat(4) },
      ],
    },
  },
  {
    id: 'together',
    body:
      p('{text}') +
      p('{TOGETHER}') +
      p('Agreed and signed:') +
      p('London, the 15th of November') +
      p('______________________') +
      p('{name}') +
      p('{END-TOGETHER}'),
    page: { height: 3300, count: 2 },
    data: { text: SENTENCE.repeat(5), name: 'Ada Lovelace' },
  },
  {
    id: 'fit',
    body: p('{FIT pages=1 min=70%}Our offer', 'Heading3') + p('{text}') + p('{text}') + p('Yours, the team'),
    page: { height: 3900, count: 2 },
    data: { text: SENTENCE.repeat(4) },
  },
  {
    id: 'prelude',
    body: table(
      columns(3, 3, 3),
      [
        row([cell('{"Item" | t}'), cell('Net', right), cell('Gross', right)], { header: true }),
        row([
          '{#items}{name}',
          cell('{price | currency}', right),
          cell('{gross(price) | currency}{/items}', right),
        ]),
      ],
      { style: 'Ruled' },
    ),
    prelude: {
      definitions: ['gross = (net) => net * 1.2'],
      translations: { de: { Item: 'Artikel' }, en: { Item: 'Article' } },
    },
    options: { locale: 'en', currency: 'EUR' },
    data: {
      items: [
        { name: 'Bowl', price: 34 },
        { name: 'Mug', price: 22.5 },
      ],
    },
  },
];
