import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/ooxml/xml.ts';
import { levelsOf, readNumbering } from '../../src/wml/numbering.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const read = (inside: string) => readNumbering(parseXml(`<w:numbering ${W}>${inside}</w:numbering>`));

const CATALOGUE = read(
  [
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:pStyle w:val="H"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"/></w:abstractNum>',
    '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Outline"/></w:abstractNum>',
    '<w:abstractNum/>',
    '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride><w:lvlOverride w:ilvl="1"/></w:num>',
    '<w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num>',
    '<w:num w:numId="x"><w:abstractNumId w:val="1"/></w:num>',
  ].join(''),
);

describe('readNumbering', () => {
  it('reads levels and instances, and skips what is broken', () => {
    expect(CATALOGUE).toEqual({
      abstracts: [
        {
          id: 0,
          levels: [
            { level: 0, format: 'upperRoman', start: 3, text: '%1.', styleId: 'H' },
            { level: 1, format: 'decimal', start: 0, text: '' },
          ],
        },
        { id: 1, levels: [], styleLink: 'Outline' },
      ],
      instances: [
        { id: 4, abstractId: 0, startOverrides: [{ level: 0, start: 9 }] },
        { id: 5, abstractId: 1, startOverrides: [] },
      ],
    });
  });

  it('follows the link to a numbering style, and ends in a circle', () => {
    expect(levelsOf(CATALOGUE, 5, () => 4)).toHaveLength(2);
    expect(levelsOf(CATALOGUE, 5, () => 5)).toEqual([]);
    expect(levelsOf(CATALOGUE, 5, () => undefined)).toEqual([]);
    expect(levelsOf(CATALOGUE, 99, () => 4)).toEqual([]);
  });
});
