/**
 * The stages in one row each: what the text is, which tags the lexer finds, what the parser makes of them, what the
 * compiler writes down, and what comes out. A break names its stage.
 */
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/template/compile/compile.ts';
import { DELIMITERS } from '../../src/template/delimiters.ts';
import { PARAGRAPH, scan } from '../../src/template/lex/scan.ts';
import { classify } from '../../src/template/parse/classify.ts';
import type { Op } from '../../src/template/program.ts';
import { readProgram, writeProgram } from '../../src/template/program-bytes.ts';
import { docx, p } from '../support/build.ts';
import { render } from './engine.ts';
import { ROWS } from './pipeline-rows.ts';

/** Operations in short: literals by their text alone. */
const outline = (ops: readonly Op[]): unknown[] =>
  ops.flatMap((op): unknown[] => {
    if (typeof op === 'string') {
      const text = op.replace(/<[^>]*>/g, '').trim();
      return text === '' ? [] : [text];
    }
    if (op.op === 'tail' || op.op === 'gap') return [];
    if (op.op === 'if')
      return [{ if: op.branches.map(({ body }) => outline(body)), else: outline(op.otherwise ?? []) }];
    if (op.op === 'lazy') return [{ lazy: outline(op.body) }];
    if (op.op === 'container') return outline(op.body);
    return 'body' in op ? [{ [op.op]: outline(op.body) }] : [op.op];
  });

describe.each(ROWS)(
  '$paragraphs',
  ({ delimiter = 'BRACES', paragraphs, tokens, commands, program, data, output }) => {
    const file = docx(...paragraphs.map((text) => p(text)));

    it('lex', () => {
      const found = scan(paragraphs.join(PARAGRAPH), DELIMITERS[delimiter]);
      expect(found.map((one) => (one.kind === 'tag' ? one.inner : one.kind))).toEqual(tokens);
    });

    it('parse', () => {
      expect(tokens.map((token) => classify(token, delimiter).type)).toEqual(commands);
    });

    it('compile', () => {
      expect(outline(compile(file, { delimiter }).parts[0]?.ops ?? [])).toEqual(program);
    });

    it('render', () => {
      expect(render(file, data, { delimiter }).text).toEqual(output);
    });
  },
);

describe('the program', () => {
  it('survives writing and reading, and stays small', () => {
    const program = compile(docx(p('a {b | upper} c'), p('{#l}'), p('{.}'), p('{/l}')), {
      delimiter: 'BRACES',
    });
    const bytes = writeProgram(program);
    expect(readProgram(bytes)).toEqual(JSON.parse(JSON.stringify(program)));
    expect(bytes.length).toBeLessThan(4000);
  });

  it('keeps every text as it was: quotes, emoji, and what looks like its own marks', () => {
    const texts = ['"quoted" & <escaped>', 'a…b 😀 ü ', '{"":40}', '\u2029'];
    const long = texts.map((text) => text.repeat(30));
    const program = compile(
      docx(
        p(
          ...long.map(
            (text) => `${text.replaceAll('{', '').replaceAll('}', '')} {x | default:"${'…'.repeat(50)}"}`,
          ),
        ),
        p(`{IF x === '${'y'.repeat(60)}'}${'z'.repeat(100)}{END-IF}`),
      ),
      { delimiter: 'BRACES' },
    );
    const read = readProgram(writeProgram(program));
    expect(read).toEqual(JSON.parse(JSON.stringify(program)));
    expect(JSON.stringify(read)).toBe(JSON.stringify(program));
  });

  it('of another format is refused, so that it is compiled anew', () => {
    const bytes = writeProgram(compile(docx(p('{a}')), { delimiter: 'BRACES' }));
    bytes[2] = 99;
    expect(() => readProgram(bytes)).toThrow(/format/);
  });

  it('of a template without tags writes no part', () => {
    expect(compile(docx(p('plain')), { delimiter: 'BRACES' }).parts).toEqual([]);
  });
});

describe('classify', () => {
  it.each([
    ['link', 'value'],
    ['LINK x', 'content'],
    ['link.url', 'value'],
    ['image | upper', 'value'],
    ['IMAGE logo width=4cm', 'content'],
    ['html and x', 'value'],
    ['set == 3', 'value'],
    ['for', 'value'],
    ['FOR x', 'problem'],
    ['IF', 'value'],
    ['#if', 'problem'],
    ['ELSE', 'else'],
    ['else if x', 'else'],
    ['END-LOOP', 'problem'],
    ['END-IF', 'close'],
    ['PAGE-BREAK', 'page-break'],
    ['@index', 'value'],
    ['@raw', 'problem'],
    ['-w:tr items', 'open'],
    ['-w:sdt items', 'problem'],
    ['-a', 'value'],
    ['%logo', 'content'],
    ['%%logo', 'content'],
    ['~x', 'content'],
    ['~~x', 'content'],
    ['~#if x', 'open'],
    ['>partial', 'include'],
    ['INCLUDE "x"', 'include'],
    ['INCLUDE x', 'problem'],
    ['CHART x', 'chart'],
    ['DROP row IF x', 'drop'],
    ['DROP row', 'problem'],
    ['keep table if x > 1', 'drop'],
    ['! x = 1', 'run'],
    ['! remember', 'comment'],
    ['! x == 1', 'comment'],
    ['*n', 'use-alias'],
  ])('%s is %s', (text, type) => {
    expect(classify(text, 'BRACES').type).toBe(type);
  });

  it('takes options as bare words, quoted strings and parenthesised expressions', () => {
    expect(
      classify('IMAGE a.logo width=4cm alt="My \\"logo\\"" rotation=(angle + 1)', 'BRACES'),
    ).toMatchObject({
      type: 'content',
      kind: 'image',
      source: 'a.logo',
      options: [
        { name: 'width', text: '4cm' },
        { name: 'alt', text: 'My "logo"' },
        { name: 'rotation', expression: '(angle + 1)' },
      ],
    });
    expect(classify('LINK url "the label"', 'BRACES')).toMatchObject({
      source: 'url',
      options: [{ name: 'label', expression: '"the label"' }],
    });
  });
});
