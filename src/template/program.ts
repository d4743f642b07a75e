/**
 * The compiled template: plain data, frozen and versioned, stored with the template. Literal chunks are strings;
 * everything else is an operation. Rendering needs this and the original file, of which it copies untouched parts as
 * their compressed bytes.
 */
import type { Relationship } from '../ooxml/relationships.ts';
import type { StyleCatalogue } from '../wml/styles.ts';
import type { PictureSlot } from './content/picture-slot.ts';
import type { DelimiterName } from './delimiters.ts';
import type { Expression } from './expression/tree.ts';
import type { MergeDirection } from './looks/look-marks.ts';
import type { LookUnit } from './looks/look-options.ts';
import type { ContentKind, IncludedAs } from './parse/command.ts';
import type { Where } from './parse/tag.ts';

/** Goes up whenever an older program could not be linked any more; workers then compile anew. */
export const PROGRAM_FORMAT = 18;

/** Index into `Program.tags`. */
export type TagRef = number;

export type Op =
  | string
  /** Writes text. `run` holds what reopens the run after content that is not text. */
  | {
      readonly op: 'value';
      readonly e: Expression;
      readonly tag: TagRef;
      readonly run?: RunRef;
      readonly as?: 'attribute' | 'flat' | 'uri';
    }
  /** Evaluates and writes nothing: what `SET` keeps. */
  | { readonly op: 'run'; readonly e: Expression; readonly tag: TagRef }
  | { readonly op: 'if'; readonly branches: readonly IfBranch[]; readonly otherwise?: readonly Op[] }
  | LoopOp
  /** Pictures, links and rich text, written by the emitter of their kind; `at` is the run that the tag stands in. */
  | {
      readonly op: 'content';
      readonly kind: ContentKind;
      readonly shape: 'inline' | 'blocks';
      readonly centred?: boolean;
      readonly e: Expression;
      readonly options: readonly OptionOp[];
      readonly tag: TagRef;
      readonly at: RunRef;
    }
  /** Written with its first content; where none comes, neither `open` nor `close` is. */
  | {
      readonly op: 'lazy';
      readonly open: readonly Op[];
      readonly body: readonly Op[];
      readonly close: readonly Op[];
      readonly tail?: Tail;
    }
  /** Leaves a paragraph open for what follows; `settle` ends it where nothing goes on in it. */
  | { readonly op: 'leave'; readonly close: string }
  /** Ends a paragraph that `leave` left open, where nothing went on in it. */
  | { readonly op: 'settle' }
  | JoinOp
  /**
   * Another template, or a document from the data, that has to be joined before this can be rendered: a render tells that
   * it needs it, and goes on.
   */
  | {
      readonly op: 'include';
      readonly of: 'template' | 'docx';
      readonly key?: string;
      readonly version?: number;
      readonly e?: Expression;
      readonly with?: Expression;
      /** Those that were joined: they are written by other operations. */
      readonly joined?: readonly string[];
      readonly tag: TagRef;
    }
  /** Texts of the organization, where the request brings none of the same name. */
  | { readonly op: 'translations'; readonly texts: Readonly<Record<string, unknown>> }
  /** White space that must not bring a lazy element to life. */
  | { readonly op: 'soft'; readonly body: readonly Op[] }
  /** Remembers what stands last in the container, for `container`, `gap` and what comes into it later. */
  | { readonly op: 'tail'; readonly tail: Tail }
  /** A container with a memory of its own: a cell, a text box. `filler` is written where it would end without a paragraph. */
  | { readonly op: 'container'; readonly body: readonly Op[]; readonly filler: string }
  /** Keeps the next table from joining the one before it. */
  | { readonly op: 'gap' }
  /** Written in all turns but the last of the loop around it. */
  | { readonly op: 'between'; readonly body: readonly Op[] }
  /** Written only the first time it is reached in a render. */
  | { readonly op: 'once'; readonly slot: number; readonly body: readonly Op[] }
  /** An id that is `original` the first time and new each time after; places that `use` a slot share what it `made`. */
  | {
      readonly op: 'id';
      readonly kind: IdKind;
      readonly original: string;
      readonly slot: number;
      readonly role: 'make' | 'use';
    }
  /** A reference in a loop: its note is rendered here, under its own id the first time and a new one each time after. */
  | { readonly op: 'note'; readonly kind: NoteKind; readonly id: string; readonly slot: number }
  /** The id of the list (`w:numId`) that paragraphs of this turn count in: an index into `Program.lists`. */
  | { readonly op: 'list'; readonly list: number }
  | SequenceOp
  /** A heading was written, at which captions may start counting anew. */
  | { readonly op: 'heading'; readonly level: number }
  /** What is written the first time is written again by whoever replays the slot: a drawing and its fallback. */
  | {
      readonly op: 'tape';
      readonly mode: 'record' | 'replay';
      readonly slot: number;
      readonly body: readonly Op[];
    }
  /** The state of a check box, 1 or 0, which is kept in the slot for its `sign`. */
  | { readonly op: 'check'; readonly e: Expression; readonly tag: TagRef; readonly slot: number }
  /** What the value chooses from a list: the text that is shown, the value that is kept, or its number from 0. */
  | {
      readonly op: 'choice';
      readonly e: Expression;
      readonly tag: TagRef;
      readonly items: readonly ChoiceItem[];
      readonly write: 'text' | 'value' | 'number';
      /** Other values may be written into it. */
      readonly isOpen?: true;
    }
  /** The run that shows the state of a check box. */
  | { readonly op: 'sign'; readonly slot: number; readonly on: string; readonly off: string }
  /**
   * The address of a link: the id of a relationship that leads there, or the argument of a field's `code`. `prefix` is what Word put before it, for
   * values that do not say where they lead.
   */
  | {
      readonly op: 'target';
      readonly body: readonly Op[];
      readonly tag: TagRef;
      readonly prefix?: string;
      readonly as?: 'code';
    }
  /** A picture of the template, replaced by that of a value. */
  | {
      readonly op: 'picture';
      readonly slot: PictureSlot;
      readonly kind: PictureKind;
      readonly e: Expression;
      readonly options: readonly OptionOp[];
      readonly tag: TagRef;
      /** A value that is no picture is the picture's alternative text. */
      readonly text?: boolean;
    }
  /** Marks what has another look, or cells that are to be one with their equals, for whoever applies the looks of a part. */
  | {
      readonly op: 'look';
      readonly unit: LookUnit;
      /** A `look-end` follows, whatever it is about. */
      readonly paired?: true;
      readonly options: readonly OptionOp[];
      readonly tag: TagRef;
    }
  | { readonly op: 'look-end' }
  /** What a row adds to a sum over the rows of a page: kept, and marked where the row stands. */
  | { readonly op: 'amount'; readonly e: Expression; readonly slot: number; readonly tag: TagRef }
  /** A sum over rows, known when their pages are; what stands before the first `|` of `e` is added up. */
  | {
      readonly op: 'page-sum';
      readonly of: 'total' | 'carry';
      readonly e: Expression;
      readonly slot: number;
      readonly tag: TagRef;
    }
  /** Marks what stays on one page. */
  | { readonly op: 'together'; readonly body: readonly Op[] }
  | {
      readonly op: 'merge-cells';
      readonly direction: MergeDirection;
      readonly options: readonly OptionOp[];
      readonly tag: TagRef;
    }
  /**
   * The id of a relationship to a chart that is made of the template's: of rows, of an object of the data, or of the cells of
   * its sheet. Where none of them is there, its texts alone are filled, with the names that are seen there.
   */
  | {
      readonly op: 'chart';
      readonly tag: TagRef;
      /** The template's chart part, of which it is made. */
      readonly part: string;
      readonly source: readonly Op[];
      readonly relationships: readonly RelationshipInfo[];
      /** Categories are numbers, as in charts of points. */
      readonly isPoints: boolean;
      readonly rows?: LoopOp;
      readonly e?: Expression;
      readonly cells?: { readonly sheet: string; readonly ops: readonly Op[] };
      /** The workbook behind it. */
      readonly book?: { readonly part: string; readonly type: string };
      /** Of its series; those that are not `isOwn` keep the name that the template has. */
      readonly names: readonly { readonly text: string; readonly isOwn: boolean }[];
      readonly options: readonly OptionOp[];
    }
  /** A row of what a chart is made of. */
  | {
      readonly op: 'point';
      readonly tag: TagRef;
      readonly label?: Expression;
      readonly values: readonly Expression[];
      readonly size?: Expression;
      readonly isPoint: boolean;
    }
  /** A row of the sheet behind a chart, made of that row of the template's. */
  | { readonly op: 'sheet-row'; readonly row: number; readonly cells: readonly SheetCellOp[] }
  /** The notes that were rendered where they are referenced. */
  | { readonly op: 'notes'; readonly kind: NoteKind; readonly id: string }
  /** The id that the note being written has. */
  | { readonly op: 'note-id' }
  | TableOp;

/** A cell of a chart's sheet: as it is, the value of a tag, or a text with tags. */
export interface SheetCellOp {
  /** From 0. */
  readonly column: number;
  readonly style?: string;
  readonly value?: string | number;
  readonly e?: Expression;
  readonly ops?: readonly Op[];
  readonly tag?: TagRef;
  /** The chart shows it as a number. */
  readonly isNumber?: true;
}

/** An item of a drop-down list. */
export interface ChoiceItem {
  readonly value: string;
  readonly text: string;
}

export type NoteKind = 'footnote' | 'endnote';
export type PictureKind = 'image' | 'qr' | 'barcode';
export type Tail = 'none' | 'paragraph' | 'table';
export type IdKind = 'bookmark' | 'bookmark-name' | 'drawing' | 'control' | 'revision' | 'shape';

/** A piece of a paragraph behind the border of a block: goes on in the paragraph that was left open, or in its own. */
export interface JoinOp {
  readonly op: 'join';
  /** How the piece's own paragraph starts; where left out, the piece is blank and its paragraph would go with its tags. */
  readonly open?: readonly Op[];
  readonly body: readonly Op[];
  readonly close: string;
  /** The piece does not hold the end of its paragraph, which stays open. */
  readonly leaves?: boolean;
  /** A piece with a start of its own is written only with its first content. */
  readonly lazy?: boolean;
  /** What stays of a blank piece that does not go on. */
  readonly silent?: readonly Op[];
  /** A paragraph for the end of the section that its own would have carried. */
  readonly section?: readonly Op[];
}

/** The number of a caption: `SEQ Figure`. */
export interface SequenceOp {
  readonly op: 'sequence';
  readonly name: string;
  /** Keeps the number, for a fallback that says it `again`. */
  readonly slot: number;
  readonly again?: boolean;
  /** The number that counting starts anew from (`\r`). */
  readonly reset?: number;
  /** Says the last number once more. */
  readonly repeats?: boolean;
  /** Starts anew at headings of this level and above. */
  readonly level?: number;
  /** How the number is written: a `w:numFmt`, with so many digits at least. Left out where it is not shown. */
  readonly show?: { readonly format: string; readonly digits: number };
}

export interface IfBranch {
  readonly e: Expression;
  /** `js` follows JavaScript; `loose` takes an empty list as false. */
  readonly truth: 'js' | 'loose';
  readonly negated?: boolean;
  /** Not whether it is true, but whether it names this. */
  readonly is?: IncludedAs;
  readonly tag: TagRef;
  readonly body: readonly Op[];
}

export interface LoopOp {
  readonly op: 'loop';
  readonly kind: 'for' | 'each' | 'section' | 'with';
  readonly e: Expression;
  readonly tag: TagRef;
  /** Name of the item: `item` of `FOR item IN items`. */
  readonly variable?: string;
  /** Name of the item's number. */
  readonly index?: string;
  readonly body: readonly Op[];
  /** Written where there is no item. */
  readonly otherwise?: readonly Op[];
  /** Lists whose numbering starts anew on each turn: indexes into `Program.lists`. */
  readonly restarts?: readonly number[];
}

/** A table whose widest row is known only when its rows are written: they are counted, and the grid follows. */
interface GridOp {
  readonly op: 'grid';
  readonly open: readonly Op[];
  /** The template's own grid, as markup. */
  readonly grid: readonly Op[];
  /** The columns of the template's own grid, in twips. */
  readonly widths: readonly number[];
  readonly body: readonly Op[];
  readonly close: string;
}

/** A number of columns: some that are always there, and the copies that were counted of others. */
export interface ColumnSum {
  readonly fixed: number;
  readonly counted: readonly { readonly slot: number; readonly columns: number }[];
}

export type TableOp =
  | GridOp
  /** Begins a row of a counted table. */
  | { readonly op: 'row' }
  /** Begins a cell of a counted table, which covers so many columns. */
  | { readonly op: 'cell'; readonly span: number }
  /** Counts copies of columns, from nothing: the body holds their blocks, with counters for cells. */
  | {
      readonly op: 'columns';
      readonly slots: readonly number[];
      readonly body: readonly Op[];
      /** The columns of the whole table, which may not exceed Word's limit. */
      readonly limit?: ColumnSum;
    }
  /** One copy more. */
  | { readonly op: 'count'; readonly slot: number }
  /** Counts copies in one of several rows, of which the widest decides. */
  | { readonly op: 'widest'; readonly slots: readonly number[]; readonly body: readonly Op[] }
  /** Columns of the grid that were copied: the copies share their widths. */
  | { readonly op: 'grid-columns'; readonly slot: number; readonly widths: readonly number[] }
  /** A column of the grid whose width the copies share. */
  | { readonly op: 'grid-column'; readonly slot: number; readonly width: number }
  /** A width that the copies share. */
  | { readonly op: 'share'; readonly slot: number; readonly width: number }
  /** The span of a cell that grows with the blocks it covers. */
  | ({ readonly op: 'span' } & ColumnSum)
  | {
      readonly op: 'merge';
      readonly column: number;
      readonly role: 'restart' | 'continue' | 'none';
    };

/** An option of a picture or of rich text: as it is written, or as an expression. */
export interface OptionOp {
  readonly name: string;
  readonly text?: string;
  readonly e?: Expression;
}

/** Index into `PartProgram.runs`. */
export type RunRef = number;

/** What content needs to know of the run and paragraph that its tag stands in. */
export interface RunInfo {
  /** `w:rPr` of the run, as markup. */
  readonly runProperties: string;
  /** `w:pPr` of the paragraph, as markup. */
  readonly paragraphProperties: string;
  /** Twips that content may be wide: between the margins, or of the cell. */
  readonly width: number;
  /** A link may stand here: the run is in none. */
  readonly hyperlinks: boolean;
  /** Markup that ends the run around a value. */
  readonly close: string;
  /** Markup that begins the run anew. */
  readonly open: string;
}

/** Texts of charts and diagrams, and document properties, are `flat`: nothing in them repeats or leads elsewhere. */
export type PartRole = 'document' | 'note' | 'header' | 'footer' | 'flat';

export interface PartProgram {
  readonly name: string;
  readonly role: PartRole;
  readonly ops: readonly Op[];
  readonly runs: readonly RunInfo[];
  /** Notes that are referenced inside a block, by id: rendered where they are referenced. */
  readonly notes?: Readonly<Record<string, readonly Op[]>>;
  /** Which notes a part of notes holds. */
  readonly noteKind?: NoteKind;
  /** The part has tables of contents, to be made anew of the headings that come out. */
  readonly contents?: true;
  /** The part has looks by data, to be applied where they have come to stand. */
  readonly looks?: true;
  /** The part has fields that say on which pages things stand, and that Word does not renew by itself. */
  readonly pages?: true;
  /** The part has sums over the rows of a page. */
  readonly carries?: true;
}

export interface ListInfo {
  readonly numId: string;
  readonly abstractId: string;
  /** The number that each level starts with. */
  readonly starts: readonly number[];
  /** The first turn of a loop may count with the original instance. */
  readonly reuse: boolean;
}

/** How many pages a document may have, and how small it may be made for that. */
export interface Fit {
  readonly pages: number;
  readonly percent: number;
  /** As it stands in the template, for messages. */
  readonly tag: string;
}

export interface Program {
  /** `PROGRAM_FORMAT` of the day it was compiled. */
  readonly format: number;
  /** Controls are filled by their names. */
  readonly controls?: true;
  readonly parts: readonly PartProgram[];
  readonly fit?: Fit;
  /** Where each tag stands, for messages: `TagRef` is an index into these. */
  readonly tags: readonly Where[];
  /** Parts of the original file that the output leaves out. */
  readonly dropped: readonly string[];
  /** Parts that were changed at compile time and are written as they are here. */
  readonly replaced: Readonly<Record<string, string>>;
  readonly mainPart: string;
  /** What its tags stand between: documents that come with the data are joined with it later. */
  readonly delimiter: DelimiterName;
  readonly dialect: 'transitional' | 'strict';
  readonly styles: StyleCatalogue;
  readonly lists: readonly ListInfo[];
  /** Levels of heading styles, where captions start counting anew at headings. */
  readonly headings?: Readonly<Record<string, number>>;
  /** The first id of each kind that the file does not use. */
  readonly nextId: {
    readonly drawing: number;
    readonly bookmark: number;
    readonly note: number;
    readonly number: number;
    readonly abstract: number;
  };
  readonly numbering: NumberingInfo;
  /** The relationships of each part that is written, by the part's name. */
  readonly relationships: Readonly<Record<string, readonly RelationshipInfo[]>>;
  readonly contentTypes: {
    readonly defaults: readonly (readonly [string, string])[];
    readonly overrides: readonly (readonly [string, string])[];
    /** The types differ from what the file says, so the file's own list cannot be copied. */
    readonly isChanged: boolean;
  };
}

export type RelationshipInfo = Pick<Relationship, 'id' | 'type' | 'target' | 'external'>;

export interface NumberingInfo {
  readonly part: string;
  /** The template has no numbering: part, relationship and content type come with the first list. */
  readonly isNew: boolean;
  /** Where in the part's text new definitions (`w:abstractNum`) go. */
  readonly definitionsAt: number;
  /** Where in the part's text new instances (`w:num`) go. */
  readonly instancesAt: number;
  readonly instances: readonly { readonly id: number; readonly abstractId: number }[];
}
