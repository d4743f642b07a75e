/**
 * Frames (`w:framePr`, ECMA-376 §17.3.1.11): paragraphs set apart, drop caps among them
 *
 * Neighbours with the same frame share it. It is anchored in the paragraph that follows, as a floating table is.
 */
import type { Anchor, Paragraph } from '../../wml/model.ts';
import type { ParagraphProperties, Frame as TextFrame } from '../../wml/properties/paragraph-properties.ts';
import type { LayoutContext } from '../context.ts';
import { contentWidths } from '../inline/content-widths.ts';
import { stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';
import type { FloatingBlock } from './floating-block.ts';

/** The frame that a paragraph stands in; one that says nothing, or is told to be in the text, is none. */
export const frameOf = ({ frame }: ParagraphProperties): TextFrame | undefined => {
  if (frame === undefined || frame.yAlign === 'inline') return undefined;
  const { dropCap, width, height, x, y, xAlign, yAlign, wrap } = frame;
  const placed =
    dropCap !== undefined ||
    [width, height, x, y].some((length) => length !== undefined && length !== 0) ||
    (xAlign !== undefined && xAlign !== 'left') ||
    yAlign !== undefined ||
    wrap !== undefined;
  return placed ? frame : undefined;
};

export const sameFrame = (a: TextFrame | undefined, b: TextFrame | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));

export const floatingFrame = (
  paragraphs: readonly [Paragraph, ...Paragraph[]],
  own: TextFrame,
  context: LayoutContext,
  region: Region,
): FloatingBlock => {
  const width = frameWidth(paragraphs, own, context, region);
  const measured = context.measure(paragraphs, { ...region, width, depth: region.depth + 1, inCell: true });
  const content = stackHeight(measured.pieces, own.dropCap === undefined ? measured.after : 0);
  const height = own.heightRule === 'exact' ? (own.height ?? content) : Math.max(own.height ?? 0, content);
  const anchor = anchorOf(own, width);
  return {
    block: paragraphs[0],
    drawing: {
      width,
      height,
      extent: { left: 0, top: 0, right: 0, bottom: 0 },
      anchor,
      content: { kind: 'unsupported', what: 'frame' },
      description: '',
      link: undefined,
    },
    below: anchor.vertical.from === 'paragraph' ? anchor.vertical.offset + height : 0,
    pieces: measured.pieces,
  };
};

/** As wide as its text where it says nothing else. */
const frameWidth = (
  paragraphs: readonly Paragraph[],
  { width }: TextFrame,
  context: LayoutContext,
  region: Region,
): number => {
  if (width !== undefined && width > 0) return width;
  const { max } = contentWidths(paragraphs, region.table, context, () => ({ min: 0, max: 0 }));
  // Rounding must not break the one line that there is.
  return Math.max(1, Math.min(region.width, max + 0.05));
};

const FROM: Readonly<Record<string, string>> = { text: 'column', margin: 'margin', page: 'page' };

const anchorOf = (frame: TextFrame, width: number): Anchor => {
  const inMargin = frame.dropCap === 'margin';
  return {
    horizontal: {
      from: FROM[frame.hAnchor] ?? 'column',
      offset: inMargin ? -width - frame.hSpace : (frame.x ?? 0),
      align: inMargin ? undefined : frame.xAlign,
    },
    vertical: {
      from: frame.vAnchor === 'text' ? 'paragraph' : (FROM[frame.vAnchor] ?? 'margin'),
      offset: frame.y ?? 0,
      align: frame.vAnchor === 'text' ? undefined : frame.yAlign,
    },
    wrap: inMargin ? 'none' : frame.wrap === 'notBeside' ? 'topAndBottom' : 'square',
    wrapSide: 'bothSides',
    behind: false,
    distance: { left: frame.hSpace, right: frame.hSpace, top: frame.vSpace, bottom: frame.vSpace },
    layoutInCell: true,
    order: 0,
    relativeWidth: undefined,
    relativeHeight: undefined,
  };
};
