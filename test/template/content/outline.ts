/**
 * Emitted XML in a form that a test can state: one line a paragraph.
 *
 *   (Heading1) Title            style
 *   #100.0 item                 numbering instance and level
 *   {jc=center ind=720} text    other paragraph properties
 *   a <b>bold</b> ↵ b → c       runs: formats as tags, line break, tab
 *   [link https://x/ label]     hyperlink, [image], | cell | cell |
 */
import { childOf, elementsOf, parseXml, textContent, type XmlElement } from '../../../src/ooxml/xml.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export const parseFragment = (xml: string): XmlElement => parseXml(`<w:body ${NAMESPACES}>${xml}</w:body>`);

const attributeList = (element: XmlElement): string =>
  [...element.attributes.values()].filter((value) => value !== 'auto' && value !== 'clear').join(',');

/** `w:b` → b, `w:color w:val="FF0000"` → color=FF0000; complex-script twins say nothing new. */
const marks = (properties: XmlElement | undefined): readonly string[] =>
  (properties === undefined ? [] : elementsOf(properties))
    .filter(({ name }) => !['w:bCs', 'w:iCs', 'w:szCs'].includes(name))
    .map((element) => {
      const name = element.name.slice(2);
      if (name === 'rFonts') return `font=${element.attribute('w:ascii')}`;
      if (name === 'shd') return `shd=${element.attribute('w:fill')}`;
      const value = attributeList(element);
      return value === '' ? name : `${name}=${value}`;
    });

const runOutline = (run: XmlElement): string => {
  const text = elementsOf(run)
    .map((child) => {
      switch (child.name) {
        case 'w:t':
          return textContent(child);
        case 'w:br':
          return '↵';
        case 'w:tab':
          return '→';
        case 'w:drawing':
          return '[image]';
        case 'w:softHyphen':
          return '[-]';
        case 'w:noBreakHyphen':
          return '[=]';
        default:
          return '';
      }
    })
    .join('');
  return marks(childOf(run, 'w:rPr')).reduceRight(
    (inside, mark) => `<${mark}>${inside}</${mark.replace(/=.*/, '')}>`,
    text,
  );
};

const inlineOutline = (parent: XmlElement): string =>
  elementsOf(parent)
    .map((child) => {
      if (child.name === 'w:r') return runOutline(child);
      if (child.name !== 'w:hyperlink') return '';
      const to = child.attribute('r:id') ?? `#${child.attribute('w:anchor')}`;
      return `[link ${to} ${inlineOutline(child)}]`;
    })
    .join('');

const IGNORED = new Set(['w:pStyle', 'w:numPr', 'w:contextualSpacing', 'w:spacing', 'w:rPr', 'w:keepLines']);

const paragraphOutline = (paragraph: XmlElement): string => {
  const properties = childOf(paragraph, 'w:pPr');
  const style = childOf(properties, 'w:pStyle')?.attribute('w:val');
  const numbering = childOf(properties, 'w:numPr');
  const number = `${childOf(numbering, 'w:numId')?.attribute('w:val')}.${childOf(numbering, 'w:ilvl')?.attribute('w:val')}`;
  const others = (properties === undefined ? [] : elementsOf(properties))
    .filter(({ name }) => !IGNORED.has(name))
    .map((element) => {
      const inside = elementsOf(element)
        .map((child) => child.name.slice(2))
        .join(',');
      return `${element.name.slice(2)}=${inside === '' ? attributeList(element) : inside}`;
    });
  return [
    ...(style === undefined ? [] : [`(${style})`]),
    ...(numbering === undefined ? [] : [`#${number}`]),
    ...(others.length === 0 ? [] : [`{${others.join(' ')}}`]),
    inlineOutline(paragraph),
  ]
    .join(' ')
    .trim();
};

const tableOutline = (table: XmlElement): readonly string[] =>
  elementsOf(table, 'w:tr').map((row) => {
    const cells = elementsOf(row, 'w:tc').map((cell) => {
      const properties = childOf(cell, 'w:tcPr');
      const span = childOf(properties, 'w:gridSpan')?.attribute('w:val');
      const merge = childOf(properties, 'w:vMerge');
      const notes = [
        ...(span === undefined ? [] : [`span${span}`]),
        ...(merge === undefined ? [] : [merge.attribute('w:val') ?? 'continue']),
      ].join(' ');
      return `${notes === '' ? '' : `{${notes}} `}${blockOutlines(cell).join(' / ')}`.trim();
    });
    return `| ${cells.join(' | ')} |`;
  });

const blockOutlines = (parent: XmlElement): readonly string[] =>
  elementsOf(parent).flatMap((child) => {
    if (child.name === 'w:p') return [paragraphOutline(child)];
    return child.name === 'w:tbl' ? tableOutline(child) : [];
  });

export const outline = (xml: string): readonly string[] => blockOutlines(parseFragment(xml));

export const inlineText = (xml: string): string => inlineOutline(parseFragment(xml));
