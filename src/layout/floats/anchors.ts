/**
 * anchoredBox :: anchored drawing, page, paragraph → where it stands (ECMA-376 §20.4.2.3, §20.4.3)
 */

import type { Anchor, Drawing } from '../../wml/model.ts';
import type { Box, PageBox } from '../boxes.ts';
import type { AnchoredDrawing } from '../pieces.ts';
import type { Region } from '../region.ts';

interface AnchorPlace {
  readonly page: PageBox;
  /** The text column. */
  readonly column: { readonly x: number; readonly width: number };
  readonly paragraphTop: number;
  readonly lineTop: number;
  /** In a cell, things are placed against the cell (`layoutInCell`). */
  readonly inCell?: boolean;
  /** Where the cell's content begins. */
  readonly cellTop?: number | undefined;
}

interface Span {
  readonly start: number;
  readonly size: number;
}

export const anchoredBox = (
  { drawing: { anchor }, width, height }: Pick<AnchoredDrawing, 'drawing' | 'width' | 'height'>,
  place: AnchorPlace,
): Box => {
  if (anchor === undefined) return { x: place.column.x, y: place.paragraphTop, width, height };
  const inCell = place.inCell === true && anchor.layoutInCell;
  const across = horizontalSpan(inCell ? 'column' : anchor.horizontal.from, place);
  const down = inCell ? cellSpan(anchor.vertical.from, place) : verticalSpan(anchor.vertical.from, place);
  const y = along(down, anchor.vertical, height);
  const x = along(across, anchor.horizontal, width);
  return {
    // What is wider than its cell begins where the cell does, however it is aligned.
    x: inCell && anchor.horizontal.align !== undefined ? Math.max(x, across.start) : x,
    y: !inCell && isInText(anchor) ? raised(y, height, place) : y,
    width,
    height,
  };
};

/**
 * What text goes around and is measured from its paragraph does not hang out of the text below: it moves up as far as it has
 * to, but not above its paragraph [M].
 */
export const isInText = (anchor: Anchor | undefined): boolean =>
  anchor !== undefined &&
  (anchor.staysInText ??
    (anchor.wrap !== 'none' && anchor.vertical.align === undefined && IN_TEXT.has(anchor.vertical.from)));

const IN_TEXT: ReadonlySet<string> = new Set(['paragraph', 'line']);

/** Paragraphs of headers and footers are not in the text: what they hold stays where it is. */
const raised = (y: number, height: number, { page, paragraphTop }: AnchorPlace): number =>
  paragraphTop < page.top || paragraphTop > page.bottom
    ? y
    : Math.min(y, Math.max(paragraphTop, page.bottom - height));

/** A drawing's own size, or its share of what is around it (`wp14:sizeRelH`, `wp14:sizeRelV`). */
export const anchoredSize = (
  { anchor, width, height }: Drawing,
  { page, width: column }: Pick<Region, 'page' | 'width'>,
): { readonly width: number; readonly height: number } => {
  const across = anchor?.relativeWidth;
  const down = anchor?.relativeHeight;
  if (page === undefined || (across === undefined && down === undefined)) return { width, height };
  // Sizes of the spans do not depend on where the column and the paragraph stand.
  const place = { page, column: { x: 0, width: column }, paragraphTop: 0, lineTop: 0 };
  return {
    width: across === undefined ? width : horizontalSpan(across.from, place).size * across.share,
    height: down === undefined ? height : verticalSpan(down.from, place).size * down.share,
  };
};

const horizontalSpan = (from: string, { page, column }: AnchorPlace): Span => {
  switch (from) {
    case 'page':
      return { start: 0, size: page.width };
    case 'margin':
      return { start: page.left, size: page.right - page.left };
    case 'leftMargin':
    case 'insideMargin':
      return { start: 0, size: page.left };
    case 'rightMargin':
    case 'outsideMargin':
      return { start: page.right, size: page.width - page.right };
    default:
      return { start: column.x, size: column.width };
  }
};

const verticalSpan = (from: string, { page, paragraphTop, lineTop }: AnchorPlace): Span => {
  switch (from) {
    case 'page':
      return { start: 0, size: page.height };
    case 'margin':
      return { start: page.top, size: page.bottom - page.top };
    case 'topMargin':
    case 'insideMargin':
      return { start: 0, size: page.top };
    case 'bottomMargin':
    case 'outsideMargin':
      return { start: page.bottom, size: page.height - page.bottom };
    case 'line':
      return { start: lineTop, size: 0 };
    default:
      return { start: paragraphTop, size: 0 };
  }
};

/** In a cell, what is measured from the page or its margins is measured from the cell's top instead [M]. */
const cellSpan = (from: string, { paragraphTop, lineTop, cellTop }: AnchorPlace): Span => {
  if (from === 'line') return { start: lineTop, size: 0 };
  return { start: from === 'paragraph' ? paragraphTop : (cellTop ?? paragraphTop), size: 0 };
};

const along = (span: Span, axis: Anchor['horizontal'], size: number): number => {
  switch (axis.align) {
    case undefined:
      return span.start + (axis.share === undefined ? axis.offset : axis.share * span.size);
    case 'center':
      return span.start + (span.size - size) / 2;
    case 'right':
    case 'bottom':
    case 'outside':
      return span.start + span.size - size;
    default:
      return span.start;
  }
};
