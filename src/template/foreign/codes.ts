/**
 * codesIn :: part → its field codes and the content controls that carry a name
 *
 * The code of a field may be cut into any number of runs, and hold other fields (ECMA-376 §17.16.2).
 */
import { childOf, descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';

export interface FieldCode {
  readonly code: string;
  /** Where the field begins. */
  readonly element: XmlElement;
}

export interface NamedControl {
  readonly tag: string;
  readonly element: XmlElement;
}

export interface Codes {
  readonly fields: readonly FieldCode[];
  readonly controls: readonly NamedControl[];
}

export const codesIn = (root: XmlElement): Codes => {
  const fields: FieldCode[] = [];
  const controls: NamedControl[] = [];
  const open: { readonly element: XmlElement; code: string; isRead: boolean }[] = [];
  for (const element of descendantsOf(root)) {
    const top = open.at(-1);
    if (element.name === 'w:fldSimple') fields.push({ code: element.attribute('w:instr') ?? '', element });
    else if (element.name === 'w:instrText') {
      if (top !== undefined && !top.isRead) top.code += textContent(element);
    } else if (element.name === 'w:fldChar') {
      const type = element.attribute('w:fldCharType');
      if (type === 'begin') open.push({ element, code: '', isRead: false });
      else if (type === 'separate' && top !== undefined) top.isRead = true;
      else if (type === 'end' && top !== undefined) {
        open.pop();
        fields.push({ code: top.code, element: top.element });
      }
    } else if (element.name === 'w:sdtPr') {
      const tag = nameOf(element);
      if (tag !== undefined) controls.push({ tag, element });
    }
  }
  return { fields, controls };
};

/** What only a person or Word itself fills: choices, bound properties, building blocks, one-time instructions. */
const FILLED_OTHERWISE = [
  ...['w:dataBinding', 'w15:dataBinding', 'w:docPartObj', 'w:docPartList', 'w:temporary', 'w:date'],
  ...[
    'w:dropDownList',
    'w:comboBox',
    'w14:checkbox',
    'w:citation',
    'w:bibliography',
    'w:equation',
    'w:group',
  ],
];

const nameOf = (properties: XmlElement): string | undefined => {
  const tag = childOf(properties, 'w:tag')?.attribute('w:val');
  // The templates of Word's own gallery say in the tag what a person is to write: "Enter street address:".
  if (tag === undefined || tag.trim() === '' || tag.trimEnd().endsWith(':')) return undefined;
  return FILLED_OTHERWISE.some((name) => childOf(properties, name) !== undefined) ? undefined : tag;
};
