/** One way from a text to a run: a tag's value, a caption and rich text agree on what a line break or a hyphen is. */
import { expect, it } from 'vitest';
import { docx, p } from '../support/build.ts';
import { render } from './engine.ts';

const WORD_ELEMENTS: readonly (readonly [name: string, text: string, element: string])[] = [
  ['line feed', '\n', '<w:br/>'],
  ['carriage return and line feed', '\r\n', '<w:br/>'],
  ['carriage return', '\r', '<w:br/>'],
  ['vertical tab', '\v', '<w:br/>'],
  ['form feed', '\f', '<w:br/>'],
  ['next line', '\u0085', '<w:br/>'],
  ['line separator', '\u2028', '<w:br/>'],
  ['paragraph separator', '\u2029', '<w:br/>'],
  ['tab', '\t', '<w:tab/>'],
  ['soft hyphen', '\u00ad', '<w:softHyphen/>'],
  ['hyphen that does not break', '\u2011', '<w:noBreakHyphen/>'],
];

it.each(WORD_ELEMENTS)('%s is written alike by a value and by a link', (_name, text, element) => {
  const between = `>a</w:t>${element}<w:t xml:space="preserve">b`;
  const value = `a${text}b`;
  const long = 'x'.repeat(2000);
  expect(render(docx(p('{value}')), { value }).body).toContain(between);
  expect(render(docx(p('{value}')), { value: value + long }).body).toContain(between);
  expect(render(docx(p('{LINK l}')), { l: { url: 'https://example.com', label: value } }).body).toContain(
    between,
  );
});
