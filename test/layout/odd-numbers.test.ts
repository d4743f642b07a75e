/** Numbers that no author writes, in every property that layout measures by: no crash, no end of pages, no lost text. */
import { describe, expect, test } from 'vitest';
import { cell, docx, lastSection, type Piece, p, picture, row, runOf, table } from '../support/build.ts';
import { float } from './drawing-support.ts';
import { layout } from './table-support.ts';

const NUMBERS = [
  '-720',
  '0',
  '',
  'x',
  '0.5',
  '50%',
  '12pt',
  '1e9',
  '99999999999999999999',
  '2147483647',
  '-2147483648',
];

/** Words that are on no other page than they should be: letters of each in their order, whatever line they come to. */
const WORDS = ['alpha', 'bravo', 'charlie', 'delta'];
const MOST_PAGES = 60;

const paragraph = (xml: string, run = ''): Piece =>
  p(
    { xml },
    runOf(`${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}<w:t xml:space="preserve">${WORDS.join(' ')}</w:t>`),
  );
const inTable = (xml: string, cellXml = '', rowXml = '', inner = paragraph('')): Piece =>
  table(
    { xml },
    row({ xml: rowXml }, cell({ xml: cellXml }, inner), cell('beside')),
    row(cell('below'), cell('last')),
  );
const inSection = (xml: string): readonly (Piece | ReturnType<typeof lastSection>)[] => [
  paragraph(''),
  paragraph(''),
  lastSection({ xml }),
];
const PAGE = '<w:pgSz w:w="11906" w:h="16838"/>';
const box = (body: string): Piece =>
  float({
    body: `<wps:txbx><w:txbxContent><w:p><w:r><w:t>${WORDS.join(' ')}</w:t></w:r></w:p></w:txbxContent></wps:txbx>${body}`,
  });
const places = (n: string): string =>
  `<wp:positionH relativeFrom="column"><wp:posOffset>${n}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>${n}</wp:posOffset></wp:positionV>`;

type Document = Parameters<typeof docx>;

const PROPERTIES: Readonly<Record<string, (n: string) => Document>> = {
  'spacing before and after': (n) => [
    paragraph(`<w:spacing w:before="${n}" w:after="${n}"/>`),
    paragraph(''),
  ],
  'spacing in lines': (n) => [
    paragraph(`<w:spacing w:beforeLines="${n}" w:afterLines="${n}"/>`),
    paragraph(''),
  ],
  'contextual spacing': (n) => [
    paragraph(`<w:spacing w:after="${n}"/><w:contextualSpacing w:val="${n}"/>`),
    paragraph('<w:contextualSpacing/>'),
  ],
  'lines, multiple': (n) => [paragraph(`<w:spacing w:line="${n}" w:lineRule="auto"/>`)],
  'lines, at least': (n) => [paragraph(`<w:spacing w:line="${n}" w:lineRule="atLeast"/>`)],
  'lines, exact': (n) => [paragraph(`<w:spacing w:line="${n}" w:lineRule="exact"/>`)],
  indents: (n) => [paragraph(`<w:ind w:left="${n}" w:right="${n}"/>`)],
  'indent of the first line': (n) => [
    paragraph(`<w:ind w:firstLine="${n}"/>`),
    paragraph(`<w:ind w:hanging="${n}"/>`),
  ],
  'indents in characters': (n) => [
    paragraph(`<w:ind w:leftChars="${n}" w:rightChars="${n}" w:firstLineChars="${n}"/>`),
  ],
  'tab stops': (n) => [
    p(
      { xml: `<w:tabs><w:tab w:val="left" w:pos="${n}"/><w:tab w:val="decimal" w:pos="${n}"/></w:tabs>` },
      runOf(`<w:tab/><w:t>${WORDS.join(' ')}</w:t><w:tab/>`),
    ),
  ],
  'a font’s size': (n) => [paragraph('', `<w:sz w:val="${n}"/>`)],
  'letter spacing': (n) => [paragraph('', `<w:spacing w:val="${n}"/>`)],
  'letter width': (n) => [paragraph('', `<w:w w:val="${n}"/>`)],
  'raised letters': (n) => [paragraph('', `<w:position w:val="${n}"/>`)],
  kerning: (n) => [paragraph('', `<w:kern w:val="${n}"/>`)],
  'a frame': (n) => [
    paragraph(`<w:framePr w:w="${n}" w:h="${n}" w:x="${n}" w:y="${n}" w:hSpace="${n}" w:wrap="around"/>`),
    paragraph(''),
  ],
  'a border’s space': (n) => [
    paragraph(
      `<w:pBdr><w:top w:val="single" w:sz="${n}" w:space="${n}"/><w:left w:val="single" w:sz="${n}" w:space="${n}"/></w:pBdr>`,
    ),
  ],
  'cell spacing': (n) => [inTable(`<w:tblCellSpacing w:w="${n}" w:type="dxa"/>`)],
  'cell margins': (n) => [
    inTable(
      `<w:tblCellMar><w:top w:w="${n}" w:type="dxa"/><w:left w:w="${n}" w:type="dxa"/><w:bottom w:w="${n}" w:type="dxa"/><w:right w:w="${n}" w:type="dxa"/></w:tblCellMar>`,
    ),
  ],
  'a cell’s own margins': (n) => [
    inTable('', `<w:tcMar><w:left w:w="${n}" w:type="dxa"/><w:top w:w="${n}" w:type="dxa"/></w:tcMar>`),
  ],
  'a cell’s width': (n) => [inTable('', `<w:tcW w:w="${n}" w:type="dxa"/>`)],
  'a table’s width': (n) => [
    inTable(`<w:tblW w:w="${n}" w:type="dxa"/>`),
    inTable(`<w:tblW w:w="${n}" w:type="pct"/>`),
  ],
  'a table’s indent': (n) => [inTable(`<w:tblInd w:w="${n}" w:type="dxa"/>`)],
  'a row’s height': (n) => [inTable('', '', `<w:trHeight w:val="${n}"/>`)],
  'columns before a row': (n) => [
    inTable('', '', `<w:gridBefore w:val="${n}"/><w:wBefore w:w="${n}" w:type="dxa"/>`),
  ],
  'a floating table’s place': (n) => [
    paragraph(''),
    inTable(
      `<w:tblpPr w:leftFromText="${n}" w:topFromText="${n}" w:bottomFromText="${n}" w:vertAnchor="text" w:horzAnchor="margin" w:tblpX="${n}" w:tblpY="${n}"/>`,
    ),
    paragraph(''),
  ],
  'a picture’s size': (n) => [p(picture({ width: Number(n), height: Number(n) })), paragraph('')],
  'a float’s place': (n) => [p(float({ places: places(n) })), paragraph('')],
  'a float’s place in a cell': (n) => [inTable('', '', '', p(float({ places: places(n) }), WORDS.join(' ')))],
  'insets of a box': (n) => [
    p(box(`<wps:bodyPr lIns="${n}" tIns="${n}" rIns="${n}" bIns="${n}" anchor="ctr" anchorCtr="${n}"/>`)),
  ],
  'a page’s margins': (n) =>
    inSection(
      `${PAGE}<w:pgMar w:top="${n}" w:right="${n}" w:bottom="${n}" w:left="${n}" w:header="${n}" w:footer="${n}" w:gutter="${n}"/>`,
    ) as unknown as Document,
  'a page’s size': (n) => inSection(`<w:pgSz w:w="${n}" w:h="${n}"/>`) as unknown as Document,
  columns: (n) => inSection(`${PAGE}<w:cols w:num="${n}" w:space="${n}"/>`) as unknown as Document,
  'widths of columns': (n) =>
    inSection(
      `${PAGE}<w:cols w:num="2" w:equalWidth="0"><w:col w:w="${n}" w:space="${n}"/><w:col w:w="${n}"/></w:cols>`,
    ) as unknown as Document,
  'a grid of lines': (n) =>
    inSection(
      `${PAGE}<w:docGrid w:type="lines" w:linePitch="${n}" w:charSpace="${n}"/>`,
    ) as unknown as Document,
  'numbers of lines': (n) =>
    inSection(
      `${PAGE}<w:lnNumType w:countBy="${n}" w:start="${n}" w:distance="${n}"/>`,
    ) as unknown as Document,
  'a first page’s number': (n) => inSection(`${PAGE}<w:pgNumType w:start="${n}"/>`) as unknown as Document,
};

describe.each(Object.keys(PROPERTIES))('%s', (name) => {
  test.each(NUMBERS)('of "%s"', (n) => {
    for (const mode of [12, 15] as const) {
      const pages = layout(docx(...(PROPERTIES[name]?.(n) ?? [])), mode);
      expect(pages.length).toBeLessThan(MOST_PAGES);
      const letters = pages
        .flatMap(({ texts }) => texts.map(({ text }) => text))
        .join('')
        .replaceAll(/\s/g, '');
      for (const word of WORDS) expect(letters).toContain(word);
    }
  });
});
