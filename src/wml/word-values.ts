/** How WordprocessingML writes simple values: `<w:name w:val="…"/>` (ECMA-376 §17.17, §22.9). */
import { childOf, type XmlElement } from '../ooxml/xml.ts';

/** `w:val` of a child. */
export const childValue = (parent: XmlElement | undefined, name: string): string | undefined =>
  childOf(parent, name)?.attribute('w:val');

/** ST_OnOff as an attribute (§22.9.2.7). */
export const isOn = (value: string | undefined): boolean =>
  value === '1' || value === 'true' || value === 'on';

/** ST_DecimalNumber, or undefined for what is none. */
export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
