/**
 * The package around the parts: content types, relationships, and references to them.
 */
import { contentTypeOf } from '../../../src/ooxml/content-types.ts';
import type { DocxPackage } from '../../../src/ooxml/docx.ts';
import { descendantsOf, type XmlElement } from '../../../src/ooxml/xml.ts';
import { type CheckedPart, problemAt } from './report.ts';

/** The part whose relationships this is, or undefined: `word/_rels/document.xml.rels` → `word/document.xml`. */
const ownerOf = (name: string): string | undefined => {
  const match = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name);
  return match === null ? undefined : `${match[1]}${match[2]}`;
};

export const checkPackage = (docx: DocxPackage): string[] => {
  const problems: string[] = [];
  for (const name of docx.archive.entries.keys()) {
    if (name === '[Content_Types].xml') continue;
    if (contentTypeOf(docx.contentTypes, name) === undefined) problems.push(`${name}: no content type`);
    const owner = ownerOf(name);
    if (owner === undefined) continue;
    if (owner !== '' && !docx.has(owner))
      problems.push(`${name}: relationships of a part that does not exist`);
    const ids = new Set<string>();
    for (const { id, external, part, target } of docx.relationshipsOf(owner)) {
      if (id === '' || ids.has(id)) problems.push(`${name}: the id "${id}" is given twice or empty`);
      ids.add(id);
      if (!external && !target.startsWith('#') && (part === undefined || !docx.has(part))) {
        problems.push(`${name}: ${id} leads to "${target}", which does not exist`);
      }
    }
  }
  for (const name of docx.contentTypes.overrides.keys()) {
    if (!docx.has(name)) problems.push(`[Content_Types].xml: "${name}" does not exist`);
  }
  return problems;
};

/** Every `r:` attribute names a relationship of its part; an empty one means none. */
export const checkRelationshipIds = (docx: DocxPackage, { name, root }: CheckedPart): string[] => {
  const known = new Map(docx.relationshipsOf(name).map((one) => [one.id, one.kind]));
  const problems: string[] = [];
  const check = (element: XmlElement): void => {
    for (const [attribute, value] of element.attributes) {
      if (!/^r:(id|embed|link|pict|href|cs|dm|lo|qs)$/.test(attribute) || value === '') continue;
      const kind = known.get(value);
      if (kind === undefined)
        problems.push(problemAt(name, element, `${attribute}="${value}" names no relationship`));
      else if (/^w:(header|footer)Reference$/.test(element.name) && element.name !== `w:${kind}Reference`) {
        problems.push(problemAt(name, element, `${attribute}="${value}" is a ${kind}`));
      }
    }
  };
  check(root);
  for (const element of descendantsOf(root)) check(element);
  return problems;
};

/** Prefixes in `mc:Ignorable` and `Requires` must be declared there, or Word calls the file damaged. */
export const checkPrefixes = (part: string, element: XmlElement): string[] => {
  const value =
    element.attribute('mc:Ignorable') ?? (element.name === 'mc:Choice' ? element.attribute('Requires') : '');
  if (value === undefined || value === '') return [];
  return value
    .trim()
    .split(/\s+/)
    .filter((prefix) => !isDeclared(prefix, element))
    .map((prefix) => problemAt(part, element, `the prefix "${prefix}" is not declared`));
};

const isDeclared = (prefix: string, from: XmlElement): boolean => {
  for (let at: XmlElement | undefined = from; at !== undefined; at = at.parent) {
    if (at.attribute(`xmlns:${prefix}`) !== undefined) return true;
  }
  return false;
};
