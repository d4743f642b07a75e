import { cell, p, pageOf, r, row, table } from '../word.ts';
import type { Example } from './example.ts';

const look = { accent: '44546A', tint: 'EEF1F5', font: 'Arial' };
const sum = { shade: look.tint, run: { bold: true } };
const money = { align: 'right' as const };

export const payslip: Example = {
  key: 'payslip',
  name: 'Payslip',
  description: 'Earnings and deductions side by side, year to date, amounts in words, figures by locale',
  document: {
    title: 'Payslip',
    look,
    header: p('{employer.name}\tPayslip for {period | date:"MMMM yyyy"}', 'Header', { bold: true }),
    footer: p(`${r('Personal and confidential\t')}${pageOf()}`, 'Footer'),
    body: [
      p('Payslip', 'Title'),
      p('{period | date:"MMMM yyyy"}', 'Subtitle'),
      table(
        [1900, 2919, 1900, 2919],
        [
          row([
            cell('Employee', { shade: look.tint }),
            '{employee.name}',
            cell('Personnel no.', { shade: look.tint }),
            '{employee.number}',
          ]),
          row([
            cell('Position', { shade: look.tint }),
            '{employee.position}',
            cell('Tax class', { shade: look.tint }),
            '{employee.taxClass}',
          ]),
          row([
            cell('Since', { shade: look.tint }),
            '{employee.since | date:"dd.MM.yyyy"}',
            cell('Hours', { shade: look.tint }),
            '{hours | number:1}',
          ]),
        ],
        { style: 'Boxed' },
      ),
      p('Earnings', 'Heading2'),
      table(
        [4838, 1600, 1600, 1600],
        [
          row(['Kind', cell('Units', money), cell('This month', money), cell('Year to date', money)], {
            header: true,
          }),
          row([
            '{#earnings}{kind}',
            cell('{units ?? "–"}', money),
            cell('{amount | currency:../currency}', money),
            cell('{yearToDate | currency:../currency}{/earnings}', money),
          ]),
          row([
            cell('Gross', sum),
            cell('', sum),
            cell('{earnings | sum:"amount" | currency:currency}', { ...sum, ...money }),
            cell('{earnings | sum:"yearToDate" | currency:currency}', { ...sum, ...money }),
          ]),
        ],
        { style: 'Ruled' },
      ),
      p('Deductions', 'Heading2'),
      table(
        [4838, 1600, 1600, 1600],
        [
          row(['Kind', cell('Rate', money), cell('This month', money), cell('Year to date', money)], {
            header: true,
          }),
          row([
            '{#deductions}{kind}',
            cell('{rate | percent:2}', money),
            cell('{amount | currency:../currency}', money),
            cell('{yearToDate | currency:../currency}{/deductions}', money),
          ]),
          row([
            cell('Total', sum),
            cell('', sum),
            cell('{deductions | sum:"amount" | currency:currency}', { ...sum, ...money }),
            cell('{deductions | sum:"yearToDate" | currency:currency}', { ...sum, ...money }),
          ]),
        ],
        { style: 'Ruled' },
      ),
      p('{SET paid = (earnings | sum:"amount") - (deductions | sum:"amount")}', 'Tight'),
      table(
        [6438, 3200],
        [
          row(
            [
              cell('Paid on {paidOn | date:"d MMMM yyyy"} to account {employee.account}', {
                shade: look.accent,
                run: { color: 'FFFFFF' },
                vAlign: 'center',
              }),
              cell('{paid | currency:currency}', {
                shade: look.accent,
                align: 'right',
                run: { color: 'FFFFFF', bold: true, size: 14 },
              }),
            ],
            { height: 560 },
          ),
        ],
        { style: 'Boxed' },
      ),
      p('{IF notes}', 'Tight'),
      p('Notes', { style: 'Label', before: 240 }),
      p('{#notes}{.}{/notes}', { style: 'ListParagraph', list: { id: 1 } }),
      p('{END-IF}', 'Tight'),
    ].join(''),
  },
  options: { locale: 'de-DE' },
  data: {
    period: '2026-10-01',
    currency: 'EUR',
    paidOn: '2026-10-30',
    hours: 165.5,
    employer: { name: 'Werkstatt Nord GmbH' },
    employee: {
      name: 'Jana Petersen',
      number: '00417',
      position: 'Toolmaker',
      taxClass: 'I',
      since: '2021-04-01',
      account: 'DE44 5001 0517 5407 3249 31',
    },
    earnings: [
      { kind: 'Salary', amount: 3850, yearToDate: 38500 },
      { kind: 'Overtime', units: 5.5, amount: 158.4, yearToDate: 1240.8 },
      { kind: 'Shift premium', units: 12, amount: 96, yearToDate: 820 },
      { kind: 'Capital-forming benefit', amount: 40, yearToDate: 400 },
    ],
    deductions: [
      { kind: 'Income tax', rate: 0.1634, amount: 677.4, yearToDate: 6696.3 },
      { kind: 'Health insurance', rate: 0.0815, amount: 337.77, yearToDate: 3337.11 },
      { kind: 'Pension insurance', rate: 0.093, amount: 385.44, yearToDate: 3809.35 },
      { kind: 'Unemployment insurance', rate: 0.013, amount: 53.88, yearToDate: 532.49 },
      { kind: 'Nursing care insurance', rate: 0.018, amount: 74.6, yearToDate: 737.3 },
    ],
    notes: [
      'The collective agreement raises all salaries by 2.5 % from January.',
      'Please check your address before the annual statement is sent.',
    ],
  },
};
