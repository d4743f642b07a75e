/** Texts that are full of tags without an end, or of nothing but tags: each is gone through about once, not once a tag. */
import { expect, test } from 'vitest';
import { checkTemplate, compileTemplate } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';

const refusalOf = (text: string): string => {
  try {
    compileTemplate(docx(p(text)), { delimiter: 'BRACES' });
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

// Before, most of these took longer than a test may: that time is the bound.
test.each(['{', '{"', '{(', '{/*', '{a//', '{!--', '{IF a}', '{[', "{'", '{`'])(
  'a text of nothing but %s is refused in time',
  (piece) => {
    expect(refusalOf(piece.repeat(Math.ceil(90_000 / piece.length)))).toBe('template_invalid');
  },
);

test('thirty thousand tags in one paragraph are compiled in time', () => {
  expect(refusalOf('{n}'.repeat(30_000))).toBe('accepted');
});

test('after many tags without an end, one further on is found still, and its problem is told', () => {
  const text = `${'{ '.repeat(30_000)}`;
  const { problems } = checkTemplate(docx(p(text), p('{name'), p('{other}')), { delimiter: 'BRACES' });
  expect(problems).toHaveLength(100);
  expect(problems[0]).toMatchObject({ code: 'unclosed_tag', tag: expect.stringMatching(/^\{ \{ .*…$/) });
});
