/** Which pictures nothing here makes pixels of. */

/** Drawings of Windows and scans, of which nothing here makes pixels: an empty frame would stand in their place. */
export const isMetafile = (part: string | undefined): boolean =>
  part !== undefined && /\.(emf|wmf|tiff?|wdp|pict|emz|wmz)$/i.test(part);
