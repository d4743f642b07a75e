/** The same with tables, pages, drawings, fields and whatever stands beside the text. */

import {
  anchor,
  cell,
  fieldOf,
  full,
  nested,
  p,
  page,
  partsOf,
  polygon,
  ROOM,
  r,
  SQUARE,
  t,
  tbl,
  tr,
  words,
} from './hostile-package.ts';
import type { Shapes } from './hostile-texts.ts';

export const HOSTILE_BLOCKS: Shapes = {
  'tables in tables': () =>
    partsOf(nested('<w:tbl><w:tr><w:tc>', '<w:p/></w:tc></w:tr></w:tbl>', p(r(t('x'))))),
  'tables in tables, two in each': () => {
    const level = (depth: number): string =>
      depth === 0
        ? p(r(t('word word')))
        : `${tbl(tr(cell(level(depth - 1)) + cell(level(depth - 1))))}<w:p/>`;
    return partsOf(level(9));
  },
  'columns of a table': () => partsOf(tbl(tr(full(() => '<w:tc><w:p/></w:tc>')))),
  'cells that span': () =>
    partsOf(tbl(full((index) => tr(cell('<w:p/>', `<w:gridSpan w:val="${index * 1000}"/>`))))),
  'one cell that spans a million': () =>
    partsOf(tbl(full(() => tr(cell('<w:p/>', '<w:gridSpan w:val="1000000"/>'))))),
  'cells left out': () =>
    partsOf(
      tbl(
        full(() =>
          tr(cell('<w:p/>'), '<w:trPr><w:gridBefore w:val="999999"/><w:gridAfter w:val="999999"/></w:trPr>'),
        ),
      ),
    ),
  'a grid of thousands': () =>
    partsOf(
      tbl(
        full(() => tr(cell(p(r(t('a b c')))).repeat(60)), ROOM / 2),
        '',
        full(() => '<w:gridCol w:w="1"/>', ROOM / 2),
      ),
    ),
  'cells merged downwards': () =>
    partsOf(
      tbl(
        full((index) => tr(cell(p(r(t('x'))), index === 0 ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>'))),
      ),
    ),
  'rows of any height': () =>
    partsOf(
      tbl(
        full((index) =>
          tr(
            cell(p(r(t('x')))),
            `<w:trPr><w:cantSplit/><w:trHeight w:val="${index * 31}" w:hRule="exact"/></w:trPr>`,
          ),
        ),
      ),
    ),
  'heads on every row': () =>
    partsOf(tbl(full(() => tr(cell(p(r(t('head')))), '<w:trPr><w:tblHeader/></w:trPr>')))),
  'rows of text': () => partsOf(tbl(full((index) => tr(cell(p(r(t(`${index}`)))) + cell(p(r(t('a b c')))))))),
  'a border for each cell': () =>
    partsOf(
      tbl(
        full((index) =>
          tr(
            cell(
              '<w:p/>',
              `<w:tcBorders><w:top w:val="wave" w:sz="${index}" w:color="123456"/><w:tl2br w:val="single" w:sz="4"/></w:tcBorders>`,
            ).repeat(3),
          ),
        ),
        '<w:tblCellSpacing w:w="99" w:type="dxa"/>',
      ),
    ),
  'tables that float': () =>
    partsOf(
      full(
        (index) =>
          `${tbl(tr(cell(p(r(t('x'))))), `<w:tblpPr w:vertAnchor="text" w:horzAnchor="page" w:tblpX="${index * 97}" w:tblpY="${index * 31}"/><w:tblOverlap w:val="never"/>`)}<w:p/>`,
      ),
    ),
  frames: () =>
    partsOf(
      full((index) =>
        p(
          r(t('x')),
          `<w:framePr w:w="${index}" w:h="9" w:hSpace="9" w:wrap="around" w:vAnchor="text" w:hAnchor="page" w:x="${index * 7}" w:y="${index * 3}"/>`,
        ),
      ),
    ),
  'a page of one point': () =>
    partsOf(`${p(r(t(words.repeat(3_500))))}${page('<w:pgSz w:w="20" w:h="20"/>')}`),
  'a page without end': () =>
    partsOf(`${full(() => p(r(t('x'))))}${page('<w:pgSz w:w="2147483647" w:h="2147483647"/>')}`),
  'margins beyond the page': () =>
    partsOf(
      `${p(r(t(words.repeat(3_500))))}${page('<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="99999" w:bottom="99999" w:left="99999" w:right="99999" w:header="99999" w:footer="99999"/>')}`,
    ),
  'columns of a page': () =>
    partsOf(`${p(r(t(words.repeat(3_500))))}${page('<w:cols w:num="100000" w:space="0"/>')}`),
  'columns that balance': () =>
    partsOf(
      full((index) => p(r(t(`${index} ${words}`)), page('<w:type w:val="continuous"/><w:cols w:num="9"/>'))),
    ),
  sections: () => partsOf(full(() => p('', page('<w:type w:val="nextPage"/>')))),
  'sections without a page': () => partsOf(full(() => p('', page('<w:type w:val="continuous"/>')))),
  'line numbers': () => partsOf(`${p(r(t(words.repeat(3_500))))}${page('<w:lnNumType w:countBy="1"/>')}`),
  'drawings that text goes around': () =>
    partsOf(p(full((index) => anchor(index, SQUARE), ROOM - 60_000) + r(t(words.repeat(1_000))))),
  'drawings with a line around them': () =>
    partsOf(p(full((index) => anchor(index, polygon(20)), ROOM - 60_000) + r(t(words.repeat(1_000))))),
  'one line around a drawing': () => partsOf(p(anchor(1, polygon(4_000)) + r(t(words.repeat(300))))),
  'boxes in boxes': () =>
    partsOf(
      p(
        Array.from({ length: 28 }).reduce<string>(
          (inner, _, index) =>
            anchor(index, SQUARE, `<wps:txbx><w:txbxContent>${p(inner)}</w:txbxContent></wps:txbx>`),
          r(t('x')),
        ),
      ),
    ),
  'fields in fields': () =>
    partsOf(
      p(
        `${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(2_000)}${'<w:r><w:fldChar w:fldCharType="end"/></w:r>'.repeat(1_500)}`,
      ),
    ),
  'fields that ask for pages': () => partsOf(full(() => p(fieldOf('NUMPAGES') + fieldOf('PAGEREF x')))),
  'fields that ask for styles': () => partsOf(full(() => p(fieldOf('STYLEREF &quot;Normal&quot;')))),
  bookmarks: () =>
    partsOf(
      p(
        full(
          (index) => `<w:bookmarkStart w:id="${index}" w:name="b${index}"/><w:bookmarkEnd w:id="${index}"/>`,
        ),
      ),
    ),
  links: () => partsOf(p(full((index) => `<w:hyperlink w:anchor="b${index}">${r(t('x'))}</w:hyperlink>`))),
  notes: () =>
    partsOf(
      full((index) => p(r(`<w:footnoteReference w:id="${index % 50}"/>`)), ROOM / 2),
      {
        footnotes: Array.from(
          { length: 50 },
          (_, index) => `<w:footnote w:id="${index}">${p(r(t(words.repeat(20))))}</w:footnote>`,
        ).join(''),
      },
    ),
  'a header as large as its page': () =>
    partsOf(
      `${full(() => p(r(t('x'))), ROOM / 3)}${page('<w:headerReference w:type="default" r:id="header"/>')}`,
      {
        header: full(() => p(r(t('x')) + fieldOf('PAGE')), ROOM / 3),
      },
    ),
  'styles on styles': () =>
    partsOf(
      full((index) => p(r(t('x')), `<w:pStyle w:val="s${index % 900}"/>`), ROOM / 2),
      {
        styles: Array.from(
          { length: 900 },
          (_, index) =>
            `<w:style w:type="paragraph" w:styleId="s${index}"><w:basedOn w:val="s${(index + 1) % 900}"/><w:rPr><w:b/></w:rPr></w:style>`,
        ).join(''),
      },
    ),
  lists: () =>
    partsOf(
      full(() => p(r(t('x')), '<w:numPr><w:ilvl w:val="8"/><w:numId w:val="1"/></w:numPr>'), ROOM / 2),
      {
        numbering: `<w:abstractNum w:abstractNumId="1">${Array.from({ length: 9 }, (_, level) => `<w:lvl w:ilvl="${level}"><w:start w:val="2147483647"/><w:numFmt w:val="${level % 2 === 0 ? 'upperRoman' : 'cardinalText'}"/><w:lvlText w:val="${'%1%2%3%4%5%6%7%8%9'.repeat(200)}"/></w:lvl>`).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
      },
    ),
  formulas: () =>
    partsOf(
      p(
        nested('<m:oMath><m:f><m:num>', '</m:num><m:den><m:r><m:t>x</m:t></m:r></m:den></m:f></m:oMath>', ''),
      ),
    ),
  'formulas in rows': () => partsOf(p(full(() => '<m:oMath><m:r><m:t>x+y=z</m:t></m:r></m:oMath>'))),
  'old drawings': () =>
    partsOf(
      p(
        full((index) =>
          r(
            `<w:pict><v:shape style="width:9pt;height:9pt" coordsize="9 9" path="m0,0l${index},9xe${'l1,1'.repeat(40)}"/></w:pict>`,
          ),
        ),
      ),
    ),
  'content controls in each other': () =>
    partsOf(nested('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', p(r(t('x'))))),
  'elements that nobody knows': () => partsOf(full((index) => `<w:unknown${index}/>`)),
};
