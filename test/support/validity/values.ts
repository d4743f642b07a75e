/**
 * Attribute values that Word insists on.
 */
import { elementsOf, type XmlElement } from '../../../src/ooxml/xml.ts';
import { containerOf, problemAt } from './report.ts';

interface ValueRule {
  readonly element: string;
  readonly attribute: string;
  readonly parent?: string;
  readonly isValid: (value: string) => boolean;
}

const integer =
  (low: number, high: number) =>
  (value: string): boolean =>
    /^-?\d+$/.test(value) && Number(value) >= low && Number(value) <= high;

const MAX = 2 ** 31 - 1;
/** ST_PositiveCoordinate (ECMA-376 §20.1.10.42). */
const coordinate = integer(0, 27_273_042_316_900);
/** [MS-DOCX] §2.6.2: eight hexadecimal digits below 80000000. */
const longHex = (value: string): boolean =>
  /^[0-9a-f]{8}$/i.test(value) && Number.parseInt(value, 16) < 0x80000000;

const RULES: readonly ValueRule[] = [
  { element: 'wp:docPr', attribute: 'id', isValid: integer(0, MAX) },
  { element: 'wp:extent', attribute: 'cx', isValid: coordinate },
  { element: 'wp:extent', attribute: 'cy', isValid: coordinate },
  { element: 'w:bookmarkStart', attribute: 'w:id', isValid: integer(-MAX - 1, MAX) },
  { element: 'w:bookmarkStart', attribute: 'w:name', isValid: (name) => name !== '' },
  { element: 'w:p', attribute: 'w14:paraId', isValid: longHex },
  { element: 'w:p', attribute: 'w14:textId', isValid: longHex },
  { element: 'w:id', attribute: 'w:val', parent: 'w:sdtPr', isValid: integer(-MAX - 1, 2 ** 32 - 1) },
  { element: 'w:gridSpan', attribute: 'w:val', isValid: integer(1, 63) },
  { element: 'w:ilvl', attribute: 'w:val', isValid: integer(0, 8) },
];
const BY_ELEMENT = Map.groupBy(RULES, ({ element }) => element);

export const checkValues = (part: string, element: XmlElement): string[] =>
  (BY_ELEMENT.get(element.name) ?? []).flatMap(({ attribute, parent, isValid }) => {
    const value = element.attribute(attribute);
    if (value === undefined || isValid(value) || (parent !== undefined && element.parent?.name !== parent))
      return [];
    return [problemAt(part, element, `${attribute}="${value}" is not a value that Word takes`)];
  });

/** A section has at most one header and one footer of each type, and ends outside of tables and headers. */
export const checkSection = (part: string, element: XmlElement): string[] => {
  if (element.name !== 'w:sectPr') return [];
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const child of elementsOf(element)) {
    if (!/^w:(header|footer)Reference$/.test(child.name)) continue;
    const key = `${child.name} ${child.attribute('w:type') ?? 'default'}`;
    if (seen.has(key)) problems.push(problemAt(part, child, `a second <${child.name}> of its type`));
    seen.add(key);
  }
  const paragraph = element.parent?.name === 'w:pPr' ? element.parent.parent : undefined;
  const container = paragraph === undefined ? undefined : containerOf(paragraph);
  if (container !== undefined && container.name !== 'w:body' && container.name !== 'w:docPartBody') {
    problems.push(problemAt(part, element, `a section may not end in <${container.name}>`));
  }
  return problems;
};
