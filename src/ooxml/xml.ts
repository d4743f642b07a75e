/**
 * XML for the rest of the house: source to tree, text to source.
 */
export { parseXml } from './xml-parse.ts';
export type { RepeatRule } from './xml-repeats.ts';
export { decodeXml, dropForbidden, escapeAttribute, escapeText } from './xml-text.ts';
export {
  childOf,
  descendantsOf,
  elementsOf,
  isElement,
  type Repeat,
  textContent,
  XmlElement,
  type XmlNode,
  type XmlOther,
  type XmlText,
} from './xml-tree.ts';
