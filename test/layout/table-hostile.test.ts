import { describe, expect, it } from 'vitest';
import { cell, docx, p, raw, row, table } from '../support/build.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { layout, type Page, words } from './table-support.ts';

const sound = (pages: readonly Page[]): void => {
  for (const { texts, rects } of pages) {
    for (const { x, y } of texts) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    for (const { x, y, width, height } of rects)
      expect([x, y, width, height].every((value) => Number.isFinite(value))).toBe(true);
  }
};

const cellOf = (...blocks: string[]): string => `<w:tc>${blocks.join('')}<w:p/></w:tc>`;
const tableXml = (grid: string, ...rows: string[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`;

describe('tables that nobody meant', () => {
  it('end in an answer when they are nested too deeply', () => {
    let inner = '<w:p><w:r><w:t>core</w:t></w:r></w:p>';
    for (let depth = 0; depth < 100; depth++)
      inner = tableXml('<w:gridCol w:w="100"/>', `<w:tr>${cellOf(inner)}</w:tr>`);
    sound(layout(docx(raw(inner), p('after'))));
  });

  it('are measured once, however they are nested', () => {
    // Twice at each of 25 levels would be 33 million times.
    let inner = '<w:p><w:r><w:t>core of it all</w:t></w:r></w:p>';
    for (let depth = 0; depth < 25; depth++)
      inner = tableXml('<w:gridCol w:w="100"/>', `<w:tr>${cellOf(inner)}</w:tr><w:tr>${cellOf()}</w:tr>`);
    const from = cpuMilliseconds();
    sound(layout(docx(raw(inner))));
    expect(cpuMilliseconds() - from).toBeLessThan(5000);
  });

  it('have columns without width, negative indents, and cells wider than any page', () => {
    const widths = [0, 0, 0];
    sound(layout(docx(table({ widths, xml: '<w:tblLayout w:type="fixed"/>' }, row('a', 'b', 'c')))));
    sound(layout(docx(table({ widths, xml: '<w:tblInd w:w="-30000" w:type="dxa"/>' }, row('a', 'b', 'c')))));
    const wide = layout(docx(table({ widths: [31000] }, row(cell({ width: 31000 }, 'wide')))));
    sound(wide);
    expect(wide.flatMap(words)).toEqual(['wide']);
    sound(layout(docx(table({ width: [1, 'dxa'] }, row('narrow', 'narrower')))));
  });

  it('have margins that leave no room for text', () => {
    const margins = {
      xml: '<w:tcMar><w:left w:w="9000" w:type="dxa"/><w:right w:w="9000" w:type="dxa"/></w:tcMar>',
    };
    const pages = layout(
      docx(table({ xml: '<w:tblLayout w:type="fixed"/>' }, row(cell(margins, 'squeezed')))),
    );
    sound(pages);
    expect(pages.flatMap(words).join('')).toBe('squeezed');
  });

  it('continue cells that never began, and span columns that are not there', () => {
    const pages = layout(
      docx(
        table(
          row(cell({ merge: 'continue' }, 'lost'), 'b'),
          row(cell({ span: 60 }, 'over')),
          row('x', 'y', 'z'),
        ),
      ),
    );
    sound(pages);
    expect(pages.flatMap(words)).toEqual(expect.arrayContaining(['lost', 'b', 'over', 'x', 'y', 'z']));
  });

  it('have heights that no page has', () => {
    const high = (rule: string) => ({ xml: `<w:trHeight w:val="31000" w:hRule="${rule}"/>` });
    for (const rule of ['exact', 'atLeast']) {
      const pages = layout(
        docx(p('before'), table(row({ header: true }, 'head'), row(high(rule), 'a'), row('b'))),
      );
      sound(pages);
      expect(pages.flatMap(words)).toEqual(expect.arrayContaining(['before', 'head', 'a', 'b']));
      expect(pages.length).toBeLessThan(6);
    }
  });

  it('have header rows that fill the page', () => {
    const lines = Array.from({ length: 80 }, (_, at) => `h${at}`);
    const pages = layout(
      docx(table(row({ header: true }, cell(...lines)), ...Array.from({ length: 5 }, () => row('r')))),
    );
    sound(pages);
    expect(pages.length).toBeLessThan(10);
    expect(pages.flatMap(words).filter((word) => word === 'r')).toHaveLength(5);
  });

  it('have thousands of cells in a row', () => {
    sound(
      layout(docx(table({ widths: [100] }, row(...Array.from({ length: 3000 }, (_, at) => String(at)))))),
    );
  });

  it('grow no faster than their rows', () => {
    const rows = (count: number): Uint8Array =>
      docx(
        table(
          row({ header: true }, 'No', 'Text'),
          ...Array.from({ length: count }, (_, at) => row(String(at), 'some words in a cell')),
        ),
      );
    const time = (file: Uint8Array): number => {
      const from = process.cpuUsage();
      layout(file);
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    const [small, large] = [rows(400), rows(3200)];
    time(small);
    expect(time(large)).toBeLessThan(8 * 4 * Math.max(time(small), 5000));
  });
});
