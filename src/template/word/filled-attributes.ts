/** Attributes in which tags are read: descriptions, titles, screen tips, letters that are stretched. */
const ALTERNATIVE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'wp:docPr': ['descr', 'title'],
  'pic:cNvPr': ['descr', 'title'],
  'v:shape': ['alt', 'title'],
  'v:imagedata': ['o:title'],
};

/** Watermarks and other letters that are stretched (VML), what shapes and tables are described by, screen tips. */
export const LATER_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'v:textpath': ['string'],
  ...Object.fromEntries(
    ['v:rect', 'v:oval', 'v:roundrect', 'v:line', 'v:group'].map((name) => [name, ['alt', 'title']]),
  ),
  'wps:cNvPr': ['descr', 'title'],
  'wpg:cNvPr': ['descr', 'title'],
  'w:tblCaption': ['w:val'],
  'w:tblDescription': ['w:val'],
  'w:hyperlink': ['w:tooltip'],
  'a:hlinkClick': ['tooltip'],
};

/** Attributes in which tags are read, by the elements that have them. */
export const FILLED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...ALTERNATIVE_TEXTS,
  ...LATER_TEXTS,
};
