/** Random documents: whatever is nested in whatever, the output is valid; whatever the text, the lexer does not throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { DELIMITERS, type DelimiterName } from '../../src/template/delimiters.ts';
import { compileTemplate } from '../../src/template/index.ts';
import { PARAGRAPH, scan } from '../../src/template/lex/scan.ts';
import { classify } from '../../src/template/parse/classify.ts';
import {
  bookmark,
  cell,
  controlBlock,
  controlInline,
  docx,
  footnote,
  hyperlink,
  inserted,
  type Piece,
  p,
  pageBreak,
  picture,
  r,
  row,
  section,
  table,
  textBox,
} from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { partText } from '../support/read.ts';
import { problemsOf, render } from './engine.ts';

const data = {
  t: true,
  f: false,
  none: [],
  one: [{ v: 'x', l: ['p'] }],
  two: [
    { v: 'y & z', l: [] },
    { v: 'line\nbreak', l: ['q', 'r'] },
  ],
  v: 'root',
};

const OPENERS: readonly (readonly [string, string])[] = [
  ['{#two}', '{/two}'],
  ['{#none}', '{/none}'],
  ['{#one}', '{/}'],
  ['{FOR i IN two}', '{END-FOR i}'],
  ['{IF t}', '{END-IF}'],
  ['{IF f}', '{END-IF}'],
  ['{#if f}', '{else}e{/if}'],
  ['{^none}', '{/none}'],
  ['{#each two as x}', '{/each}'],
];
const opener = fc.constantFrom(...OPENERS);

type Nodes = {
  inline: readonly Piece[];
  blocks: readonly Piece[];
  rows: readonly Piece[];
};

const { inline, blocks } = fc.letrec<Nodes>((tie) => {
  const leaves: Piece[] = [
    'text',
    ' ',
    '{v}',
    r('bold {v}', { bold: true }),
    picture({}),
    picture({ alt: '{v}' }),
    footnote('n {v}'),
    bookmark('m', '{v}'),
    pageBreak(),
    '{SET s = 1}',
    inserted(r('{v}')),
    hyperlink('https://example.com/{v}', '{v}'),
    controlInline('{v}'),
  ];
  const inlineLeaf = fc.constantFrom(...leaves);
  const inlineNodes = fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    inlineLeaf.map((leaf) => [leaf]),
    fc.tuple(opener, tie('inline')).map(([[open, close], inner]) => [open, ...inner, close]),
    fc.tuple(tie('inline'), tie('inline')).map(([a, b]) => [...a, ...b]),
    tie('blocks').map((inner) => [textBox(...inner)]),
  );
  const paragraph = fc
    .tuple(tie('inline'), fc.constantFrom({}, { list: 'a' }, { list: 'b' }, { style: 'Title' }))
    .map(([content, format]) => p(format, ...content));
  const blockNodes = fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    paragraph.map((one) => [one]),
    fc.constant([p('')]),
    fc
      .tuple(opener, tie('blocks'), fc.subarray(['before', 'first', 'last', 'after']))
      .map(([[open, close], inner, beside]) => {
        const text = (word: string): string => (beside.includes(word) ? word : '');
        return [p(text('before'), open, text('first')), ...inner, p(text('last'), close, text('after'))];
      }),
    fc.tuple(tie('blocks'), tie('blocks')).map(([a, b]) => [...a, ...b]),
    tie('rows').map((rows) => [table(...rows)]),
    tie('blocks').map((inner) => [controlBlock(...inner)]),
  );
  const anyRow = fc
    .tuple(tie('blocks'), fc.constantFrom('restart' as const, 'continue' as const, undefined))
    .map(([content, merge]) =>
      row(merge === undefined ? cell(...content) : cell({ merge }, ...content), 'k'),
    );
  const rowNodes = fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    anyRow.map((one) => [one]),
    fc
      .tuple(opener, tie('rows'))
      .map(([[open, close], rows]) => [row(open, ''), ...rows, row('', close.replace('{else}e', ''))]),
    opener.map(([open, close]) => [row(`${open}{v}`, `x${close.replace('{else}e', '')}`)]),
    fc.constant([row('{DROP row IF t}a', 'b'), row('c', '{KEEP row IF t}d')]),
  );
  return { inline: inlineNodes, blocks: blockNodes, rows: rowNodes };
});

const inlineDocument = inline.map((pieces) => [p(...pieces)]);
/** Sections may not stand inside cells, controls or text boxes. */
const sectioned = fc
  .tuple(opener, blocks, blocks)
  .map(([[open, close], first, second]) => [p(open), ...first, section({}), p(close), ...second]);
const documents = fc.oneof(blocks, inlineDocument, sectioned);

describe('random nesting', () => {
  it('always gives a valid document or a located error', () => {
    fc.assert(
      fc.property(documents, (pieces) => {
        const file = docx(...pieces);
        // A merge that nothing starts, for one, is the template's own fault.
        fc.pre(checkDocx(file).length === 0);
        const problems = problemsOf(file);
        if (problems.length > 0) {
          for (const problem of problems)
            expect(problem).toMatchObject({ code: 'block_crosses', tag: expect.any(String) });
          return;
        }
        try {
          render(file, data);
        } catch (error) {
          throw new Error(partText(file).replace(/^.*<w:body>/s, ''), { cause: error });
        }
      }),
      { numRuns: 150, seed: 7 },
    );
  }, 60_000);
});

const delimiters = Object.keys(DELIMITERS) as DelimiterName[];
const shreds = fc.constantFrom(
  '{',
  '}',
  '{{',
  '}}',
  '[[',
  ']]',
  '+++',
  '\\',
  '"',
  "'",
  '“',
  '(',
  ')',
  '[',
  ']',
  '#',
  '/',
  '~',
  '!',
  '//',
  'IF ',
  'FOR x IN ',
  'ELSE',
  'END-IF',
  ' ',
  'name',
  '=',
  '|',
  ':',
  '@',
  '%',
  '*',
  '`',
  PARAGRAPH,
  '\u00a0',
);

describe('random text', () => {
  it('the lexer never throws, and its tags lie side by side within the text', () => {
    fc.assert(
      fc.property(fc.array(shreds, { maxLength: 40 }), fc.constantFrom(...delimiters), (parts, delimiter) => {
        const text = parts.join('');
        let at = 0;
        for (const found of scan(text, DELIMITERS[delimiter])) {
          expect(found.from).toBeGreaterThanOrEqual(at);
          expect(found.to).toBeGreaterThan(found.from);
          expect(found.to).toBeLessThanOrEqual(text.length);
          // A tag that never ends gives back what stood after its delimiter.
          at = found.kind === 'tag' && found.problem === 'unclosed' ? found.from + 1 : found.to;
          if (found.kind === 'tag') classify(found.inner, delimiter);
        }
      }),
      { numRuns: 1500, seed: 11 },
    );
  });

  it('compiling ends with a program or with located problems', () => {
    fc.assert(
      fc.property(fc.array(fc.array(shreds, { maxLength: 12 }), { maxLength: 4 }), (paragraphs) => {
        const file = docx(
          ...paragraphs.map((parts) =>
            p(...parts.filter((part) => part !== PARAGRAPH).map((part) => r(part))),
          ),
        );
        try {
          compileTemplate(file, { delimiter: 'BRACES' });
        } catch (error) {
          expect(error).toBeInstanceOf(PlatenError);
          expect((error as PlatenError).code).toBe('template_invalid');
          for (const problem of (error as PlatenError).details ?? []) expect(problem.part).toBe('document');
        }
      }),
      { numRuns: 200, seed: 13 },
    );
  }, 30_000);
});
