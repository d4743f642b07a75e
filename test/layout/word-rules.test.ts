/** Rules that are Word's own and stand in no specification: found in PDFs that it exported. */
import { describe, expect, test } from 'vitest';
import {
  bookmark,
  cell,
  docx,
  field,
  hyperlink,
  lastSection,
  p,
  r,
  row,
  runOf,
  section,
  styles,
  table,
} from '../support/build.ts';
import { float } from './drawing-support.ts';
import { find, LEFT, LINE, layout, layoutList, levels, TOP, WIDTH, widthIn, words } from './table-support.ts';

const LEADER = { xml: '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>' };
const AUTO = '<w:spacing w:before="100" w:beforeAutospacing="1" w:after="100" w:afterAutospacing="1"/>';

describe('leaders', () => {
  test('stand below each other, on a grid that begins at the edge of the paper', () => {
    const [page] = layout(docx(p(LEADER, 'A\t1'), p(LEADER, 'A longer entry\t22')));
    const dots = page?.texts.filter(({ text }) => text.startsWith('..')) ?? [];
    expect(dots).toHaveLength(2);
    for (const item of dots) {
      const pitch = widthIn(item, '.') + (item.letterSpacing ?? 0);
      expect(pitch / 0.12).toBeCloseTo(Math.round(pitch / 0.12), 6);
      expect(item.x / pitch).toBeCloseTo(Math.round(item.x / pitch), 6);
      expect(item.x + item.text.length * pitch).toBeLessThanOrEqual(LEFT + 450);
    }
  });

  test('and every tab is a blank to who copies the text', () => {
    const [page] = layout(docx(p('Total\t100')));
    expect(words(page)).toEqual(['Total', ' ', '100']);
  });
});

describe('tabs that end a paragraph', () => {
  const stops = { xml: '<w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs>' };
  const below = (content: string, mode: number): number => {
    const [page] = layout(docx(p(stops, content), p('below')), mode);
    return find(page, 'below').y - TOP;
  };

  test('stay on their line before mode 15, and begin another from then on', () => {
    const [one, two] = [below('9', 12), below('9\t\tx', 12)];
    expect(two - one).toBeCloseTo(LINE, 2);
    expect(below('9\t\t', 12)).toBeCloseTo(one, 2);
    expect(below('9\t\t \t', 14)).toBeCloseTo(one, 2);
    expect(below('9\t\t', 15)).toBeCloseTo(two, 2);
  });
});

describe('numbers of lists', () => {
  test('make a line higher above the baseline, not below it', () => {
    const big = { list: 'n', xml: '<w:rPr><w:sz w:val="44"/></w:rPr>' };
    const long = 'word '.repeat(30).trim();
    const [plain] = layout(docx(p({ list: 'n' }, long)));
    const [tall] = layout(docx(p(big, long)));
    const lines = (page: typeof plain) => page?.texts.filter(({ text }) => text.startsWith('word')) ?? [];
    expect(lines(tall)[0]?.y ?? 0).toBeGreaterThan((lines(plain)[0]?.y ?? 0) + 5);
    expect((lines(tall)[1]?.y ?? 0) - (lines(tall)[0]?.y ?? 0)).toBeCloseTo(LINE, 2);
  });

  test('keep no automatic space between the items of one list', () => {
    const [page] = layout(docx(p({ list: 'n', xml: AUTO }, 'One'), p({ list: 'n', xml: AUTO }, 'Two')));
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
    const [apart] = layout(docx(p({ xml: AUTO }, 'One'), p({ xml: AUTO }, 'Two')));
    expect(find(apart, 'Two').y - find(apart, 'One').y).toBeCloseTo(LINE + 14, 2);
  });
});

test('a number that fills its cell makes one line, though its tab leads past the edge', () => {
  const numbered = p({ list: 'n', xml: '<w:ind w:left="0" w:firstLine="0"/>' });
  const cellOf = (width: number) => table({ widths: [width] }, row(cell({ width }, numbered)));
  const heightOf = (width: number): number => {
    const [page] = layout(docx(cellOf(width), p('below')));
    return find(page, 'below').y;
  };
  expect(heightOf(700)).toBeCloseTo(heightOf(6000), 1);
});

describe('w:wordWrap off', () => {
  const text = 'fourteen '.repeat(40).trim();
  const file = docx(p({ xml: '<w:wordWrap w:val="0"/>' }, text));

  test('ends lines inside words where East Asian typography is at home', () => {
    const [page] = layout(file, { eastAsian: 'ja-JP' });
    const first = page?.texts[0];
    expect(first?.text.endsWith('fourteen')).toBe(false);
    expect(widthIn(first, first?.text ?? '')).toBeGreaterThan(WIDTH - 8);
  });

  test('and changes nothing elsewhere', () => {
    expect(words(layout(file)[0])[0]?.trimEnd().endsWith('fourteen')).toBe(true);
  });
});

test('links in a table of contents look like text', () => {
  const blue = styles(
    '<w:style w:type="character" w:styleId="Link"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0000FF"/><w:u w:val="single"/></w:rPr></w:style>',
  );
  const link = (text: string) => hyperlink('#there', r(text, { style: 'Link' }));
  const [page] = layout(
    docx(blue, p(field('TOC \\o', link('Entry'))), p(link('Link')), p(bookmark('there', 'x'))),
  );
  expect(find(page, 'Entry').color).toBe(0);
  expect(find(page, 'Link').color).toBe(0x0000ff);
});

test('a reference to a page shows its number as the page itself does', () => {
  const roman = { xml: '<w:pgNumType w:fmt="lowerRoman" w:start="3"/>' };
  const pages = layout(
    docx(
      p(r('see '), field('PAGEREF there', '?')),
      section(),
      lastSection(roman),
      p(bookmark('there', 'There')),
    ),
  );
  expect(words(pages[0]).join('')).toBe('see iii');
});

test('a solid fill of Word 2010 stands over the colour', () => {
  const fill =
    '<w:color w:val="FF0000"/><w14:textFill><w14:solidFill><w14:srgbClr w14:val="00FF00"/></w14:solidFill></w14:textFill>';
  const [page] = layout(docx(p(r('Green', { xml: fill }))));
  expect(find(page, 'Green').color).toBe(0x00ff00);
});

test('a drawing stands at a share of the page where its place is in percent', () => {
  const percent = (axis: 'H' | 'V', thousandths: number) =>
    `<mc:AlternateContent><mc:Choice Requires="wp14"><wp:position${axis} relativeFrom="page"><wp14:pctPos${axis}Offset>${thousandths}</wp14:pctPos${axis}Offset></wp:position${axis}></mc:Choice>` +
    `<mc:Fallback><wp:position${axis} relativeFrom="page"><wp:posOffset>1</wp:posOffset></wp:position${axis}></mc:Fallback></mc:AlternateContent>`;
  const shape = float({ wrap: 'None', places: percent('H', 45_500) + percent('V', 66_000) });
  const box = layoutList(docx(p(shape))).pages[0]?.items.find((item) => item.kind === 'path');
  const [, x, y] = box?.path[0] ?? [];
  expect(x).toBeCloseTo(0.455 * 595.3, 1);
  expect(y).toBeCloseTo(0.66 * 841.9, 1);
});

test('a drop-down list of a form shows the entry that is chosen', () => {
  const list = (chosen: string) =>
    p(
      runOf(
        `<w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="d"/><w:ddList>${chosen}<w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList></w:ffData></w:fldChar>`,
      ),
      runOf('<w:instrText xml:space="preserve"> FORMDROPDOWN </w:instrText>'),
      runOf('<w:fldChar w:fldCharType="separate"/>'),
      runOf('<w:fldChar w:fldCharType="end"/>'),
    );
  const [page] = layout(docx(list('<w:result w:val="1"/>'), list(''), list('<w:default w:val="1"/>')));
  expect(words(page)).toEqual(['Blue', 'Red', 'Blue']);
});

test('a check box of a form is ticked or not, and as large as it says', () => {
  const box = (inner: string) =>
    p(
      runOf(
        `<w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="c"/><w:checkBox>${inner}</w:checkBox></w:ffData></w:fldChar>`,
      ),
      runOf('<w:instrText xml:space="preserve"> FORMCHECKBOX </w:instrText>'),
      runOf('<w:fldChar w:fldCharType="end"/>'),
    );
  const [page] = layout(
    docx(
      box('<w:sizeAuto/><w:checked/>'),
      box('<w:sizeAuto/><w:default w:val="1"/><w:checked w:val="false"/>'),
      box('<w:size w:val="40"/><w:checked w:val="off"/>'),
    ),
  );
  expect(words(page)).toEqual(['\u2612', '\u2610', '\u2610']);
  expect(page?.texts.at(-1)?.size).toBe(20);
});

test('a paragraph style that says it is based on a character style has the default style behind it', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:sz w:val="30"/></w:rPr></w:style>' +
      '<w:style w:type="character" w:styleId="Raised"><w:name w:val="Raised"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Odd"><w:name w:val="Odd"/><w:basedOn w:val="Raised"/></w:style>',
  );
  const [page] = layout(docx(sheet, p('Plain'), p({ style: 'Odd' }, 'Odd')));
  expect(find(page, 'Odd').size).toBe(15);
  expect(find(page, 'Odd').size).toBe(find(page, 'Plain').size);
});

test('a heading that a style separator ends runs into its text, each in its own look', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Head"><w:name w:val="Head"/><w:rPr><w:sz w:val="30"/></w:rPr></w:style>',
  );
  const separator = '<w:rPr><w:vanish/><w:specVanish/></w:rPr>';
  const [page] = layout(
    docx(sheet, p({ style: 'Head', list: 'n', xml: separator }, 'Scope.'), p(' All of it.'), p('Next')),
  );
  const [heading, text] = [find(page, 'Scope.'), find(page, ' All of it.')];
  expect(words(page)[0]).toBe('1.');
  expect(text.y).toBe(heading.y);
  expect(text.x).toBeGreaterThan(heading.x);
  expect([heading.size, text.size]).toEqual([15, 11]);
});

test('a paragraph whose text and mark are hidden takes no room; with its mark shown, it is an empty line', () => {
  const secret = r('secret', { hidden: true });
  const gap = (xml: string): number => {
    const [page] = layout(docx(p('One'), p({ xml }, secret), p('Two')));
    return find(page, 'Two').y - find(page, 'One').y;
  };
  expect(gap('<w:rPr><w:vanish/></w:rPr>')).toBeCloseTo(LINE, 2);
  expect(gap('')).toBeCloseTo(2 * LINE, 2);
});

test('so does one that its style hides, and one between two tables', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>',
  );
  const [page] = layout(docx(sheet, p('One'), p({ style: 'Secret' }, 'secret'), p('Two')));
  expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(LINE, 2);
  const hidden = p({ xml: '<w:rPr><w:vanish/></w:rPr>' });
  const [tables] = layout(docx(table(row('above')), hidden, table(row('below')), p('after')));
  expect(find(tables, 'below').y - find(tables, 'above').y).toBeLessThan(1.5 * LINE);
});

test('a paragraph whose mark alone is hidden runs into the next', () => {
  const [page] = layout(docx(p({ xml: '<w:rPr><w:vanish/></w:rPr>' }, 'Head. '), p('Text.'), p('Next')));
  expect(find(page, 'Text.').y).toBe(find(page, 'Head. ').y);
  expect(find(page, 'Next').y).toBeGreaterThan(find(page, 'Text.').y);
});

test('spaces that add up still are nothing between paragraphs of one style that want none', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:styleId="Close"><w:name w:val="Close"/><w:pPr><w:contextualSpacing/></w:pPr></w:style>',
  );
  const spaced = { xml: '<w:spacing w:before="60" w:after="100"/>' };
  const close = { style: 'Close', ...spaced };
  const gap = (above: typeof spaced, below: typeof spaced): number => {
    const file = docx(sheet, p(above, 'One'), p(below, 'Two'));
    const compatibility = new Set(['w:doNotUseHTMLParagraphAutoSpacing']);
    const [page] = layout(file, { compatibility });
    return find(page, 'Two').y - find(page, 'One').y - LINE;
  };
  expect(gap(close, close)).toBeCloseTo(0, 2);
  expect(gap(spaced, spaced)).toBeCloseTo(8, 2);
  expect(gap(close, spaced)).toBeCloseTo(8, 2);
});

test('automatic space is none above the first paragraph of a story and below its last', () => {
  const auto = { xml: '<w:spacing w:beforeAutospacing="1" w:afterAutospacing="1"/>' };
  const [page] = layout(docx(p(auto, 'First'), p(auto, 'Second'), table(row(cell(p(auto, 'cell'))))));
  expect(find(page, 'First').y).toBeLessThan(TOP + LINE);
  expect(find(page, 'Second').y - find(page, 'First').y).toBeCloseTo(LINE + 14, 2);
  const lines = levels(page);
  expect((lines.at(-1) ?? 0) - (lines[0] ?? 0)).toBeLessThan(LINE + 2);
});
