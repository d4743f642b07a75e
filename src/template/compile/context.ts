/** What compiling carries along: for the whole template, for one part, and for the place inside it. */
import type { Problem } from '../../errors.ts';
import type { XmlElement } from '../../ooxml/xml.ts';
import type { NumberingCatalogue } from '../../wml/numbering.ts';
import type { StyleCatalogue } from '../../wml/styles.ts';
import type { Block, Tag, Where } from '../parse/tag.ts';
import type { ListInfo, NoteKind, Op, RunInfo, RunRef, TagRef } from '../program.ts';

export interface TemplateBuild {
  readonly problems: Problem[];
  readonly styles: StyleCatalogue;
  readonly numbering: NumberingCatalogue;
  tagRef(where: Where): TagRef;
  /** A number of its own for whatever is counted while rendering. */
  slot(): number;
  /** Index into `Program.lists`; undefined where the numbering does not know the instance. */
  listRef(numId: string, reuse: boolean): number | undefined;
  readonly lists: ListInfo[];
  /** Levels of heading styles, where captions start counting anew at headings. */
  readonly headings: Map<string, number>;
  /** Controls whose binding stays, because the part that they are bound to is filled as well. */
  readonly bound: Set<XmlElement>;
  /** Parts of the file that no document has: charts that are made anew. */
  readonly dropped: Set<string>;
}

/** The loops around a place. */
export interface LoopContext {
  readonly repeating: boolean;
  /** Lists that start anew on each turn of some loop around, by `w:numId`. */
  readonly lists: ReadonlyMap<string, number>;
  /** Slots of the bookmarks that begin and end inside the innermost loop. */
  readonly bookmarks: Map<string, number>;
}

export const OUTSIDE_LOOPS: LoopContext = { repeating: false, lists: new Map(), bookmarks: new Map() };

/** A replacement for an element's markup, whatever stands around it. */
export interface Edit {
  /** Instead of the whole element. */
  readonly whole?: readonly Op[];
  /** Before it. */
  readonly before?: readonly Op[];
  /** Attributes by canonical name; undefined removes one. */
  readonly attributes?: ReadonlyMap<string, readonly Op[] | undefined>;
  /** Attributes that the start tag gets besides, as markup. */
  readonly added?: string;
}

/** Besides what is known to happen to the element. */
export const addEdit = (edits: Map<XmlElement, Edit>, element: XmlElement, edit: Edit): void => {
  const known = edits.get(element);
  const before = [...(known?.before ?? []), ...(edit.before ?? [])];
  edits.set(element, { ...known, ...edit, ...(before.length > 0 && { before }) });
};

/** Sums over the rows of a page. */
export interface PageSums {
  readonly slots: ReadonlyMap<Tag, number>;
  /** What each turn of a loop adds to them. */
  readonly amounts: ReadonlyMap<Block, readonly Op[]>;
}

export interface PartBuild {
  readonly template: TemplateBuild;
  readonly name: string;
  readonly label: string;
  readonly source: string;
  readonly root: XmlElement;
  readonly edits: ReadonlyMap<XmlElement, Edit>;
  /** Is anything in `edits` inside the element? */
  hasEdits(element: XmlElement): boolean;
  readonly vanishing: ReadonlySet<XmlElement>;
  /** Content controls of which a piece is written already: the id stays with that one. */
  readonly begun: Set<XmlElement>;
  /** Alternate contents whose fallback repeats the values of the drawing, with the slot that carries them over. */
  readonly tapes: ReadonlyMap<XmlElement, number>;
  /** Containers in which something depends on data, so that their last block must be known. */
  readonly dynamic: ReadonlySet<XmlElement>;
  /** Check boxes whose state a tag tells, with the slot that keeps it for their sign. */
  readonly boxes: ReadonlyMap<XmlElement, number>;
  /** Tables whose grid follows from what is written. */
  readonly counted: ReadonlySet<XmlElement>;
  /** Lists that restart, by the block on whose turns they do. */
  readonly restarts: ReadonlyMap<Block, ReadonlyMap<string, number>>;
  readonly sums: PageSums;
  runRef(run: XmlElement, paragraph: XmlElement): RunRef;
  readonly runs: RunInfo[];
  /** Takes down that a note is referenced in a loop: it is then written where it is referenced. */
  noteSlot(kind: NoteKind, id: string): number;
  /** Ids of the notes of this part that are written where they are referenced, and what they become. */
  readonly boundNotes: ReadonlySet<string>;
  readonly notes: Record<string, readonly Op[]>;
}
