/** What documents ask for and few do: laid out, or reported where it would show. */
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { parseXml } from '../../src/ooxml/xml.ts';
import { Findings } from '../../src/wml/findings.ts';
import { readSection } from '../../src/wml/properties/sections.ts';
import { NO_THEME } from '../../src/wml/theme.ts';
import { docx, NAMESPACES, p, pageBreak, runOf } from '../support/build.ts';
import { float } from './drawing-support.ts';
import { find, LINE, layout } from './table-support.ts';

const fonts = await openFontLibrary();
const reasons = (file: Uint8Array): readonly string[] => convertNatively(file, fonts).reasons;
const spaced = (attributes: string) => ({ xml: `<w:spacing ${attributes}/>` });

describe('space in lines', () => {
  test('is that of single lines where no length stands beside it', () => {
    const [page] = layout(docx(p('One'), p(spaced('w:beforeLines="150"'), 'Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE + 18, 2);
  });

  test('gives way to the length that Word writes beside it', () => {
    const [page] = layout(docx(p(spaced('w:after="100" w:afterLines="150"'), 'One'), p('Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE + 5, 2);
  });
});

describe('indents that are mirrored', () => {
  const mirrored = { xml: '<w:ind w:left="720"/><w:mirrorIndents/>' };

  test('are as they are on odd pages', () => {
    expect(reasons(docx(p(mirrored, 'text')))).toEqual([]);
  });

  test('are a reason on even ones', () => {
    expect(reasons(docx(p('one', pageBreak()), p(mirrored, 'text')))).toEqual(['mirrored-indents']);
  });

  test('are none where both sides are alike', () => {
    const alike = { xml: '<w:ind w:left="720" w:right="720"/><w:mirrorIndents/>' };
    expect(reasons(docx(p('one', pageBreak()), p(alike, 'text')))).toEqual([]);
  });
});

describe('a break that text goes on behind below what floats', () => {
  const clearing = runOf('<w:br w:clear="all"/>');

  test('is a line break where nothing does', () => {
    expect(reasons(docx(p('one', clearing, 'two')))).toEqual([]);
  });

  test('is a reason beside something', () => {
    expect(reasons(docx(p(float({ width: 100, height: 100 }), 'one', clearing, 'two')))).toEqual([
      'clearing-break',
    ]);
  });
});

describe('bars', () => {
  test('beside a paragraph and at tab stops are reported', () => {
    expect(reasons(docx(p({ xml: '<w:tabs><w:tab w:val="bar" w:pos="720"/></w:tabs>' }, 'a')))).toEqual([
      'bar',
    ]);
    const beside = '<w:pBdr><w:bar w:val="single" w:sz="4" w:space="0" w:color="auto"/></w:pBdr>';
    expect(reasons(docx(p({ xml: beside }, 'a')))).toEqual(['bar']);
    expect(reasons(docx(p({ xml: '<w:pBdr><w:bar w:val="nil"/></w:pBdr>' }, 'a')))).toEqual([]);
  });
});

test('narrow punctuation at the beginning of lines is reported', () => {
  expect(reasons(docx(p({ xml: '<w:topLinePunct/>' }, 'a')))).toEqual(['script:east-asian']);
  expect(reasons(docx(p({ xml: '<w:topLinePunct w:val="0"/>' }, 'a')))).toEqual([]);
});

describe('a gutter at the top', () => {
  const margins = (top: number, gutterAtTop: boolean) =>
    readSection(
      parseXml(`<w:sectPr ${NAMESPACES}><w:pgMar w:top="${top}" w:left="1440" w:gutter="720"/></w:sectPr>`),
      { theme: NO_THEME, findings: new Findings(), part: 'word/document.xml' },
      gutterAtTop,
    ).margins;

  test('is room above the text, not beside it', () => {
    expect(margins(1440, true)).toMatchObject({ top: 108, left: 72, gutter: 0 });
    expect(margins(1440, false)).toMatchObject({ top: 72, left: 72, gutter: 36 });
  });

  test('of a margin that no header pushes, too', () => {
    expect(margins(-1440, true)).toMatchObject({ top: -108, gutter: 0 });
  });
});
