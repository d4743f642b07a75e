/** Marks in the text that nothing shows of, wherever they stand. */
export const UNSEEN: readonly string[] = [
  'w:bookmarkEnd',
  'w:proofErr',
  'w:permStart',
  'w:permEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:commentReference',
  'w:lastRenderedPageBreak',
];
