/**
 * The closing check, over output: no tag of the template's own delimiter stays in any part or attribute of a document,
 * but for escaped ones and those that the upload warned about.
 */
import { expect, test } from 'vitest';
import { compileTemplate, type DelimiterName, linkTemplate, renderDocx } from '../../src/template/index.ts';
import {
  type Build,
  bookmark,
  cell,
  comment,
  controlBlock,
  controlInline,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  NAMESPACES,
  p,
  part,
  picture,
  properties,
  r,
  raw,
  row,
  simpleField,
  table,
  textBox,
  XML_HEAD,
} from '../support/build.ts';
import { leftovers } from '../support/leftovers.ts';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

const watermark = raw(
  '<w:r><w:pict><v:shape id="mark" type="#_x0000_t136" alt="{markAlt}" style="width:300pt;height:60pt"><v:textpath style="font-family:Calibri" string="{mark}"/></v:shape></w:pict></w:r>',
);

const chart = (build: Build): string => {
  const id = build.relate('chart', 'charts/chart1.xml');
  build.file(
    'word/charts/chart1.xml',
    'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
    `${XML_HEAD}<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{chart</a:t></a:r><a:r><a:t>Title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{series}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{category}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  );
  return `<w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="90" name="Chart" descr="{chartAlt}"/><a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
};

const dropDown = raw(
  '<w:sdt><w:sdtPr><w:alias w:val="{alias}"/><w:tag w:val="{tag}"/><w:dropDownList><w:listItem w:displayText="{choice}" w:value="{choice}"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>Choose</w:t></w:r></w:sdtContent></w:sdt>',
);

const formField = raw(
  '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/><w:enabled/><w:helpText w:type="text" w:val="{help}"/><w:textInput><w:default w:val="{preset}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
);

const customXml = part((build) =>
  build.file(
    'customXml/item1.xml',
    'application/xml',
    `${XML_HEAD}<order number="{number}"><name>{name}</name></order>`,
  ),
);

const glossary = part((build) => {
  build.relate('glossaryDocument', 'glossary/document.xml');
  build.file(
    'word/glossary/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.glossary+xml',
    `${XML_HEAD}<w:glossaryDocument ${NAMESPACES}><w:docParts><w:docPart><w:docPartPr><w:name w:val="Part"/></w:docPartPr><w:docPartBody><w:p><w:r><w:t>{glossary}</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
  );
});

/** A tag wherever Word lets one be written, and wherever it keeps text that nobody sees. */
const everywhere = (): Uint8Array =>
  docx(
    p('{name}', r(' {first'), r('Name}'), textBox('{box}')),
    p('{#items}', '{name}', '{/items}'),
    table(row(cell('{#rows}{name}'), cell('{value}{/rows}'))),
    p(hyperlink('https://example.com/%7Bid%7D', '{label}')),
    p(hyperlink('https://example.com/{id}', 'there')),
    p(field('HYPERLINK "https://example.com/{id}" \\o "{tip}"', r('there'))),
    p(field('IF {paid} = 1 "paid" "open"', r('open')), simpleField('QUOTE "{quote}"', r('quote'))),
    p(field('INCLUDEPICTURE "{photo}"', r('x')), simpleField('DOCPROPERTY {title}', r('x'))),
    p(picture({ alt: '{pictureAlt}' }), chart),
    p(footnote('{note}'), endnote('{end}'), comment('{remark}')),
    controlBlock({ tag: '{controlTag}', alias: '{controlAlias}' }, p('{inControl}')),
    p(controlInline('{inline}'), dropDown, formField),
    p(bookmark('mark', r('{marked}'))),
    p(r('\\{escaped}')),
    header(p('{head}', watermark)),
    footer(p('{foot}')),
    properties({ title: '{title}', company: '{company}', custom: { Client: '{client}' } }),
    customXml,
    glossary,
  );

const untold = (file: Uint8Array, delimiter: DelimiterName): string[] => {
  const { program, inspection } = compileTemplate(file, { delimiter });
  const chunks: Uint8Array[] = [];
  renderDocx(
    linkTemplate(program, file),
    inspection.sample as never,
    {},
    { write: (chunk) => void chunks.push(chunk) },
  );
  const told = inspection.warnings.map(({ message, tag }) => `${tag ?? ''} ${message}`);
  return leftovers(Buffer.concat(chunks), delimiter)
    .filter(({ text }) => !told.some((warning) => warning.includes(text)))
    .map(({ part, place, text }) => `${part} ${place} ${text}`);
};

test('a tag in any part or attribute is filled, or the upload warns of it', () => {
  expect(untold(everywhere(), 'BRACES')).toEqual(['word/document.xml w:p {escaped}']);
});

test('the check over output sees a tag in text, over runs, in an attribute and in a field code, and no GUID', () => {
  const file = docx(
    p('{a', r('b}')),
    p(field('QUOTE "{c}"', r('x'))),
    p(controlInline({ tag: '{d}' }, 'x')),
    raw('<w:p><w:pPr><w:pStyle w:val="{00000000-0000-0000-0000-000000000000}"/></w:pPr></w:p>'),
  );
  expect(leftovers(file, 'BRACES').map(({ place, text }) => `${place} ${text}`)).toEqual([
    'w:p {ab}',
    'w:p {c}',
    'w:tag@w:val {d}',
  ]);
});
