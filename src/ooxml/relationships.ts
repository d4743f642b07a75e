/**
 * Relationships :: .rels part ↔ Relationship[]
 * ECMA-376 part 2, §6.5: how a part names what it uses.
 */
import type { XmlLimits } from './limits.ts';
import { resolveTarget } from './part-names.ts';
import { elementsOf, escapeAttribute, parseXml } from './xml.ts';

export interface Relationship {
  readonly id: string;
  /** The address as written, transitional or strict. */
  readonly type: string;
  /** The last word of the address, the same for both: `header`, `image`, `hyperlink`, `core-properties`. */
  readonly kind: string;
  /** As written. */
  readonly target: string;
  readonly external: boolean;
  /** The name of the part that an internal target leads to, whether or not that part exists. */
  readonly part: string | undefined;
}

export const RELATIONSHIP_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Strict addresses spell two of them in camel case. */
const SPELLING: ReadonlyMap<string, string> = new Map([
  ['extendedProperties', 'extended-properties'],
  ['customProperties', 'custom-properties'],
]);

const kindOf = (type: string): string => {
  const last = type.slice(type.lastIndexOf('/') + 1);
  return SPELLING.get(last) ?? last;
};

/** `source` is the part that the relationships belong to, '' for the package. */
export const readRelationships = (
  xml: string,
  source: string,
  limits?: XmlLimits,
  part = 'the relationships',
): Relationship[] =>
  elementsOf(parseXml(xml, limits, part), 'rel:Relationship').map((element) => {
    const type = element.attribute('Type') ?? '';
    const target = element.attribute('Target') ?? '';
    const external = element.attribute('TargetMode') === 'External';
    return {
      id: element.attribute('Id') ?? '',
      type,
      kind: kindOf(type),
      target,
      external,
      part: external ? undefined : resolveTarget(source, target),
    };
  });

export const writeRelationships = (
  list: readonly Pick<Relationship, 'id' | 'type' | 'target' | 'external'>[],
): string => {
  const items = list.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${escapeAttribute(id)}" Type="${escapeAttribute(type)}" Target="${escapeAttribute(target)}"${
        external ? ' TargetMode="External"' : ''
      }/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${NAMESPACE}">${items.join('')}</Relationships>`;
};
