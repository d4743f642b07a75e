/**
 * keepLinksAlive :: the runs of links → edits that name their character style
 *
 * LibreOffice (seen in 7.4) exports a link only where its run names a character style that exists; Word needs none.
 * The document's default character style changes nothing about the looks.
 */
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { Edits } from './edits.ts';

/** The id of the default character style ("Default Paragraph Font"), where the document has one. */
export const defaultCharacterStyle = (styles: XmlElement): string | undefined =>
  elementsOf(styles, 'w:style')
    .find((style) => style.attribute('w:type') === 'character' && isOn(style.attribute('w:default')))
    ?.attribute('w:styleId');

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

/** Runs inside `w:hyperlink`. Those of HYPERLINK fields are known to `cleanFields`. */
export const runsOfLinks = (root: XmlElement): XmlElement[] => {
  const runs: XmlElement[] = [];
  for (const element of descendantsOf(root)) {
    if (element.name === 'w:r' && element.parent?.name === 'w:hyperlink') runs.push(element);
  }
  return runs;
};

export const keepLinksAlive = (runs: Iterable<XmlElement>, style: string, edits: Edits): void => {
  for (const run of runs) {
    // An attribute cannot use the default namespace; a file that gives Word's elements no prefix has no short way.
    const prefix = /^(.+:)r$/.exec(run.rawName)?.[1];
    const properties = childOf(run, 'w:rPr');
    if (prefix === undefined || childOf(properties, 'w:rStyle') !== undefined) continue;
    const named = `<${prefix}rStyle ${prefix}val="${style}"/>`;
    const wrapped = `<${prefix}rPr>${named}</${prefix}rPr>`;
    if (properties === undefined) edits.replace(run.openEnd, run.openEnd, wrapped);
    else if (properties.closeStart === properties.end)
      edits.replace(properties.start, properties.end, wrapped);
    else edits.replace(properties.openEnd, properties.openEnd, named);
  }
};
