/** The logical structure of a tagged document, read back from the marks of the display list. */
import { describe, expect, test } from 'vitest';
import type { DisplayList } from '../../src/layout/display-list.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { library } from '../pdf/support.ts';
import {
  type Build,
  bookmark,
  cell,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  p,
  picture,
  r,
  row,
  styles,
  table,
  textBox,
} from '../support/build.ts';
import { float } from './drawing-support.ts';

const layoutTagged = (file: Uint8Array, tagged = true): DisplayList =>
  layoutDocument(readDocument(openDocx(file)), library, undefined, { tagged }).list;

/** What each element says, and what is decoration, in the order of painting. */
const contentOf = (
  list: DisplayList,
): { readonly said: Map<number, string>; readonly decoration: string } => {
  const said = new Map<number, string>();
  let decoration = '';
  for (const { items } of list.pages) {
    let element: number | null = null;
    for (const item of items) {
      if (item.kind === 'mark') element = item.element;
      const text = item.kind === 'text' ? item.text : item.kind === 'image' ? '[picture]' : '';
      if (element === null) decoration += text;
      else said.set(element, `${said.get(element) ?? ''}${text}${item.kind === 'link' ? '[link]' : ''}`);
    }
  }
  return { said, decoration };
};

/** One line an element: indented role, attributes, text. Elements that say nothing are left out, as the writer does. */
const treeOf = (list: DisplayList): string[] => {
  const { said } = contentOf(list);
  const { structure } = list;
  const lines: string[] = [];
  const speaks = (index: number): boolean =>
    said.has(index) || structure.some(({ parent }, child) => parent === index && speaks(child));
  const walk = (index: number, depth: number): void => {
    const element = structure[index];
    if (element === undefined) return;
    const isCell = element.role === 'TD' || element.role === 'TH' || element.role === 'TR';
    if (!isCell && !speaks(index)) return;
    const attributes = [
      element.alt && `alt=${element.alt}`,
      element.language && `lang=${element.language}`,
      element.columnSpan && `columns=${element.columnSpan}`,
      element.rowSpan && `rows=${element.rowSpan}`,
      element.scope && `scope=${element.scope}`,
      element.listNumbering && `numbering=${element.listNumbering}`,
    ].filter((attribute) => attribute);
    const text = said.get(index);
    lines.push(
      [
        `${'  '.repeat(depth)}${element.role}`,
        ...attributes,
        ...(text === undefined ? [] : [`"${text}"`]),
      ].join(' '),
    );
    structure.forEach(({ parent }, child) => {
      if (parent === index) walk(child, depth + 1);
    });
  };
  structure.forEach(({ parent }, index) => {
    if (parent === undefined) walk(index, 0);
  });
  return lines;
};

const tree = (...content: Parameters<typeof docx>): string[] =>
  treeOf(layoutTagged(docx(...content))).slice(1);
const level = (outline: number): { xml: string } => ({ xml: `<w:outlineLvl w:val="${outline}"/>` });
const language = (tag: string): { xml: string } => ({ xml: `<w:lang w:val="${tag}"/>` });

describe('structure', () => {
  test('costs nothing where nobody asks: no element, no mark', () => {
    const file = docx(p({ list: 'n' }, 'Text'), table(row('a')), p(picture()));
    const { structure, pages } = layoutTagged(file, false);
    expect(structure).toEqual([]);
    expect(pages.flatMap(({ items }) => items).filter(({ kind }) => kind === 'mark')).toEqual([]);
    // And nothing but marks is added where somebody does.
    const tagged = layoutTagged(file).pages.flatMap(({ items }) => items);
    expect(tagged.filter(({ kind }) => kind !== 'mark')).toEqual(pages.flatMap(({ items }) => items));
  });

  test('headings by outline level, paragraphs, and no blank ones', () => {
    expect(
      tree(
        p(level(0), 'One'),
        p(''),
        p('Text'),
        p(level(1), 'Two'),
        p(level(8), 'Nine'),
        p(level(9), 'Body'),
      ),
    ).toEqual(['  H1 "One"', '  P "Text"', '  H2 "Two"', '  H6 "Nine"', '  P "Body"']);
  });

  test('a paragraph that goes on over pages, and lines of it share a mark', () => {
    const list = layoutTagged(docx(p('word '.repeat(3000))));
    expect(list.pages.length).toBeGreaterThan(1);
    const marks = list.pages.map(({ items }) => items.filter(({ kind }) => kind === 'mark').length);
    expect(new Set(marks)).toEqual(new Set([1]));
    expect(treeOf(list)).toHaveLength(2);
  });

  test('lists nest by level, with their labels apart', () => {
    const item = (text: string, of = 'bullet', deep = 0) => p({ list: of, level: deep }, text);
    expect(
      tree(
        item('a'),
        item('b'),
        item('b1', 'bullet', 1),
        item('b2', 'bullet', 1),
        item('c'),
        p('Text'),
        item('1', 'n'),
      ),
    ).toEqual([
      '  L numbering=Disc',
      '    LI',
      expect.stringMatching(/^ {6}Lbl ".+"$/),
      '      LBody "a"',
      '    LI',
      expect.stringMatching(/^ {6}Lbl ".+"$/),
      '      LBody "b"',
      '        L numbering=Disc',
      '          LI',
      expect.stringMatching(/^ {12}Lbl ".+"$/),
      '            LBody "b1"',
      '          LI',
      expect.stringMatching(/^ {12}Lbl ".+"$/),
      '            LBody "b2"',
      '    LI',
      expect.stringMatching(/^ {6}Lbl ".+"$/),
      '      LBody "c"',
      '  P "Text"',
      '  L numbering=Decimal',
      '    LI',
      '      Lbl "1. "',
      '      LBody "1"',
    ]);
  });

  test('a numbered heading is a heading', () => {
    expect(tree(p({ list: 'n', xml: '<w:outlineLvl w:val="0"/>' }, 'Scope'))).toEqual(['  H1 "1. Scope"']);
  });

  test('tables: rows, header cells, spans, empty cells, tables in tables', () => {
    expect(
      tree(
        table(
          row({ header: true }, 'Item', cell({ span: 2 }, 'Both')),
          row(cell({ merge: 'restart' }, 'tall'), 'b', ''),
          row(cell({ merge: 'continue' }), cell('one', 'two'), cell(table(row('inner')))),
        ),
      ),
    ).toEqual([
      '  Table',
      '    TR',
      '      TH scope=Column "Item"',
      '      TH columns=2 scope=Column "Both"',
      '    TR',
      '      TD rows=2 "tall"',
      '      TD "b"',
      '      TD',
      '    TR',
      '      TD',
      '        P "one"',
      '        P "two"',
      '      TD',
      '        Table',
      '          TR',
      '            TD "inner"',
    ]);
  });

  test('a header row that comes again is decoration', () => {
    const rows = Array.from({ length: 80 }, (_, index) => row(`row ${index}`));
    const list = layoutTagged(docx(table(row({ header: true }, 'Head'), ...rows)));
    expect(list.pages).toHaveLength(2);
    expect(treeOf(list).filter((line) => line.includes('Head'))).toEqual(['      TH scope=Column "Head"']);
    expect(contentOf(list).decoration).toBe('Head');
  });

  test('headers, footers, lines, grounds and leaders are decoration', () => {
    const list = layoutTagged(
      docx(
        p(
          { xml: '<w:pBdr><w:top w:val="single" w:sz="8"/></w:pBdr><w:shd w:fill="FF0000" w:val="clear"/>' },
          'Boxed',
        ),
        p({ xml: '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="8000"/></w:tabs>' }, 'Name\t12'),
        p(r('under', { underline: true, highlight: 'yellow' })),
        header(p('Head ', picture({ alt: 'Logo' }))),
        footer(p('Page ', field('PAGE', '1'))),
      ),
    );
    expect(treeOf(list).slice(1)).toEqual(['  P "Boxed"', '  P "Name 12"', '  P "under"']);
    expect(contentOf(list).decoration).toMatch(/^Head \[picture\]Page 1\.+ ?$/);
    const rectangles = list.pages.flatMap(({ items }) => {
      let element: number | null = null;
      return items.flatMap((item) => {
        if (item.kind === 'mark') element = item.element;
        return item.kind === 'rect' ? [element] : [];
      });
    });
    expect(rectangles.length).toBeGreaterThan(2);
    expect(new Set(rectangles)).toEqual(new Set([null]));
  });

  test('pictures say their description, in the line and beside it', () => {
    expect(
      tree(
        p('See ', picture({ alt: 'A cat' }), ' here'),
        p('Float', picture({ floating: true, alt: 'A dog' })),
        p(picture()),
      ),
    ).toEqual([
      '  P "See  here"',
      '    Figure alt=A cat "[picture]"',
      '  P "Float"',
      '    Figure alt=A dog "[picture]"',
      '  P',
      '    Figure "[picture]"',
    ]);
    const decorative = (build: Build): string => {
      const [before, after] = build.render([picture({ alt: 'A line' })]).split('descr="A line"/>');
      const extension = `<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;
      return `${before}descr="A line">${extension}</wp:docPr>${after}`;
    };
    expect(tree(p('Ornament', decorative))).toEqual(['  P "Ornament"']);
    const list = layoutTagged(docx(p(picture({ alt: 'x', width: 360_000, height: 720_000 }))));
    const { box } = list.structure.find(({ role }) => role === 'Figure') ?? {};
    expect(box).toMatchObject({ page: 0 });
    expect(box?.width).toBeCloseTo(28.35, 1);
    expect(box?.height).toBeCloseTo(56.69, 1);
  });

  test('links hold their text and the place to click; across lines they are one', () => {
    expect(
      tree(
        p('Read ', hyperlink('https://example.org', 'all ', r('of', { bold: true }), ' it'), ' now'),
        bookmark('x', p('y')),
      ),
    ).toEqual(['  P "Read  now"', '    Link "all of it[link]"', '  P "y"']);
    const long = tree(p(hyperlink('https://example.org', 'word '.repeat(60))));
    expect(long.filter((line) => line.includes('Link'))).toHaveLength(1);
    expect(long[1]?.match(/\[link\]/g)?.length).toBeGreaterThan(1);
  });

  test('notes are read behind the paragraph that refers to them; endnotes at the end', () => {
    expect(tree(p('Claim', footnote('Proof'), ' and', endnote('Later'), ' more'), p('Next'))).toEqual([
      '  P "Claim andi more"',
      '    Reference "1"',
      '  Note',
      '    P "Proof"',
      '  P "Next"',
      '  Note',
      '    P "Later"',
    ]);
  });

  test('text boxes come behind their paragraph', () => {
    expect(tree(p('Anchor', textBox(p('In the box'))), p('Next'))).toEqual([
      '  P "Anchor"',
      '  Sect',
      '    P "In the box"',
      '  P "Next"',
    ]);
  });

  test('drawings that are painted in another order than they come say the same', () => {
    const lower = float({ wrap: 'None', order: 5 });
    const boxed = p('Anchor', textBox(p('In the box')), lower, picture({ floating: true, alt: 'Low' }));
    expect(tree(boxed, p('Next'))).toEqual([
      '  P "Anchor"',
      '    Figure alt=Low "[picture]"',
      '  Sect',
      '    P "In the box"',
      '  P "Next"',
    ]);
  });

  test('languages: the document’s, a paragraph’s, a word’s', () => {
    const list = layoutTagged(
      docx(
        p('Plain'),
        p(r('Guten Tag', language('de-DE'))),
        p(
          r('Say bonjour? No: ', language('en-GB')),
          r('au revoir', language('fr-FR')),
          r(' then.', language('en-GB')),
        ),
        p(r('none', language('x-none'))),
        styles(
          '<w:style w:type="paragraph" w:default="1" w:styleId="Body"><w:name w:val="Body"/><w:rPr><w:lang w:val="en-US"/></w:rPr></w:style>',
        ),
      ),
    );
    expect(list.metadata.language).toBe('en-US');
    expect(treeOf(list).slice(1)).toEqual([
      '  P "Plain"',
      '  P lang=de-DE "Guten Tag"',
      '  P lang=en-GB "Say bonjour? No: then."',
      '    Span lang=fr-FR "au revoir "',
      '  P "none"',
    ]);
  });

  test('a table of contents', () => {
    const contents =
      '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style><w:style w:type="paragraph" w:styleId="TOC2"><w:name w:val="toc 2"/></w:style>';
    expect(
      tree(
        p({ style: 'TOC1' }, hyperlink('#a', 'One\t1')),
        p({ style: 'TOC2' }, 'Two\t2'),
        p(bookmark('a', 'One')),
        styles(contents),
      ),
    ).toEqual(['  TOC', '    TOCI', '      Link "One 1[link]"', '    TOCI "Two 2"', '  P "One"']);
  });
});
