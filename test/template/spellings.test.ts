/** Spellings that people, Word and other keyboards make of tags: each is read as what is meant, or refused with what to write. */
import { describe, expect, it } from 'vitest';
import { checkTemplate, type DelimiterName, type JsonObject } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { problemsOf, render } from './engine.ts';

const data = {
  a: true,
  no: false,
  items: ['x', 'y'],
  price: 12,
  name: 'Ann',
  rows: [{ n: 1 }],
  end: 'End',
  n: 7,
};

const show = (text: string, given: JsonObject = data, delimiter: DelimiterName = 'BRACES'): string =>
  render(docx(p(text)), given, { delimiter }).text.join('¶');

const warningsOf = (text: string, delimiter: DelimiterName = 'BRACES') =>
  checkTemplate(docx(p(text)), { delimiter }).warnings.map(({ code, message, hint, tag }) => ({
    code,
    said: `${message} ${hint ?? ''}`,
    tag,
  }));

describe('ends of blocks', () => {
  it.each([
    ...['END-IF', 'END IF', 'ENDIF', 'END_IF', 'end-if', 'end if', 'endif', 'EndIf', 'End If', 'END\u2011IF'],
    ...['END\u2010IF', 'END\u2013IF', 'END\u2014IF', 'END\u2212IF', 'END', 'END IF a', 'ENDIF a', '/if'],
  ])('{%s} closes IF', (close) => {
    expect(show(`{IF a}yes{ELSE}no{${close}}.`)).toBe('yes.');
  });

  it.each([
    ...[
      'END-FOR',
      'END FOR',
      'ENDFOR',
      'endfor',
      'end for',
      'END\u2013FOR',
      'END',
      'ENDFOR i',
      'END FOR i',
      '/for',
    ],
    ...['ENDEACH', 'END EACH', 'endeach', 'ENDFOREACH', 'END FOR EACH', 'END-EACH'],
  ])('{%s} closes FOR', (close) => {
    expect(show(`{FOR i IN items}{$i}{${close}}.`)).toBe('xy.');
    expect(show(`{#each items}{.}{${close}}.`)).toBe('xy.');
  });

  it.each(['FOR EACH i IN items', 'FOREACH i IN items', 'for each i in items', 'foreach i in items'])(
    '{%s} opens it',
    (open) => {
      expect(show(`{${open}}{$i}{END FOR}.`)).toBe('xy.');
    },
  );

  it('ELSE-IF in all its spellings', () => {
    for (const word of [
      'ELSE-IF',
      'ELSE IF',
      'ELSEIF',
      'ELIF',
      'ELSIF',
      'else if',
      'elif',
      'ELSE\u2013IF',
      '#elif',
    ])
      expect(show(`{IF no}1{${word} price > 3}2{ELSE}3{ENDIF}`)).toBe('2');
    expect(problemsOf(docx(p('{IF a}{ELIF}{END}')))).toMatchObject([
      { message: 'ELSE-IF needs a condition.' },
    ]);
  });

  it('{END} closes any block, {end} is a field', () => {
    expect(show('{#items}{.}{END}')).toBe('xy');
    expect(show('{#unless no}{name}{END}')).toBe('Ann');
    expect(show('{end} {End}', { end: 'x', End: 'y' })).toBe('x y');
    expect(show('{elif}', { elif: 'x' })).toBe('x');
    expect(show('{end date}', { 'end date': 'x' })).toBe('x');
  });

  it('one that closes nothing is an error, and so is one of another kind', () => {
    expect(problemsOf(docx(p('{endif}')))).toMatchObject([{ code: 'unexpected_close', tag: '{endif}' }]);
    expect(problemsOf(docx(p('{IF a}x{endfor}{endif}')))).toMatchObject([{ code: 'mismatched_close' }]);
    expect(problemsOf(docx(p('{#a}x{endif}'))).length).toBeGreaterThan(0);
  });
});

describe('page breaks', () => {
  it.each([
    'PAGE-BREAK',
    'PAGEBREAK',
    'PAGE BREAK',
    'page break',
    'Page Break',
    'pagebreak',
    'PAGE_BREAK',
    'PAGE\u2011BREAK',
  ])('{%s}', (tag) => {
    expect(render(docx(p(`a{${tag}}b`)), {}).body).toContain('<w:br w:type="page"/>');
  });

  it('words that are hardly fields are warned about', () => {
    for (const [tag, instead] of [
      ['TODAY', '$now | date'],
      ['NOW', '$now'],
      ['docxPageBreak', 'PAGE-BREAK'],
      ['PAGE', 'page number'],
    ] as const) {
      expect(warningsOf(`{${tag}}`)).toEqual([
        { code: 'looks_like_command', said: expect.stringContaining(instead), tag: `{${tag}}` },
      ]);
    }
    expect(warningsOf('{today} {now} {IF TODAY}x{END-IF} {name}')).toEqual([]);
  });
});

describe('signs', () => {
  it.each<[string, string]>([
    ['{#rows}{\u2026/name}{/rows}', 'Ann'],
    ['{price × 2}', '24'],
    ['{price ÷ 4}', '3'],
    ['{price \u2014 2}', '10'],
    ['{price ∗ 2}', '24'],
    ['{IF price <> 3}yes{END-IF}', 'yes'],
    ['{name｜upper}', 'ANN'],
    ['{price ｜ currency：EUR}', '€12.00'],
    ['{IF （price ＞ 3） && （price ＜＝ 20）}yes{END-IF}', 'yes'],
    ['{IF name ＝＝ ＂Ann＂}yes{END-IF}', 'yes'],
    ['{Math.max（price，20）}', '20'],
    ['{rows［0］。n}', '1'],
    ['{rows[0]．n}', '1'],
    ['{＃items}{.}{／items}', 'xy'],
    ['{IF ！no}yes{END-IF}', 'yes'],
    ['{price ＋ 1}', '13'],
    ['{price － 1}', '11'],
    ['{no ？ 1 ： 2}', '2'],
    ['{"： × （"}', '： × （'],
    ['{"a\u2014b" | replace:"\u2014":"-"}', 'a-b'],
  ])('%s is %s', (tag, text) => {
    expect(show(tag)).toBe(text);
  });

  it('full-width braces are no delimiter', () => {
    expect(show('｛name｝ {name}')).toBe('｛name｝ Ann');
  });
});

describe('marks that nobody sees', () => {
  const MARKS = [
    '\u200e',
    '\u200f',
    '\u061c',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
  ];

  it.each(MARKS.map((mark) => [mark.codePointAt(0)?.toString(16), mark] as const))('U+%s', (_code, mark) => {
    expect(show(`{${mark}name${mark}}`)).toBe('Ann');
    expect(show(`{na${mark}me | up${mark}per}`)).toBe('ANN');
    expect(show(`{I${mark}F a${mark}}x{${mark}END-IF${mark}}`)).toBe('x');
    expect(show(`{${mark}{name}${mark}}`, data, 'DOUBLE_BRACES')).toBe('Ann');
    expect(show(`[${mark}[name]${mark}]`, data, 'DOUBLE_SQUARE_BRACKETS')).toBe('Ann');
  });

  it('stay in the text around tags, and count for nothing inside them', () => {
    expect(show('\u200fא{IF name == "Ann\u200f"}\u200f.{END-IF}')).toBe('\u200fא\u200f.');
  });

  it('are in no message', () => {
    const problems = problemsOf(
      docx(p('{\u200fname +\u200e}'), p('{name \ue000 b}'), p('{#\u202arows\u202c}')),
    );
    expect(problems.length).toBe(3);
    expect(problems[1]?.message).toBe('The character U+E000 has no meaning here.');
    expect(JSON.stringify(problems)).not.toMatch(
      /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c\u00ad]/,
    );
  });
});

describe('braces that are text', () => {
  it.each(['{"a": 1}', 'a{color:red}', "{'a': 'b', 'c': 2}", '{ margin: 0; }', '{a, b}', '{return x;}'])(
    '%s',
    (text) => {
      const [problem] = problemsOf(docx(p(text)));
      expect(problem?.hint).toContain('\\{');
      expect(problem?.hint).toContain('delimiter');
    },
  );

  it('the hint shows the delimiter that is used', () => {
    const [problem] = problemsOf(docx(p('{{"a": 1}}')), 'DOUBLE_BRACES');
    expect(problem?.hint).toContain('\\{{');
  });

  it('an empty tag shows nothing, and is warned about', () => {
    expect(warningsOf('a {} b {x}')).toEqual([
      { code: 'no_effect', said: expect.stringContaining('\\{'), tag: '{}' },
    ]);
    expect(show('a \\{} b')).toBe('a {} b');
  });
});

describe('comments', () => {
  it.each<[string, DelimiterName]>([
    ['a{{!-- note {{x}} --}}b', 'DOUBLE_BRACES'],
    ['a{{!-- one }} two --}}b', 'DOUBLE_BRACES'],
    ['a{{! note }}b', 'DOUBLE_BRACES'],
    ['a{{!-- note }}b', 'DOUBLE_BRACES'],
    ['a{!-- note {x} --}b', 'BRACES'],
    ['a[[!-- note [[x]] --]]b', 'DOUBLE_SQUARE_BRACKETS'],
    ['a{{~!-- note {{x}} --~}}b', 'DOUBLE_BRACES'],
    ['{!-- one }a{!-- two --}b{!-- three }', 'BRACES'],
    ['{!----}a{!-- --}b', 'BRACES'],
  ])('%s', (text, delimiter) => {
    expect(show(text, data, delimiter)).toBe('ab');
  });
});

describe('messages', () => {
  it.each<[string, RegExp]>([
    ['{name .. x}', /`\.\.`/],
    ['{name..x}', /`\.\.`/],
    ['{a; b}', /SET/],
    ['{price * 1,19}', /1\.19/],
    ['{"a" & name}', /\+/],
  ])('%s has a hint', (text, hint) => {
    const [problem] = problemsOf(docx(p(text)));
    expect(`${problem?.message} ${problem?.hint}`).toMatch(hint);
    expect(problem?.hint).toBeDefined();
    expect(problem?.message).not.toMatch(/\.\.$|`\.\.`\.$/);
  });
});

describe('what other engines and slips leave behind', () => {
  it.each<[string, DelimiterName, RegExp]>([
    ['{{join teams.names}}', 'DOUBLE_BRACES', /`teams\.names \| join`/],
    ['{@text | convertHTML}', 'BRACES', /`\{HTML text\}`/],
    ['{day | convertDateLocale:"us"}', 'BRACES', /`date`/],
    ['{text | convertHTML}', 'BRACES', /`html`/],
  ])('%s: the hint is what to write', (text, delimiter, hint) => {
    expect(problemsOf(docx(p(text)), delimiter)[0]?.hint).toMatch(hint);
  });

  it('hours up to twelve without morning or afternoon are warned about', () => {
    for (const tag of [
      '{start | time:"hh:mm"}',
      '{start | date:"d MMM, h:mm" | upper}',
      '{IF (start | date:"hh") == x}.{END-IF}',
    ])
      expect(warningsOf(tag)).toMatchObject([
        { code: 'ambiguous_time', said: expect.stringContaining('`HH`') },
      ]);
    expect(
      warningsOf('{start | time:"h:mm a"} {start | time:"HH:mm"} {start | date:"d \'of h\' MMM"}'),
    ).toEqual([]);
  });
});
