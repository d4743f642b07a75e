/** What was taken away, in kinds, and what a reader of the PDF should know about it. */
export type Removal =
  | 'alt_chunk'
  | 'control'
  | 'field'
  | 'link'
  | 'linked_picture'
  | 'macro'
  | 'media'
  | 'ole_object'
  | 'part'
  | 'picture'
  | 'reference'
  | 'settings'
  | 'sub_document';

/** Only what may be missed on the page; the rest is invisible there. */
const WARNINGS: Partial<Record<Removal, string>> = {
  alt_chunk: 'A document embedded as altChunk was left out of the PDF.',
  sub_document: 'A sub-document was left out of the PDF.',
  control: 'An ActiveX control is shown as its picture, or not at all.',
  link: 'A link to a file or a script was taken out of the PDF; its text stays.',
  linked_picture: 'A linked picture was left out of the PDF; only embedded pictures are shown.',
  picture: 'A picture in a format that is not safe to convert was left out of the PDF.',
};

export const warningsFor = (removals: ReadonlySet<Removal>): string[] =>
  [...removals].flatMap((removal) => WARNINGS[removal] ?? []);
