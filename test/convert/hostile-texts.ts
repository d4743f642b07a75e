/** Documents that try to hold whoever lays them out: each fills its room with one kind of text that might be slow, endless or large. */
import type { KeptParts } from '../../src/ooxml/kept-parts.ts';
import { full, long, p, page, partsOf, ROOM, r, t } from './hostile-package.ts';

export type Shapes = Readonly<Record<string, () => KeptParts>>;

export const HOSTILE_TEXTS: Shapes = {
  'one word': () => partsOf(long('x')),
  'one word of capitals that join': () =>
    partsOf(p(r(t('AVAToffifl'.repeat(18_000)), '<w:rPr><w:kern w:val="2"/><w:smallCaps/></w:rPr>'))),
  blanks: () => partsOf(long(' ')),
  'hyphens one after the other': () => partsOf(long('-')),
  'soft hyphens': () => partsOf(long('a&#xAD;')),
  'marks on one letter': () => partsOf(long('&#x301;')),
  'letters from right to left': () => partsOf(long('אב ')),
  'both directions in turns': () => partsOf(long('aא1(ב)')),
  'marks of direction': () => partsOf(long('\u202b\u202a')),
  'letters that shape': () => partsOf(long('ع')),
  'letters of Thailand': () => partsOf(long('ที่')),
  ideographs: () => partsOf(long('漢字かな')),
  'a character of many scripts each': () =>
    partsOf(p(r(t(full((index) => String.fromCodePoint(0x100 + ((index * 37) % 0x2a00))))))),
  'characters beyond the first plane': () =>
    partsOf(p(r(t(full((index) => String.fromCodePoint(0x10000 + ((index * 97) % 0x10000))))))),
  tabs: () => partsOf(p(full(() => '<w:r><w:tab/></w:r>'))),
  'tabs with many stops': () =>
    partsOf(
      p(
        full(() => '<w:r><w:tab/><w:t>1.5</w:t></w:r>', ROOM / 2),
        `<w:tabs>${full((index) => `<w:tab w:val="decimal" w:leader="dot" w:pos="${index}"/>`, ROOM / 2)}</w:tabs>`,
      ),
    ),
  'line breaks': () => partsOf(p(full(() => '<w:r><w:br/></w:r>'))),
  'page breaks': () => partsOf(p(full(() => '<w:r><w:br w:type="page"/></w:r>'))),
  'column breaks': () =>
    partsOf(p(full(() => '<w:r><w:br w:type="column"/></w:r>')) + page('<w:cols w:num="45"/>')),
  'empty paragraphs': () => partsOf(full(() => '<w:p/>')),
  'paragraphs that keep together': () =>
    partsOf(full((index) => p(r(t(`${index}`)), '<w:keepNext/><w:keepLines/>'))),
  'a format for each letter': () =>
    partsOf(
      p(
        full((index) =>
          r(t('a'), `<w:rPr><w:sz w:val="${index % 3000}"/><w:spacing w:val="${index}"/></w:rPr>`),
        ),
      ),
    ),
  'a font for each letter': () =>
    partsOf(p(full((index) => r(t('a'), `<w:rPr><w:rFonts w:ascii="Font ${index}"/></w:rPr>`)))),
  'letters of no size': () => partsOf(p(r(t('x '.repeat(50_000)), '<w:rPr><w:sz w:val="0"/></w:rPr>'))),
  'letters larger than any page': () =>
    partsOf(p(r(t('x '.repeat(9_000)), '<w:rPr><w:sz w:val="99999"/></w:rPr>'))),
  'letters stretched': () =>
    partsOf(p(r(t('x '.repeat(50_000)), '<w:rPr><w:w w:val="1"/><w:spacing w:val="-31680"/></w:rPr>'))),
  'lines of no height': () =>
    partsOf(p(r(t('word '.repeat(36_000))), '<w:spacing w:line="1" w:lineRule="exact"/>')),
  'lines of negative height': () =>
    partsOf(
      p(
        r(t('word '.repeat(36_000))),
        '<w:spacing w:before="-99999" w:after="-99999" w:line="-240" w:lineRule="exact"/>',
      ),
    ),
  'no room for a letter': () =>
    partsOf(p(r(t('word '.repeat(36_000))), '<w:ind w:left="99999" w:right="99999"/>')),
};
