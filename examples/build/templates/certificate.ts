import { cell, p, picture, row, table } from '../word.ts';
import { type Example, logo, signature } from './example.ts';

const look = { accent: '8A6D1B', tint: 'FBF6E6', font: 'Georgia' };

export const certificate: Example = {
  key: 'certificate',
  name: 'Certificate',
  description: 'Landscape, one page a person from one call, a page border, a QR code to verify it',
  document: {
    title: 'Certificate',
    look,
    page: { landscape: true, margin: 1134, border: look.accent },
    body: [
      p('{FOR person IN people}', 'Tight'),
      // No space above: on the pages that a break begins, there would be none.
      p(picture('{IMAGE school.logo fit=contain}', 2.8, 2.8), { align: 'center', after: 160 }),
      p('{school.name}', { align: 'center', after: 560 }, { smallCaps: true, size: 14, tracking: 40 }),
      p('Certificate of completion', { align: 'center', after: 480 }, { size: 32, color: look.accent }),
      p('This is to certify that', { align: 'center' }, { italic: true }),
      p(
        '{$person.name}',
        {
          align: 'center',
          before: 200,
          after: 280,
          borderBottom: { color: look.accent, size: 6, space: 6 },
          indent: { left: 2800, right: 2800 },
        },
        { size: 26, bold: true },
      ),
      p(
        'has completed the course “{course.title}” ({course.hours} hours){IF $person.distinction} with distinction{END-IF}',
        { align: 'center' },
      ),
      p(
        'on {course.finished | date:"d MMMM yyyy"}, and reached {$person.score | percent} in the final examination.',
        { align: 'center', after: 760 },
      ),
      table(
        [5200, 4170, 5200],
        [
          row([
            cell(
              p(picture('{IMAGE school.signature fit=contain}', 4.5, 1.5), { align: 'center', after: 0 }) +
                p('{school.director}', { align: 'center', after: 0 }, { bold: true, size: 10 }) +
                p('Director', { align: 'center', style: 'Small' }),
              { vAlign: 'bottom' },
            ),
            cell(
              p(picture('{QR "https://verify.school.example/" + $person.certificate}', 2.4, 2.4), {
                align: 'center',
                after: 40,
              }),
            ),
            cell(
              p('{$person.certificate}', { align: 'center', after: 0 }, { bold: true, size: 10 }) +
                p('Certificate number {$number} of {$length}', { align: 'center', style: 'Small' }),
              { vAlign: 'bottom' },
            ),
          ]),
        ],
        { align: 'center' },
      ),
      p('{PAGE-BREAK}', 'Tight'),
      p('{END-FOR person}', 'Tight'),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    school: {
      name: 'Harbour School of Navigation',
      director: 'Captain Ruth Okafor',
      logo: logo('#8A6D1B', '#F2DFA2'),
      signature: signature('M14 52 C40 0 52 24 44 52 S84 76 98 36 S128 30 136 50 176 44 226 30'),
    },
    course: { title: 'Coastal navigation and seamanship', hours: 64, finished: '2026-10-30' },
    people: [
      { name: 'Linnea Åkerström', certificate: 'HSN-26-1041', score: 0.96, distinction: true },
      { name: 'Joaquín Pereira', certificate: 'HSN-26-1042', score: 0.81, distinction: false },
      { name: 'Noor van der Berg', certificate: 'HSN-26-1043', score: 0.88, distinction: false },
    ],
  },
};
