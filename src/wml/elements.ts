/**
 * Word's elements by what they do to what stands around them. Readers put together what they need of these lists; no other file
 * names a mark again.
 */

/** Where a comment, a permission or a bookmark begins and ends, what a spelling checker found: nothing shows of them. */
export const RANGE_MARKS: readonly string[] = [
  'w:bookmarkEnd',
  'w:proofErr',
  'w:permStart',
  'w:permEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
];

/** The same in runs. */
export const RUN_MARKS: readonly string[] = ['w:commentReference', 'w:lastRenderedPageBreak'];

/** Around what was moved with tracking. */
export const MOVE_MARKS: readonly string[] = [
  'w:moveFromRangeStart',
  'w:moveFromRangeEnd',
  'w:moveToRangeStart',
  'w:moveToRangeEnd',
];

/** Around what was moved, and what was done to custom XML, with tracking. */
export const CHANGE_MARKS: readonly string[] = [
  ...MOVE_MARKS,
  'w:customXmlInsRangeStart',
  'w:customXmlInsRangeEnd',
  'w:customXmlDelRangeStart',
  'w:customXmlDelRangeEnd',
  'w:customXmlMoveFromRangeStart',
  'w:customXmlMoveFromRangeEnd',
  'w:customXmlMoveToRangeStart',
  'w:customXmlMoveToRangeEnd',
];

/** What is gone once changes are accepted. */
export const DELETED: readonly string[] = ['w:del', 'w:moveFrom'];

/** Elements whose content counts as if they were not there. */
export const TRANSPARENT: readonly string[] = ['w:ins', 'w:moveTo', 'w:customXml', 'w:sdtContent'];

/** Properties of what is around: read where that is, and nothing to show. */
export const WRAPPER_PROPERTIES: readonly string[] = ['w:sdtPr', 'w:sdtEndPr', 'w:customXmlPr'];

/** Properties of a paragraph that must be there and should not be seen: one point high. */
export const HAIRLINE =
  '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>';
