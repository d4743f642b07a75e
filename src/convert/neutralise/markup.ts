/**
 * cleanMarkup :: a part's tree, its kept relationships → edits
 *
 * Takes away what names something outside the package, or something that runs. The rule for references is total: an
 * attribute that holds a relationship's id survives only where that relationship was kept, and an external one (a
 * hyperlink) only on the elements that are links; else a picture could borrow a link's address.
 */
import type { XmlElement } from '../../ooxml/xml.ts';
import type { Edits } from './edits.ts';
import { isSafeLink } from './links.ts';
import type { Removal } from './removals.ts';

export interface KeptRelationships {
  readonly internal: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

const UNWANTED: ReadonlyMap<string, Removal> = new Map<string, Removal>([
  ['w:altChunk', 'alt_chunk'],
  ['w:subDoc', 'sub_document'],
  ['o:OLEObject', 'ole_object'],
  ['w:objectEmbed', 'ole_object'],
  ['w:objectLink', 'ole_object'],
  ['c:externalData', 'ole_object'],
  ['w:control', 'control'],
  ['w:movie', 'media'],
  ['w:contentPart', 'media'],
  ['w14:contentPart', 'media'],
  ['wp15:webVideoPr', 'media'],
  ['a:audioCd', 'media'],
  ['a:audioFile', 'media'],
  ['a:quickTimeFile', 'media'],
  ['a:snd', 'media'],
  ['a:videoFile', 'media'],
  ['a:wavAudioFile', 'media'],
  ['w:mailMerge', 'settings'],
  ['w:attachedTemplate', 'settings'],
  ['w:attachedSchema', 'settings'],
  ['w:saveThroughXslt', 'settings'],
  ['w:smartTagType', 'settings'],
  ['w:frameset', 'settings'],
  ['sl:schemaLibrary', 'settings'],
  ['ds:schemaRefs', 'settings'],
  ['ep:HyperlinkBase', 'settings'],
  ['ep:HLinks', 'settings'],
  ['ep:Template', 'settings'],
  ['w:entryMacro', 'macro'],
  ['w:exitMacro', 'macro'],
]);

const LINK_ELEMENTS: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'a:hlinkClick',
  'a:hlinkHover',
  'a:hlinkMouseOver',
]);
/** Of VML: addresses of pictures next to, or instead of, the embedded one. */
const VML_SOURCES: ReadonlySet<string> = new Set(['src', 'o:src', 'o:href', 'o:althref']);
const SCHEMA_LOCATIONS: ReadonlySet<string> = new Set([
  'xsi:schemaLocation',
  'xsi:noNamespaceSchemaLocation',
]);

export const cleanMarkup = (
  root: XmlElement,
  kept: KeptRelationships,
  edits: Edits,
  onRemoved: (removal: Removal) => void,
): void => {
  const walk = (element: XmlElement): void => {
    const unwanted = UNWANTED.get(element.name);
    if (unwanted !== undefined) {
      edits.remove(element);
      onRemoved(unwanted);
      return;
    }
    edits.removeAttributes(element, (name, value) => {
      const removal = unwantedAttribute(element.name, name, value, kept);
      if (removal !== undefined) onRemoved(removal);
      return removal !== undefined;
    });
    for (const child of element.children) if (child.kind === 'element') walk(child);
  };
  walk(root);
};

const unwantedAttribute = (
  element: string,
  name: string,
  value: string,
  kept: KeptRelationships,
): Removal | undefined => {
  const isLink = LINK_ELEMENTS.has(element);
  if (name.startsWith('r:') || name === 'o:relid') {
    if (kept.internal.has(value) || (isLink && kept.links.has(value))) return undefined;
    return isLink ? 'link' : 'reference';
  }
  if (element.startsWith('v:') || element.startsWith('o:')) {
    if (VML_SOURCES.has(name)) return 'reference';
    if (name === 'href') return isSafeLink(value) ? undefined : 'link';
  }
  if (isLink && name === 'action') return 'macro';
  return SCHEMA_LOCATIONS.has(name) ? 'settings' : undefined;
};
