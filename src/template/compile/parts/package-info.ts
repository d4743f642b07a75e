/** packageInfo :: package → what rendering needs to add relationships, media and lists without reading any XML */
import { contentTypeOf } from '../../../ooxml/content-types.ts';
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { relationshipsPartOf } from '../../../ooxml/part-names.ts';
import { writeRelationships } from '../../../ooxml/relationships.ts';
import { elementsOf } from '../../../ooxml/xml.ts';
import { NO_NUMBERING, type NumberingCatalogue, readNumbering } from '../../../wml/numbering.ts';
import type { NumberingInfo, Program } from '../../program.ts';

const isSignature = (part: string): boolean => part.toLowerCase().startsWith('_xmlsignatures/');

const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * What the package of a document says otherwise than that of its template. A signature would not survive any change,
 * and Word says so in red; a document that says it is a template (.dotx) does not open as a .docx.
 */
export const documentPackage = (
  docx: DocxPackage,
  unused: ReadonlySet<string>,
): Pick<Program, 'dropped' | 'replaced' | 'contentTypes'> => {
  const { mainPart } = docx;
  const signatures = [...docx.archive.entries.keys()].filter(isSignature);
  const isSigned = signatures.length > 0;
  const dropped = [...signatures, ...unused];
  const isDocument = contentTypeOf(docx.contentTypes, mainPart) === DOCUMENT;
  const overrides = [...docx.contentTypes.overrides].filter(
    ([name]) =>
      !isSignature(name) &&
      !unused.has(name) &&
      (isDocument || name.toLowerCase() !== mainPart.toLowerCase()),
  );
  if (!isDocument) overrides.push([mainPart, DOCUMENT]);
  const contentTypes = {
    defaults: [...docx.contentTypes.defaults],
    overrides,
    isChanged: isSigned || !isDocument || unused.size > 0,
  };
  if (!isSigned) return { dropped, replaced: {}, contentTypes };
  const kept = docx.relationshipsOf('').filter(({ part }) => part === undefined || !isSignature(part));
  return { dropped, replaced: { [relationshipsPartOf('')]: writeRelationships(kept) }, contentTypes };
};

export const numberingOf = (docx: DocxPackage): NumberingCatalogue => {
  const [part] = docx.partsOf('numbering');
  return part === undefined ? NO_NUMBERING : readNumbering(docx.xml(part));
};

/** Where new definitions and instances go: abstract numbers stand before all instances (ECMA-376 §17.9.17). */
export const numberingInfo = (docx: DocxPackage): NumberingInfo => {
  const [part] = docx.partsOf('numbering');
  const folder = docx.mainPart.slice(0, docx.mainPart.lastIndexOf('/') + 1);
  if (part === undefined)
    return { part: `${folder}numbering.xml`, isNew: true, definitionsAt: 0, instancesAt: 0, instances: [] };
  const root = docx.xml(part);
  const source = docx.text(part);
  const isEmpty = root.openEnd === root.end;
  const definitions = elementsOf(root, 'w:abstractNum');
  const pictures = elementsOf(root, 'w:numPicBullet');
  const instances = elementsOf(root, 'w:num');
  const definitionsAt = definitions.at(-1)?.end ?? pictures.at(-1)?.end ?? root.openEnd;
  const instancesAt = instances.at(-1)?.end ?? definitionsAt;
  return {
    part,
    // A part that holds nothing at all is written anew.
    isNew: isEmpty,
    definitionsAt: isEmpty ? 0 : definitionsAt,
    instancesAt: isEmpty ? 0 : Math.min(instancesAt, source.length),
    instances: readNumbering(root).instances.map(({ id, abstractId }) => ({ id, abstractId })),
  };
};
