import { LISTS } from '../styles.ts';
import { cell, p, pageOf, r, row, table } from '../word.ts';
import type { Example } from './example.ts';

const look = { accent: '2E6B4F', tint: 'E9F4EE', font: 'Calibri' };

export const quote: Example = {
  key: 'quote',
  name: 'Quote',
  description:
    'Positions grouped by phase with subtotals, options, a discount that appears only where there is one',
  document: {
    title: 'Quote',
    look,
    footer: p(`${r('{seller.name} · {seller.phone} · {seller.email}\t')}${pageOf()}`, 'Footer'),
    body: [
      p('Quote', 'Title'),
      p('{project} for {client.company}', 'Subtitle'),
      table(
        [3212, 3213, 3213],
        [
          row([
            cell(
              p('Prepared for', 'Label') +
                p('{client.contact}', 'Tight', { bold: true }) +
                p('{client.company}', 'Tight'),
            ),
            cell(p('Number', 'Label') + p('{number}', 'Tight')),
            cell(p('Valid until', 'Label') + p('{date | addDays:validDays | date:"d MMMM yyyy"}', 'Tight')),
          ]),
        ],
      ),
      // Space above would be above each of the paragraphs that come of it.
      p('', 'Tight'),
      p('{MARKDOWN introduction}'),
      p('{FOR phase IN positions | groupBy:"phase"}', 'Tight'),
      p('{$phase.key}', 'Heading2'),
      table(
        [5238, 1300, 1400, 1700],
        [
          row(
            [
              'Position',
              cell('Days', { align: 'right' }),
              cell('Rate', { align: 'right' }),
              cell('Amount', { align: 'right' }),
            ],
            { header: true },
          ),
          row([
            '{FOR line IN $phase.items}{$line.title}',
            cell('{$line.days | number:1}', { align: 'right' }),
            cell('{$line.rate | currency:currency}', { align: 'right' }),
            cell('{$line.days * $line.rate | currency:currency}{END-FOR line}', { align: 'right' }),
          ]),
          row([
            cell('Subtotal', { span: 3, run: { bold: true }, shade: look.tint }),
            cell('{$phase.items.reduce((sum, l) => sum + l.days * l.rate, 0) | currency:currency}', {
              align: 'right',
              run: { bold: true },
              shade: look.tint,
            }),
          ]),
        ],
        { style: 'Ruled' },
      ),
      p('{END-FOR phase}', 'Tight'),
      p('{SET gross = positions.reduce((sum, l) => sum + l.days * l.rate, 0)}', 'Tight'),
      p('Total', 'Heading2'),
      table(
        [7638, 2000],
        [
          row(['Sum of all phases', cell('{gross | currency:currency}', { align: 'right' })]),
          row([
            '{DROP row IF not discount}Discount of {discount | number:"0.##%"}, as agreed',
            cell('–{gross * discount | currency:currency}', { align: 'right' }),
          ]),
          row([
            cell('Net total', { run: { bold: true, color: look.accent }, shade: look.tint }),
            cell('{gross * (1 - (discount ?? 0)) | currency:currency}', {
              align: 'right',
              run: { bold: true, color: look.accent },
              shade: look.tint,
            }),
          ]),
        ],
      ),
      p('What is included', 'Heading2'),
      p('{#included}{.}{/included}', { style: 'ListParagraph', list: { id: LISTS.bullets } }),
      p('Next steps', 'Heading2'),
      p('{#steps}{.}{/steps}', { style: 'ListParagraph', list: { id: LISTS.numbers }, keepNext: true }),
      p('{seller.contact}, {seller.name}', { before: 360 }, { bold: true }),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    number: 'Q-2026-77',
    currency: 'GBP',
    date: '2026-11-10',
    validDays: 45,
    project: 'A new booking platform',
    discount: 0.05,
    introduction:
      'Thank you for the workshop last week. Below is what we understood, **in three phases**, each of which you can order on its own:\n\n- *Discovery* ends with a prototype your guests can try\n- *Build* ends with the platform in production\n- *Care* keeps it healthy through the first season',
    client: { company: 'Lakeside Hotels', contact: 'Maya Thornton' },
    seller: {
      name: 'Fernhill Software',
      contact: 'Tom Ellery',
      phone: '+44 20 7946 0321',
      email: 'tom@fernhill.example',
    },
    positions: [
      { phase: 'Discovery', title: 'Interviews with staff and guests', days: 4, rate: 840 },
      { phase: 'Discovery', title: 'Clickable prototype', days: 6, rate: 840 },
      { phase: 'Build', title: 'Booking engine and payments', days: 32, rate: 780 },
      { phase: 'Build', title: 'Housekeeping app', days: 14, rate: 780 },
      { phase: 'Build', title: 'Migration of existing bookings', days: 5.5, rate: 780 },
      { phase: 'Care', title: 'Monitoring and monthly updates', days: 12, rate: 720 },
    ],
    included: [
      'All source code, under a licence that lets you carry on with anyone',
      'Hosting during the build',
      'Training for up to twelve people',
    ],
    steps: [
      'You tell us which phases you want to start with.',
      'We send the contract and book the team.',
      'We meet on site for the first week of discovery.',
    ],
  },
};
