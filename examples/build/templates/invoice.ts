import { cell, p, pageOf, picture, r, row, table } from '../word.ts';
import { type Example, logo } from './example.ts';

const look = { accent: '1F4E79', tint: 'EAF1F8', font: 'Calibri' };
const total = { borders: { top: { color: look.accent, size: 8 } }, shade: look.tint };

export const invoice: Example = {
  key: 'invoice',
  name: 'Invoice',
  description: 'Line items, VAT, totals, a due date that is computed, a QR code for paying',
  document: {
    title: 'Invoice',
    look,
    header: `${table(
      [1400, 8238],
      [
        row([
          cell(p(picture('{IMAGE company.logo fit=contain}', 1.9, 1.9), 'Tight')),
          cell(
            p(
              r('{company.name}\n', { bold: true, size: 12, color: look.accent }) +
                r('{company.street}, {company.city}\n{company.email}', { size: 9 }),
              { style: 'Tight', align: 'right' },
            ),
          ),
        ]),
      ],
    )}${p('', { after: 120 })}`,
    footer: p(`${r('{company.name} · VAT {company.vat} · IBAN {company.iban}\t')}${pageOf()}`, 'Footer'),
    body: [
      p('Invoice {number}', 'Title'),
      p('Issued on {issued | date:"d MMMM yyyy"}', 'Subtitle'),
      table(
        [5200, 4438],
        [
          row([
            cell(
              p('Billed to', 'Label') +
                p('{customer.name}', 'Tight', { bold: true }) +
                p('{customer.street}', 'Tight') +
                p('{customer.city}', 'Tight') +
                p('{IF customer.vat}', 'Tight') +
                p('VAT {customer.vat}', 'Tight') +
                p('{END-IF}', 'Tight'),
            ),
            cell(
              p('Payment', 'Label') +
                p(
                  `${r('Due ')}${r('{issued | addDays:termDays | date:"d MMMM yyyy"}', { bold: true })}`,
                  'Tight',
                ) +
                p('{termDays} days net', 'Tight') +
                p('Reference {number}', 'Tight'),
            ),
          ]),
        ],
      ),
      p('', { before: 120, after: 0 }),
      table(
        [4638, 1100, 1300, 1000, 1600],
        [
          row(
            [
              'Item',
              cell('Quantity', { align: 'right' }),
              cell('Price', { align: 'right' }),
              cell('VAT', { align: 'right' }),
              cell('Amount', { align: 'right' }),
            ],
            { header: true },
          ),
          row([
            '{#items}{name}',
            cell('{quantity} {unit}', { align: 'right' }),
            cell('{price | currency:../currency}', { align: 'right' }),
            cell('{vatRate | number:"0.##%"}', { align: 'right' }),
            cell('{quantity * price | currency:../currency}{/items}', { align: 'right' }),
          ]),
        ],
        { style: 'Ruled' },
      ),
      p(
        '{SET net = items.reduce((sum, i) => sum + i.quantity * i.price, 0)}{SET vat = items.reduce((sum, i) => sum + i.quantity * i.price * i.vatRate, 0)}',
        'Tight',
      ),
      p('', { before: 60, after: 0 }),
      table(
        [5638, 2200, 1800],
        [
          row(['', 'Net', cell('{net | currency:currency}', { align: 'right' })]),
          row(['', 'VAT', cell('{vat | currency:currency}', { align: 'right' })]),
          row([
            '',
            cell('Total due', { ...total, run: { bold: true, color: look.accent } }),
            cell('{net + vat | currency:currency}', {
              ...total,
              align: 'right',
              run: { bold: true, color: look.accent },
            }),
          ]),
        ],
      ),
      p('', { before: 120, after: 0 }),
      table(
        [7438, 2200],
        [
          row([
            cell(
              p('How to pay', 'Label') +
                p(
                  'Please transfer the total to {company.iban}, or scan the code with your banking app. Questions? Write to {company.email}.',
                  'Normal',
                ) +
                p('{IF note}', 'Tight') +
                p('{note}', 'Quote') +
                p('{END-IF}', 'Tight'),
            ),
            cell(p(picture('{QR paymentLink}', 3, 3), { style: 'Tight', align: 'right' })),
          ]),
        ],
      ),
    ].join(''),
  },
  options: { locale: 'en-IE' },
  data: {
    number: '2026-0184',
    currency: 'EUR',
    issued: '2026-11-02',
    termDays: 30,
    paymentLink: 'https://pay.northwind.example/2026-0184',
    note: 'Thank you for your business. The second delivery follows in December and will be invoiced separately.',
    company: {
      name: 'Northwind Studio',
      street: '12 Harbour Lane',
      city: 'Dublin D02 X285',
      email: 'accounts@northwind.example',
      vat: 'IE3668997OH',
      iban: 'IE29 AIBK 9311 5212 3456 78',
      logo: logo('#1F4E79', '#7FB2E5'),
    },
    customer: {
      name: 'Aurora Books Ltd',
      street: '48 Merchant Square',
      city: 'Galway H91 E2R8',
      vat: 'IE9825613N',
    },
    items: [
      { name: 'Design of the autumn catalogue', quantity: 24, unit: 'h', price: 95, vatRate: 0.23 },
      { name: 'Photography, two days in the studio', quantity: 2, unit: 'd', price: 780, vatRate: 0.23 },
      { name: 'Image licences', quantity: 16, unit: 'pcs', price: 18.5, vatRate: 0.23 },
      { name: 'Proof copies, bound', quantity: 5, unit: 'pcs', price: 32, vatRate: 0.135 },
      { name: 'Courier to Galway', quantity: 1, unit: 'pc', price: 24.9, vatRate: 0.23 },
    ],
  },
};
