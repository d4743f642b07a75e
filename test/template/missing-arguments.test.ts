import { expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { compileTemplate, linkTemplate, type RenderOptions, renderDocx } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';

const render = (text: string, data: object, options: RenderOptions = {}) => {
  const file = docx(p(text));
  const chunks: Uint8Array[] = [];
  const linked = linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);
  const report = renderDocx(linked, data as never, options, { write: (chunk) => void chunks.push(chunk) });
  return { text: paragraphs(Buffer.concat(chunks)), missing: report.missing };
};

test('a formatter with a missing argument gives nothing, and every missing path is told', () => {
  expect(render('[{issued | addDays:term | date:"yyyy"}]', {})).toEqual({
    text: ['[]'],
    missing: ['issued', 'term'],
  });
  expect(render('[{issued | addDays:term | date:"yyyy"}]', { issued: '2026-01-01' })).toEqual({
    text: ['[]'],
    missing: ['term'],
  });
});

test('an optional argument that is missing is no reason to take the default', () => {
  expect(render('[{total | currency:code}]', { total: 5 }, { currency: 'EUR' })).toEqual({
    text: ['[]'],
    missing: ['code'],
  });
});

test('an argument that nobody looks at is not missing', () => {
  expect(render('{nick | default:name}', { nick: 'Al' })).toEqual({ text: ['Al'], missing: [] });
  expect(render('[{nick | default:name}]', {})).toEqual({ text: ['[]'], missing: ['name'] });
});

test('with missing: "error" it is one of the missing paths, not an error of its own', () => {
  const attempt = (): unknown => render('{issued | addDays:term} {name}', {}, { missing: 'error' });
  expect(attempt).toThrow(PlatenError);
  try {
    attempt();
  } catch (error) {
    expect(error).toMatchObject({ code: 'data_missing' });
    expect((error as PlatenError).details?.map(({ path }) => path)).toEqual(['issued', 'term', 'name']);
  }
});
