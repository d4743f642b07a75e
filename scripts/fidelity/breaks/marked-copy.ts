/** markedCopy :: package, spots → the same package, with a bookmark at each spot: its layout says where they came to stand */
import type { DocxPackage } from '../../../src/ooxml/docx.ts';
import { childOf, parseXml, type XmlElement } from '../../../src/ooxml/xml.ts';
import type { Spot } from './flow.ts';

/** Far from the ids of the document's own. */
const FIRST_ID = 7_000_000;

export const markedCopy = (docx: DocxPackage, spots: readonly Spot[]): DocxPackage => {
  const { mainPart } = docx;
  const source = docx.text(mainPart);
  const parts: string[] = [];
  const kept = new Set<XmlElement>();
  let from = 0;
  for (const [index, { name, run, within, at }] of spots.entries()) {
    if (within !== undefined && !kept.has(within)) {
      kept.add(within);
      if (within.attribute('xml:space') !== 'preserve') {
        const inTag = within.start + '<w:t'.length;
        if (inTag >= from) {
          parts.push(source.slice(from, inTag), ' xml:space="preserve"');
          from = inTag;
        }
      }
    }
    const look = childOf(run, 'w:rPr');
    const begin = `<w:r>${look === undefined ? '' : source.slice(look.start, look.end)}`;
    const id = FIRST_ID + index;
    const mark = `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
    parts.push(
      source.slice(from, at),
      within === undefined ? '' : '</w:t>',
      `</w:r>${mark}${begin}`,
      within === undefined ? '' : '<w:t xml:space="preserve">',
    );
    from = at;
  }
  parts.push(source.slice(from));
  const text = parts.join('');
  return {
    ...docx,
    text: (part) => (part === mainPart ? text : docx.text(part)),
    xml: (part, repeated) =>
      part === mainPart ? parseXml(text, { ...docx.limits }, mainPart, repeated) : docx.xml(part, repeated),
  };
};
