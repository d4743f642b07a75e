/** linksOf :: page of a PDF → its links, those alone that a browser may follow from here. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { RefProxy } from 'pdfjs-dist/types/src/display/api.js';
import type { PageViewport } from 'pdfjs-dist/types/src/display/page_viewport.js';
import type { Link } from './pdf-messages.ts';

/** A document may name any address; `javascript:` and files of this computer are none of its business. */
const FOLLOWED = /^(https?|mailto):/i;

/** What of pdf.js's annotations is used; its types leave them open. */
interface Annotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly dest?: string | readonly unknown[] | null;
}

export const linksOf = async (
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<Link[]> => {
  const links: Link[] = [];
  for (const annotation of (await page.getAnnotations()) as readonly Annotation[]) {
    if (annotation.subtype !== 'Link' || annotation.rect?.length !== 4) continue;
    const to = await targetOf(document, annotation);
    if (to === undefined) continue;
    const [x1, y1, x2, y2] = annotation.rect as readonly [number, number, number, number];
    const [left, top] = viewport.convertToViewportPoint(x1, y1) as [number, number];
    const [right, bottom] = viewport.convertToViewportPoint(x2, y2) as [number, number];
    links.push({
      left: Math.min(left, right),
      top: Math.min(top, bottom),
      width: Math.abs(right - left),
      height: Math.abs(bottom - top),
      to,
    });
  }
  return links;
};

const targetOf = async (
  document: PDFDocumentProxy,
  { url, dest }: Annotation,
): Promise<string | number | undefined> => {
  if (url !== undefined) return FOLLOWED.test(url) ? url : undefined;
  try {
    const [page] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
    if (typeof page === 'number') return page + 1;
    return typeof page === 'object' && page !== null
      ? (await document.getPageIndex(page as RefProxy)) + 1
      : undefined;
  } catch {
    // It leads nowhere.
    return undefined;
  }
};
