/** The pieces that a part is cut into: its own markup and text, tags, the borders of blocks. */
import type { XmlElement, XmlNode } from '../../../ooxml/xml.ts';
import type { Block, Tag } from '../../parse/tag.ts';

export type Path = readonly XmlElement[];

export type SourceItem =
  | { readonly type: 'source'; readonly path: Path; readonly node: XmlNode }
  | { readonly type: 'text'; readonly path: Path; readonly text: string }
  | {
      readonly type: 'tag';
      readonly path: Path;
      readonly tag: Tag;
      readonly run: XmlElement;
      readonly paragraph: XmlElement;
    }
  | {
      readonly type: 'mark';
      readonly path: Path;
      readonly block: Block;
      readonly role: 'open' | 'else' | 'close';
      /** What stands before it and what stands behind it are one paragraph where both are written. */
      readonly joins?: boolean;
    }
  /** The end of a paragraph or a cell: what carries its mark, and keeps it where all else has gone. */
  | { readonly type: 'end'; readonly path: Path; readonly element: XmlElement };

export type Mark = Extract<SourceItem, { type: 'mark' }>;
