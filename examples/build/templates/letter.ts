import { cell, p, picture, r, row, table } from '../word.ts';
import { type Example, logo, signature } from './example.ts';

const look = { accent: '7A3E48', tint: 'F6ECEE', font: 'Calibri', textWidth: 9070 };

export const letter: Example = {
  key: 'letter',
  name: 'Letter',
  description:
    'A letterhead, an address block without blank lines, text that a person wrote as HTML, a signature',
  document: {
    title: 'Letter',
    look,
    page: { margin: 1418 },
    header: `${table(
      [6700, 2370],
      [
        row([
          cell(
            p(
              r('{sender.name}', { bold: true, size: 15, color: look.accent }) +
                r('\n{sender.street} · {sender.city}', { size: 9 }),
              'Tight',
            ),
          ),
          cell(p(picture('{IMAGE sender.logo fit=contain}', 1.7, 1.7), { style: 'Tight', align: 'right' })),
        ]),
      ],
    )}${p('', { after: 120 })}`,
    footer: p('{sender.name} · {sender.phone} · {sender.web}', { style: 'Footer', align: 'center' }),
    body: [
      p('', { before: 600, after: 0 }),
      p('{recipient.name}', 'Tight'),
      p('{DROP paragraph IF not recipient.company}{recipient.company}', 'Tight'),
      p('{DROP paragraph IF not recipient.extra}{recipient.extra}', 'Tight'),
      p('{recipient.street}', 'Tight'),
      p('{recipient.postcode} {recipient.city}', 'Tight'),
      p('{sender.city}, {date | date:"d MMMM yyyy"}', { align: 'right', before: 480, after: 360 }),
      p('{subject}', { after: 240 }, { bold: true, size: 12, color: look.accent }),
      p(
        '{IF recipient.title}Dear {recipient.title} {recipient.lastName},{ELSE}Dear {recipient.name},{END-IF}',
      ),
      p('{HTML body}'),
      p('Yours sincerely,', { before: 240, keepNext: true }),
      p(picture('{IMAGE sender.signature fit=contain}', 4.5, 1.5), { keepNext: true, after: 0 }),
      p('{sender.signatory}', 'Tight', { bold: true }),
      p('{sender.role}', 'Small'),
      p('{IF enclosures}', 'Tight'),
      p('Enclosures: {enclosures | join:", "}', 'Small'),
      p('{END-IF}', 'Tight'),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    date: '2026-11-15',
    subject: 'Your loan of the Wexford collection',
    sender: {
      name: 'Museum of the River',
      street: '3 Quay Street',
      city: 'Limerick',
      phone: '+353 61 555 0134',
      web: 'river-museum.example',
      signatory: 'Aoife Brennan',
      role: 'Head of collections',
      logo: logo('#7A3E48', '#E3B7BF'),
      signature: signature('M8 46 C22 8 40 8 36 44 S60 74 74 38 S104 16 112 46 150 58 176 30 S208 40 232 34'),
    },
    recipient: {
      name: 'Professor Eamon Walsh',
      title: 'Professor',
      lastName: 'Walsh',
      company: 'Department of Archaeology',
      street: 'University Road 1',
      postcode: 'H91 TK33',
      city: 'Galway',
    },
    body: '<p>Thank you for agreeing to lend us the <strong>Wexford collection</strong> for the exhibition <em>Boats and the People Who Built Them</em>. I am glad to confirm what we discussed on the telephone:</p><ul><li>The loan runs from 1 February to 30 June 2027.</li><li>We insure all <strong>42 pieces</strong>, nail to nail.</li><li>Our conservator travels with the transport, both ways.</li></ul><p>Please sign the enclosed agreement and send one copy back. The condition reports follow as soon as the pieces have been photographed; you will find a <a href="https://river-museum.example/loans">guide to the procedure</a> on our site.</p>',
    enclosures: ['loan agreement (two copies)', 'certificate of insurance'],
  },
};
