/** Where things stand in the source of an element: its attributes, its tags. */
import type { XmlElement } from './xml-tree.ts';

export interface AttributeRange {
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

export const isSelfClosed = (element: XmlElement): boolean =>
  element.closeStart === element.openEnd && element.end === element.openEnd;

export const closeTag = (source: string, element: XmlElement): string =>
  isSelfClosed(element) ? `</${element.rawName}>` : source.slice(element.closeStart, element.end);

/** The start tag as one that has content, though the source closed it at once. */
export const openTag = (source: string, element: XmlElement): string => {
  const tag = source.slice(element.start, element.openEnd);
  return isSelfClosed(element) ? `${tag.slice(0, -2).trimEnd()}>` : tag;
};
