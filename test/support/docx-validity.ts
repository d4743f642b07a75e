/**
 * checkDocx :: bytes → problems
 *
 * Whether Word would open a document without offering to repair it, as far as that can be told from outside: run
 * over every document that a test renders. It knows the schema's order of children, what may stand where, ids and
 * references; it does not know every attribute of the schema.
 */
import { PlatenError } from '../../src/errors.ts';
import { contentTypeOf } from '../../src/ooxml/content-types.ts';
import { type DocxPackage, openDocx } from '../../src/ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../src/ooxml/limits.ts';
import { descendantsOf } from '../../src/ooxml/xml.ts';
import { readEntry } from '../../src/ooxml/zip-read.ts';
import { checkFields, checkPairs, checkReferences, checkUnique } from './validity/ids.ts';
import { checkOrder } from './validity/order.ts';
import { checkPackage, checkPrefixes, checkRelationshipIds } from './validity/package.ts';
import type { CheckedPart } from './validity/report.ts';
import { checkBlocks, checkPlace, checkSpace, checkTable } from './validity/structure.ts';
import { checkSection, checkValues } from './validity/values.ts';

/** Rendered documents may be far larger than what may be uploaded. */
const LIMITS: PackageLimits = {
  ...DEFAULT_PACKAGE_LIMITS,
  fileBytes: Number.MAX_SAFE_INTEGER,
  unpackedBytes: Number.MAX_SAFE_INTEGER,
  entries: Number.MAX_SAFE_INTEGER,
  ratio: Number.MAX_SAFE_INTEGER,
  xmlNodes: Number.MAX_SAFE_INTEGER,
};

const ELEMENT_CHECKS = [
  checkOrder,
  checkPlace,
  checkBlocks,
  checkTable,
  checkSection,
  checkSpace,
  checkValues,
  checkPrefixes,
] as const;

/**
 * What is wrong with a document; nothing for a valid one. Kinds of problems that the template of the document has
 * itself are left out where it is given: Word forgives much, and a renderer need not mend what it copies.
 */
export const checkDocx = (file: Uint8Array, template?: Uint8Array): string[] => {
  const problems = findProblems(file);
  if (template === undefined || problems.length === 0) return problems;
  const forgiven = new Set(findProblems(template).map(kindOf));
  return problems.filter((problem) => !forgiven.has(kindOf(problem)));
};

/** A problem without its place and the names in it. */
const kindOf = (problem: string): string => problem.replace(/^.*?: /, '').replace(/"[^"]*"|\d+/g, '…');

const findProblems = (file: Uint8Array): string[] => {
  try {
    const docx = openDocx(file, LIMITS);
    const { parts, problems } = readParts(docx);
    problems.push(...checkPackage(docx), ...checkUnique(parts), ...checkReferences({ docx, parts }));
    for (const part of parts) {
      problems.push(...checkRelationshipIds(docx, part), ...checkPairs(part), ...checkFields(part));
      for (const element of [part.root, ...descendantsOf(part.root)]) {
        for (const check of ELEMENT_CHECKS) problems.push(...check(part.name, element));
      }
    }
    return problems;
  } catch (error) {
    if (error instanceof PlatenError) return [`${error.code}: ${error.message}`];
    throw error;
  }
};

/** Every part, read and checked against its sum; the XML ones parsed. */
const readParts = (docx: DocxPackage): { parts: CheckedPart[]; problems: string[] } => {
  const parts: CheckedPart[] = [];
  const problems: string[] = [];
  for (const entry of docx.archive.entries.values()) {
    const type = contentTypeOf(docx.contentTypes, entry.name) ?? '';
    try {
      if (!/[+/]xml$/.test(type) || entry.name === '[Content_Types].xml') readEntry(entry);
      else parts.push({ name: entry.name, root: docx.xml(entry.name) });
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      problems.push(`${error.code}: ${error.message}`);
    }
  }
  return { parts, problems };
};
