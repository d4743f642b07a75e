/** Letters with outlines and changing colours (`w14:textOutline`, `w14:textFill`), from the document to the file. */
import { describe, expect, it } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import type { TextItem } from '../../src/layout/display-list.ts';
import { library } from '../pdf/support.ts';
import { docx, p, r } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { layout } from './table-support.ts';

const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const solid = (color: string, more = ''): string =>
  `<w14:solidFill><w14:srgbClr w14:val="${color}">${more}</w14:srgbClr></w14:solidFill>`;
const outline = (inner: string): string => `<w14:textOutline ${W14} w14:w="12700">${inner}</w14:textOutline>`;
const fill = (inner: string): string => `<w14:textFill ${W14}>${inner}</w14:textFill>`;
const GRADIENT = `<w14:gradFill><w14:gsLst><w14:gs w14:pos="20000"><w14:srgbClr w14:val="FF0000"/></w14:gs><w14:gs w14:pos="100000"><w14:srgbClr w14:val="0000FF"/></w14:gs></w14:gsLst><w14:lin w14:ang="5400000" w14:scaled="0"/></w14:gradFill>`;

const item = (xml: string): TextItem | undefined => layout(docx(p(r('Word', { xml }))))[0]?.texts[0];

describe('letters', () => {
  it('have an outline beside their colour', () => {
    expect(item(outline(solid('00FF00')) + fill(solid('FF0000')))).toMatchObject({
      color: 0xff0000,
      border: { color: 0x00ff00, width: 1 },
    });
    expect(item(outline('<w14:noFill/>'))?.border).toBeUndefined();
  });

  it('show through as much as their alpha says, which is the other way round than in drawings', () => {
    expect(item(outline(solid('000000', '<w14:alpha w14:val="40000"/>')))?.border?.color).toBe(0x666666);
  });

  it('are an outline alone where nothing fills them', () => {
    expect(item(outline(solid('00FF00')) + fill('<w14:noFill/>'))).toMatchObject({
      color: 0x00ff00,
      outline: 1,
    });
  });

  it('change their colour from the top of the line to its bottom', () => {
    const shaded = item(fill(GRADIENT));
    expect(shaded?.shading?.stops.map(({ offset, color }) => [offset, color])).toEqual([
      [0, 0xff0000],
      [0.2, 0xff0000],
      [1, 0x0000ff],
    ]);
    const [from, to] = [shaded?.shading?.from[1] ?? 0, shaded?.shading?.to[1] ?? 0];
    expect(from).toBeLessThan((shaded?.y ?? 0) - 5);
    expect(to).toBeGreaterThan(shaded?.y ?? 0);
    expect(shaded?.color).toBe(0xff0000);
  });

  it.skipIf(noPoppler)('are found once in the file, whatever they are drawn with', () => {
    const file = docx(
      p('Before ', r('shaded', { xml: outline(solid('00FF00')) + fill(GRADIENT) }), ' after'),
    );
    const result = convertNatively(file, library, { onlyFaithful: true });
    if (result.kind === 'declined') throw new Error(`declined: ${result.reasons.join()}`);
    expect(pdfText(result.pdf).trim()).toBe('Before shaded after');
  });
});
