/**
 * What the checks of `docx-validity.ts` share: a part with its tree, and how a place in it is named.
 */
import type { DocxPackage } from '../../../src/ooxml/docx.ts';
import type { XmlElement } from '../../../src/ooxml/xml.ts';

export interface CheckedPart {
  readonly name: string;
  readonly root: XmlElement;
}

export interface CheckedPackage {
  readonly docx: DocxPackage;
  readonly parts: readonly CheckedPart[];
}

/** `w:body/w:tbl[2]/w:tr/w:tc[3]`, counted from 1 among siblings of the name; a lone or first one goes without. */
export const pathTo = (element: XmlElement): string => {
  const steps: string[] = [];
  for (let at: XmlElement | undefined = element; at?.parent !== undefined; at = at.parent) {
    const { name } = at;
    const number =
      at.parent.children.filter((node) => node.kind === 'element' && node.name === name).indexOf(at) + 1;
    steps.unshift(number > 1 ? `${name}[${number}]` : name);
  }
  return steps.join('/');
};

export const problemAt = (part: string, element: XmlElement, message: string): string =>
  `${part} at ${pathTo(element) || element.name}: ${message}`;

/** Wrappers that stand anywhere and whose children count as their parent's. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:smartTag',
  'w:ins',
  'w:del',
  'w:moveFrom',
  'w:moveTo',
  'w:dir',
  'w:bdo',
  'mc:AlternateContent',
  'mc:Choice',
  'mc:Fallback',
]);

export const isTransparent = (element: XmlElement): boolean => TRANSPARENT.has(element.name);

/** The nearest parent that is not a wrapper. */
export const containerOf = (element: XmlElement): XmlElement | undefined => {
  let at = element.parent;
  while (at !== undefined && isTransparent(at)) at = at.parent;
  return at;
};

/** Child elements, those of wrappers in their place. */
export function* contentOf(element: XmlElement): Generator<XmlElement> {
  for (const node of element.children) {
    if (node.kind !== 'element') continue;
    if (isTransparent(node)) yield* contentOf(node);
    else yield node;
  }
}

/** Every element below, fallbacks of alternate content left out: they repeat the ids of what they stand in for. */
export function* withoutFallbacks(element: XmlElement): Generator<XmlElement> {
  for (const node of element.children) {
    if (node.kind !== 'element' || node.name === 'mc:Fallback') continue;
    yield node;
    yield* withoutFallbacks(node);
  }
}
