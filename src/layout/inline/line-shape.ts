/** What lines of one paragraph are broken for: the room that there is, and the paragraph's rules. */
import type { LineSpacing } from '../../wml/properties/paragraph-properties.ts';
import type { Hyphenation } from '../../wml/properties/settings.ts';
import type { LayoutLimits } from '../budget.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Stops } from './tabs.ts';

export interface LineShape {
  /** Width of the column. */
  readonly width: number;
  readonly indentLeft: number;
  readonly indentRight: number;
  readonly indentFirst: number;
  readonly alignment: 'left' | 'center' | 'right' | 'both' | 'distribute';
  readonly spacing: LineSpacing;
  /** Lines stand on a grid of this pitch; 0 for none. */
  readonly grid: number;
  /** A justified line may make its blanks narrower to take one more word. */
  readonly shrinks: boolean;
  /** Tabs that end a paragraph and lead past the end of its line stay there. */
  readonly tabsHang?: boolean;
  /** Lines that the author ended are as they are, whatever the alignment (`w:doNotExpandShiftReturn`). */
  readonly keepsBreaks?: boolean;
  readonly stops: Stops;
  /** Words end where the line does, at any letter (`w:wordWrap` off). */
  readonly breakWords?: boolean;
  /** Words may be divided at the end of a line. */
  readonly hyphenation?:
    | (Hyphenation & { readonly patterns?: LayoutLimits['patterns'] | undefined })
    | undefined;
  /** Of the paragraph's mark: an empty line's height, and part of the last one's. */
  readonly mark: TextFormat;
  /** Where text may stand beside floating things, by the place from the paragraph's top; the whole width where absent. */
  readonly room?: (top: number, height: number, least?: number) => Room;
  /** Called once a line: a budget looks at the clock. */
  readonly tick?: () => void;
}

export interface Room {
  readonly left: number;
  readonly right: number;
  /** Of the column, where it is not the one that the shape was made for. */
  readonly width?: number;
  /** Points to move down before this room is there. */
  readonly skip: number;
  /** On the other sides of what stands in the line, from left to right. */
  readonly more?: readonly { readonly left: number; readonly right: number }[];
}
