/** The native engine from file to file: what it makes, what it leaves to others, and that nothing makes it hang. */
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { bars, chart, legend, series } from '../layout/chart-support.ts';
import { emf, emr } from '../pdf/metafiles.ts';
import { cell, docx, lastSection, p, picture, r, raw, row, runOf, section, table } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';

const fonts = await openFontLibrary();
const convert = (file: Uint8Array) => convertNatively(file, fonts);
const limits = { milliseconds: 10_000, pages: 500, nesting: 30 };

describe('convertNatively', () => {
  test('makes a PDF, the same for the same document', () => {
    const file = docx(p('Hello'), table(row(cell('a'), cell('b'))), p(picture()));
    const result = convert(file);
    if (result.kind === 'declined') throw new Error('declined');
    expect(Buffer.from(result.pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(result).toMatchObject({ pages: 1, warnings: [], reasons: [] });
    expect(convert(file)).toEqual({ ...result, times: expect.anything() });
  });

  test('says what it cannot draw, and declines where only the best will do', () => {
    const formula = docx(p(r('x = '), raw('<m:oMath><m:fromTheFuture/></m:oMath>')));
    expect(convert(formula)).toMatchObject({ kind: 'converted', reasons: ['math'] });
    expect(convertNatively(formula, fonts, { onlyFaithful: true })).toEqual({
      kind: 'declined',
      reasons: ['math'],
    });
    const unheardOf = docx(p(runOf('<w:fromTheFuture/>')));
    expect(convertNatively(unheardOf, fonts, { onlyFaithful: true })).toEqual({
      kind: 'declined',
      reasons: ['element:w:fromTheFuture'],
    });
    const stressed = docx(p(r('日本語', { xml: '<w:em w:val="dot"/>' })));
    expect(convertNatively(stressed, fonts, { onlyFaithful: true })).toEqual({
      kind: 'declined',
      reasons: ['script:east-asian'],
    });
  });

  test('draws East Asian text, with fonts of its own, and says which characters it has not', () => {
    expect(
      convertNatively(docx(p(r('日本語の文書、中文，한글'))), fonts, { onlyFaithful: true }),
    ).toMatchObject({
      kind: 'converted',
      warnings: [],
    });
    expect(convertNatively(docx(p(r('\u{13000}'))), fonts, { onlyFaithful: true })).toEqual({
      kind: 'declined',
      reasons: ['font:missing'],
    });
  });

  test('a code that Symbol has no sign for is a box in Word as well', () => {
    const bullet = docx(p(runOf('<w:sym w:font="Symbol" w:char="F0F0"/>')));
    expect(convertNatively(bullet, fonts, { onlyFaithful: true })).toMatchObject({ kind: 'converted' });
  });

  test('leaves a grid of characters to others', () => {
    const grid = (xml: string) => docx(p('Text'), lastSection({ xml }));
    expect(
      convert(grid('<w:docGrid w:type="linesAndChars" w:linePitch="312" w:charSpace="2048"/>')),
    ).toMatchObject({
      reasons: ['script:east-asian'],
    });
    expect(convert(grid('<w:docGrid w:type="linesAndChars" w:linePitch="312"/>'))).toMatchObject({
      reasons: [],
    });
  });

  test('draws what Windows draws, and leaves to others what it cannot', () => {
    const shown = (data: Uint8Array) => docx(p(picture({ data })));
    expect(convertNatively(shown(emf(emr(43, 0, 0, 9, 9))), fonts, { onlyFaithful: true })).toMatchObject({
      kind: 'converted',
      warnings: [],
    });
    expect(convertNatively(shown(emf(emr(300, 0))), fonts, { onlyFaithful: true })).toEqual({
      kind: 'declined',
      reasons: ['picture-format'],
    });
  });

  test.skipIf(noPoppler)('draws charts, whose words can be found', () => {
    const sales = chart(bars(series('Sales', [1200, 3400], { format: '#,##0' })), { legend: legend('b') });
    const result = convertNatively(docx(p(sales)), fonts, { onlyFaithful: true });
    if (result.kind === 'declined') throw new Error(`declined: ${result.reasons.join()}`);
    expect(pdfText(result.pdf)).toMatch(/4,000[\s\S]*North\s+South[\s\S]*Sales/);
  });

  test('what is no document is refused', () => {
    expect(() => convert(new Uint8Array(10))).toThrow(expect.objectContaining({ code: 'not_docx' }));
  });
});

describe('documents that mean harm, or were made by accident', () => {
  const paragraphs = (xml: string) => docx(p({ xml }, 'Some text that goes on for a while'), p('After'));
  const size = (width: number, height: number) =>
    docx(
      p('Text', raw('')),
      raw(`<w:p><w:pPr><w:sectPr><w:pgSz w:w="${width}" w:h="${height}"/></w:sectPr></w:pPr></w:p>`),
    );

  test.each([
    ['indents that leave nothing', paragraphs('<w:ind w:left="90000" w:right="90000" w:hanging="90000"/>')],
    ['negative indents', paragraphs('<w:ind w:left="-90000" w:right="-90000"/>')],
    ['endless spacing', paragraphs('<w:spacing w:before="2000000000" w:after="2000000000" w:line="1"/>')],
    ['a paper of no size', size(0, 0)],
    ['a paper of a hair', size(1, 1)],
    [
      'margins larger than the paper',
      docx(
        raw(
          '<w:p><w:pPr><w:sectPr><w:pgMar w:top="30000" w:bottom="30000" w:left="30000" w:right="30000"/></w:sectPr></w:pPr></w:p>',
        ),
        p('x'),
      ),
    ],
    ['a picture taller than the page', docx(p(picture({ width: 914_400, height: 91_440_000 })))],
    ['a picture of no size', docx(p(picture({ width: 0, height: 0 })))],
    ['a broken picture', docx(p(picture({ data: new Uint8Array([1, 2, 3]) })))],
    ['a font that nobody has', docx(p(r('Text', { font: 'No Such Font At All' })))],
    ['letters a mile high', docx(p(r('Text', { size: 100_000 })))],
    ['tabs behind the end of the line', paragraphs('<w:tabs><w:tab w:val="right" w:pos="900000"/></w:tabs>')],
    ['a style that is its own ancestor', docx(p({ style: 'Ghost' }, 'x'))],
    [
      'many empty sections',
      docx(...Array.from({ length: 50 }, () => section({ type: 'continuous' })), p('x')),
    ],
    [
      'a table wider than the page',
      docx(
        table(
          { widths: Array.from({ length: 60 }, () => 5000) },
          row(...Array.from({ length: 60 }, () => cell('x'))),
        ),
      ),
    ],
  ])('%s', (_, file) => {
    const result = convertNatively(file, fonts, { limits });
    expect(result).toMatchObject({ kind: 'converted' });
    expect(result.kind === 'converted' && result.pages).toBeLessThan(200);
  });

  test('tables in tables end somewhere', () => {
    let nested = table(row(cell('deep')));
    for (let depth = 0; depth < 60; depth++) nested = table(row(cell(nested, p(''))));
    expect(convertNatively(docx(nested, p('')), fonts, { limits })).toMatchObject({ kind: 'converted' });
  });

  test('a budget ends what takes too long or too much paper', () => {
    const long = docx(...Array.from({ length: 600 }, (_, index) => p({ pageBreakBefore: true }, `${index}`)));
    expect(() => convertNatively(long, fonts, { limits })).toThrow(
      expect.objectContaining({ code: 'document_too_complex' }),
    );
    const slow = { ...limits, pages: 10_000, milliseconds: 0 };
    expect(() => convertNatively(long, fonts, { limits: slow })).toThrow(
      expect.objectContaining({ code: 'pdf_timeout' }),
    );
  });
});
