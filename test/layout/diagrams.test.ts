/** Diagrams as Word drew them last, and canvases of other programs. */
import { describe, expect, it } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { type Build, docx, type Piece, p, runOf } from '../support/build.ts';
import { LEFT, layoutList, widthIn } from './table-support.ts';

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const DSP = 'xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"';
const DGM = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
const TEXT =
  '<a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"/><a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="1000" b="1"/><a:t>step</a:t></a:r></a:p>';
const FORM =
  '<a:xfrm><a:off x="635000" y="0"/><a:ext cx="635000" cy="635000"/></a:xfrm><a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';

const drawing = (data: string): string =>
  `<w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="1" name="Diagram"/><a:graphic><a:graphicData uri="x">${data}</a:graphicData></a:graphic></wp:inline></w:drawing>`;

const diagram =
  (names: boolean): Piece =>
  (build: Build) => {
    const cached = build.relate(
      'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing',
      'diagrams/drawing1.xml',
    );
    const extension = names
      ? `<dgm:extLst><a:ext uri="x"><dsp:dataModelExt relId="${cached}"/></a:ext></dgm:extLst>`
      : '';
    build.file(
      'word/diagrams/data1.xml',
      'application/xml',
      `<dgm:dataModel ${DGM} ${DSP} ${A}>${extension}</dgm:dataModel>`,
    );
    build.file(
      'word/diagrams/drawing1.xml',
      'application/xml',
      `<dsp:drawing ${DSP} ${A}><dsp:spTree><dsp:grpSpPr/><dsp:sp><dsp:spPr>${FORM}</dsp:spPr><dsp:txBody>${TEXT}</dsp:txBody><dsp:txXfrm><a:off x="0" y="0"/><a:ext cx="635000" cy="635000"/></dsp:txXfrm></dsp:sp></dsp:spTree></dsp:drawing>`,
    );
    const data = build.relate('diagramData', 'diagrams/data1.xml');
    return build.render([runOf(drawing(`<dgm:relIds ${DGM} r:dm="${data}"/>`))]);
  };

const findingsOf = (file: Uint8Array): readonly string[] =>
  readDocument(openDocx(file)).findings.map(({ code }) => code);

describe('a diagram', () => {
  it('is the shapes that its data names, with text where they say', () => {
    const file = docx(p(diagram(true)));
    expect(findingsOf(file)).toEqual([]);
    const items = layoutList(file).pages[0]?.items ?? [];
    const circle = items.find((item) => item.kind === 'path');
    expect(circle).toMatchObject({ fill: 0xff0000 });
    expect(circle?.path[0]?.[1]).toBeCloseTo(LEFT + 50, 1);
    const text = items.find((item) => item.kind === 'text');
    expect(text).toMatchObject({ text: 'step', size: 10 });
    // In the middle of its own box, which is not the circle's.
    expect(text?.x).toBeGreaterThan(LEFT + 10);
    expect(text?.x).toBeLessThan(LEFT + 25);
  });

  it('with centred anchors has its lines as one block in the middle: Word’s began 3.4 to 9.6 pt further right', () => {
    const body =
      '<a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchorCtr="1"/><a:p><a:r><a:rPr sz="800"/><a:t>two</a:t></a:r></a:p><a:p><a:r><a:rPr sz="800"/><a:t>lines here</a:t></a:r></a:p>';
    const canvas = `<lc:lockedCanvas xmlns:lc="http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas"><a:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1270000" cy="635000"/><a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="635000"/></a:xfrm></a:grpSpPr><a:sp><a:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1270000" cy="635000"/></a:xfrm><a:prstGeom prst="rect"/></a:spPr><a:txSp><a:txBody>${body}</a:txBody></a:txSp></a:sp></lc:lockedCanvas>`;
    const [two, lines] = (layoutList(docx(p(runOf(drawing(canvas))))).pages[0]?.items ?? []).filter(
      (item) => item.kind === 'text',
    );
    if (two === undefined || lines === undefined) throw new Error('lines are missing');
    expect(two.x).toBe(lines.x);
    expect(lines.x - LEFT).toBeCloseTo((100 - widthIn(lines, lines.text)) / 2, 1);
  });

  it('whose look is not known is a finding', () => {
    expect(findingsOf(docx(p(diagram(false))))).toEqual(['smartart']);
  });
});

describe('a canvas of another program', () => {
  it('has its own coordinates', () => {
    const canvas = `<lc:lockedCanvas xmlns:lc="http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas"><a:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2540000" cy="1270000"/><a:chOff x="0" y="0"/><a:chExt cx="2540000" cy="1270000"/></a:xfrm></a:grpSpPr><a:sp><a:spPr>${FORM}</a:spPr><a:txSp><a:txBody>${TEXT}</a:txBody></a:txSp></a:sp></lc:lockedCanvas>`;
    const file = docx(p(runOf(drawing(canvas))));
    expect(findingsOf(file)).toEqual([]);
    const circle = layoutList(file).pages[0]?.items.find((item) => item.kind === 'path');
    // Half the size of what it says.
    expect(circle?.path[0]?.[1]).toBeCloseTo(LEFT + 25, 1);
  });
});
