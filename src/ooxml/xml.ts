/**
 * XML for the rest of the house: source to tree, text to source.
 */
export { parseXml } from './xml-parse.ts';
export type { RepeatRule } from './xml-repeats.ts';
export { decodeXml, escapeAttribute, escapeText } from './xml-text.ts';
export {
  childOf,
  descendantsOf,
  elementsOf,
  type Repeat,
  textContent,
  XmlElement,
  type XmlNode,
  type XmlText,
} from './xml-tree.ts';
