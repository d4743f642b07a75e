/**
 * The closing check, over output: no tag of the template's own delimiter stays in any part or attribute of a document,
 * but for escaped ones and those that the upload warned about.
 */
import { expect, test } from 'vitest';
import { compileTemplate, type DelimiterName, linkTemplate, renderDocx } from '../../src/template/index.ts';
import {
  bookmark,
  cell,
  controlBlock,
  controlInline,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  p,
  picture,
  properties,
  r,
  raw,
  row,
  table,
  textBox,
} from '../support/build.ts';
import { leftovers } from '../support/leftovers.ts';

/** A tag in every place that is filled. */
const everywhere = (): Uint8Array =>
  docx(
    p('{name}', r(' {first'), r('Name}'), textBox('{box}')),
    p('{#items}', '{name}', '{/items}'),
    table(row(cell('{#rows}{name}'), cell('{value}{/rows}'))),
    p(hyperlink('https://example.com/%7Bid%7D', '{label}')),
    p(hyperlink('https://example.com/{id}', 'there')),
    p(picture({ alt: '{pictureAlt}' })),
    p(footnote('{note}'), endnote('{end}')),
    controlBlock(p('{inControl}')),
    p(controlInline('{inline}'), bookmark('mark', r('{marked}'))),
    p(r('\\{escaped}')),
    header(p('{head}')),
    footer(p('{foot}')),
    properties({ title: '{title}', company: '{company}', custom: { Client: '{client}' } }),
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
