/** Every tag is read or reported: what stands where nothing is filled is a warning with its place. */
import { describe, expect, it, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { leftoversIn } from '../../src/template/compile/parts/leftovers.ts';
import { compileTemplate, type DelimiterName } from '../../src/template/index.ts';
import { bars, chart, series } from '../layout/chart-support.ts';
import {
  bookmark,
  comment,
  controlBlock,
  deleted,
  docx,
  field,
  header,
  hyperlink,
  p,
  part,
  picture,
  properties,
  r,
  raw,
  row,
  simpleField,
  styles,
  table,
  textBox,
} from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

type Content = Parameters<typeof docx>;

const warningsOf = (content: Content, delimiter: DelimiterName = 'BRACES') =>
  compileTemplate(docx(...content), { delimiter }).inspection.warnings;

const CUSTOM = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml';
const withPart = (name: string, kind: string, xml: string) =>
  part((build) => {
    build.relate(kind, `/${name}`);
    build.file(name, 'application/xml', xml);
  });
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const list = raw(
  '<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="{item}" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent><w:p><w:r><w:t>a</w:t></w:r></w:p></w:sdtContent></w:sdt>',
);
const formField = raw(
  '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="T"/><w:textInput><w:default w:val="{preset}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
);

describe('tags that nothing fills', () => {
  it('count with the signs of other engines between doubled marks, which are nobody else’s', () => {
    const content: Content = [
      p('{{name}}'),
      p(comment('{{@picture}} and {{?list}} and {{=#this}}, not {{! a note}} nor {{1}}', r('x'))),
    ];
    expect(warningsOf(content, 'DOUBLE_BRACES').map(({ code, tag }) => [code, tag])).toEqual([
      ['unread_tag', '{{@picture}}'],
      ['unread_tag', '{{?list}}'],
      ['unread_tag', '{{=#this}}'],
    ]);
  });

  const places: [what: string, content: Content, tag: string, part: string, words: RegExp][] = [
    ['a comment', [p(comment('see {note}', r('x')))], '{note}', 'comments', /comment/],
    ['an item of a list', [list], '{item}', 'document', /drop-down list/],
    ['the preset of a form field', [formField], '{preset}', 'document', /form field/],
    [
      'a picture from elsewhere',
      [p(field('INCLUDEPICTURE "{url}"', r('x')))],
      '{url}',
      'document',
      /INCLUDEPICTURE/,
    ],
    ['a condition of Word', [p(field('IF "{a}" = "b" "c"', r('x')))], '{a}', 'document', /IF field/],
    ['a simple field', [p(simpleField('QUOTE "{a}"', r('x')))], '{a}', 'document', /QUOTE/],
    // One around text is filled by it.
    [
      'the name of a control around a table',
      [controlBlock({ tag: '{a}' }, table(row('x')), p('x'))],
      '{a}',
      'document',
      /content control/,
    ],
    [
      'a part of custom XML',
      [withPart('customXml/item1.xml', CUSTOM, '<a><b>is {value}</b></a>')],
      '{value}',
      'custom XML',
      /custom XML/,
    ],
    [
      'a document variable',
      [
        withPart(
          'word/settings9.xml',
          'settings',
          `<w:settings ${W}><w:docVars><w:docVar w:name="a" w:val="{v}"/></w:docVars></w:settings>`,
        ),
      ],
      '{v}',
      'settings',
      /document variable/,
    ],
    [
      'a building block',
      [
        withPart(
          'word/glossary/document.xml',
          'glossaryDocument',
          `<w:glossaryDocument ${W}><w:docParts><w:docPart><w:docPartBody><w:p><w:r><w:t>{a</w:t></w:r><w:r><w:t>b}</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
        ),
      ],
      '{ab}',
      'building blocks',
      /building block/,
    ],
    [
      'a style',
      [styles('<w:style w:type="paragraph" w:styleId="S"><w:name w:val="{style}"/></w:style>')],
      '{style}',
      'styles',
      /style/,
    ],
    [
      'a phonetic guide',
      [
        raw(
          '<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>{kana}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>x</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>',
        ),
      ],
      '{kana}',
      'document',
      /phonetic guide/,
    ],
    [
      'a run that only newer versions of Word show',
      [
        raw(
          '<w:p><mc:AlternateContent><mc:Choice Requires="w15"><w:r><w:t>{newer}</w:t></w:r></mc:Choice></mc:AlternateContent></w:p>',
        ),
      ],
      '{newer}',
      'document',
      /does not read/,
    ],
    ['the name of a picture', [p(picture({ name: '{pic}' }))], '{pic}', 'document', /name/],
    [
      'a title that cuts a block',
      [properties({ title: '{#items} and so on' })],
      '{#items}',
      'document properties',
      /propert/,
    ],
  ];

  it.each(places)('%s', (_, content, tag, where, words) => {
    const warnings = warningsOf([...content, p('{read}')] as Content);
    expect(warnings).toMatchObject([{ code: 'unread_tag', tag, part: where }]);
    expect(warnings[0]?.message).toContain(tag);
    expect(warnings[0]?.message).toMatch(words);
    expect(warnings[0]?.hint).toMatch(/\w/);
    expect(render(docx(...content, p('{read}')), { read: 1 }).report.missing).toEqual([]);
  });

  it('are found over the runs of a code, under every delimiter, and told once', () => {
    const cut = (...pieces: string[]) =>
      raw(
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((text) => `<w:r><w:instrText>${text}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      );
    for (const [delimiter, text] of [
      ['BRACES', '{a}'],
      ['DOUBLE_BRACES', '{{a}}'],
      ['DOUBLE_SQUARE_BRACKETS', '[[a]]'],
      ['TRIPLE_PLUS', '+++a+++'],
    ] as const) {
      const code = cut('QUO', `TE "${text.slice(0, 2)}`, `${text.slice(2)}"`);
      expect(warningsOf([code, code, p(text)], delimiter)).toMatchObject([
        { code: 'unread_tag', tag: text, paragraph: { number: 1 } },
      ]);
    }
  });

  it('do not keep a file from counting as one without tags', () => {
    expect(warningsOf([list]).map(({ code }) => code)).toEqual(['no_tags', 'unread_tag']);
  });
});

describe('what Word writes in braces is no tag', () => {
  const guid = '{43E3E7B6-5C2F-4B8A-9D1E-0123456789AB}';
  const lettered = '{A3E3E7B6-5C2F-4B8A-9D1E-0123456789AB}';
  const app = (template: string) =>
    properties({ template, application: 'Microsoft {Word}', company: '{company}' });

  it('neither in the properties that name the template and the program', () => {
    for (const id of [guid, lettered]) {
      const file = docx(app(`${id}tf02786999_win32.dotx`), p('{name}'));
      expect(problemsOf(file)).toEqual([]);
      const { part: partOf, report } = render(file, { name: 1, company: 'Acme' });
      expect(report.missing).toEqual([]);
      expect(partOf('docProps/app.xml')).toContain(`<Template>${id}tf02786999_win32.dotx</Template>`);
      expect(partOf('docProps/app.xml')).toContain('<Application>Microsoft {Word}</Application>');
      expect(partOf('docProps/app.xml')).toContain('<Company>Acme</Company>');
    }
  });

  it('nor in ids', () => {
    const file: Content = [
      properties({ custom: { id: guid }, title: `About ${lettered}` }),
      p('{name}'),
      raw(
        `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="${guid}"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>`,
      ),
      withPart('customXml/itemProps1.xml', 'customXmlProps', `<a itemID="${lettered}" uri="${guid}"/>`),
      withPart(
        'customXml/item2.xml',
        CUSTOM,
        '<a>{"json": 1} {0} {1,2} a{color:red} {} {{}} [[1]] [[ ]]</a>',
      ),
    ];
    for (const delimiter of ['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS'] as const)
      expect(
        compileTemplate(docx(...file), { delimiter, static: true }).inspection.warnings.filter(
          ({ code }) => code === 'unread_tag',
        ),
      ).toEqual([]);
  });

  it('and an ordinary document has nothing to warn about', () => {
    const content: Content = [
      header(p('{title}')),
      p(
        r('{na'),
        r('me}'),
        hyperlink('https://example.com/{id}', 'x'),
        deleted('{gone}'),
        bookmark('b', 'x'),
      ),
      table(row('{a}', '{b}')),
      p(textBox('{boxed}'), picture({ alt: '{logo}' }), field('PAGE', r('1'))),
      p(chart(bars(series('{series}', [1])))),
      properties({ title: '{title}', custom: { a: '{custom}' } }),
    ];
    expect(warningsOf(content)).toEqual([]);
  });
});

test('leftoversIn finds everything, wherever it stands', () => {
  const file = docx(
    header(p('{a}')),
    p(r('{b'), r('}'), textBox('{c}'), comment('{d}', r('x')), hyperlink('https://example.com/%7Be%7D', 'x')),
    p(chart(bars(series('{f}', [1])))),
    properties({ title: '{g}' }),
    p('\\{no} {1} {}'),
  );
  const tags = leftoversIn(openDocx(file), 'BRACES').map(({ tag }) => tag);
  expect([...new Set(tags)].sort()).toEqual(['{a}', '{b}', '{c}', '{d}', '{e}', '{f}', '{g}']);
});
