/**
 * floatingTable :: table with a place of its own (`w:tblpPr`, ECMA-376 §17.4.57) → what floats in the next paragraph
 *
 * Word anchors such a table in the paragraph that follows it: it stands where that paragraph's page, margins or first
 * line say, and text goes around it.
 */
import type { Anchor, Drawing, Table } from '../../wml/model.ts';
import type { TablePlacement } from '../../wml/properties/table-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { FloatingBlock } from '../floats/floating-block.ts';
import type { Region } from '../region.ts';
import { measureTable } from './table.ts';

/** Undefined where the table stands in the text after all: it has no place of its own, or is too high for a page. */
export const floatingTable = (
  table: Table,
  context: LayoutContext,
  region: Region,
): FloatingBlock | undefined => {
  if (table.properties.floating === undefined) return undefined;
  const measured = measureTable(table, context, region, { gap: 0, floats: true });
  const height = measured.pieces.reduce((sum, piece) => sum + piece.height, 0);
  if (measured.pieces.length === 0 || height > pageRoom(context)) return undefined;
  const { floating } = table.properties;
  const drawing: Drawing = {
    width: measured.width,
    height,
    extent: { left: 0, top: 0, right: 0, bottom: 0 },
    anchor: anchorOf(floating, measured.hang),
    content: { kind: 'unsupported', what: 'table' },
    description: '',
    link: undefined,
  };
  return {
    block: table,
    drawing,
    // It is moved up rather than to another page, but not above the paragraph's top.
    below: floating.verticalAnchor === 'text' ? Math.min(0, floating.y ?? 0) + height : 0,
    pieces: measured.pieces,
  };
};

/** Of the first section: a table that is about as high goes through pages instead. */
const pageRoom = ({ document }: LayoutContext): number => {
  const section = document.sections[0]?.section;
  return section === undefined
    ? 0
    : section.height - Math.abs(section.margins.top) - Math.abs(section.margins.bottom);
};

const FROM: Readonly<Record<string, string>> = { text: 'column', margin: 'margin', page: 'page' };

const anchorOf = (placement: TablePlacement, hang: number): Anchor => ({
  horizontal: {
    from: FROM[placement.horizontalAnchor] ?? 'column',
    offset: (placement.x ?? 0) - hang,
    align: placement.xAlign,
  },
  vertical: {
    from: placement.verticalAnchor === 'text' ? 'paragraph' : (FROM[placement.verticalAnchor] ?? 'margin'),
    offset: placement.y ?? 0,
    align: placement.yAlign === 'inline' ? undefined : placement.yAlign,
  },
  wrap: 'square',
  wrapSide: 'bothSides',
  behind: false,
  distance: placement.distances,
  layoutInCell: true,
  staysInText: placement.verticalAnchor === 'text' && (placement.y ?? 0) > 0,
  order: 0,
  relativeWidth: undefined,
  relativeHeight: undefined,
});
