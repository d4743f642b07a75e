/** A block that begins or ends inside a sentence: what stands around it and its edges are one paragraph. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/template/index.ts';
import {
  bookmark,
  cell,
  controlBlock,
  controlInline,
  docx,
  footnote,
  header,
  type Piece,
  p,
  pageBreak,
  picture,
  r,
  raw,
  row,
  table,
  textBox,
} from '../support/build.ts';
import { grid, render } from './engine.ts';

const YES = { c: true, d: true };
const NO = { c: false, d: false };
const TWO = { c: [{ n: '1' }, { n: '2' }], d: false };

const sentence = [p('Start one {#c}inner first'), p('middle'), p('inner last{/c} tail one.')];

type Row = readonly [name: string, template: readonly Piece[], data: JsonObject, text: readonly string[]];

const rows: readonly Row[] = [
  ['both edges in sentences', sentence, YES, ['Start one inner first', 'middle', 'inner last tail one.']],
  ['with the block gone', sentence, NO, ['Start one  tail one.']],
  [
    'over several turns',
    sentence,
    TWO,
    ['Start one inner first', 'middle', 'inner lastinner first', 'middle', 'inner last tail one.'],
  ],
  [
    'FOR joins like a section',
    [p('A {FOR x IN c}{$x.n} first'), p('last {$x.n}{END-FOR}, end')],
    TWO,
    ['A 1 first', 'last 12 first', 'last 2, end'],
  ],
  ['text before alone', [p('A {#c}'), p('{n}'), p('{/c}'), p('B')], TWO, ['A ', '1', '2', 'B']],
  ['text before alone, the block gone', [p('A {#c}'), p('x'), p('{/c}'), p('B')], NO, ['A ', 'B']],
  [
    'an opening tag alone in its paragraph',
    [p('{#c}'), p('middle {n}'), p('last{/c} tail')],
    TWO,
    ['middle 1', 'last', 'middle 2', 'last tail'],
  ],
  ['the same with the block gone', [p('A'), p('{#c}'), p('x'), p('last{/c} tail')], NO, ['A', ' tail']],
  [
    'a closing tag alone in its paragraph',
    [p('A {#c}first {n}'), p('middle'), p('{/c}'), p('B')],
    TWO,
    ['A first 1', 'middle', 'first 2', 'middle', 'B'],
  ],
  [
    'a closing tag that begins its paragraph',
    [p('A {#c}first {n}'), p('{/c} tail')],
    TWO,
    ['A first 1', 'first 2', ' tail'],
  ],
  ['the same with the block gone', [p('A{#c}first'), p('{/c} tail')], NO, ['A tail']],
  [
    'whole paragraphs stay whole: nothing stands outside',
    [p('{#c}first {n}'), p('last{/c}')],
    TWO,
    ['first 1', 'last', 'first 2', 'last'],
  ],
  [
    'tags beside a tag are no text',
    [p('{SET z = 1}{#c}first'), p('last{/c}{// note}')],
    TWO,
    ['first', 'last', 'first', 'last'],
  ],
  [
    'an opening tag at the beginning, text behind the closing one',
    [p('{#c}first {n}'), p('last{/c} tail')],
    TWO,
    ['first 1', 'lastfirst 2', 'last tail'],
  ],
  [
    'ELSE between lines',
    [p('A {IF c}one'), p('two{ELSE}'), p('three'), p('four{END-IF} Z')],
    YES,
    ['A one', 'two Z'],
  ],
  [
    'ELSE between lines, its branch',
    [p('A {IF c}one'), p('two{ELSE}'), p('three'), p('four{END-IF} Z')],
    NO,
    ['A ', 'three', 'four Z'],
  ],
  [
    'ELSE in a sentence',
    [p('A {IF c}one'), p('two{ELSE}three'), p('four{END-IF} Z')],
    NO,
    ['A three', 'four Z'],
  ],
  [
    'ELSE in the line of the opening tag',
    [p('A {IF c}one{ELSE}two'), p('three{END-IF} Z')],
    YES,
    ['A one Z'],
  ],
  [
    'ELSE-IF in sentences',
    [p('A {IF d}one'), p('two{ELSE-IF c}three'), p('four{ELSE}five{END-IF} Z')],
    { c: true, d: false },
    ['A three', 'four Z'],
  ],
  [
    'nested blocks',
    [p('A {#c}B{n} {#d}C'), p('D{/d} E{/c} F')],
    {
      c: [
        { n: 1, d: false },
        { n: 2, d: true },
      ],
    },
    ['A B1  EB2 C', 'D E F'],
  ],
  [
    'a block that ends where the next one begins',
    [p('A {#c}one'), p('two{/c}{#d}three'), p('four{/d} Z')],
    YES,
    ['A one', 'twothree', 'four Z'],
  ],
  ['the same, both gone', [p('A {#c}one'), p('two{/c}{#d}three'), p('four{/d} Z')], NO, ['A  Z']],
  [
    'a next one whose tags stand alone',
    [p('A {#c}one'), p('{/c}{#d}'), p('two'), p('{/d}'), p('Z')],
    { c: false, d: true },
    ['A ', 'two', 'Z'],
  ],
  ['the same, both gone', [p('A {#c}one'), p('{/c}{#d}'), p('two'), p('{/d}'), p('Z')], NO, ['A ', 'Z']],
  [
    'an inline block is the text before',
    [p('{#d}x{/d}{#c}one'), p('two{/c} Z')],
    { c: true, d: true },
    ['xone', 'two Z'],
  ],
  [
    'an inline block that may be nothing',
    [p('{#d}x{/d}{#c}one'), p('two{/c} Z')],
    { c: true, d: false },
    ['one', 'two Z'],
  ],
  [
    'an inline block at an edge inside',
    [p('A {#c}{#d}x{/d}'), p('{#d}y{/d}{/c} Z')],
    { c: true, d: false },
    ['A ', ' Z'],
  ],
  [
    'a table between the edges',
    [p('A {#c}one'), table(row('t{n}')), p('two{/c} Z')],
    TWO,
    ['A one', 't1', 'twoone', 't2', 'two Z'],
  ],
  ['a table next to an edge', [p('A {#c}'), table(row('t')), p('{/c} Z')], YES, ['A ', 't', ' Z']],
  ['assignments at an edge are made', [p('A {#c}{SET z = n}'), p('{z}{/c} Z')], TWO, ['A ', '1', '2 Z']],
  ['in a cell', [table(row(cell(p('A {#c}one'), p('two{/c} Z')))), p('x')], NO, ['A  Z', 'x']],
  ['in a content control', [controlBlock(p('A {#c}one'), p('two{/c} Z'))], YES, ['A one', 'two Z']],
  [
    'edges in different content controls cannot join',
    [controlBlock(p('A {#c}one')), p('two{/c} Z')],
    YES,
    ['A ', 'one', 'two Z'],
  ],
  ['the same with the block gone', [controlBlock(p('A {#c}one')), p('two{/c} Z')], NO, ['A ', ' Z']],
  [
    'tags in inline content controls',
    [p('A ', controlInline('{#c}'), 'one'), p('two', controlInline('{/c}'), ' Z')],
    YES,
    ['A one', 'two Z'],
  ],
  [
    'a page break at the end of the body stands between turns',
    [p('A {#c}one'), p('two', pageBreak(), '{/c} Z')],
    TWO,
    ['A one', 'two\none', 'two Z'],
  ],
];

describe('the edges of a block', () => {
  it.each(rows)('%s', (_, template, data, text) => {
    expect(render(docx(...template), data).text).toEqual(text);
  });

  it('a cell, a text box, a note and a header are places of their own', () => {
    const content = [p('A {#c}one'), p('two{/c} Z')];
    const file = docx(
      header(...content),
      p('x', footnote(...content)),
      p(textBox(...content)),
      table(row(cell(...content))),
    );
    const shown = render(file, YES);
    expect(shown.textOf('word/header1.xml')).toEqual(['A one', 'two Z']);
    expect(shown.textOf('word/footnotes.xml').slice(-2)).toEqual(['A one', 'two Z']);
    expect(shown.body.match(/two Z/g)).toBeNull();
    expect(grid(shown)).toEqual([['A one¶two Z']]);
    expect(grid(render(file, NO))).toEqual([['A  Z']]);
  });
});

describe('what a joined paragraph carries', () => {
  const kinds = (body: string): string[] =>
    [...body.matchAll(/<w:jc w:val="(\w+)"/g)].map(([, kind]) => kind ?? '');

  it('the properties of the text that comes first', () => {
    const file = docx(
      p({ align: 'center' }, 'A {#c}one'),
      p({ align: 'both' }, 'middle'),
      p({ align: 'right' }, 'two{/c} Z'),
    );
    expect(kinds(render(file, YES).body)).toEqual(['center', 'both', 'right']);
    expect(kinds(render(file, NO).body)).toEqual(['center']);
    expect(kinds(render(file, TWO).body)).toEqual(['center', 'both', 'right', 'both', 'right']);
  });

  it('list items stay items of their lists', () => {
    const file = docx(p({ list: 'a' }, 'A {#c}one'), p({ list: 'b' }, 'two{/c} Z'));
    const shown = (data: JsonObject) => render(file, data).body.match(/<w:numId /g)?.length;
    expect([shown(YES), shown(NO), shown(TWO)]).toEqual([2, 1, 3]);
  });

  const ending = '<w:sectPr><w:type w:val="nextPage"/></w:sectPr>';

  it('the section that ends with it ends behind the joined text', () => {
    const file = docx(p('A {#c}one'), p({ xml: ending }, 'two{/c} Z'), p('next'));
    for (const [data, text] of [
      [YES, ['A one', 'two Z', '', 'next']],
      [NO, ['A  Z', '', 'next']],
      [TWO, ['A one', 'twoone', 'two Z', '', 'next']],
    ] as const) {
      const shown = render(file, data);
      expect(shown.text).toEqual(text);
      expect(shown.body.match(/<w:sectPr>/g)).toHaveLength(1);
      expect(shown.body.indexOf('<w:sectPr>')).toBeGreaterThan(shown.body.indexOf(' Z'));
    }
  });

  it('a section that ends inside the block ends once a turn', () => {
    const file = docx(p({ xml: ending }, 'A {#c}one'), p('two{/c} Z'));
    expect(render(file, NO).body).not.toContain('<w:sectPr>');
    const shown = render(file, YES);
    expect(shown.text).toEqual(['A one', '', 'two Z']);
    expect(shown.body.match(/<w:sectPr>/g)).toHaveLength(1);
    expect(render(file, TWO).body.match(/<w:sectPr>/g)).toHaveLength(2);
  });

  it('an anchor alone is no text: the block keeps its lines', () => {
    const file = docx(p(picture({ floating: true }), '{#c}one {n}'), p('two{/c}'));
    expect(render(file, TWO).text.filter((text) => text !== '')).toEqual(['one 1', 'two', 'one 2', 'two']);
  });

  it('a picture in the line is text', () => {
    const file = docx(p(picture({}), '{#c}one {n}'), p('two{/c}'));
    expect(render(file, TWO).text).toEqual(['one 1', 'twoone 2', 'two']);
  });

  it('a bookmark that the block cuts is still whole', () => {
    const start = raw('<w:bookmarkStart w:id="5" w:name="cut"/>');
    const end = raw('<w:bookmarkEnd w:id="5"/>');
    for (const content of [
      [p('A ', start, 'x{#c}one', end), p('two{/c} Z')],
      [p('A {#c}one'), p(start, 'two{/c} Z', end)],
    ]) {
      for (const data of [YES, NO, TWO]) {
        const { body } = render(docx(...content), data);
        expect(body.match(/<w:bookmarkStart/g)).toHaveLength(1);
        expect(body.match(/<w:bookmarkEnd/g)).toHaveLength(1);
      }
    }
  });

  it('bookmarks and runs inside keep their place', () => {
    const file = docx(
      p('A ', bookmark('m', 'b'), r('{#c}', { bold: true }), r('one', { italic: true })),
      p('two{/c} Z'),
    );
    const { body, text } = render(file, YES);
    expect(text).toEqual(['Ab one', 'two Z'].map((line) => line.replace('Ab one', 'A bone')));
    expect(body).toContain('<w:i/>');
  });
});

describe('any nesting of blocks in sentences', () => {
  /** A template in one line, `¶` where its paragraphs end, and what it says for some data, likewise in one line. */
  interface Story {
    readonly template: string;
    readonly said: string;
  }
  const join = (parts: readonly Story[]): Story => ({
    template: parts.map(({ template }) => template).join(''),
    said: parts.map(({ said }) => said).join(''),
  });
  const text = (word: string): Story => ({ template: word, said: word });
  const { story } = fc.letrec<{ story: Story; block: Story }>((tie) => ({
    story: fc
      .array(
        fc.oneof(
          { maxDepth: 4, depthSize: 'small' },
          fc.constantFrom('a', 'b', '¶').map(text),
          // Letters on both sides: a block between whole paragraphs is another matter.
          tie('block').map((block) => join([text('x'), block, text('y')])),
        ),
        { maxLength: 5 },
      )
      .map(join),
    block: fc
      .tuple(
        fc.constantFrom('{IF t}', '{IF f}', '{#two}', '{#none}', '{FOR i IN two}'),
        tie('story'),
        tie('story'),
      )
      .map(([open, body, other]) => {
        const turns = open.includes('two') ? 2 : open === '{IF t}' ? 1 : 0;
        const close = open.startsWith('{IF') ? '{END-IF}' : open.startsWith('{FOR') ? '{END-FOR}' : '{/}';
        return {
          template: `${open}${body.template}{ELSE}${other.template}${close}`,
          said: turns === 0 ? other.said : body.said.repeat(turns),
        };
      }),
  }));

  it('says what it would say in one line, and ends its paragraphs where they ended there', () => {
    fc.assert(
      fc.property(story, ({ template, said }) => {
        const lines = (line: string): string[] => line.split('¶').filter((one) => one !== '');
        const file = docx(...template.split('¶').map((paragraph) => p(paragraph)));
        const shown = render(file, { t: true, f: false, two: [{}, {}], none: [] });
        expect(lines(shown.text.join('¶'))).toEqual(lines(said));
      }),
      { numRuns: 200, seed: 5 },
    );
  }, 60_000);
});
