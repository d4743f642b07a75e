/**
 * parseHtml :: HTML text → tree of elements and text
 *
 * parse5 reads as browsers do, whatever comes, in linear time. Its tree is narrowed to what is used here, and its depth
 * is bounded, because all that follows is recursive.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { dataError } from '../../../errors.ts';

export interface HtmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly children: readonly HtmlNode[];
  attribute(name: string): string | undefined;
}

interface HtmlText {
  readonly kind: 'text';
  readonly text: string;
}

export type HtmlNode = HtmlElement | HtmlText;

/** Characters of source. A long book has a million; beyond, a document is not what is being made. */
const MOST_CHARACTERS = 10_000_000;
/** No editor nests as deep, and Word would not either. */
const DEEPEST = 200;

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

const convert = (node: DefaultTreeAdapterTypes.ChildNode, depth: number): HtmlNode | undefined => {
  if (depth > DEEPEST) throw dataError(`The HTML is nested deeper than ${DEEPEST} elements.`);
  if (node.nodeName === '#text')
    return { kind: 'text', text: (node as DefaultTreeAdapterTypes.TextNode).value };
  // Comments, document types, and what is not HTML (svg, math).
  if (!('childNodes' in node) || node.namespaceURI !== HTML_NAMESPACE) return undefined;
  const element = node;
  return {
    kind: 'element',
    name: element.tagName,
    children: element.childNodes
      .map((child) => convert(child, depth + 1))
      .filter((child) => child !== undefined),
    attribute: (name) => element.attrs.find((attribute) => attribute.name === name)?.value,
  };
};

export const parseHtml = (source: string): readonly HtmlNode[] => {
  if (source.length > MOST_CHARACTERS) {
    throw dataError(`The text has ${source.length} characters; ${MOST_CHARACTERS} is the limit.`);
  }
  const fragment = parseFragment(source);
  return fragment.childNodes.map((child) => convert(child, 0)).filter((child) => child !== undefined);
};
