/** IF fields that ask for pages: how Word has a last page of its own. */
import { describe, expect, it } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { chosenText, nestedField, readCondition } from '../../src/wml/page-condition.ts';
import { docx, footer, type Piece, p } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const field = (instruction: string, result = ''): string =>
  `${mark('begin')}${instruction}${mark('separate')}<w:r><w:t>${result}</w:t></w:r>${mark('end')}`;
const raw =
  (markup: string): Piece =>
  () =>
    markup;
const PAGE = field(code(' PAGE '), '1');
const PAGES = field(code(' NUMPAGES '), '9');

describe('the code of an IF field', () => {
  const [page, pages] = [nestedField('PAGE'), nestedField('NUMPAGES')];
  const shown = (instruction: string, values: Record<string, string>): string | undefined => {
    const condition = readCondition(instruction);
    return condition && chosenText(condition, (name) => values[name] ?? '');
  };

  it.each([
    [` IF ${page} = ${pages} "last" "more" `, 'last'],
    [` IF ${page}<${pages} "more" "last" \\* MERGEFORMAT`, 'last'],
    [` if ${page} <> "3" one`, ''],
    [` IF ${page} >= 2 “page ${page} of ${pages}” ""`, 'page 3 of 3'],
    [` IF ${page} = 3 "say \\"yes\\"" no`, 'say "yes"'],
    [` IF ${page} = 4 "x" \\* MERGEFORMAT`, ''],
  ])('%j', (instruction, text) => {
    expect(shown(instruction, { PAGE: '3', NUMPAGES: '3' })).toBe(text);
  });

  it('is left to Word where it asks for something else, or can not be read', () => {
    expect(readCondition(' IF "a" = "b" "x" "y" ')).toBeUndefined();
    expect(readCondition(` IF ${page} `)).toBeUndefined();
    expect(readCondition(' PAGE ')).toBeUndefined();
  });
});

describe.skipIf(noPoppler)('in a footer', () => {
  const pagesOf = async (...foot: string[]): Promise<readonly string[]> => {
    const lines = Array.from({ length: 120 }, (_, at) => p(`line ${at}`));
    const made = convertNatively(
      docx(...lines, footer(...foot.map((one) => p(raw(one))))),
      await openFontLibrary({}),
    );
    if (made.kind === 'declined') throw new Error('declined');
    return pdfText(made.pdf).split('\f').slice(0, -1);
  };

  it('the last page says something else', async () => {
    const instruction = `${code(' IF ')}${PAGE}${code(' = ')}${PAGES}${code(' "the end" "continued on the next of ')}${PAGES}${code('" ')}`;
    const pages = await pagesOf(field(instruction, 'as it was'));
    expect(pages.length).toBe(3);
    expect(pages.map((page) => /the end|continued on the next of \d|as it was/.exec(page)?.[0])).toEqual([
      'continued on the next of 3',
      'continued on the next of 3',
      'the end',
    ]);
  });

  it('what asks for nothing of pages, or shows more than text, stays as Word left it', async () => {
    const other = field(`${code(' IF "a" = "a" "x" "y" ')}`, 'kept');
    expect((await pagesOf(other)).every((page) => page.includes('kept'))).toBe(true);
    const begun = `${mark('begin')}${code(' IF ')}${PAGE}${code(' = ')}${PAGES}${code(' "one')}`;
    const ended = `${code('two" "" ')}${mark('separate')}<w:r><w:t>kept</w:t></w:r>${mark('end')}`;
    expect((await pagesOf(begun, ended)).every((page) => page.includes('kept'))).toBe(true);
    const inner = field(code(' DATE '), '1 May');
    const rich = `${code(' IF ')}${PAGE}${code(' = ')}${PAGES}${code(' "')}${inner}${code('" "" ')}`;
    expect((await pagesOf(field(rich, 'kept'))).every((page) => page.includes('kept'))).toBe(true);
  });
});
