/** Where an element stands among cells, rows and tables. */
import type { XmlElement } from '../../ooxml/xml.ts';

export const nearest = (element: XmlElement | undefined, name: string): XmlElement | undefined => {
  let at = element;
  while (at !== undefined && at.name !== name && !isStoryRoot(at)) at = at.parent;
  return at?.name === name ? at : undefined;
};

/** A text box or a note is a document of its own: its paragraphs do not see the table around it. */
const isStoryRoot = (element: XmlElement): boolean =>
  element.name === 'w:txbxContent' || element.name === 'w:footnote' || element.name === 'w:endnote';

export const storyOf = (element: XmlElement): XmlElement => {
  let at = element;
  while (!isStoryRoot(at) && at.parent !== undefined) at = at.parent;
  return at;
};

const ancestorsOf = (element: XmlElement): XmlElement[] => {
  const chain: XmlElement[] = [];
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) chain.push(at);
  return chain;
};

export const commonAncestor = (elements: readonly XmlElement[]): XmlElement | undefined => {
  const [first, ...rest] = elements;
  if (first === undefined) return undefined;
  const chains = rest.map((element) => new Set(ancestorsOf(element)));
  return ancestorsOf(first).find((ancestor) => chains.every((chain) => chain.has(ancestor)));
};
