/**
 * XML for the rest of the house: source to tree, text to source.
 */
export { parseXml } from './xml-parse.ts';
export type { Repeat, RepeatRule } from './xml-repeats.ts';
export { decodeXml, dropForbidden, escapeAttribute, escapeText } from './xml-text.ts';
export {
  childOf,
  descendantsOf,
  elementsOf,
  isElement,
  textContent,
  XmlElement,
  type XmlNode,
  type XmlOther,
  type XmlText,
} from './xml-tree.ts';
