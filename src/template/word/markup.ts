/** Edits of start tags as they are written in the source: an attribute cut out, replaced or added. */
import type { XmlElement } from '../../ooxml/xml.ts';
import type { AttributeRange } from '../../ooxml/xml-markup.ts';
import type { Op } from '../program.ts';

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
