/**
 * The checker itself: silent on what is valid, and able to see each thing that it claims to see.
 */
import { describe, expect, test } from 'vitest';
import {
  bookmark,
  cell,
  controlInline,
  docx,
  footnote,
  header,
  type Piece,
  p,
  picture,
  r,
  raw,
  row,
  table,
  textBox,
} from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { partText, withParts } from '../support/read.ts';

const edited = (file: Uint8Array, from: string, to: string, part = 'word/document.xml'): Uint8Array => {
  const text = partText(file, part);
  expect(text).toContain(from);
  return withParts(file, { [part]: text.replace(from, to) });
};

const inBody = (...content: Piece[]): string[] => checkDocx(docx(...content));

describe('checkDocx', () => {
  test('a valid document has no problems', () => {
    const grid = table(
      row(cell({ span: 2, merge: 'restart' }, 'a'), 'b'),
      row(cell({ span: 2, merge: 'continue' }), 'c'),
      row('d', 'e', cell(table(row('f')))),
    );
    const file = docx(
      header('h'),
      p(r('x ', { bold: true, size: 9 })),
      grid,
      p(textBox(p('y')), footnote('z'), picture()),
    );
    expect(checkDocx(file)).toEqual([]);
  });

  const SEEN: readonly (readonly [string, () => string[], RegExp])[] = [
    ['a paragraph in a paragraph', () => inBody(p(raw('<w:p/>'))), /<w:p> may not stand in <w:p>/],
    ['a run in the body', () => inBody(raw('<w:r/>')), /<w:r> may not stand in <w:body>/],
    [
      'a run in a content control of the body',
      () => inBody(raw('<w:sdt><w:sdtContent><w:r/></w:sdtContent></w:sdt>')),
      /<w:r> may not stand in <w:body>/,
    ],
    ['a table in a paragraph', () => inBody(p(table(row('a')))), /<w:tbl> may not stand in <w:p>/],
    ['properties after text', () => inBody(raw('<w:p><w:r/><w:pPr/></w:p>')), /<w:pPr> must be the first/],
    [
      'run properties after text',
      () => inBody(p(raw('<w:r><w:t>a</w:t><w:rPr/></w:r>'))),
      /<w:rPr> must be the first/,
    ],
    [
      'paragraph properties out of order',
      () => inBody(p({ xml: '<w:jc w:val="left"/><w:keepNext/>' })),
      /<w:keepNext> stands after <w:jc>/,
    ],
    [
      'run properties out of order',
      () => inBody(p(r('a', { xml: '<w:i/><w:b/>' }))),
      /<w:b> stands after <w:i> in <w:rPr>/,
    ],
    ['a property twice', () => inBody(p(r('a', { bold: true, xml: '<w:b/>' }))), /<w:b> stands twice/],
    [
      'cell properties out of order',
      () => inBody(table(row(cell({ shade: 'FF0000', xml: '<w:tcW w:w="1"/>' }, 'a')))),
      /<w:tcW> stands after <w:shd>/,
    ],
    [
      'a cell that ends with a table',
      () => inBody(table(row(raw('<w:tc><w:p/><w:tbl/></w:tc>')))),
      /must end with a par/,
    ],
    ['an empty cell', () => inBody(table(row(raw('<w:tc/>')))), /<w:tc> holds no paragraph/],
    ['a row without cells', () => inBody(table(row())), /a row without cells/],
    ['a table without rows', () => inBody(table()), /a table without rows/],
    ['tables side by side', () => inBody(table(row('a')), table(row('b'))), /two tables follow each other/],
    [
      'a row wider than its grid',
      () => inBody(table({ widths: [1] }, row('a', 'b'))),
      /2 columns in a grid of 1/,
    ],
    ['a merge from nowhere', () => inBody(table(row(cell({ merge: 'continue' })))), /nothing above starts/],
    [
      'a merge in another column',
      () => inBody(table(row(cell({ merge: 'restart' }), 'b'), row('a', cell({ merge: 'continue' })))),
      /nothing above starts/,
    ],
    ['content after the last section', () => inBody(raw('<w:sectPr/>'), p('a')), /<w:sectPr> must come last/],
    [
      'a section in a cell',
      () => inBody(table(row(cell(raw('<w:p><w:pPr><w:sectPr/></w:pPr></w:p>'))))),
      /may not end in <w:tc>/,
    ],
    ['edge spaces that get lost', () => inBody(p(raw('<w:r><w:t> a</w:t></w:r>'))), /xml:space/],
    ['a bookmark name twice', () => inBody(p(bookmark('a'), bookmark('a'))), /bookmark name "a" is taken/],
    [
      'a bookmark without an end',
      () => inBody(p(raw('<w:bookmarkStart w:id="9" w:name="q"/>'))),
      /without its <w:bookmarkEnd>/,
    ],
    [
      'a drawing id twice',
      () => checkDocx(edited(docx(p(picture(), picture())), 'docPr id="2"', 'docPr id="1"')),
      /drawing id "1" is taken/,
    ],
    [
      'a control id twice',
      () => checkDocx(edited(docx(p(controlInline('a'), controlInline('b'))), '100002', '100001')),
      /content control id "100001" is taken/,
    ],
    [
      'a paragraph id twice',
      () => inBody(raw('<w:p w14:paraId="00000001"/>'), raw('<w:p w14:paraId="00000001"/>')),
      /paragraph id "00000001" is taken/,
    ],
    [
      'a paragraph id too high',
      () => inBody(raw('<w:p w14:paraId="80000000"/>')),
      /is not a value that Word takes/,
    ],
    [
      'a field that never ends',
      () => inBody(p(raw('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'))),
      /never ends/,
    ],
    [
      'a footnote from nowhere',
      () => inBody(p(raw('<w:r><w:footnoteReference w:id="7"/></w:r>'))),
      /"7" leads nowhere/,
    ],
    [
      'a comment from nowhere',
      () => inBody(p(raw('<w:r><w:commentReference w:id="7"/></w:r>'))),
      /"7" leads nowhere/,
    ],
    [
      'a list from nowhere',
      () => inBody(p({ xml: '<w:numPr><w:numId w:val="4"/></w:numPr>' })),
      /<w:numId> "4" leads nowhere/,
    ],
    [
      'a relationship from nowhere',
      () => inBody(p(raw('<w:hyperlink r:id="rId99"/>'))),
      /r:id="rId99" names no relationship/,
    ],
    [
      'a header that is a picture',
      () => {
        const file = docx(header('a'), p(picture()));
        const text = partText(file);
        const [, embed = ''] = /r:embed="(\w+)"/.exec(text) ?? [];
        return checkDocx(
          withParts(file, {
            'word/document.xml': text.replace(/(headerReference[^>]*r:id=")\w+/, `$1${embed}`),
          }),
        );
      },
      /is a image/,
    ],
    [
      'a part that does not exist',
      () => checkDocx(withParts(docx(p(picture())), { 'word/media/image1.png': undefined })),
      /which does not exist/,
    ],
    [
      'a part without a content type',
      () => checkDocx(withParts(docx('a'), { 'word/x.bin': 'x' })),
      /no content type/,
    ],
    [
      'XML that is broken',
      () => checkDocx(withParts(docx('a'), { 'word/styles.xml': '<w:styles' })),
      /docx_damaged/,
    ],
    [
      'a prefix to ignore that nobody declared',
      () => checkDocx(edited(docx('a'), 'w14 w15 wp14', 'w14 w99')),
      /prefix "w99"/,
    ],
  ];
  test.each(SEEN)('sees %s', (_, check, expected) => {
    const problems = check();
    expect(problems.join('\n')).toMatch(expected);
  });

  test('what the template does wrong itself is forgiven, and nothing else', () => {
    const template = docx(p({ xml: '<w:jc w:val="left"/><w:keepNext/>' }), 'a');
    const same = docx('b', p({ xml: '<w:jc w:val="left"/><w:keepNext/>' }), 'c');
    const worse = docx(p({ xml: '<w:jc w:val="left"/><w:keepNext/>' }), p(raw('<w:p/>')));
    expect(checkDocx(same, template)).toEqual([]);
    expect(checkDocx(worse, template)).toHaveLength(1);
  });
});
