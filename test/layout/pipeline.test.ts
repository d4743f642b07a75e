/**
 * Each row is one document and what every stage makes of it, so that a break names its stage: the model that is read, the lines and
 * rows that the flow hands to the page, the items that are painted. The page has a column of 200 points and margins of 72.
 */
import { describe, expect, test } from 'vitest';
import {
  cell,
  docx,
  field,
  footnote,
  hyperlink,
  p,
  pageBreak,
  r,
  row,
  table,
  textBox,
} from '../support/build.ts';
import { float } from './drawing-support.ts';
import { type Stages, stagesOf } from './stages.ts';

interface Row extends Stages {
  readonly name: string;
  readonly document: Uint8Array;
}

const ROWS: readonly Row[] = [
  {
    name: 'words that fit are one line',
    document: docx(p('one two three')),
    model: ['p "one two three"'],
    lines: ['0–63.6 13.4 one·two·three'],
    items: ['72,82.5 "one two three"'],
  },
  {
    name: 'a line ends before the word that does not fit',
    document: docx(p('several words that are longer than a line of this column')),
    model: ['p "several words that are longer than a line of this column"'],
    lines: ['0–192.1 13.4 several·words·that·are·longer·than·a·line·of· (keep)', '0–52.1 13.4 this·column'],
    items: ['72,82.5 "several words that are longer than a line of "', '72,95.9 "this column"'],
  },
  {
    name: 'blanks hang over the end of their line',
    document: docx(p('several words that are longer than a line      of this column')),
    model: ['p "several words that are longer than a line      of this column"'],
    lines: [
      '0–180.5 13.4 several·words·that·are·longer·than·a·line······ (keep)',
      '0–63.7 13.4 of·this·column',
    ],
    items: ['72,82.5 "several words that are longer than a line      "', '72,95.9 "of this column"'],
  },
  {
    name: 'a first line is indented',
    document: docx(
      p({ xml: '<w:ind w:firstLine="400"/>' }, 'several words that are longer than a line of this column'),
    ),
    model: ['p indentFirst=20 "several words that are longer than a line of this column"'],
    lines: ['20–181.7 13.4 several·words·that·are·longer·than·a· (keep)', '0–82.5 13.4 line·of·this·column'],
    items: ['92,82.5 "several words that are longer than a "', '72,95.9 "line of this column"'],
  },
  {
    name: 'an indent hangs',
    document: docx(
      p(
        { xml: '<w:ind w:left="400" w:hanging="400"/>' },
        'several words that are longer than a line of this column',
      ),
    ),
    model: ['p indentLeft=20 indentFirst=-20 "several words that are longer than a line of this column"'],
    lines: ['0–192.1 13.4 several·words·that·are·longer·than·a·line·of· (keep)', '20–72.1 13.4 this·column'],
    items: ['72,82.5 "several words that are longer than a line of "', '92,95.9 "this column"'],
  },
  {
    name: 'centred text',
    document: docx(p({ align: 'center' }, 'one two')),
    model: ['p alignment=center "one two"'],
    lines: ['81.6–118.4 13.4 one·two'],
    items: ['153.6,82.5 "one two"'],
  },
  {
    name: 'text at the right',
    document: docx(p({ align: 'right' }, 'one two')),
    model: ['p alignment=right "one two"'],
    lines: ['163.1–200 13.4 one·two'],
    items: ['235.1,82.5 "one two"'],
  },
  {
    name: 'justified lines, but for the last',
    document: docx(p({ align: 'both' }, 'several words that are longer than a line of this column')),
    model: ['p alignment=both "several words that are longer than a line of this column"'],
    lines: ['0–192.1 13.4 several·words·that·are·longer·than·a·line·of· (keep)', '0–52.1 13.4 this·column'],
    items: ['72,82.5 "several words that are longer than a line of " spaced 1', '72,95.9 "this column"'],
  },
  {
    name: 'a line that its author ended',
    document: docx(p('one\ntwo')),
    model: ['p "one" <line break> "two"'],
    lines: ['0–17.1 13.4 one↵ (keep)', '0–17.3 13.4 two'],
    items: ['72,82.5 "one"', '72,95.9 "two"'],
  },
  {
    name: 'a tab goes to the next automatic stop',
    document: docx(p('one\ttwo')),
    model: ['p "one" <tab> "two"'],
    lines: ['0–53.3 13.4 one⇥two'],
    items: ['72,82.5 "one"', '89.1,82.5 " "', '108,82.5 "two"'],
  },
  {
    name: 'a stop at the right, with dots before it',
    document: docx(
      p({ xml: '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="3600"/></w:tabs>' }, 'one\ttwo'),
    ),
    model: ['p tabs=[{"position":180,"alignment":"right","leader":"dot"}] "one" <tab> "two"'],
    lines: ['0–180 13.4 one⇥two'],
    items: [
      '72,82.5 "one"',
      '89.1,82.5 " "',
      '91.1,82.5 "...................................................."',
      '234.6,82.5 " "',
      '234.7,82.5 "two"',
    ],
  },
  {
    name: 'a decimal stop',
    document: docx(p({ xml: '<w:tabs><w:tab w:val="decimal" w:pos="2000"/></w:tabs>' }, '\t12.50')),
    model: ['p tabs=[{"position":100,"alignment":"decimal","leader":"none"}] <tab> "12.50"'],
    lines: ['0–113.9 13.4 ⇥12.50'],
    items: ['72,82.5 " "', '160.8,82.5 "12.50"'],
  },
  {
    name: 'a blank that does not break keeps its words together',
    document: docx(p('several words that are longer than a line of\u00a0this')),
    model: ['p "several words that are longer than a line of this"'],
    lines: ['0–180.5 13.4 several·words·that·are·longer·than·a·line· (keep)', '0–27.9 13.4 of this'],
    items: ['72,82.5 "several words that are longer than a line "', '72,95.9 "of this"'],
  },
  {
    name: 'a soft hyphen shows where the line ends',
    document: docx(p('several words that are longer or unaccepta\u00adble')),
    model: ['p "several words that are longer or unaccepta­ble"'],
    lines: ['0–191.9 13.4 several·words·that·are·longer·or·unaccepta (keep)', '0–13.8 13.4 ble'],
    items: ['72,82.5 "several words that are longer or unaccepta-"', '72,95.9 "ble"'],
  },
  {
    name: 'a word longer than its line is cut',
    document: docx(p('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft')),
    model: ['p "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"'],
    lines: [
      '0–199.9 13.4 Donaudampfschifffahrtselektrizitätenhauptb (keep)',
      '0–187.4 13.4 etriebswerkbauunterbeamtengesellschaft',
    ],
    items: [
      '72,82.5 "Donaudampfschifffahrtselektrizitätenhauptb"',
      '72,95.9 "etriebswerkbauunterbeamtengesellschaft"',
    ],
  },
  {
    name: 'runs of two looks in one line',
    document: docx(p(r('plain '), r('bold', { bold: true }))),
    model: ['p "plain " "bold"{bold=true}'],
    lines: ['0–44.8 13.4 plain·bold'],
    items: ['72,82.5 "plain "', '96.4,82.5 "bold"'],
  },
  {
    name: 'raised letters',
    document: docx(p(r('x'), r('2', { vertical: 'superscript' }))),
    model: ['p "x" "2"{vertical=superscript}'],
    lines: ['0–8.4 13.4 x2'],
    items: ['72,82.5 "x"', '76.8,78.7 "2" 7.2 pt'],
  },
  {
    name: 'small capitals',
    document: docx(p(r('Word', { xml: '<w:smallCaps/>' }))),
    model: ['p "Word"{smallCaps=true}'],
    lines: ['0–25.8 13.4 Word'],
    items: ['72,82.5 "W"', '81.8,82.5 "ORD" 8.8 pt'],
  },
  {
    name: 'hidden text is not there',
    document: docx(p(r('seen '), r('hidden ', { hidden: true }), r('again'))),
    model: ['p "seen " "hidden "{vanish=true} "again"'],
    lines: ['0–47.5 13.4 seen·again'],
    items: ['72,82.5 "seen again"'],
  },
  {
    name: 'underlined words',
    document: docx(p(r('one two', { underline: true }))),
    model: ['p "one two"{underline={"style":"single"}}'],
    lines: ['0–36.9 13.4 one·two'],
    items: ['72,82.5 "one two"', 'rect 72,83 36.9×1 #000000'],
  },
  {
    name: 'highlighted words',
    document: docx(p(r('one', { highlight: 'yellow' }))),
    model: ['p "one"{highlight=16776960}'],
    lines: ['0–17.1 13.4 one'],
    items: ['rect 72,72 17.1×13.4 #ffff00', '72,82.5 "one"'],
  },
  {
    name: 'a link',
    document: docx(p(hyperlink('https://example.com/', 'here'))),
    model: ['p "here"'],
    lines: ['0–20.6 13.4 here'],
    items: ['72,82.5 "here"', 'link 72,72 20.6×13.4 {"uri":"https://example.com/"}'],
  },
  {
    name: 'of two spaces between paragraphs the larger counts',
    document: docx(
      p({ xml: '<w:spacing w:after="200"/>' }, 'one'),
      p({ xml: '<w:spacing w:before="100"/>' }, 'two'),
    ),
    model: ['p spaceAfter=10 "one"', 'p spaceBefore=5 "two"'],
    lines: ['0–17.1 13.4 one', '+10 0–17.3 13.4 two'],
    items: ['72,82.5 "one"', '72,105.9 "two"'],
  },
  {
    name: 'no space between paragraphs of one style that want none',
    document: docx(
      p({ xml: '<w:spacing w:before="200" w:after="200"/><w:contextualSpacing/>' }, 'one'),
      p({ xml: '<w:spacing w:before="200" w:after="200"/><w:contextualSpacing/>' }, 'two'),
    ),
    model: [
      'p spaceBefore=10 spaceAfter=10 contextualSpacing=true "one"',
      'p spaceBefore=10 spaceAfter=10 contextualSpacing=true "two"',
    ],
    lines: ['+10 0–17.1 13.4 one', '0–17.3 13.4 two'],
    items: ['72,92.5 "one"', '72,105.9 "two"'],
  },
  {
    name: 'lines of an exact height',
    document: docx(p({ xml: '<w:spacing w:line="400" w:lineRule="exact"/>' }, 'one')),
    model: ['p line={"rule":"exact","value":20} "one"'],
    lines: ['0–17.1 20 one'],
    items: ['72,88 "one"'],
  },
  {
    name: 'lines one and a half times as high',
    document: docx(p({ xml: '<w:spacing w:line="360" w:lineRule="auto"/>' }, 'one')),
    model: ['p line={"rule":"auto","value":1.5} "one"'],
    lines: ['0–17.1 20.1 one'],
    items: ['72,82.5 "one"'],
  },
  {
    name: 'a paragraph is kept with the next',
    document: docx(p({ keepNext: true }, 'one'), p('two')),
    model: ['p keepNext=true "one"', 'p "two"'],
    lines: ['0–17.1 13.4 one (keep)', '0–17.3 13.4 two'],
    items: ['72,82.5 "one"', '72,95.9 "two"'],
  },
  {
    name: 'a page break in the text',
    document: docx(p('one', pageBreak()), p('two')),
    model: ['p "one" <page break>', 'p "two"'],
    lines: ['0–17.1 13.4 one↵ (page)', '0–17.3 13.4 two'],
    items: ['72,82.5 "one"', 'page 2: 72,82.5 "two"'],
  },
  {
    name: 'a paragraph that begins a page',
    document: docx(p('one'), p({ pageBreakBefore: true }, 'two')),
    model: ['p "one"', 'p pageBreakBefore=true "two"'],
    lines: ['0–17.1 13.4 one', '0–17.3 13.4 two (page before)'],
    items: ['72,82.5 "one"', 'page 2: 72,82.5 "two"'],
  },
  {
    name: 'numbers of a list',
    document: docx(p({ list: 'n' }, 'one'), p({ list: 'n' }, 'two')),
    model: ['p numId=1 numLevel=0 "one"', 'p numId=1 numLevel=0 "two"'],
    lines: ['18–53.1 13.4 1.⇥one', '18–53.3 13.4 2.⇥two'],
    items: [
      '90,82.5 "1."',
      '98.4,82.5 " "',
      '108,82.5 "one"',
      '90,95.9 "2."',
      '98.4,95.9 " "',
      '108,95.9 "two"',
    ],
  },
  {
    name: 'a bullet',
    document: docx(p({ list: 'bullet' }, 'one')),
    model: ['p numId=1 numLevel=0 "one"'],
    lines: ['18–53.1 13.4 •⇥one'],
    items: ['90,82.5 "•"', '95.5,82.5 " "', '108,82.5 "one"'],
  },
  {
    name: 'a field says which page it is on',
    document: docx(p('page ', field('PAGE', '9'))),
    model: ['p "page " <PAGE>'],
    lines: ['0–29.8 13.4 page·1'],
    items: ['72,82.5 "page 1"'],
  },
  {
    name: 'a footnote goes along with the line that refers to it',
    document: docx(p(r('text'), footnote('the note'))),
    model: ['p "text" <note>'],
    lines: ['0–21.2 13.4 text1 (footnote:1)'],
    items: ['72,82.5 "text"', '89.6,78.7 "1" 7.2 pt', 'rect 72,123.9 144×0.8 #000000', '72,141 "the note"'],
  },
  {
    name: 'a paragraph with a ground',
    document: docx(p({ xml: '<w:shd w:val="clear" w:color="auto" w:fill="FFEE00"/>' }, 'one')),
    model: ['p shading=16772608 "one"'],
    lines: ['0–17.1 13.4 one'],
    items: ['rect 72,72 200×13.4 #ffee00', '72,82.5 "one"'],
  },
  {
    name: 'a table of two columns',
    document: docx(table({ widths: [1000, 2000], xml: '<w:tblLayout w:type="fixed"/>' }, row('a', 'b'))),
    model: ['row [p "a"] [p "b"]'],
    lines: ['row 14.4 [0–50 0.5: 0–5.3 13.4 a] [50–150 0.5: 0–5.8 13.4 b]'],
    items: [
      '77.7,83 "a"',
      '127.7,83 "b"',
      'rect 72,72 150.5×0.5 #000000',
      'rect 72,72 0.5×13.9 #000000',
      'rect 122,72 0.5×13.9 #000000',
      'rect 222,72 0.5×13.9 #000000',
      'rect 72,85.9 150.5×0.5 #000000',
    ],
  },
  {
    name: 'a cell as wide as both below it',
    document: docx(
      table(
        { widths: [1000, 1000], xml: '<w:tblLayout w:type="fixed"/>' },
        row(cell({ span: 2 }, 'over both')),
        row('a', 'b'),
      ),
    ),
    model: ['row [span=2 p "over both"]', 'row [p "a"] [p "b"]'],
    lines: [
      'row 13.9 [0–100 0.5: 0–43.6 13.4 over·both]',
      'row 14.4 [0–50 0.5: 0–5.3 13.4 a] [50–100 0.5: 0–5.8 13.4 b]',
    ],
    items: [
      '77.7,83 "over both"',
      'rect 72,72 100.5×0.5 #000000',
      'rect 72,72 0.5×13.9 #000000',
      'rect 172,72 0.5×13.9 #000000',
      'rect 72,85.9 100.5×0.5 #000000',
      '77.7,96.9 "a"',
      '127.7,96.9 "b"',
      'rect 72,85.9 0.5×13.9 #000000',
      'rect 122,85.9 0.5×13.9 #000000',
      'rect 172,85.9 0.5×13.9 #000000',
      'rect 72,99.9 100.5×0.5 #000000',
    ],
  },
  {
    name: 'a cell over two rows',
    document: docx(
      table(
        { widths: [1000, 1000], xml: '<w:tblLayout w:type="fixed"/>' },
        row(cell({ merge: 'restart' }, 'tall'), 'a'),
        row(cell({ merge: 'continue' }), 'b'),
      ),
    ),
    model: ['row [merge=restart p "tall"] [p "a"]', 'row [merge=continue p] [p "b"]'],
    lines: [
      'row 13.9 [0–50 0.5: 0–14 13.4 tall] [50–100 0.5: 0–5.3 13.4 a]',
      'row 14.4 [0–50 ] [50–100 0.5: 0–5.8 13.4 b]',
    ],
    items: [
      '77.7,83 "tall"',
      '127.7,83 "a"',
      'rect 72,72 100.5×0.5 #000000',
      'rect 72,72 0.5×13.9 #000000',
      'rect 122,72 0.5×13.9 #000000',
      'rect 172,72 0.5×13.9 #000000',
      'rect 122,85.9 50.5×0.5 #000000',
      '127.7,96.9 "b"',
      'rect 72,85.9 0.5×13.9 #000000',
      'rect 122,85.9 0.5×13.9 #000000',
      'rect 172,85.9 0.5×13.9 #000000',
      'rect 72,99.9 100.5×0.5 #000000',
    ],
  },
  {
    name: 'text at the bottom of its cell',
    document: docx(
      table(
        { widths: [1000, 1000], xml: '<w:tblLayout w:type="fixed"/>' },
        row(cell({ xml: '<w:vAlign w:val="bottom"/>' }, 'low'), cell(p('one'), p('two'))),
      ),
    ),
    model: ['row [verticalAlignment=bottom p "low"] [p "one" / p "two"]'],
    lines: ['row 27.9 [0–50 13.9: 0–16.2 13.4 low] [50–100 0.5: 0–17.1 13.4 one / 13.9: 0–17.3 13.4 two]'],
    items: [
      '77.7,96.4 "low"',
      '127.7,83 "one"',
      '127.7,96.4 "two"',
      'rect 72,72 100.5×0.5 #000000',
      'rect 72,72 0.5×27.4 #000000',
      'rect 122,72 0.5×27.4 #000000',
      'rect 172,72 0.5×27.4 #000000',
      'rect 72,99.4 100.5×0.5 #000000',
    ],
  },
  {
    name: 'text goes around what floats beside it',
    document: docx(
      p(float({ width: 100, height: 20 }), 'several words that are longer than a line of this column'),
    ),
    model: ['p <shape 100×20> "several words that are longer than a line of this column"'],
    lines: [
      '100–199.9 13.4 several·words·that·are· (keep) (anchors 100×20)',
      '100–189.8 13.4 longer·than·a·line·of· (keep)',
      '0–52.1 13.4 this·column',
    ],
    items: [
      '172,82.5 "several words that are "',
      '172,95.9 "longer than a line of "',
      '72,109.3 "this column"',
      'path',
    ],
  },
  {
    name: 'a box of text, measured for its width',
    document: docx(p(textBox(p('several words in a box that is narrow')), 'text')),
    model: ['p <shape 141.7×56.7> "text"'],
    lines: ['+56.7 0–17.6 13.4 text (anchors 141.7×56.7)'],
    items: ['72,139.2 "text"', '79.2,86.1 "several words in a box that "', '79.2,99.5 "is narrow"'],
  },
  {
    name: 'text from right to left',
    document: docx(p({ xml: '<w:bidi/>' }, 'שלום one')),
    model: ['p rightToLeft=true "שלום one"'],
    lines: ['0–43.7 13.4 שלום·one'],
    items: ['247.8,82.5 "שלום"', '228.3,82.5 "one"'],
  },
];

describe.each(ROWS)('$name', ({ document, model, lines, items }) => {
  const stages = stagesOf(document);

  test('model', () => expect(stages.model).toEqual(model));
  test('lines', () => expect(stages.lines).toEqual(lines));
  test('items', () => expect(stages.items).toEqual(items));
});
