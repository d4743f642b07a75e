/** The styles of a document, as they are written. */
import type { DocxPackage } from '../../ooxml/docx.ts';
import { elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { isOn } from '../../wml/properties/word-values.ts';

export interface StylePart {
  readonly source: string;
  readonly root: XmlElement;
}

export const stylePartOf = (docx: DocxPackage): StylePart | undefined => {
  const [part] = docx.partsOf('styles');
  return part === undefined ? undefined : { source: docx.text(part), root: docx.xml(part) };
};

/** The default paragraph style of a document. */
export const defaultStyleOf = ({ root }: StylePart): string | undefined =>
  elementsOf(root, 'w:style')
    .find((style) => style.attribute('w:type') === 'paragraph' && isOn(style.attribute('w:default')))
    ?.attribute('w:styleId');
