import { LISTS } from '../styles.ts';
import { cell, p, pageOf, r, row, table } from '../word.ts';
import type { Example } from './example.ts';

const look = { accent: '5B3F8C', tint: 'F1EDF8', font: 'Calibri' };

export const minutes: Example = {
  key: 'minutes',
  name: 'Meeting minutes',
  description: 'Agenda, items with decisions that count anew for each, actions sorted by due date',
  document: {
    title: 'Meeting minutes',
    look,
    header: p('{meeting}\t{start | date:"d MMM yyyy"}', 'Header'),
    footer: p(`${r('Minutes taken by {minuteTaker}\t')}${pageOf()}`, 'Footer'),
    body: [
      p('{meeting}', 'Title'),
      p('{start | date:"EEEE, d MMMM yyyy"}, {start | time} to {end | time}, {place}', 'Subtitle'),
      table(
        [1700, 7938],
        [
          row([
            cell('Present', { run: { bold: true, color: look.accent } }),
            '{people | where:"present":true | pluck:"name" | join:", "}',
          ]),
          row([
            '{DROP row IF people.every(p => p.present)}Apologies',
            '{people | where:"present":false | pluck:"name" | join:", "}',
          ]),
          row([cell('Chair', { run: { bold: true, color: look.accent } }), '{chair}']),
        ],
        { style: 'Boxed' },
      ),
      p('Agenda', 'Heading1'),
      p('{#items}{title}{/items}', { style: 'ListParagraph', list: { id: LISTS.numbers } }),
      p('{FOR item IN items}', 'Tight'),
      p('{$number}. {$item.title}', 'Heading2'),
      p('Led by {$item.lead}, {$item.minutes} minutes', 'Small'),
      p('{MARKDOWN $item.notes}'),
      p('{IF $item.decisions.length > 0}', 'Tight'),
      p('Decisions', 'Label'),
      p('{FOR decision IN $item.decisions}{$decision}{END-FOR decision}', {
        style: 'ListParagraph',
        list: { id: LISTS.numbers },
      }),
      p('{END-IF}', 'Tight'),
      p('{END-FOR item}', 'Tight'),
      p('Actions', 'Heading1'),
      table(
        [5338, 2300, 2000],
        [
          row(['Action', 'Who', 'By'], { header: true }),
          row([
            '{FOR action IN actions | sortBy:"due"}{$action.what}',
            '{$action.who}',
            '{$action.due | date:"d MMM yyyy"}{END-FOR action}',
          ]),
        ],
        { style: 'Ruled' },
      ),
      p('Next meeting: {next | date:"EEEE, d MMMM yyyy"} at {next | time}.', { before: 240 }, { bold: true }),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    meeting: 'Steering group, harbour extension',
    start: '2026-11-12T14:00:00Z',
    end: '2026-11-12T15:35:00Z',
    next: '2026-12-10T14:00:00Z',
    place: 'Room 2.14',
    chair: 'Birgit Hansen',
    minuteTaker: 'Samuel Osei',
    people: [
      { name: 'Birgit Hansen', present: true },
      { name: 'Samuel Osei', present: true },
      { name: 'Priya Raman', present: true },
      { name: 'Lars Nygaard', present: true },
      { name: 'Claire Dubois', present: false },
    ],
    items: [
      {
        title: 'Quay wall: results of the survey',
        lead: 'Lars Nygaard',
        minutes: 35,
        notes:
          'The survey found **two sections** that need new sheet piling. Lars showed three variants:\n\n1. repair from the water side\n2. replace both sections\n3. replace one, monitor the other\n\nVariant 3 is cheapest over *twenty* years.',
        decisions: ['Variant 3 is carried forward.', 'The monitoring contract is tendered at once.'],
      },
      {
        title: 'Budget',
        lead: 'Priya Raman',
        minutes: 25,
        notes: 'Spending stands at 61 % of the budget with 58 % of the work done. The reserve is untouched.',
        decisions: ['The reserve may be used for variant 3, up to half.'],
      },
      {
        title: 'Any other business',
        lead: 'Birgit Hansen',
        minutes: 10,
        notes: 'The open day moves to *May*.',
        decisions: [],
      },
    ],
    actions: [
      { what: 'Tender the monitoring', who: 'Lars Nygaard', due: '2026-12-04' },
      { what: 'Update the forecast', who: 'Priya Raman', due: '2026-11-27' },
      { what: 'Tell the residents about the open day', who: 'Samuel Osei', due: '2027-01-15' },
    ],
  },
};
