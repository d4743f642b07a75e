/** Check-box controls of Word 2010 and later ([MS-DOCX], w14:checkbox): the value is their state and their sign. */
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../src/template/index.ts';
import { docx, type Piece, p, raw, row, table } from '../support/build.ts';
import { failureOf, render } from './engine.ts';

interface Box {
  readonly tag?: string;
  readonly alias?: string;
  readonly text?: string;
  readonly checked?: string;
  readonly states?: string;
  readonly more?: string;
}

const STATES =
  '<w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/>';
const WINGDINGS =
  '<w14:checkedState w14:val="00FE" w14:font="Wingdings"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/>';

let ids = 500;
/** A box as Word writes it, in a line of text. */
const box = ({
  tag,
  alias,
  text = '☐',
  checked = '<w14:checked w14:val="0"/>',
  states = STATES,
  more = '',
}: Box): Piece => {
  const named = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `<w:${name} w:val="${value}"/>`;
  return raw(
    `<w:sdt><w:sdtPr>${named('alias', alias)}${named('tag', tag)}<w:id w:val="${ids++}"/>${more}<w14:checkbox>${checked}${states}</w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:rPr><w:rFonts w:ascii="MS Gothic" w:hAnsi="MS Gothic"/><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`,
  );
};

const states = (body: string): string[] =>
  [...body.matchAll(/<w14:checked w14:val="([^"]*)"\/>/g)].map(([, state]) => state ?? '');

describe('a check box', () => {
  it('keeps a namespace that is declared at the box itself', () => {
    const local: Piece = (build) =>
      build
        .render([box({ tag: '{agreed}' })])
        .replace(
          '<w14:checkbox>',
          '<q:checkbox xmlns:q="http://schemas.microsoft.com/office/word/2010/wordml">',
        )
        .replace('</w14:checkbox>', '</q:checkbox>')
        .replaceAll('w14:', 'q:');
    // What comes out is parsed by `render`, prefixes and all.
    expect(render(docx(p(local)), { agreed: true }).body).toContain('<q:checked q:val="1"/>');
  });

  it.each([
    ['in its content', { text: '{agreed}' }],
    ['as its tag', { tag: '{agreed}' }],
    ['as its title', { alias: ' {agreed} ' }],
    ['in several runs', { text: '{agr</w:t></w:r><w:r><w:t>eed}' }],
    ['as an expression', { tag: '{agreed and !nothing}' }],
    ['that does not say its state', { tag: '{agreed}', checked: '' }],
    ['that does not say its signs', { tag: '{agreed}', states: '' }],
  ])('whose tag stands %s', (_, format) => {
    const file = docx(p('I agree ', box(format), '.'));
    const yes = render(file, { agreed: true, nothing: false });
    expect(yes.text).toEqual(['I agree ☒.']);
    expect(states(yes.body)).toEqual(['1']);
    expect(yes.body).toContain('<w:b/>');
    expect(yes.body).not.toMatch(/[{}]/);
    const no = render(file, { agreed: false, nothing: false });
    expect(no.text).toEqual(['I agree ☐.']);
    expect(states(no.body)).toEqual(['0']);
  });

  it('keeps its tag without the braces, and loses what would overwrite it', () => {
    const more = '<w:showingPlcHdr/><w:dataBinding w:xpath="/a"/>';
    const { body } = render(docx(p(box({ tag: '{agreed}', alias: '{agreed}', more }))), { agreed: true });
    expect(body).toContain('<w:alias w:val="agreed"/><w:tag w:val="agreed"/>');
    expect(body).not.toMatch(/dataBinding|showingPlcHdr/);
  });

  it('in a symbol font', () => {
    const file = docx(p(box({ tag: '{agreed}', states: WINGDINGS })));
    expect(render(file, { agreed: true }).body).toContain('<w:sym w:font="Wingdings" w:char="F0FE"/>');
    expect(render(file, { agreed: false }).text).toEqual(['☐']);
    expect(render(file, { agreed: false }).body).toContain('w:ascii="MS Gothic"');
  });

  it('on each turn of a loop, and around a cell', () => {
    const cell = raw(
      `<w:sdt><w:sdtPr><w:tag w:val="{done}"/><w14:checkbox><w14:checked w14:val="0"/>${STATES}</w14:checkbox></w:sdtPr><w:sdtContent><w:tc><w:p><w:r><w:t>☐</w:t></w:r></w:p></w:tc></w:sdtContent></w:sdt>`,
    );
    const file = docx(table(row('{#items}{n}', cell, 'x{/items}')), p(box({ tag: '{items[1].done}' })));
    const { text, body } = render(file, {
      items: [
        { n: 'a', done: true },
        { n: 'b', done: false },
      ],
    });
    expect(text).toEqual(['a', '☒', 'x', 'b', '☐', 'x', '☐']);
    expect(states(body)).toEqual(['1', '0', '0']);
  });

  it('that holds no tag stays as it is, whatever its tag says', () => {
    for (const tag of ['agreed', 'box {agreed} 1', '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}']) {
      const { body } = render(docx(p(box({ tag }), '{x}')), { x: 1 });
      expect(body).toContain(`<w:tag w:val="${tag}"/>`);
      expect(states(body)).toEqual(['0']);
    }
  });

  it('is empty where its value is missing or null, and says so', () => {
    const file = docx(p(box({ tag: '{agreed}' })));
    expect(render(file, {})).toMatchObject({ text: ['☐'], report: { missing: ['agreed'] } });
    expect(render(file, { agreed: null })).toMatchObject({ text: ['☐'], report: { missing: [] } });
    expect(failureOf(file, {}, { missing: 'error' }).code).toBe('data_missing');
  });

  it.each(['yes', 'true', 'false', '', 1, 0, [], {}])('does not take %j for an answer', (agreed) => {
    for (const format of [{ tag: '{agreed}' }, { text: '{agreed}' }]) {
      const failure = failureOf(docx(p(box(format))), { agreed });
      expect(failure).toMatchObject({
        code: 'data_invalid',
        details: [{ tag: '{agreed}', path: 'agreed', message: expect.stringContaining('true or false') }],
      });
    }
  });

  it('asks for true or false in the schema', () => {
    const { schema, sample } = compileTemplate(docx(p(box({ tag: '{agreed}' }), box({ text: '{also}' }))), {
      delimiter: 'BRACES',
    }).inspection;
    expect(schema).toMatchObject({
      properties: { agreed: { type: ['boolean', 'null'] }, also: { type: ['boolean', 'null'] } },
      required: ['agreed', 'also'],
    });
    expect(sample).toEqual({ agreed: true, also: true });
  });
});
