/** Chart parts as the model has them: what is left out, what is kept of the workbook, whose colours they have. */
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import type { Chart } from '../../src/wml/chart/model.ts';
import { readDocument } from '../../src/wml/document.ts';
import { bars, chart, chartXml, IDS, numbers, series } from '../layout/chart-support.ts';
import { type Build, docx, type Piece, p, runOf } from '../support/build.ts';

const chartOf = (...pieces: readonly Piece[]): Chart => {
  const [block] = readDocument(openDocx(docx(p(...pieces)))).sections[0]?.blocks ?? [];
  const inlines = block?.kind === 'paragraph' ? block.inlines : [];
  for (const inline of inlines)
    if (inline.kind === 'drawing' && inline.drawing.content.kind === 'chart') return inline.drawing.content;
  throw new Error('no chart');
};

/** `c:ser` says nothing but its values. */
const bare = `<c:lineChart><c:ser><c:idx val="0"/><c:val>${numbers([1, 2])}</c:val></c:ser>${IDS}</c:lineChart>`;

describe('a chart', () => {
  it('has lines that are bent, with markers, where its part leaves that out', () => {
    const [group] = chartOf(chart(bare)).groups;
    expect([group?.markers, group?.varied, group?.series[0]?.smooth]).toEqual([true, true, true]);
  });

  it('of Word 2007, which left out what was off, has not', () => {
    const of2007: Piece = (build: Build) => {
      build.file(
        'docProps/app.xml',
        'application/vnd.openxmlformats-officedocument.extended-properties+xml',
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><AppVersion>12.0000</AppVersion></Properties>',
      );
      return '';
    };
    const [group] = chartOf(of2007, chart(bare)).groups;
    expect([group?.markers, group?.varied, group?.series[0]?.smooth]).toEqual([false, false, false]);
  });

  it('keeps gaps, formats and points that are empty at the end', () => {
    const ser = `<c:ser><c:idx val="3"/><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:ptCount val="5"/><c:pt idx="0"><c:v>0.5</c:v></c:pt><c:pt idx="2" formatCode="0.0"><c:v>1e-1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`;
    const values = chartOf(chart(bars(ser))).groups[0]?.series[0]?.values;
    expect(values).toEqual({
      values: [0.5, undefined, 0.1, undefined, undefined],
      format: '0%',
      formats: new Map([[2, '0.0']]),
    });
  });

  it('has the colours of the workbook that it is from', () => {
    const own: Piece = (build: Build) => {
      const name = 'charts/own.xml';
      const id = build.relate('chart', name);
      build.file(
        `word/${name}`,
        'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
        chartXml(bars(series('A', [1]))),
      );
      build.file(
        'word/charts/_rels/own.xml.rels',
        'application/vnd.openxmlformats-package.relationships+xml',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/themeOverride" Target="../theme/own.xml"/></Relationships>',
      );
      build.file(
        'word/theme/own.xml',
        'application/vnd.openxmlformats-officedocument.themeOverride+xml',
        '<a:themeOverride xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:clrScheme name="x"><a:accent1><a:srgbClr val="123456"/></a:accent1></a:clrScheme></a:themeOverride>',
      );
      return build.render([
        runOf(
          `<w:drawing><wp:inline><wp:extent cx="100000" cy="100000"/><wp:docPr id="1" name="x"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="x"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing>`,
        ),
      ]);
    };
    const { accents } = chartOf(own).palette;
    expect(accents[0]).toBe(0x123456);
    expect(accents[1]).toBe(0xed7d31);
  });
});
