/** What Word does with paragraphs and sections beyond the standard: each rule in a document of its own. */
import { describe, expect, test } from 'vitest';
import {
  cell,
  docx,
  header,
  lastSection,
  NAMESPACES,
  p,
  pageBreak,
  part,
  r,
  row,
  section,
  styles,
  table,
} from '../support/build.ts';
import { BOTTOM, find, LEFT, LINE, layout, TOP, WIDTH, widthIn, words } from './table-support.ts';

const FULL = Math.floor((BOTTOM - TOP) / LINE);
const many = (count: number): ReturnType<typeof p>[] =>
  Array.from({ length: count }, (_, index) => p(`line ${index + 1}`));
const CONTINUOUS = { type: 'continuous' } as const;

describe('a page break that begins a paragraph', () => {
  test('stays on a full page where text follows it; alone it is a line that has to fit', () => {
    expect(layout(docx(...many(FULL), p(pageBreak(), 'Next')))).toHaveLength(2);
    expect(layout(docx(...many(FULL), p(pageBreak()), p('Next')))).toHaveLength(3);
    expect(layout(docx(...many(FULL - 1), p(pageBreak()), p('Next')))).toHaveLength(2);
  });

  test('stays though the space above the paragraph alone is more than there is', () => {
    const spaced = { xml: '<w:keepNext/><w:keepLines/><w:spacing w:before="240"/>' };
    expect(layout(docx(...many(FULL), p(spaced, pageBreak(), 'Heading'), p('Text')))).toHaveLength(2);
  });

  test('stands before its first line, which is indented', () => {
    const pages = layout(docx(p({ xml: '<w:ind w:firstLine="720"/>' }, pageBreak(), 'Next')));
    expect(find(pages[1], 'Next').x).toBeCloseTo(LEFT + 36, 2);
  });
});

describe('an empty paragraph that ends its section', () => {
  test('takes no room behind a paragraph, and its line behind a table', () => {
    const [page] = layout(docx(p('Above'), section(), lastSection(CONTINUOUS), p('Below')));
    expect(find(page, 'Below').y - find(page, 'Above').y).toBeCloseTo(LINE, 2);
    const [behind] = layout(docx(table(row('Above')), section(), lastSection(CONTINUOUS), p('Below')));
    expect(find(behind, 'Below').y - find(behind, 'Above').y).toBeGreaterThan(1.9 * LINE);
  });

  test('leaves no bare page behind a page break', () => {
    const pages = layout(docx(p('Title', pageBreak()), section(), p('Chapter')));
    expect(pages.map(words)).toEqual([['Title'], ['Chapter']]);
  });

  test('has its space after it all the same', () => {
    const ended =
      '<w:spacing w:after="200"/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>';
    const next = p({ xml: '<w:spacing w:before="480"/>' }, 'Next');
    const baseline = (above: Parameters<typeof p>[0]): number =>
      find(layout(docx(p('Title'), p(above), next))[1], 'Next').y;
    expect(baseline({ xml: ended.replace('200', '0') }) - baseline({ xml: ended })).toBeCloseTo(10, 2);
  });
});

test('a section that goes on on the same page has its own margins at the sides', () => {
  const narrow =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="2880" w:bottom="1440" w:left="2160"/></w:sectPr>';
  const [page] = layout(
    docx(p({ xml: narrow }, 'Narrow'), lastSection(CONTINUOUS), p('Wide'), p({ align: 'right' }, 'Right')),
  );
  const item = find(page, 'Right');
  expect(find(page, 'Narrow').x).toBe(108);
  expect(find(page, 'Wide').x).toBe(LEFT);
  expect(item.x + widthIn(item, 'Right')).toBeCloseTo(LEFT + WIDTH, 1);
});

describe('a justified line takes one more word', () => {
  const short = 'nine words that are all of them quite short here';
  /** How far the last word is too long for its line, as a share of the line's blanks. */
  const lines = (last: string, share: number, mode = 15): readonly string[] => {
    const text = `${short} ${last}`;
    const [free] = layout(docx(p({ xml: '<w:ind w:right="-9000"/>' }, text)));
    const item = free?.texts[0];
    const blanks = text.split(' ').length - 1;
    const width = widthIn(item, text) - share * blanks * widthIn(item, ' ');
    const right = Math.round((WIDTH - width) * 20);
    const file = docx(p({ align: 'both', xml: `<w:ind w:right="${right}"/>` }, `${text} and more of it`));
    return words(layout(file, mode)[0]).map((line) => line.trim());
  };

  test('for a quarter of its blanks where they would grow by more than twice that without it', () => {
    expect(lines('consideration', 0.24)[0]).toBe(`${short} consideration`);
    expect(lines('consideration', 0.26)[0]).toBe(short);
    expect(lines('consideration', 0.24, 14)[0]).toBe(short);
  });

  test('but not where the line without it is good enough', () => {
    expect(lines('it', 0.19)[0]).toBe(short);
    expect(lines('it', 0.05)[0]).toBe(`${short} it`);
  });

  test('and leaves the blanks that it begins with as they are', () => {
    const long = `  First ${'word '.repeat(40).trim()}`;
    const [page] = layout(docx(p({ align: 'both' }, r(long))));
    const first = page?.texts.find(({ text }) => text.trim().startsWith('First'));
    expect(first?.wordSpacing ?? 0).toBeGreaterThan(0.05);
    expect(first?.x).toBeCloseTo(LEFT + 2 * widthIn(first, ' '), 2);
  });
});

describe('on a grid of lines', () => {
  const grid = lastSection({ xml: '<w:docGrid w:type="lines" w:linePitch="312"/>' });
  const spaced = { xml: '<w:spacing w:line="360" w:lineRule="auto"/>' };

  test('a multiple is one of the grid, and a minimum', () => {
    const [page] = layout(
      docx(grid, p(spaced, 'One'), p(spaced, 'Two'), p(spaced, r('Big', { size: 20 })), p('Three')),
    );
    expect(find(page, 'Two').y - find(page, 'One').y).toBeCloseTo(1.5 * 15.6, 2);
    expect(find(page, 'Three').y - find(page, 'Two').y).toBeCloseTo((1.5 / 2 + 2 + 1 / 2) * 15.6, 2);
  });

  test('stand lines of cells where the document says so', () => {
    const file = docx(grid, table(row(cell('One', 'Two'))));
    const pitch = (compatibility: ReadonlySet<string>): number => {
      const [page] = layout(file, { compatibility });
      return find(page, 'Two').y - find(page, 'One').y;
    };
    expect(pitch(new Set())).toBeCloseTo(LINE, 2);
    expect(pitch(new Set(['w:adjustLineHeightInTable']))).toBeCloseTo(15.6, 2);
  });
});

test('an indent of no characters in a list item leaves the list its own', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:styleId="Item"><w:name w:val="Item"/><w:pPr><w:ind w:leftChars="400" w:left="840"/></w:pPr></w:style>',
  );
  const none = '<w:ind w:leftChars="0" w:firstLineChars="0"/>';
  const [page] = layout(
    docx(sheet, p({ style: 'Item', list: 'n', xml: none }, 'Item'), p({ list: 'n' }, 'Plain')),
  );
  expect(find(page, 'Item').x).toBeGreaterThan(LEFT + 10);
  expect(find(page, 'Item').x).toBeCloseTo(find(page, 'Plain').x, 2);
});

test('paragraphs of one style have their space where a floating table parts them', () => {
  const sheet = styles(
    '<w:style w:type="paragraph" w:styleId="Close"><w:name w:val="Close"/><w:pPr><w:spacing w:after="360"/><w:contextualSpacing/></w:pPr></w:style>',
  );
  const apart = '<w:tblpPr w:vertAnchor="page" w:horzAnchor="page" w:tblpX="8000" w:tblpY="9000"/>';
  const floating = table({ widths: [1000], xml: apart }, row(cell({ width: 1000 }, 't')));
  const gap = (...between: ReturnType<typeof p>[]): number => {
    const [page] = layout(
      docx(sheet, p({ style: 'Close' }, 'One'), ...between, p({ style: 'Close' }, 'Two')),
    );
    return find(page, 'Two').y - find(page, 'One').y - LINE;
  };
  expect(gap()).toBeCloseTo(0, 2);
  expect(gap(floating)).toBeCloseTo(18, 2);
});

describe('a list', () => {
  const bullet = (xml: string, ...text: string[]) => p({ list: 'bullet', xml }, ...text);

  test('has what its bullets need above the text once, however far apart its lines are', () => {
    const pitch = (line: number): number => {
      const xml = `<w:spacing w:line="${line}" w:lineRule="auto"/><w:rPr><w:sz w:val="36"/></w:rPr>`;
      const [page] = layout(docx(bullet(xml, 'One'), bullet(xml, 'Two')));
      return find(page, 'Two').y - find(page, 'One').y;
    };
    expect(pitch(240)).toBeGreaterThan(LINE + 2);
    expect(pitch(480) - pitch(240)).toBeCloseTo(LINE, 2);
  });

  test('whose item is empty has room for the line of its mark', () => {
    const [page] = layout(docx(p('Above'), bullet(''), p('Below')));
    expect(find(page, 'Below').y - find(page, 'Above').y).toBeGreaterThanOrEqual(2 * LINE - 0.01);
  });

  test('has no automatic space between its items, and one below it at the end of a cell', () => {
    const sheet = styles(
      '<w:style w:type="table" w:styleId="Auto"><w:name w:val="Auto"/><w:pPr><w:spacing w:after="100" w:afterAutospacing="1"/></w:pPr></w:style>',
    );
    const cellOf = (...blocks: ReturnType<typeof p>[]) => table({ style: 'Auto' }, row(cell(...blocks)));
    const [page] = layout(
      docx(sheet, cellOf(bullet('', 'One'), bullet('', 'Two')), cellOf(p('Plain')), p('End')),
    );
    const pitch = find(page, 'Two').y - find(page, 'One').y;
    expect(pitch).toBeLessThan(LINE + 3);
    expect(find(page, 'Plain').y - find(page, 'Two').y).toBeGreaterThan(LINE + 13);
    expect(find(page, 'End').y - find(page, 'Plain').y).toBeLessThan(LINE + 3);
  });

  test('whose level is another in this instance begins where it did, without its indents', () => {
    const level =
      '<w:lvl w:ilvl="0"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1."/><w:lvlJc w:val="right"/></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">${level}</w:lvlOverride></w:num>`;
    const file = docx(
      part((build) => {
        const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml';
        build.file('word/numbering.xml', type, `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>`);
        build.relate('numbering', 'numbering.xml');
      }),
      p({ xml: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>' }, 'Item'),
    );
    const [page] = layout(file);
    expect(words(page)[0]).toBe('a.');
    expect(find(page, 'Item').x).toBeCloseTo(LEFT, 2);
  });
});

test('a tab goes to the next line with the word behind it', () => {
  const text = 'word '.repeat(16).trim();
  const [page] = layout(docx(p(`${text}\t${'long'.repeat(8)}`)));
  const [first, second] = page?.texts.filter(({ text: shown }) => shown.trim() !== '') ?? [];
  expect(first?.text.trim()).toBe(text);
  expect(second?.x).toBeCloseTo(LEFT + 36, 2);
});

test('a blank that ends a line makes it no higher', () => {
  const pitch = (...text: Parameters<typeof p>): number => {
    const [page] = layout(docx(p(...text), p('Below')));
    return find(page, 'Below').y;
  };
  expect(pitch('Above', r(' ', { size: 30 }))).toBeCloseTo(pitch('Above'), 2);
  expect(pitch(r(' ', { size: 30 }), 'Above')).toBeGreaterThan(pitch('Above') + LINE);
});

test('page breaks in a header take no line', () => {
  const top = (...text: Parameters<typeof p>): number =>
    find(layout(docx(header(...many(4), p(...text)), p('Body')))[0], 'Body').y;
  expect(top(pageBreak(), pageBreak(), 'End')).toBeCloseTo(top('End'), 2);
});

test('an empty paragraph stands beside a float where there is a quarter of an inch, and text has no room', () => {
  const place = '<w:tblpPr w:vertAnchor="text" w:horzAnchor="margin" w:tblpXSpec="center" w:tblpY="20"/>';
  const below = (width: number, ...between: ReturnType<typeof p>[]): number => {
    const rows = Array.from({ length: 4 }, () => row(cell({ width }, 't')));
    const floating = table({ widths: [width], xml: place }, ...rows);
    return find(layout(docx(p('Above'), floating, ...between, p('Below')))[0], 'Below').y;
  };
  for (const width of [7000, 8200]) {
    expect(below(width, p(), p(), p())).toBeCloseTo(below(width), 1);
    expect(below(width, p('text'), p('text'))).toBeGreaterThan(below(width) + LINE);
  }
  expect(below(8440, p(), p())).toBeCloseTo(below(8440) + 2 * LINE, 1);
});

test('the extra below text, of a line spacing that is a multiple, may overlap a float; an empty line’s may not', () => {
  const place = '<w:tblpPr w:vertAnchor="text" w:horzAnchor="margin" w:tblpY="360"/>';
  const floating = table({ widths: [9000], xml: place }, row(cell({ width: 9000 }, 'Cell')));
  const double = { xml: '<w:spacing w:line="480" w:lineRule="auto"/>' };
  const pages = (...text: string[]) => layout(docx(p('Above'), floating, p(double, ...text), p('Below')));
  const [page] = pages('Text');
  expect(find(page, 'Text').y).toBeLessThan(find(page, 'Cell').y);
  expect(find(pages()[0], 'Below').y).toBeCloseTo(find(page, 'Below').y + 2 * LINE, 1);
});

test('on a grid of lines, what is below the text of a page’s last line may hang over its end, and no more', () => {
  const pages = (pitch: number, lines: number): number => {
    const grid = lastSection({ xml: `<w:docGrid w:type="lines" w:linePitch="${pitch * 20}"/>` });
    return layout(docx(grid, ...many(lines))).length;
  };
  // 28 lines of 25 points are 2.1 more than the page has, and 5.8 are below the text; 29 of 24.5 are 12.6 more.
  expect(pages(25, 28)).toBe(1);
  expect(pages(25, 29)).toBe(2);
  expect(pages(24.5, 28)).toBe(1);
  expect(pages(24.5, 29)).toBe(2);
});

test('Hangul in a font that has none has lines as high as Batang’s', () => {
  const fonts = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial"/><w:sz w:val="24"/>';
  const line = (text: string): ReturnType<typeof p> =>
    p(
      { xml: `<w:spacing w:after="0" w:line="240" w:lineRule="auto"/><w:rPr>${fonts}</w:rPr>` },
      r(text, { xml: fonts }),
    );
  const [page] = layout(docx(line('가나'), line('다라')));
  expect(find(page, '다라').y - find(page, '가나').y).toBeCloseTo(15.6, 1);
});
