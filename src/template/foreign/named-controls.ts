/** namedControls :: parts → content controls that carry a name which nothing but a program reads */
import { childOf, descendantsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { TaggedPart } from '../compile/parts/header-scope.ts';
import type { Where } from '../parse/tag.ts';
import { placesIn } from '../parse/tag-places.ts';

export const namedControls = (parts: readonly TaggedPart[]): Where[] => {
  const found: Where[] = [];
  for (const { label, read, root } of parts) {
    const placeIn = placesIn(label, read.paragraphs);
    for (const element of descendantsOf(root)) {
      const tag = element.name === 'w:sdtPr' ? nameOf(element) : undefined;
      if (tag !== undefined) found.push({ ...placeIn(element), tag });
    }
  }
  return found;
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
