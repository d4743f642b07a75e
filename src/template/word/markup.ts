/** Edits of start tags as they are written in the source: an attribute cut out, replaced or added. */
import type { XmlElement } from '../../ooxml/xml.ts';
import type { Op } from '../program.ts';

/** Properties of a paragraph that must be there and should not be seen: one point high. */
export const HAIRLINE =
  '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>';

interface AttributeRange {
  /** Of the white space before the name. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** After the closing quote. */
  readonly end: number;
}

const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/gy;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** By canonical name. Prefixes may be spelled differently in the source, so local names are compared. */
export const findAttribute = (
  source: string,
  element: XmlElement,
  name: string,
): AttributeRange | undefined => {
  ATTRIBUTE.lastIndex = element.start + 1 + element.rawName.length;
  for (;;) {
    const match = ATTRIBUTE.exec(source);
    if (match === null || match.index >= element.openEnd) return undefined;
    const raw = match[1] as string;
    if (
      raw.startsWith('xmlns') ||
      raw.includes(':') !== name.includes(':') ||
      localName(raw) !== localName(name)
    )
      continue;
    const end = match.index + match[0].length;
    return { start: match.index, valueStart: end - (match[2] as string).length + 1, valueEnd: end - 1, end };
  }
};

export interface AttributeEdit {
  readonly range: AttributeRange;
  /** Operations that write the new value; undefined cuts the attribute out. */
  readonly value: readonly Op[] | undefined;
}

/** The start tag with its attributes edited. What is written anew stands in double quotes, for which values are escaped. */
export const editStartTag = (source: string, element: XmlElement, edits: readonly AttributeEdit[]): Op[] => {
  const ops: Op[] = [];
  let at = element.start;
  for (const { range, value } of [...edits].sort((a, b) => a.range.start - b.range.start)) {
    if (value === undefined) {
      ops.push(source.slice(at, range.start));
      at = range.end;
    } else {
      ops.push(`${source.slice(at, range.valueStart - 1)}"`, ...value, '"');
      at = range.end;
    }
  }
  ops.push(source.slice(at, element.openEnd));
  return ops;
};

export const isSelfClosed = (element: XmlElement): boolean =>
  element.closeStart === element.openEnd && element.end === element.openEnd;

export const closeTag = (source: string, element: XmlElement): string =>
  isSelfClosed(element) ? `</${element.rawName}>` : source.slice(element.closeStart, element.end);

/** The start tag as one that has content, though the source closed it at once. */
export const openTag = (source: string, element: XmlElement): string => {
  const tag = source.slice(element.start, element.openEnd);
  return isSelfClosed(element) ? `${tag.slice(0, -2).trimEnd()}>` : tag;
};
