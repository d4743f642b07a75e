/** listOf :: paragraph → the list that it counts in, by itself or by its style (ECMA-376 §17.3.1.19) */
import type { XmlElement } from '../../ooxml/xml.ts';
import { childOf } from '../../ooxml/xml.ts';
import type { StyleCatalogue } from '../../wml/styles.ts';
import { styleById } from '../../wml/styles.ts';

interface ListPlace {
  /** `w:numId`. */
  readonly list: string;
  readonly level: number;
  /** It comes with the paragraph's style, so the paragraph itself does not say so. */
  readonly byStyle: boolean;
}

/** Styles based on each other in a ring exist in broken files. */
const MAX_STYLE_DEPTH = 20;

export const listOf = (paragraph: XmlElement, styles: StyleCatalogue): ListPlace | undefined => {
  const pPr = childOf(paragraph, 'w:pPr');
  const own = childOf(pPr, 'w:numPr');
  const list = childOf(own, 'w:numId')?.attribute('w:val');
  // "0" takes the numbering of a style away.
  if (list === '0') return undefined;
  if (list !== undefined)
    return { list, level: Number(childOf(own, 'w:ilvl')?.attribute('w:val') ?? 0), byStyle: false };
  let id = childOf(pPr, 'w:pStyle')?.attribute('w:val');
  for (let depth = 0; id !== undefined && depth < MAX_STYLE_DEPTH; depth++) {
    const style = styleById(styles, id);
    if (style?.numbering !== undefined) {
      const { numId, level } = style.numbering;
      return numId === 0 ? undefined : { list: String(numId), level, byStyle: true };
    }
    id = style?.basedOn;
  }
  return undefined;
};
