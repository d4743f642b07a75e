/**
 * ContentTypes :: [Content_Types].xml ↔ two tables
 * ECMA-376 part 2, §6.2.3: a part's type is its override's, else its extension's. Both are compared without case.
 */
import type { XmlLimits } from './limits.ts';
import { elementsOf, escapeAttribute, parseXml } from './xml.ts';

export const CONTENT_TYPES_PART = '[Content_Types].xml';

export interface ContentTypes {
  /** By extension in lower case, without the dot. */
  readonly defaults: ReadonlyMap<string, string>;
  /** By part name as written, without the leading slash. */
  readonly overrides: ReadonlyMap<string, string>;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';

export const readContentTypes = (xml: string, limits?: XmlLimits): ContentTypes => {
  const defaults = new Map<string, string>();
  const overrides = new Map<string, string>();
  for (const element of elementsOf(parseXml(xml, limits, CONTENT_TYPES_PART))) {
    const type = element.attribute('ContentType') ?? '';
    if (element.name === 'ct:Default')
      defaults.set((element.attribute('Extension') ?? '').toLowerCase(), type);
    if (element.name === 'ct:Override')
      overrides.set((element.attribute('PartName') ?? '').replace(/^\//, ''), type);
  }
  return { defaults, overrides };
};

export const contentTypeOf = (types: ContentTypes, part: string): string | undefined => {
  const exact = types.overrides.get(part);
  if (exact !== undefined) return exact;
  const lower = part.toLowerCase();
  for (const [name, type] of types.overrides) if (name.toLowerCase() === lower) return type;
  const dot = lower.lastIndexOf('.');
  return dot < lower.lastIndexOf('/') ? undefined : types.defaults.get(lower.slice(dot + 1));
};

export const writeContentTypes = ({ defaults, overrides }: ContentTypes): string => {
  const items = [
    ...[...defaults].map(
      ([extension, type]) =>
        `<Default Extension="${escapeAttribute(extension)}" ContentType="${escapeAttribute(type)}"/>`,
    ),
    ...[...overrides].map(
      ([part, type]) =>
        `<Override PartName="/${escapeAttribute(part)}" ContentType="${escapeAttribute(type)}"/>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="${NAMESPACE}">${items.join('')}</Types>`;
};
