import { LISTS } from '../styles.ts';
import { cell, p, pageOf, picture, r, row, table } from '../word.ts';
import { type Example, signature } from './example.ts';

const look = { accent: '333F50', tint: 'EEF0F3', font: 'Cambria', headingFont: 'Calibri', textWidth: 9070 };
const clause = (level: number) => ({ list: { id: LISTS.clauses, level }, align: 'both' as const });

export const contract: Example = {
  key: 'contract',
  name: 'Service contract',
  description: 'Numbered clauses from data, clauses that depend on conditions, parties, signatures',
  document: {
    title: 'Service contract',
    look,
    header: p('Service contract {number}\t{provider.name} – {client.name}', 'Header'),
    footer: p(`${r('Confidential\t')}${pageOf()}`, 'Footer'),
    page: { margin: 1418 },
    body: [
      p('Service contract', { style: 'Title', align: 'center' }),
      p('No. {number}, dated {date | date:"long"}', { style: 'Subtitle', align: 'center' }),
      p(
        `${r('between ')}${r('{provider.name}', { bold: true })}${r(', {provider.address}, represented by {provider.representative} (the “Provider”), and ')}${r('{client.name}', { bold: true })}${r(', {client.address}, represented by {client.representative} (the “Client”).')}`,
        { align: 'both' },
      ),
      p('{#clauses}', 'Tight'),
      p(
        '{title}',
        { list: { id: LISTS.clauses }, keepNext: true, before: 240 },
        { bold: true, font: 'Calibri', color: look.accent, size: 11.5 },
      ),
      p('{#paragraphs}', 'Tight'),
      p('{text}', clause(1)),
      p('{#items}{.}{/items}', clause(2)),
      p('{/paragraphs}', 'Tight'),
      p('{/clauses}', 'Tight'),
      p('{IF personalData}', 'Tight'),
      p(
        'Personal data',
        { list: { id: LISTS.clauses }, keepNext: true, before: 240 },
        { bold: true, font: 'Calibri', color: look.accent, size: 11.5 },
      ),
      p(
        'The Provider processes personal data of {personalData.subjects | join:" and "} on behalf of the Client, only as set out in Annex A, and keeps it within {personalData.region}.',
        clause(1),
      ),
      p('{END-IF}', 'Tight'),
      p(
        'Term and fee',
        { list: { id: LISTS.clauses }, keepNext: true, before: 240 },
        { bold: true, font: 'Calibri', color: look.accent, size: 11.5 },
      ),
      p(
        'This contract begins on {start | date:"d MMMM yyyy"} and runs for {months} months. {IF autoRenew}It renews for a further twelve months unless either party ends it with {noticeDays} days’ notice.{ELSE}It ends without notice.{END-IF}',
        { ...clause(1), keepNext: true },
      ),
      p('The fee is {fee | currency:currency} ({fee | words}) a month, payable in advance.', {
        ...clause(1),
        keepNext: true,
      }),
      p('', { before: 360, keepNext: true }),
      table(
        [4535, 4535],
        [
          row([
            cell(
              p(picture('{IMAGE provider.signature fit=contain}', 4.2, 1.4), {
                style: 'Tight',
                keepNext: true,
              }) +
                p(
                  '{provider.representative}',
                  { borderTop: { color: '7F7F7F', size: 4, space: 4 } },
                  { bold: true },
                ) +
                p('for {provider.name}', 'Small'),
            ),
            cell(
              p(picture('{IMAGE client.signature fit=contain}', 4.2, 1.4), {
                style: 'Tight',
                keepNext: true,
              }) +
                p(
                  '{client.representative}',
                  { borderTop: { color: '7F7F7F', size: 4, space: 4 } },
                  { bold: true },
                ) +
                p('for {client.name}', 'Small'),
            ),
          ]),
        ],
      ),
    ].join(''),
  },
  options: { locale: 'en-GB' },
  data: {
    number: 'C-2026-031',
    currency: 'EUR',
    date: '2026-11-15',
    start: '2026-12-01',
    months: 24,
    autoRenew: true,
    noticeDays: 90,
    fee: 4250,
    personalData: { subjects: ['employees', 'customers'], region: 'the European Economic Area' },
    provider: {
      name: 'Castor Operations GmbH',
      address: 'Lindenstraße 9, 10969 Berlin',
      representative: 'Dr. Ines Vogel',
      signature: signature(
        'M10 50 C30 10 45 10 40 45 S60 70 75 40 95 20 100 45 S120 60 140 35 170 45 225 38',
      ),
    },
    client: {
      name: 'Polar Freight AS',
      address: 'Strandgata 12, 9008 Tromsø',
      representative: 'Henrik Solberg',
      signature: signature('M12 40 C25 15 30 60 45 30 S70 60 85 34 110 62 130 30 S165 50 190 40 L228 46'),
    },
    clauses: [
      {
        title: 'Services',
        paragraphs: [
          {
            text: 'The Provider operates the Client’s booking systems and keeps them available as set out below:',
            items: [
              '99.9 % of each month, measured at the network edge;',
              'maintenance only between 01:00 and 04:00, announced three days before;',
              'a first answer to a critical fault within thirty minutes.',
            ],
          },
          {
            text: 'Changes to the services are agreed in writing. The Provider does not refuse a change without a reason.',
            items: [],
          },
        ],
      },
      {
        title: 'Duties of the Client',
        paragraphs: [
          {
            text: 'The Client names two people who may give instructions, and tells the Provider without delay of anything that may affect the services.',
            items: [],
          },
        ],
      },
      {
        title: 'Liability',
        paragraphs: [
          { text: 'Each party is liable without limit for intent and gross negligence.', items: [] },
          {
            text: 'Otherwise liability is limited, for each year of the contract, to:',
            items: [
              'the fees of that year for damage to property;',
              'twice the fees of that year for loss of data.',
            ],
          },
        ],
      },
    ],
  },
};
