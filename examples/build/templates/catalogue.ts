import { cell, p, pageOf, picture, r, row, table } from '../word.ts';
import { type Example, productShot } from './example.ts';

const look = { accent: 'B4532A', tint: 'FBEFE9', font: 'Calibri' };
const shot = (shape: string): string => productShot('#F4EFEA', shape);

export const catalogue: Example = {
  key: 'catalogue',
  name: 'Catalogue',
  description: 'Products in two columns with pictures and barcodes, a chapter a category, links',
  document: {
    title: 'Catalogue',
    look,
    header: p('{title}\t{season}', 'Header'),
    footer: p(
      `${r('Prices include VAT and hold until {validUntil | date:"d MMMM yyyy"}\t')}${pageOf()}`,
      'Footer',
    ),
    body: [
      p('{title}', 'Title'),
      p('{season}', 'Subtitle'),
      p('{FOR category IN categories}', 'Tight'),
      p('{$category.name}', 'Heading1'),
      p('{$category.text}'),
      table(
        [4819, 4819],
        [
          row([
            cell(
              p('{FOR pair IN $category.products | chunk:2}', 'Tight') +
                p('{FOR product IN $pair | limit:1}', 'Tight') +
                p(picture('{IMAGE $product.picture fit=cover}', 7.6, 5.2), { after: 60 }) +
                p(`${r('{$product.name}', { bold: true, size: 12 })}`, 'Tight') +
                p('{$product.text}', 'Small') +
                p(
                  r('{$product.price | currency:currency}', { bold: true, color: look.accent, size: 13 }),
                  'Tight',
                ) +
                p(picture('{BARCODE $product.ean type=ean13}', 3.4, 1.5), { before: 60, after: 0 }) +
                p('{LINK $product.link "More about it"}', { after: 240 }) +
                p('{END-FOR product}', 'Tight'),
            ),
            cell(
              p('{FOR product IN $pair | offset:1}', 'Tight') +
                p(picture('{IMAGE $product.picture fit=cover}', 7.6, 5.2), { after: 60 }) +
                p(`${r('{$product.name}', { bold: true, size: 12 })}`, 'Tight') +
                p('{$product.text}', 'Small') +
                p(
                  r('{$product.price | currency:currency}', { bold: true, color: look.accent, size: 13 }),
                  'Tight',
                ) +
                p(picture('{BARCODE $product.ean type=ean13}', 3.4, 1.5), { before: 60, after: 0 }) +
                p('{LINK $product.link "More about it"}', { after: 240 }) +
                p('{END-FOR product}', 'Tight') +
                p('{END-FOR pair}', 'Tight'),
            ),
          ]),
        ],
      ),
      p('{PAGE-BREAK}', 'Tight'),
      p('{END-FOR category}', 'Tight'),
    ].join(''),
  },
  options: { locale: 'en-IE' },
  data: {
    title: 'Clay & Kiln',
    currency: 'EUR',
    season: 'Winter 2026',
    validUntil: '2027-02-28',
    categories: [
      {
        name: 'For the table',
        text: 'Thrown by hand in our workshop, glazed in four colours, and safe in the dishwasher.',
        products: [
          {
            name: 'Bowl “Tide”',
            text: 'Stoneware, 18 cm',
            price: 34,
            ean: '4006381333931',
            link: 'https://clay-kiln.example/tide',
            picture: shot(
              '<path d="M70 110 H250 C250 170 210 200 160 200 S70 170 70 110Z" fill="#B4532A"/><ellipse cx="160" cy="110" rx="90" ry="20" fill="#D98C67"/>',
            ),
          },
          {
            name: 'Mug “Harbour”',
            text: 'Stoneware, 0.3 l',
            price: 22.5,
            ean: '4006381333948',
            link: 'https://clay-kiln.example/harbour',
            picture: shot(
              '<rect x="105" y="70" width="100" height="130" rx="10" fill="#3E6A70"/><path d="M205 95 h20 a24 24 0 0 1 0 62 h-20" fill="none" stroke="#3E6A70" stroke-width="14"/><ellipse cx="155" cy="72" rx="50" ry="11" fill="#6FA0A6"/>',
            ),
          },
          {
            name: 'Plate “Dune”',
            text: 'Stoneware, 27 cm',
            price: 29,
            ean: '4006381333955',
            link: 'https://clay-kiln.example/dune',
            picture: shot(
              '<ellipse cx="160" cy="150" rx="115" ry="48" fill="#C9A26B"/><ellipse cx="160" cy="146" rx="78" ry="30" fill="#E0C49A"/>',
            ),
          },
        ],
      },
      {
        name: 'For the house',
        text: 'Pieces that stand on their own: each one signed and numbered.',
        products: [
          {
            name: 'Vase “Reed”',
            text: 'Porcelain, 32 cm',
            price: 88,
            ean: '4006381333962',
            link: 'https://clay-kiln.example/reed',
            picture: shot(
              '<path d="M140 40 h40 c-4 40 30 60 30 105 s-24 55 -50 55 -50 -10 -50 -55 34 -65 30 -105Z" fill="#6B7F5A"/>',
            ),
          },
          {
            name: 'Lamp “Moon”',
            text: 'Bisque porcelain, LED',
            price: 149,
            ean: '4006381333979',
            link: 'https://clay-kiln.example/moon',
            picture: shot(
              '<circle cx="160" cy="118" r="74" fill="#EFE3C8"/><circle cx="138" cy="98" r="14" fill="#DCCBA4"/><circle cx="186" cy="136" r="20" fill="#DCCBA4"/><rect x="136" y="188" width="48" height="14" rx="4" fill="#5B4B3A"/>',
            ),
          },
        ],
      },
    ],
  },
};
