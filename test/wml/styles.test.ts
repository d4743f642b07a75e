import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/ooxml/xml.ts';
import {
  defaultFontSize,
  defaultStyle,
  NO_STYLES,
  readStyles,
  styleById,
  styleByName,
} from '../../src/wml/styles.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const read = (inside: string) => readStyles(parseXml(`<w:styles ${W}>${inside}</w:styles>`));

const GERMAN = read(
  [
    '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/><w:rPr><w:sz w:val="21"/></w:rPr></w:style>',
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="Standard"/><w:next w:val="Standard"/><w:link w:val="berschrift1Zchn"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
    '<w:style w:type="character" w:styleId="berschrift1Zchn"><w:name w:val="heading 1"/></w:style>',
    '<w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Bullet 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr></w:pPr></w:style>',
    '<w:style w:type="table" w:default="true" w:styleId="NormaleTabelle"><w:name w:val="Normal Table"/></w:style>',
    '<w:style w:styleId="Bare"/>',
    '<w:style w:type="nonsense" w:styleId="X"/><w:style w:type="paragraph"/>',
  ].join(''),
);

describe('readStyles', () => {
  it('finds styles by their built-in names, whatever their ids and case', () => {
    expect(styleByName(GERMAN, 'paragraph', 'Heading 1')).toEqual({
      id: 'berschrift1',
      name: 'heading 1',
      kind: 'paragraph',
      isDefault: false,
      basedOn: 'Standard',
      next: 'Standard',
      link: 'berschrift1Zchn',
      outlineLevel: 0,
    });
    expect(styleByName(GERMAN, 'character', 'heading 1')?.id).toBe('berschrift1Zchn');
    expect(styleByName(GERMAN, 'table', 'heading 1')).toBeUndefined();
  });

  it('reads defaults, numbering, and styles that say almost nothing', () => {
    expect(defaultStyle(GERMAN, 'paragraph')?.id).toBe('Standard');
    expect(defaultStyle(GERMAN, 'table')?.id).toBe('NormaleTabelle');
    expect(styleById(GERMAN, 'Liste')?.numbering).toEqual({ numId: 7, level: 1 });
    expect(styleById(GERMAN, 'Bare')).toEqual({
      id: 'Bare',
      name: 'Bare',
      kind: 'paragraph',
      isDefault: false,
    });
    expect(GERMAN.styles).toHaveLength(6);
  });

  it('knows how large text is that nothing formats', () => {
    expect(defaultFontSize(GERMAN)).toBe(21);
    expect(
      defaultFontSize(
        read('<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>'),
      ),
    ).toBe(24);
    expect(defaultFontSize(NO_STYLES)).toBe(20);
  });

  it('is plain data', () => {
    expect(JSON.parse(JSON.stringify(GERMAN))).toEqual(GERMAN);
  });
});
