/**
 * cleanSvg :: an SVG picture → the same picture, by itself
 *
 * An SVG may name other files wherever it names a colour. What stays: references within the picture, and raster
 * pictures as data. Anything that cannot be read for certain is answered with undefined, and the picture left out.
 */
import { PlatenError } from '../../errors.ts';
import { decodeXml, parseXml, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { Edits } from './edits.ts';

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Drawing programs write it; it names a file that nobody needs, and holds nothing of its own. */
const PLAIN_DOCTYPE = /<!DOCTYPE\s+svg\b[^[\]<>]*>/i;
const UNWANTED: ReadonlySet<string> = new Set([
  'script',
  'foreignobject',
  'handler',
  'listener',
  'iframe',
  'audio',
  'video',
]);
const RASTER_DATA = /^data:image\/(?:png|jpe?g|gif|bmp|webp)[;,]/i;

export const cleanSvg = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    const source = decodeXml(bytes, 'a picture').replace(PLAIN_DOCTYPE, '');
    const root = parseXml(source, undefined, 'a picture');
    if (localName(root.name) !== 'svg') return undefined;
    const edits = new Edits(source);
    clean(root, edits);
    return new TextEncoder().encode(XML_HEAD + edits.apply(root.start, root.end));
  } catch (error) {
    if (error instanceof PlatenError) return undefined;
    throw error;
  }
};

/** `svg` of `{http://www.w3.org/2000/svg}svg`: the vocabulary is not one of the house's. */
const localName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('}'), name.lastIndexOf(':')) + 1);

const clean = (element: XmlElement, edits: Edits): void => {
  const name = localName(element.name).toLowerCase();
  if (UNWANTED.has(name) || (name === 'style' && !isPlainStyle(textContent(element)))) {
    edits.remove(element);
    return;
  }
  edits.removeAttributes(element, (attribute, value) => !isPlainAttribute(attribute, value));
  for (const child of element.children) if (child.kind === 'element') clean(child, edits);
};

const isPlainAttribute = (name: string, value: string): boolean => {
  if (name === 'xmlns' || name.startsWith('xmlns:')) return true;
  const local = localName(name).toLowerCase();
  if (local === 'base' || local.startsWith('on')) return false;
  if (local === 'href' || local === 'src' || local === 'data') {
    const target = value.trim();
    return target.startsWith('#') || RASTER_DATA.test(target);
  }
  return isPlainStyle(value);
};

/** A backslash can spell `url` in ways that no search finds. */
const isPlainStyle = (css: string): boolean =>
  !/\\|@import|@font-face|expression|javascript:/i.test(css) &&
  [...css.matchAll(/url\s*\(\s*["']?\s*(.?)/gi)].every(([, first]) => first === '#');
