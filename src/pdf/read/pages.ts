/** pagesOf :: PDF → its pages in order, with what they inherit */
import type { PdfSource } from './source.ts';
import { badPdf, type PdfDict, PdfRef, type PdfValue } from './values.ts';

export interface SourcePage {
  readonly object: number;
  readonly dict: PdfDict;
}

/** §7.7.3.4. */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];
const DEEPEST = 64;

export const pagesOf = (source: PdfSource): readonly SourcePage[] => {
  const pages: SourcePage[] = [];
  const seen = new Set<number>();
  const walk = (value: PdfValue | undefined, inherited: PdfDict, depth: number): void => {
    if (!(value instanceof PdfRef) || depth > DEEPEST || seen.has(value.object))
      throw badPdf('its tree of pages is damaged');
    seen.add(value.object);
    const node = source.dict(value, 'a page');
    const own: PdfDict = new Map(inherited);
    for (const key of INHERITED) {
      const given = node.get(key);
      if (given !== undefined) own.set(key, given);
    }
    if (node.has('/Kids')) for (const kid of source.array(node.get('/Kids'))) walk(kid, own, depth + 1);
    else pages.push({ object: value.object, dict: new Map([...own, ...node]) });
  };
  walk(source.root.get('/Pages'), new Map(), 0);
  if (pages.length === 0) throw badPdf('it has no pages');
  return pages;
};
