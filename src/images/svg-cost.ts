/**
 * svgCost :: SVG text → elements that drawing it visits
 *
 * A few hundred bytes of nested `use` or `pattern` draw billions of elements. This counts them without drawing: each
 * element is one, and each reference is what it refers to. References that style sheets make are not seen; the
 * renderer's time limit ends those.
 */
import { dataError } from '../errors.ts';
import { damaged } from './image-error.ts';

interface Element {
  readonly children: Element[];
  readonly references: readonly string[];
  /** Undefined until counted; 0 while being counted, so that a circle costs nothing (it is not drawn either). */
  cost: number | undefined;
}

/** As deep as resvg goes itself; beyond, our own recursion would be at risk. */
const DEEPEST = 1000;

const REFERENCE = /(?:href\s*=\s*["']\s*|url\(\s*["']?)#([^"')\s]+)/g;
const ID = /\sid\s*=\s*["']([^"']*)["']/;

/** Past the end of a construct, or an error: the file is not well-formed anyway. */
const after = (text: string, needle: string, from: number): number => {
  const at = text.indexOf(needle, from);
  if (at < 0) throw damaged('SVG', 'it is not well-formed XML');
  return at + needle.length;
};

/** Past the `>` of a tag; one inside quotes does not count. */
const tagEnd = (text: string, from: number): number => {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at + 1;
    }
  }
  throw damaged('SVG', 'it is not well-formed XML');
};

const read = (text: string): { readonly root: Element; readonly byId: ReadonlyMap<string, Element> } => {
  const root: Element = { children: [], references: [], cost: undefined };
  const byId = new Map<string, Element>();
  const open: Element[] = [root];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      at = after(text, '-->', at);
    } else if (text.startsWith('<![CDATA[', at)) {
      at = after(text, ']]>', at);
    } else if (text.startsWith('<?', at)) {
      at = after(text, '?>', at);
    } else {
      const end = tagEnd(text, at);
      const tag = text.slice(at, end);
      at = end;
      if (tag.startsWith('</')) {
        if (open.length > 1) open.pop();
      } else if (!tag.startsWith('<!')) {
        const element: Element = {
          children: [],
          references: [...tag.matchAll(REFERENCE)].map((match) => match[1] ?? ''),
          cost: undefined,
        };
        open.at(-1)?.children.push(element);
        const id = ID.exec(tag)?.[1];
        if (id !== undefined) byId.set(id, element);
        if (!tag.endsWith('/>')) open.push(element);
        if (open.length > DEEPEST)
          throw dataError(`The SVG picture is nested deeper than ${DEEPEST} elements.`);
      }
    }
  }
  return { root, byId };
};

export const svgCost = (text: string): number => {
  const { root, byId } = read(text);
  const costOf = (element: Element, depth: number): number => {
    if (element.cost !== undefined) return element.cost;
    if (depth > DEEPEST * 2) throw dataError('The references of the SVG picture are nested too deeply.');
    element.cost = 0;
    let cost = 1;
    for (const child of element.children) cost += costOf(child, depth + 1);
    for (const id of element.references) {
      const target = byId.get(id);
      if (target !== undefined) cost += costOf(target, depth + 1);
    }
    element.cost = cost;
    return cost;
  };
  return costOf(root, 0);
};
