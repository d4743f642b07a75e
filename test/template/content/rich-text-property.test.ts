/** Whatever text comes: valid content, or a refusal in words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import { RichContent } from '../../../src/template/content/content-value.ts';
import { emitContent } from '../../../src/template/content/emitters.ts';
import { checkDocx } from '../../support/docx-validity.ts';
import { TestPackage } from './test-package.ts';

const TAGS =
  'p div span b i u s a h1 h3 ul ol li dl dt dd blockquote pre code table thead tbody tr td th caption colgroup col br hr img input q sub sup font center label script style svg select unknown-tag figure figcaption'.split(
    ' ',
  );

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const attribute = fc.oneof(
  fc.constantFrom(
    'colspan=2',
    'colspan=0',
    'colspan=999',
    'rowspan=3',
    'rowspan=70000',
    'href="https://x.test/"',
    'href="javascript:x"',
    'href="#a b"',
    'type=checkbox',
    'checked',
    'hidden',
    'dir=rtl',
    'align=center',
    'valign=top',
    'width="50%"',
    'width="-3"',
    'width=1e99',
    'border=0',
    'start=0',
    'start=99999999999',
    'value=5',
    'type=A',
    `src="${PIXEL}"`,
    'src="x"',
    'alt="<&>"',
    'bgcolor=red',
    'size=+3',
    'face="A,B"',
  ),
  fc
    .array(
      fc.constantFrom(
        'color:red',
        'background:#12345',
        'font-size:9999pt',
        'font-size:0',
        'margin:-5px',
        'margin-left:99999in',
        'padding:1em 2em 3em 4em',
        'line-height:0',
        'line-height:1.2',
        'text-indent:-9cm',
        'border:1px solid',
        'border-top:none',
        'width:0',
        'width:1000000px',
        'display:none',
        'white-space:pre',
        'white-space:pre-line',
        'text-align:justify',
        'list-style:none',
        'page-break-before:always',
        'font-family:',
        'letter-spacing:1e9px',
        'vertical-align:sub',
        'text-decoration:none',
        'color:rgb(1e9,NaN,-1)',
        'direction:rtl',
      ),
      { maxLength: 4 },
    )
    .map((declarations) => `style="${declarations.join(';')}"`),
);

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '&nbsp;',
    '&amp;',
    '&#0;',
    '&#xFFFF;',
    '&shy;',
    ']]>',
    '<',
    '\ud800',
    '\u2028',
    'a b',
    'word',
  ),
);

/** Opened, closed, half-open or closed without being opened. */
const piece = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...TAGS), fc.array(attribute, { maxLength: 3 }))
      .map(([tag, attributes]) => `<${[tag, ...attributes].join(' ')}>`),
  },
  { weight: 3, arbitrary: fc.constantFrom(...TAGS).map((tag) => `</${tag}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<!--', '-->', '<![CDATA[', '<!doctype html>', '<', '</', '<p', '<p style="'),
  },
);

const STYLES = [
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="LP"><w:name w:val="List Paragraph"/></w:style>',
  '<w:style w:type="table" w:styleId="TG"><w:name w:val="Table Grid"/></w:style>',
].join('');

const isFine = (
  source: string,
  language: 'html' | 'markdown',
  shape: 'inline' | 'blocks',
  isStyled: boolean,
): void => {
  const pkg = new TestPackage({
    ...(isStyled && { styles: STYLES }),
    runProperties: '<w:rPr><w:b/><w:sz w:val="20"/></w:rPr>',
    paragraphProperties: isStyled ? '<w:pPr><w:ind w:left="300"/><w:jc w:val="both"/></w:pPr>' : '',
  });
  try {
    const { xml, startsWithTable, endsWithTable } = emitContent(
      new RichContent(language, source),
      shape,
      pkg.context,
    );
    expect(startsWithTable).toBe(xml.startsWith('<w:tbl>'));
    expect(endsWithTable).toBe(xml.endsWith('</w:tbl>'));
    expect(checkDocx(pkg.docx(shape === 'inline' ? `<w:p>${xml}</w:p>` : `${xml}<w:p/>`))).toEqual([]);
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    expect(error.code).toBe('data_invalid');
  }
};

const languages = fc.constantFrom('html' as const, 'markdown' as const);
const shapes = fc.constantFrom('inline' as const, 'blocks' as const);

describe('any text', () => {
  it('of tags in any order gives valid content', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        languages,
        shapes,
        fc.boolean(),
        (pieces, language, shape, isStyled) => isFine(pieces.join(''), language, shape, isStyled),
      ),
      { numRuns: 400 },
    );
  });

  it('of Markdown’s own marks gives valid content', () => {
    const marks = fc.constantFrom(
      '#',
      '# ',
      '- ',
      '1. ',
      '> ',
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '|',
      '|-|',
      '\n',
      '\n\n',
      '    ',
      '[',
      '](',
      ')',
      '![',
      '~~',
      '---\n',
      'a',
      '<b>',
      '[x] ',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 40 }), shapes, (pieces, shape) =>
        isFine(pieces.join(''), 'markdown', shape, true),
      ),
      { numRuns: 200 },
    );
  });
});
