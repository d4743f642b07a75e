/**
 * The features that docs/templates.md shows, each as a small template with data: `npm run guide` renders them and
 * writes a picture of the template and one of the result. What the guide shows is what the engine does.
 */
import { LISTS } from '../../examples/build/styles.ts';
import { logo } from '../../examples/build/templates/example.ts';
import { cell, p, picture, r, row, table } from '../../examples/build/word.ts';
import { columns, type Feature, right } from './feature.ts';

const bold = { run: { bold: true } };

const people = [
  { name: 'Ada Lovelace', city: 'London', born: '1815-12-10' },
  { name: 'Grace Hopper', city: 'New York', born: '1906-12-09' },
];
const items = [
  { name: 'Bowl', quantity: 4, price: 34 },
  { name: 'Mug', quantity: 12, price: 22.5 },
];

export const FEATURES: readonly Feature[] = [
  {
    id: 'values',
    body:
      p('Dear {customer.name},') +
      p(
        `${r('your order ')}${r('{order.number}', { bold: true, color: 'B4532A' })}${r(' of {order.placed | date:"d MMMM yyyy"} is on its way.')}`,
      ),
    data: { customer: { name: 'Ada Lovelace' }, order: { number: 'A-1843', placed: '2026-11-15' } },
  },
  {
    id: 'formatters',
    body: table(
      columns(5, 4),
      [
        row([cell('{total | currency:"EUR"}'), cell('{share | percent:1}')]),
        row([cell('{due | date:"long"}'), cell('{due | addDays:14 | date:"dd.MM.yyyy"}')]),
        row([cell('{name | upper}'), cell('{names | join:", "}')]),
        row([cell('{count | words}'), cell('{size | bytes}')]),
      ],
      { style: 'Boxed' },
    ),
    data: {
      total: 1234.5,
      share: 0.1925,
      due: '2026-11-15',
      name: 'Ada',
      names: ['Ada', 'Grace', 'Mary'],
      count: 42,
      size: 5_242_880,
    },
  },
  {
    id: 'condition',
    body:
      p('{IF total > 100}') +
      p('Thank you! You get free delivery.') +
      p('{ELSE}') +
      p('Delivery costs 4.90.') +
      p('{END-IF}') +
      p('{IF vip}As always, {END-IF}Yours, the team'),
    data: { total: 150, vip: true },
  },
  {
    id: 'paragraph-loop',
    body:
      p('{FOR person IN people}') +
      p('{$person.name}', 'Heading3') +
      p('born {$person.born | date:"yyyy"}, lives in {$person.city}') +
      p('{END-FOR person}'),
    data: { people },
  },
  {
    id: 'row-loop',
    body: table(
      columns(3, 2, 3, 4),
      [
        row(['Item', cell('Quantity', right), cell('Price', right), cell('Sum', right)], { header: true }),
        row([
          '{#items}{name}',
          cell('{quantity}', right),
          cell('{price | currency}', right),
          cell('{quantity * price | currency}{/items}', right),
        ]),
        row([cell('Total', { span: 3, ...bold }), cell('{total | currency}', { ...right, ...bold })]),
      ],
      { style: 'Ruled' },
    ),
    data: { items, total: 406 },
  },
  {
    id: 'column-loop',
    body: table(
      columns(3, 2),
      [
        row(['Site', cell('{FOR y IN years BY column}{$y}{END-FOR y}', right)], { header: true }),
        row(['{#sites}{name}', cell('{output[$y]}{/sites}', right)]),
      ],
      { style: 'Ruled' },
    ),
    data: {
      years: ['2024', '2025', '2026'],
      sites: [
        { name: 'Skerries', output: { 2024: 310, 2025: 298, 2026: 322 } },
        { name: 'Bog Road', output: { 2024: 120, 2025: 131, 2026: 127 } },
      ],
    },
  },
  {
    id: 'list-loop',
    body:
      p('{FOR chapter IN chapters}', 'Tight') +
      p('{$chapter.title}', 'Heading3') +
      p('{FOR step IN $chapter.steps}{$step}{END-FOR step}', {
        style: 'ListParagraph',
        list: { id: LISTS.numbers },
      }) +
      p('{END-FOR chapter}', 'Tight'),
    data: {
      chapters: [
        { title: 'Before you start', steps: ['Read the plan', 'Check the tools'] },
        { title: 'Afterwards', steps: ['Clean the tools', 'Sign the sheet', 'Go home'] },
      ],
    },
  },
  {
    id: 'nested-loop',
    body: table(
      columns(3, 5),
      [
        row([cell('Team', bold), cell('People', bold)], { header: true }),
        row([
          cell('{#teams}{name}'),
          cell(
            p('{#people}', 'Tight') +
              p('{.}', { style: 'ListParagraph', list: { id: LISTS.bullets } }) +
              p('{/people}{/teams}', 'Tight'),
          ),
        ]),
      ],
      { style: 'Boxed' },
    ),
    data: {
      teams: [
        { name: 'Design', people: ['Ada', 'Grace'] },
        { name: 'Build', people: ['Mary', 'Radia', 'Barbara'] },
      ],
    },
  },
  {
    id: 'drop',
    body:
      p('{name}', 'Tight') +
      p('{DROP paragraph IF not company}{company}', 'Tight') +
      p('{street}', 'Tight') +
      table(
        columns(3, 2),
        [
          row(['{DROP row IF discount == 0}Discount', cell('{discount | percent}', right)]),
          row(['Total', cell('{total | currency}', right)]),
        ],
        { style: 'Boxed' },
      ),
    data: { name: 'Ada Lovelace', company: '', street: '12 St James’s Square', discount: 0, total: 170 },
  },
  {
    id: 'image',
    body:
      p(`${picture('{IMAGE logo fit=contain}', 2, 2)}${r('   a picture whose alternative text is a tag')}`) +
      p('{IMAGE logo width=1.2cm} a tag in the text'),
    data: { logo: logo('#00586B', '#8FD0DC') },
  },
  {
    id: 'link',
    body: p('{LINK ({url: site, label: "Our shop"})} or {LINK mail "write to us"}'),
    data: { site: 'https://shop.example/', mail: 'mailto:hello@shop.example' },
  },
  {
    id: 'html',
    body: p('{HTML text}'),
    data: {
      text: '<h3>Notes</h3><p>Some <strong>bold</strong> and <em>italic</em> text, and a list:</p><ol><li>first</li><li>second<ul><li>with a point below</li></ul></li></ol><table><tr><th>Colour</th><th>Pieces</th></tr><tr><td>Blue</td><td>12</td></tr><tr><td>Red</td><td>7</td></tr></table>',
    },
  },
  {
    id: 'markdown',
    body: p('{MARKDOWN text}'),
    data: {
      text: '### Release notes\n\n- **faster** start\n- a `quiet` mode\n\n> Thank you to all who tried it.',
    },
  },
  {
    id: 'barcode',
    body: table(columns(1, 1), [
      row([
        cell(p('{QR url size=2.4cm}', { align: 'center' })),
        cell(p('{BARCODE ean type=ean13}', { align: 'center' })),
      ]),
    ]),
    data: { url: 'https://shop.example/bowl', ean: '4006381333931' },
  },
  {
    id: 'expressions',
    body:
      p('{SET net = items.reduce((sum, i) => sum + i.quantity * i.price, 0)}', 'Tight') +
      p('Net {net | currency}, with VAT {net * 1.23 | currency}', 'Tight') +
      p('{items.length} items, the dearest is {(items | sortBy:"price":"desc" | first).name}', 'Tight') +
      p('{items.some(i => i.quantity > 10) ? "A large order" : "A small order"}', 'Tight'),
    data: { items },
  },
];
