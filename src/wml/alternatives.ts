/**
 * alternative :: mc:AlternateContent → the children that count (ECMA-376 part 3, §7.6)
 *
 * The first choice whose namespaces the readers know; else the fallback.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';

/** Prefixes as Word writes them into `Requires`. */
const UNDERSTOOD: ReadonlySet<string> = new Set(['wps', 'wpg', 'wpc', 'w14', 'w15', 'wp14', 'a14', 'w16se']);

export const alternative = (element: XmlElement): readonly XmlElement[] => {
  for (const choice of elementsOf(element, 'mc:Choice')) {
    const wanted = (choice.attribute('Requires') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
    if (wanted.length > 0 && wanted.every((prefix) => UNDERSTOOD.has(prefix))) return elementsOf(choice);
  }
  const fallback = childOf(element, 'mc:Fallback');
  return fallback === undefined ? [] : elementsOf(fallback);
};
