/** Captions: `SEQ Figure` counts what the document has, not what its template had. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import {
  bookmark,
  cell,
  docx,
  field,
  footnote,
  type Piece,
  p,
  r,
  raw,
  row,
  simpleField,
  styles,
  table,
  textBox,
} from '../support/build.ts';
import { render } from './engine.ts';

const THREE = { items: [{ n: 'a' }, { n: 'b' }, { n: 'c' }], on: true, off: false };

/** A caption as Word makes it. */
const figure = (switches = '\\* ARABIC', result = '1'): Piece[] => [
  'Figure ',
  field(`SEQ Figure ${switches}`, result),
];

const textsOf = (template: readonly Piece[], data: JsonObject = THREE): string[] =>
  render(docx(...template), data).text;

const STYLES = styles(
  '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="Heading1"/></w:style>',
);

describe('captions', () => {
  it('count over the turns of a loop', () => {
    const template = [p('{#items}'), p(...figure(), ': {n}'), p('{/items}')];
    expect(textsOf(template)).toEqual(['Figure 1: a', 'Figure 2: b', 'Figure 3: c']);
  });

  it('as simple fields, and with results in several runs', () => {
    const template = [
      p('{#items}'),
      p('Table ', simpleField(' SEQ Table \\* ARABIC ', r('1', { bold: true }), r('1')), ': {n}'),
      p('Figure ', field('SEQ Figure', r('1'), r('0')), '.'),
      p('{/items}'),
    ];
    const rendered = render(docx(...template), THREE);
    expect(rendered.text).toEqual([
      'Table 1: a',
      'Figure 1.',
      'Table 2: b',
      'Figure 2.',
      'Table 3: c',
      'Figure 3.',
    ]);
    expect(rendered.body.match(/<w:b\/>/g)).toHaveLength(3);
  });

  it('leave out what conditions removed', () => {
    const template = [
      p(...figure()),
      p('{IF off}'),
      p(...figure('', '2')),
      p('{END-IF}'),
      p(...figure('', '3')),
    ];
    expect(textsOf(template)).toEqual(['Figure 1', 'Figure 2']);
  });

  it('each name counts for itself, whatever its case', () => {
    const template = [
      p('{#items}'),
      p(field('SEQ figure', '1'), field('SEQ Tabelle', '1'), field('seq FIGURE \\* MERGEFORMAT', '2')),
      p('{/items}'),
    ];
    expect(textsOf(template)).toEqual(['112', '324', '536']);
  });

  it('in a row loop, in a text box with its fallback', () => {
    const template = [table(row('{#items}{n}', cell(p(...figure(), '{/items}')))), p('-')];
    expect(textsOf(template)).toEqual(['a', 'Figure 1', 'b', 'Figure 2', 'c', 'Figure 3', '-']);
    const boxes = render(
      docx(p('{#items}'), p(textBox(p(...figure(), ' {n} ', ...figure()))), p('{/items}')),
      THREE,
    );
    const shown = [...boxes.body.matchAll(/<w:txbxContent>(.*?)<\/w:txbxContent>/g)].map(([, box]) =>
      [...(box ?? '').matchAll(/<w:t[ >][^<]*<\/w:t>|<w:t>[^<]*<\/w:t>/g)].join('').replace(/<[^>]*>/g, ''),
    );
    expect(shown).toEqual([
      'Figure 1 a Figure 2',
      'Figure 1 a Figure 2',
      'Figure 3 b Figure 4',
      'Figure 3 b Figure 4',
      'Figure 5 c Figure 6',
      'Figure 5 c Figure 6',
    ]);
  });

  it.each([
    ['\\* roman', ['i', 'ii', 'iii']],
    ['\\* ROMAN', ['I', 'II', 'III']],
    ['\\* alphabetic', ['a', 'b', 'c']],
    ['\\* ALPHABETIC', ['A', 'B', 'C']],
    ['\\* Arabic \\* MERGEFORMAT', ['1', '2', '3']],
    ['\\n', ['1', '2', '3']],
    ['\\r 5', ['5', '5', '5']],
    ['\\r5', ['5', '5', '5']],
    ['\\# 000', ['001', '002', '003']],
    ['\\# "00"', ['01', '02', '03']],
  ])('SEQ x %s', (switches, numbers) => {
    expect(textsOf([p('{#items}'), p(field(`SEQ x ${switches}`, '9')), p('{/items}')])).toEqual(numbers);
  });

  it('\\c says the last number again, \\h counts unseen, \\r sets', () => {
    const template = [
      p('{#items}'),
      p(field('SEQ x', '1'), '-', field('SEQ x \\c', '1')),
      p('{/items}'),
      p('n', field('SEQ x \\h')),
      p('{IF on}', field('SEQ x \\r 20 \\h'), '{END-IF}', field('SEQ x \\n', '1')),
    ];
    expect(textsOf(template)).toEqual(['1-1', '2-2', '3-3', 'n', '21']);
  });

  it('\\s starts anew at headings of its level and above', () => {
    const caption = p(field('SEQ x \\* ARABIC \\s 2', '1'));
    const template = [
      p({ style: 'Heading1' }, 'one'),
      p('{#items}'),
      caption,
      p('{/items}'),
      p('{IF off}'),
      p({ style: 'Heading2' }, 'removed'),
      p('{END-IF}'),
      caption,
      p({ style: 'Heading2' }, 'two'),
      caption,
      p({ style: 'Heading3' }, 'three'),
      caption,
      p({ style: 'Kapitel' }, '{#items}{n}{/items}'),
      caption,
    ];
    expect(render(docx(STYLES, ...template), THREE).text).toEqual([
      'one',
      '1',
      '2',
      '3',
      '4',
      'two',
      '1',
      'three',
      '2',
      'abc',
      '1',
    ]);
  });

  it('\\s sees the headings of rich text', () => {
    const template = [p('{#items}'), p('{MARKDOWN n}'), p(field('SEQ x \\s 1', '1')), p('{/items}')];
    const items = [{ n: '# one' }, { n: 'text' }, { n: '## two\n\n# three' }];
    expect(textsOf(template, { items })).toEqual(['one', '1', 'text', '2', 'two', 'three', '1']);
  });

  it('in a formula or another field, a count that is not shown still counts', () => {
    const nested = raw(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>' +
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> SEQ x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:instrText>1</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>' +
        '<w:r><w:instrText> = 1 "y" "z" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>y</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    );
    expect(textsOf([p('{#items}'), p('x', nested), p('{/items}'), p(field('SEQ x', '1'))]).at(-1)).toBe('4');
  });

  it('what is told otherwise stays as it is, for Word to count', () => {
    const { text, body } = render(
      docx(
        p('{#items}'),
        p(field('SEQ x \\* CardText', 'one'), field('SEQ x Mark', '7'), field('SEQ x', '1')),
        p('{/items}'),
      ),
      THREE,
    );
    expect(text).toEqual(['one72', 'one74', 'one76']);
    expect(body.match(/w:dirty="true"/g)).toHaveLength(6);
  });

  it('notes and the text of a template without blocks stay as they are', () => {
    expect(textsOf([p(...figure('', '7'), ' {on}')])).toEqual(['Figure 7 true']);
    const rendered = render(docx(p('{#items}'), p('x', footnote(p(...figure()))), p('{/items}')), THREE);
    expect(rendered.textOf('word/footnotes.xml').filter((text) => text.includes('Figure'))).toHaveLength(3);
  });
});

describe('fields that only Word can update', () => {
  const caption = p(bookmark('_Ref1', ...figure()), ': {n}');
  const loop = [p('{#items}'), caption, p('{/items}')];
  const warned = (...content: readonly Piece[]): string[] =>
    compileTemplate(docx(...content), { delimiter: 'BRACES' }).inspection.warnings.map(
      ({ code, message }) => `${code} ${/`([^`]*)`/.exec(message)?.[1]}`,
    );

  it.each([
    ['a cross-reference in words', field('REF _Ref1 \\p \\h', 'above'), 'REF _Ref1 \\p \\h'],
    ['the number of a chapter', field('STYLEREF 1 \\s', '1'), 'STYLEREF 1 \\s'],
    ['a table of marked entries', field('TOC \\h \\f x', 'Figure 1'), 'TOC \\h \\f x'],
    ['a number in words', field('SEQ x \\* CardText', 'one'), 'SEQ x \\* CardText'],
  ])('%s', (_, piece, instruction) => {
    expect(warned(...loop, p('see ', piece))).toEqual([`left_to_word ${instruction}`]);
    expect(render(docx(...loop, p(piece)), THREE).body).toContain('w:dirty="true"');
    expect(warned(p('{n}'), caption, p(piece))).toEqual([]);
  });

  it('not others: other bookmarks, pages, contents that are made anew', () => {
    expect(
      warned(
        ...loop,
        p(bookmark('_Ref2', 'text'), field('REF _Ref2 \\h', 'text'), field('PAGEREF _Ref1', '1')),
        p(field('TOC \\o "1-3" \\h', 'x')),
      ),
    ).toEqual([]);
  });
});

describe('cross-references', () => {
  it('say what their bookmark says in the document', () => {
    const template = docx(
      p('{#items}'),
      p('Figure ', field('SEQ Figure', '1'), ': {n}'),
      p('{/items}'),
      p(bookmark('_Ref1', 'Figure ', field('SEQ Figure', '9')), ': the last'),
      p(bookmark('title', 'Report of {name}')),
      p(
        'See ',
        field('REF _Ref1 \\h', 'Figure 9'),
        ' in ',
        field('REF title \\* MERGEFORMAT', 'old', ' title'),
        '.',
      ),
    );
    const { text, body } = render(template, { ...THREE, name: 'Ada & Bob' });
    expect(text.at(-1)).toBe('See Figure 4 in Report of Ada & Bob.');
    expect(body).not.toContain('w:dirty');
    expect(compileTemplate(template, { delimiter: 'BRACES' }).inspection.warnings).toEqual([]);
  });

  it('stay as they are where their bookmark is not there, spans paragraphs or holds them', () => {
    const { text } = render(
      docx(
        p('{name}', raw('<w:bookmarkStart w:id="5" w:name="wide"/>'), 'a'),
        p('b', raw('<w:bookmarkEnd w:id="5"/>')),
        p(bookmark('own', 'x ', field('REF own', 'kept')), field('REF gone', 'old'), field('REF wide', 'ab')),
      ),
      { name: 'Ada' },
    );
    expect(text.at(-1)).toBe('x keptoldab');
  });
});
