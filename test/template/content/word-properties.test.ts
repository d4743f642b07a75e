import { describe, expect, it } from 'vitest';
import {
  combine,
  parseProperties,
  pick,
  writeProperties,
} from '../../../src/template/content/word-properties.ts';

describe('properties', () => {
  it('are read as children, whatever is inside them', () => {
    const xml =
      '<w:pPr><w:pStyle w:val="A"/><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs><w:rPr><w:b/></w:rPr></w:pPr>';
    const properties = parseProperties(xml);
    expect([...properties.keys()]).toEqual(['w:pStyle', 'w:tabs', 'w:rPr']);
    expect(writeProperties('w:pPr', properties)).toBe(xml);
  });

  it('are nothing where there is nothing', () => {
    for (const xml of ['', '<w:rPr/>', '<w:rPr></w:rPr>'])
      expect(writeProperties('w:rPr', parseProperties(xml))).toBe('');
  });

  it('are written in the order of the schema, later ones winning, empty ones gone', () => {
    const base = parseProperties('<w:rPr><w:sz w:val="20"/><w14:glow w14:rad="1"/><w:b/></w:rPr>');
    const combined = combine(base, [
      ['w:u', '<w:u w:val="single"/>'],
      ['w:rStyle', '<w:rStyle w:val="X"/>'],
      ['w:sz', '<w:sz w:val="30"/>'],
      ['w:b', ''],
    ]);
    expect(writeProperties('w:rPr', combined)).toBe(
      '<w:rPr><w:rStyle w:val="X"/><w:sz w:val="30"/><w:u w:val="single"/><w14:glow w14:rad="1"/></w:rPr>',
    );
  });

  it('leave tracked changes and section ends where they are', () => {
    const xml =
      '<w:pPr><w:jc w:val="left"/><w:sectPr><w:pgSz w:w="1"/></w:sectPr><w:pPrChange w:id="1"><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr>';
    expect([...parseProperties(xml).keys()]).toEqual(['w:jc']);
  });

  it('can be picked', () => {
    const properties = parseProperties('<w:pPr><w:bidi/><w:jc w:val="left"/></w:pPr>');
    expect([...pick(properties, ['w:jc', 'w:ind']).keys()]).toEqual(['w:jc']);
  });
});
