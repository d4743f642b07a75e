/** A paragraph with its lines: what `measureParagraph` hands over. */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Paragraph } from '../../wml/model.ts';
import type { ParagraphProperties } from '../../wml/properties/paragraph-properties.ts';
import type { Atom } from './atoms.ts';
import type { Direction } from './bidi.ts';
import type { Room } from './line-shape.ts';
import type { Line } from './lines.ts';

export interface MeasuredParagraph {
  readonly paragraph: Paragraph;
  readonly resolved: ResolvedParagraph;
  readonly properties: ParagraphProperties;
  readonly lines: readonly Line[];
  /** What the lines were made of. */
  readonly atoms: readonly Atom[];
  /** Where some of it runs from right to left. */
  readonly direction: Direction | undefined;
  /** Points above and below the lines. */
  readonly before: number;
  readonly after: number;
}

/** What there is room for beside things, by the place from the paragraph's top. */
export type RoomBeside = (top: number, height: number, least?: number) => Room;
