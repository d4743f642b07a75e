/** Content controls and form fields: filled by a tag inside, or by their names, with the text and the state alike. */
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { compileTemplate, type JsonObject, linkTemplate, renderDocx } from '../../src/template/index.ts';
import { docx, type Piece, p, part, raw, row, table } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { failureOf, render } from './engine.ts';

let ids = 900;
/** As Word writes it, in a line of text. */
const control = (kind: string, text: string, name = '', more = ''): Piece =>
  raw(
    `<w:sdt><w:sdtPr>${name === '' ? '' : `<w:alias w:val="${name}"/><w:tag w:val="${name}"/>`}<w:id w:val="${ids++}"/>${more}${kind}</w:sdtPr><w:sdtContent><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`,
  );
const ITEMS =
  '<w:listItem w:displayText="Choose an item." w:value=""/><w:listItem w:displayText="Open" w:value="o"/><w:listItem w:displayText="Paid &amp; done" w:value="p"/>';
const LIST = `<w:dropDownList w:lastValue="x">${ITEMS}</w:dropDownList>`;
const COMBO = `<w:comboBox>${ITEMS}</w:comboBox>`;
const DATE =
  '<w:date w:fullDate="2001-01-01T00:00:00Z"><w:dateFormat w:val="dddd, d. MMMM yyyy"/><w:lid w:val="de-DE"/></w:date>';
const BOX = '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>';

/** With the names of controls. */
const fill = (
  file: Uint8Array,
  data: JsonObject,
): { text: string[]; body: string; part(name: string): string } => {
  const { program } = compileTemplate(file, { delimiter: 'BRACES', controls: true });
  const chunks: Uint8Array[] = [];
  renderDocx(linkTemplate(program, file), data, { now: 0 }, { write: (chunk) => void chunks.push(chunk) });
  const bytes = new Uint8Array(Buffer.concat(chunks));
  expect(checkDocx(bytes)).toEqual([]);
  const out = openDocx(bytes);
  const body = out.text(out.mainPart);
  const text = [...body.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([one]) =>
    [...one.matchAll(/<w:t(?: [^>]*)?>([^<]*)/g)].map(([, letters]) => letters).join(''),
  );
  return { text, body, part: (name) => out.text(name) };
};

describe('a tag in a control', () => {
  it('chooses from a list by value or by what is shown', () => {
    const file = docx(p(control(LIST, '{state}')));
    for (const state of ['p', 'Paid & done']) {
      const { text, body } = render(file, { state });
      expect(text).toEqual(['Paid & done']);
      expect(body).toContain('<w:dropDownList w:lastValue="p"><w:listItem w:displayText="Choose');
    }
    expect(render(file, { state: '' }).body).toContain('<w:dropDownList><w:listItem');
  });

  it('a value that is not in the list is a located error, but a combo box takes it', () => {
    const failure = failureOf(docx(p(control(LIST, '{state}'))), { state: 'late' });
    expect(failure.details?.[0]).toMatchObject({ code: 'data_invalid', tag: '{state}', path: 'state' });
    expect(failure.details?.[0]?.hint).toContain('"o", "p"');
    expect(render(docx(p(control(COMBO, '{state}'))), { state: 'late' }).text).toEqual(['late']);
    expect(render(docx(p(control(COMBO, '{state}'))), { state: 'o' }).text).toEqual(['Open']);
  });

  it('a date is shown as the control says, and kept', () => {
    const { text, body } = render(docx(p(control(DATE, '{due}'))), { due: '2026-03-05' });
    expect(text).toEqual(['Donnerstag, 5. März 2026']);
    expect(body).toContain('<w:date w:fullDate="2026-03-05T00:00:00Z"><w:dateFormat');
    expect(render(docx(p(control(DATE, '{due | date:"yyyy"}'))), { due: '2026-03-05' }).text).toEqual([
      '2026',
    ]);
    expect(failureOf(docx(p(control(DATE, '{due}'))), { due: 'soon' }).code).toBe('data_invalid');
  });

  it('its name in Word may be the tag', () => {
    const file = docx(
      p(control(LIST, 'Choose an item.', '{state}', '<w:showingPlcHdr/>')),
      p(control('<w:text/>', 'Click', '{name | upper}')),
    );
    const { text, body } = render(file, { state: 'o', name: 'ann' });
    expect(text).toEqual(['Open', 'ANN']);
    expect(body).not.toContain('showingPlcHdr');
    expect(body).not.toMatch(/[{}]/);
  });

  it('the schema knows what a list takes, and the sample renders', () => {
    const file = docx(p(control(LIST, '{state}'), control(BOX, '{ok}'), control(DATE, '{due}')));
    const { inspection } = compileTemplate(file, { delimiter: 'BRACES' });
    const { properties } = inspection.schema as {
      properties: Record<string, { enum?: unknown[]; type?: unknown }>;
    };
    expect(properties['state']?.enum).toEqual(['o', 'Open', 'p', 'Paid & done', null]);
    expect(properties['ok']?.type).toEqual(['boolean', 'null']);
    expect(inspection.fields.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'state text',
      'ok boolean',
      'due date',
    ]);
    render(file, inspection.sample as JsonObject);
  });
});

describe('controls by their names', () => {
  it('all kinds; a placeholder loses its look', () => {
    const file = docx(
      p('A ', control('<w:text/>', 'Click here', 'customer.name', '<w:showingPlcHdr/>')),
      p('B ', control(BOX, '☐', 'agreed')),
      p('C ', control(LIST, 'Choose', 'state')),
      p('D ', control(DATE, 'Date', 'due date')),
      raw(
        '<w:sdt><w:sdtPr><w:alias w:val="notes"/></w:sdtPr><w:sdtContent><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p><w:p/></w:sdtContent></w:sdt>',
      ),
    );
    const { text, body } = fill(file, {
      customer: { name: 'Ann' },
      agreed: true,
      state: 'o',
      'due date': '2026-03-05',
      notes: 'Well',
    });
    expect(text).toEqual(['A Ann', 'B ☒', 'C Open', 'D Donnerstag, 5. März 2026', 'Well']);
    expect(body).not.toMatch(/A <\/w:t><\/w:r><w:sdt>.{0,300}PlaceholderText.{0,60}Ann/);
    expect(body).toContain('<w:jc w:val="center"/>');
    expect(render(file, {}).text[0]).toBe('A Click here');
  });

  it('a repeating section repeats its first item, over rows as well', () => {
    const item = (content: string): string =>
      `<w:sdt><w:sdtPr><w:id w:val="${ids++}"/><w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const section = (content: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="items"/><w:id w:val="${ids++}"/><w15:repeatingSection/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const named =
      '<w:sdt><w:sdtPr><w:tag w:val="name"/></w:sdtPr><w:sdtContent><w:r><w:t>?</w:t></w:r></w:sdtContent></w:sdt>';
    const paragraph = `<w:p>${named}</w:p>`;
    const data = { items: [{ name: 'a' }, { name: 'b' }] };
    expect(fill(docx(raw(section(item(paragraph) + item('<w:p/>')))), data).text).toEqual(['a', 'b']);
    const rows = raw(section(item(`<w:tr><w:tc>${paragraph}</w:tc></w:tr>`)));
    const out = fill(docx(table({ widths: [5000] }, row('head'), rows)), data);
    expect(out.text.slice(0, 3)).toEqual(['head', 'a', 'b']);
    expect(out.body.match(/repeatingSectionItem/g)).toHaveLength(2);
  });

  it('form fields of old: text, box and list', () => {
    const field = (data: string, instruction: string, result = ''): Piece =>
      raw(
        `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      );
    const file = docx(
      p(
        field(
          '<w:name w:val="city"/><w:enabled/><w:textInput/>',
          'FORMTEXT',
          '<w:r><w:t>  </w:t></w:r><w:r><w:t> </w:t></w:r>',
        ),
      ),
      p(
        field(
          '<w:name w:val="ok"/><w:enabled/><w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>',
          'FORMCHECKBOX',
        ),
      ),
      p(
        field(
          '<w:name w:val="state"/><w:enabled/><w:ddList><w:result w:val="0"/><w:listEntry w:val="o"/><w:listEntry w:val="p"/></w:ddList>',
          'FORMDROPDOWN',
        ),
      ),
    );
    const { text, body } = fill(file, { city: 'Oslo', ok: true, state: 'p' });
    expect(text[0]).toBe('Oslo');
    expect(body).toContain('<w:default w:val="0"/><w:checked w:val="1"/></w:checkBox>');
    expect(body).toContain('<w:ddList><w:result w:val="1"/>');
    expect(body).not.toContain('statusText');
  });

  it('a part that a control is bound to says the same; in a loop the binding goes', () => {
    const binding =
      '<w:dataBinding w:prefixMappings="xmlns:n=&quot;urn:x&quot;" w:xpath="/n:root[1]/n:city[1]" w:storeItemID="{11111111-2222-3333-4444-555555555555}"/>';
    const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006';
    const store = part((build) => {
      build.relate('customXml', '../customXml/item1.xml');
      build.file(
        'customXml/item1.xml',
        'application/xml',
        '<n:root xmlns:n="urn:x"><n:city/><n:other>1</n:other></n:root>',
      );
      build.file(
        'customXml/itemProps1.xml',
        'application/vnd.openxmlformats-officedocument.customXmlProperties+xml',
        `<ds:datastoreItem xmlns:ds="${RELATIONS}/customXml" ds:itemID="{11111111-2222-3333-4444-555555555555}"/>`,
      );
      build.file(
        'customXml/_rels/item1.xml.rels',
        'application/vnd.openxmlformats-package.relationships+xml',
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/relationships/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
      );
    });
    const out = render(docx(store, p(control('<w:text/>', '{city}', '', binding))), { city: 'Rust & Bo' });
    expect(out.body).toContain('<w:dataBinding');
    expect(out.part('customXml/item1.xml')).toContain('<n:city>Rust &amp; Bo</n:city><n:other>1</n:other>');
    const looped = render(docx(store, p('{#l}', control('<w:text/>', '{.}', '', binding), '{/l}')), {
      l: ['a'],
    });
    expect(looped.body).not.toContain('dataBinding');
  });
});
