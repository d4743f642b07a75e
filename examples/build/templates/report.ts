import { LISTS } from '../styles.ts';
import { cell, p, pageOf, r, row, table } from '../word.ts';
import type { Example } from './example.ts';

const look = { accent: '00586B', tint: 'E6F2F4', font: 'Calibri' };
const right = { align: 'right' as const };
const band = { shade: look.tint, run: { bold: true } };

export const report: Example = {
  key: 'report',
  name: 'Report with nested tables',
  description:
    'Regions, sites and readings three loops deep, a table inside a table, columns from data, notes',
  document: {
    title: 'Quarterly report',
    look,
    header: p('{title}\t{period}', 'Header'),
    footer: p(`${r('{author}, {date | date:"d MMMM yyyy"}\t')}${pageOf()}`, 'Footer'),
    body: [
      p('{title}', 'Title'),
      p('{period}', 'Subtitle'),
      p('Summary', 'Heading1'),
      p('{MARKDOWN summary}'),
      p('Key figures', 'Heading2'),
      table(
        [3638, 2000, 4000],
        [
          row(['Figure', 'Unit', cell('{FOR q IN quarters BY column}{$q}{END-FOR q}', right)], {
            header: true,
          }),
          row(['{FOR figure IN figures}', '', '']),
          row(['{$figure.name}', '{$figure.unit}', cell('{$figure.values[$q] | number:1}', right)]),
          row(['{END-FOR figure}', '', '']),
        ],
        { style: 'Ruled' },
      ),
      p('{FOR region IN regions}', 'Tight'),
      p('{$region.name}', 'Heading1'),
      p('{$region.sites.length} sites, {$region.sites | sum:"output" | number:0} MWh in the quarter.'),
      table(
        [2600, 7038],
        [
          row([cell('Site', band), cell('Readings', band)], { header: true }),
          row([
            cell(
              p('{FOR site IN $region.sites}{$site.name}', 'TableText', { bold: true }) +
                p('{$site.output | number:0} MWh', 'Small'),
            ),
            cell(
              table(
                [2300, 2200, 2200],
                [
                  row([
                    cell('Month', { run: { bold: true } }),
                    cell('Output, MWh', { ...right, run: { bold: true } }),
                    cell('Availability', { ...right, run: { bold: true } }),
                  ]),
                  row([
                    '{FOR m IN $site.months}{$m.month | date:"MMMM"}',
                    cell('{$m.output | number:1}', right),
                    cell('{$m.availability | percent:1}{END-FOR m}', right),
                  ]),
                ],
                { style: 'Boxed' },
              ) +
                p('{IF $site.remark}', 'Tight') +
                p('{$site.remark}', 'Quote') +
                p('{END-IF}', 'Tight') +
                p('{END-FOR site}', 'Tight'),
            ),
          ]),
        ],
        { style: 'Boxed' },
      ),
      p('{END-FOR region}', 'Tight'),
      p('Risks', 'Heading1'),
      p('{FOR risk IN risks | sortBy:"severity":"desc"}', 'Tight'),
      p(
        `${r('{$risk.title} ', { bold: true })}${r('({$risk.severity | map:1:"low":2:"medium":3:"high"})', { color: look.accent })}`,
        { list: { id: LISTS.numbers }, keepNext: true, after: 20 },
      ),
      p('{$risk.text}', { indent: { left: 425 } }),
      p('{END-FOR risk}', 'Tight'),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    title: 'Wind portfolio',
    period: 'Third quarter 2026',
    author: 'Asset management',
    date: '2026-10-20',
    summary:
      'The portfolio produced **4 % more** than in the same quarter of last year, in spite of a weak August.\n\n- Availability rose to 97.9 %\n- Two gearboxes were exchanged under warranty\n- The new forecast replaces the old one from October',
    quarters: ['Q1', 'Q2', 'Q3'],
    figures: [
      { name: 'Output', unit: 'GWh', values: { Q1: 21.4, Q2: 15.2, Q3: 14.1 } },
      { name: 'Availability', unit: '%', values: { Q1: 96.8, Q2: 97.2, Q3: 97.9 } },
      { name: 'Mean wind speed', unit: 'm/s', values: { Q1: 8.1, Q2: 6.7, Q3: 6.2 } },
    ],
    regions: [
      {
        name: 'North coast',
        sites: [
          {
            name: 'Skerries',
            output: 3870,
            months: [
              { month: '2026-07-01', output: 1310.4, availability: 0.981 },
              { month: '2026-08-01', output: 1104.9, availability: 0.974 },
              { month: '2026-09-01', output: 1454.7, availability: 0.983 },
            ],
          },
          {
            name: 'Black Head',
            output: 2655,
            months: [
              { month: '2026-07-01', output: 902.2, availability: 0.942 },
              { month: '2026-08-01', output: 761.5, availability: 0.958 },
              { month: '2026-09-01', output: 991.3, availability: 0.989 },
            ],
            remark: 'Turbine 3 stood still for nine days in July while its gearbox was exchanged.',
          },
        ],
      },
      {
        name: 'Midlands',
        sites: [
          {
            name: 'Bog Road',
            output: 1922,
            months: [
              { month: '2026-07-01', output: 644.1, availability: 0.991 },
              { month: '2026-08-01', output: 560.6, availability: 0.988 },
              { month: '2026-09-01', output: 717.3, availability: 0.986 },
            ],
          },
        ],
      },
    ],
    risks: [
      {
        title: 'Grid works at Skerries',
        severity: 2,
        text: 'The operator has announced three weeks of curtailment in spring.',
      },
      {
        title: 'Spare gearboxes',
        severity: 3,
        text: 'Delivery times have risen to eleven months; we recommend one unit in stock.',
      },
      {
        title: 'Bats',
        severity: 1,
        text: 'The monitoring at Bog Road ends in December and has found nothing so far.',
      },
    ],
  },
};
