/**
 * BlockStream :: Block[] → Piece[], a block at a time
 *
 * The body is measured as the paginator comes to it, because pictures on a page narrow the lines beside them; cells, boxes
 * and headers are measured whole.
 */
import type { Block, Paragraph } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import { type FloatingBlock, withFloating } from '../floats/floating-block.ts';
import { StackFloats } from '../floats/stack-floats.ts';
import { floatingFrame, frameOf, sameFrame } from '../floats/text-frame.ts';
import type { MeasuredParagraph } from '../inline/measured-paragraph.ts';
import { measureParagraph, measureRest } from '../inline/paragraph.ts';
import type { Measured, Piece, RoomFor } from '../pieces.ts';
import type { Region } from '../region.ts';
import { floatingTable } from '../table/floating.ts';
import { type TablePieces, tablePieces } from '../table/table.ts';
import { type Neighbours, paragraphPieces } from './paragraph-pieces.ts';

export class BlockStream {
  readonly #blocks: readonly Block[];
  readonly #context: LayoutContext;
  #at = 0;
  #above: MeasuredParagraph | undefined;
  /** Space after what stands above, where it is not a paragraph's: none. */
  #afterAbove = 0;
  /** Of a table that was begun. */
  #rows: TablePieces | undefined;
  /** Tables and frames that float in the paragraph to come. */
  #floating: FloatingBlock[] = [];

  /** The paragraph that was taken last, and what it was measured with. */
  #last:
    | {
        readonly measured: MeasuredParagraph;
        readonly neighbours: Neighbours;
        readonly region: Region;
        readonly floating: readonly FloatingBlock[];
        readonly beside: boolean;
      }
    | undefined;

  #before:
    | {
        readonly at: number;
        readonly above: MeasuredParagraph | undefined;
        readonly after: number;
        readonly floating: readonly FloatingBlock[];
      }
    | undefined;

  /** `after`: space after what stands above in another section. */
  constructor(blocks: readonly Block[], context: LayoutContext, after = 0) {
    this.#afterAbove = after;
    this.#blocks = blocks;
    this.#context = context;
  }

  get done(): boolean {
    return this.#at >= this.#blocks.length && this.#rows === undefined;
  }

  get next(): Block | undefined {
    return this.#blocks[this.#at];
  }

  get spaceAfter(): number {
    return this.#afterAbove;
  }

  /** Where nothing follows in the story. */
  get spaceAtEnd(): number {
    return this.#above === undefined ? this.#afterAbove : spaceAtEnd(this.#above, this.#context);
  }

  /**
   * Pieces of the next block, or of some rows of it where it is a large table. `roomFor` sees a paragraph as it would be with the column to itself, and says what there is
   * room for where something stands beside it.
   */
  take(region: Region, roomFor?: RoomFor): readonly Piece[] {
    this.#before = { at: this.#at, above: this.#above, after: this.#afterAbove, floating: this.#floating };
    if (this.#rows !== undefined) return this.#rowsOf(this.#rows);
    const block = this.#blocks[this.#at];
    this.#at += 1;
    if (block === undefined) return [];
    if (block.kind === 'table') {
      // In cells and boxes tables stand in the text.
      const floats =
        !region.inCell && this.#floatsNext() ? floatingTable(block, this.#context, region) : undefined;
      if (floats !== undefined) {
        this.#floating.push(floats);
        return [];
      }
      const rows = tablePieces(block, this.#context, region, this.#afterAbove);
      this.#above = undefined;
      this.#afterAbove = 0;
      return this.#rowsOf(rows);
    }
    if (!region.inCell && this.#textFrame(block, region)) return this.done ? this.#hung(region) : [];
    return this.#paragraph(block, region, roomFor);
  }

  /** The next rows of a table; more of them come with the next `take`. */
  #rowsOf(rows: TablePieces | undefined): readonly Piece[] {
    const pieces = rows?.next() ?? [];
    this.#rows = rows === undefined || rows.done ? undefined : rows;
    return pieces;
  }

  /** As if the last block had not been taken: for one that turns out to stand elsewhere. */
  putBack(): void {
    const before = this.#before;
    if (before === undefined) return;
    this.#at = before.at;
    this.#above = before.above;
    this.#afterAbove = before.after;
    this.#floating = [...before.floating];
  }

  /** Whether the block that was taken last stands below a paragraph of its section. */
  get followsParagraph(): boolean {
    return this.#before?.above !== undefined;
  }

  /** Takes a frame with all of its paragraphs, where one begins here. */
  #textFrame(block: Paragraph, region: Region): boolean {
    const { cascade } = this.#context;
    if (block.properties.frame === undefined && !cascade.framesInStyles) return false;
    const own = frameOf(cascade.paragraph(block.properties).properties);
    if (own === undefined) return false;
    const paragraphs: [Paragraph, ...Paragraph[]] = [block];
    for (let next = this.next; next?.kind === 'paragraph'; next = this.next) {
      if (!sameFrame(own, frameOf(cascade.paragraph(next.properties).properties))) break;
      paragraphs.push(next);
      this.#at += 1;
    }
    this.#floating.push(floatingFrame(paragraphs, own, this.#context, region));
    return true;
  }

  /** What nothing follows hangs on a line of no height. */
  #hung(region: Region): readonly Piece[] {
    const block = this.#blocks.at(-1);
    const floating = this.#floating;
    this.#floating = [];
    return block === undefined ? [] : withFloating([emptyPiece(block)], floating, region, 0);
  }

  /** Whether a paragraph follows, behind floating tables at most. */
  #floatsNext(): boolean {
    let at = this.#at;
    for (let next = this.#blocks[at]; next?.kind === 'table'; next = this.#blocks[at]) {
      if (next.properties.floating === undefined) return false;
      at += 1;
    }
    return this.#blocks[at] !== undefined;
  }

  #paragraph(block: Paragraph, region: Region, roomFor: RoomFor | undefined): readonly Piece[] {
    let measured = measureParagraph(block, this.#context, region);
    if (measured.atoms.length === 0 && !this.done && this.#isHidden(measured)) return [];
    const neighbours = this.#neighbours(measured, region);
    const floating = this.#floating;
    if (floating.length > 0) this.#floating = [];
    const piecesOf = (paragraph: MeasuredParagraph): readonly Piece[] => {
      const pieces = paragraphPieces(paragraph, neighbours, region, this.#context);
      if (floating.length === 0) return pieces;
      return withFloating(pieces, floating, region, paragraph.lines[0]?.skip ?? 0);
    };
    let pieces = piecesOf(measured);
    const room = roomFor?.(pieces);
    if (room !== undefined) {
      measured = measureParagraph(block, this.#context, region, room);
      const again = (elsewhere: RoomFor): readonly Piece[] => {
        const free = piecesOf(measureParagraph(block, this.#context, region));
        const beside = elsewhere(free);
        return beside === undefined ? free : piecesOf(measureParagraph(block, this.#context, region, beside));
      };
      pieces = piecesOf(measured).map((piece, index) => (index === 0 ? { ...piece, again } : piece));
    }
    this.#above = measured;
    this.#afterAbove = measured.after;
    this.#last = { measured, neighbours, region, floating, beside: room !== undefined };
    return pieces;
  }

  /** Nothing shows of a paragraph whose text and mark are hidden, by their style as well; of a story's last one its end does. */
  #isHidden({ paragraph, resolved }: MeasuredParagraph): boolean {
    return this.#context.formatOf(paragraph.mark, resolved).properties.vanish === true;
  }

  /** Whether lines of the paragraph that was taken last break as they would in a column of this width with nothing in it. */
  breaksAlike(width: number): boolean {
    return this.#last === undefined || (!this.#last.beside && this.#last.region.width === width);
  }

  /** Its lines after the first `kept`, for another place. */
  rest(kept: number, room: NonNullable<ReturnType<RoomFor>>): readonly Piece[] {
    const last = this.#last;
    if (last === undefined) return [];
    const { neighbours, region, floating } = last;
    const measured = measureRest(last.measured, kept, this.#context, region, room);
    this.#last = { ...last, measured, beside: true };
    const pieces = paragraphPieces(measured, neighbours, region, this.#context, kept);
    return kept > 0 ? pieces : withFloating(pieces, floating, region, measured.lines[0]?.skip ?? 0);
  }

  #neighbours(measured: MeasuredParagraph, region: Region): Neighbours {
    const { cascade } = this.#context;
    const below = this.#blocks[this.#at];
    const next =
      below?.kind === 'paragraph' ? cascade.paragraph(below.properties, region.table).properties : undefined;
    const own = measured.properties;
    const sameIndents =
      (next?.indentLeft ?? 0) === (own.indentLeft ?? 0) &&
      (next?.indentRight ?? 0) === (own.indentRight ?? 0);
    const sums = addsUp(this.#context);
    const isFirst = this.#at === 1 && this.#afterAbove === 0;
    const before = isFirst ? spaceAtStart(measured, this.#context) : measured.before;
    return {
      above: this.#above,
      belowBorders: sameIndents ? next?.borders : undefined,
      gap: spaceBetween(this.#above, measured, {
        after: this.#afterAbove,
        sums,
        parted: this.#floating.some(({ block }) => block.kind === 'table'),
      }),
      gapAtTop: 0,
      // What the paragraph above has after it stays on its page [M].
      gapAfterBreak: sums ? before : Math.max(0, before - this.#afterAbove),
    };
  }
}

/** Automatic space is HTML's: none above the first paragraph of a story, none below its last unless a list ends there [M]. */
const spaceAtStart = ({ properties, before }: MeasuredParagraph, context: LayoutContext): number =>
  properties.autoBefore === true && !addsUp(context) ? 0 : before;

const spaceAtEnd = ({ properties, resolved, after }: MeasuredParagraph, context: LayoutContext): number =>
  properties.autoAfter === true && resolved.list === undefined && !addsUp(context) ? 0 : after;

const addsUp = ({ document }: LayoutContext): boolean => document.settings.compatibility.has(SUM_OF_SPACES);

/** With it spaces add up, as they did before Word learned from HTML [M]. */
const SUM_OF_SPACES = 'w:doNotUseHTMLParagraphAutoSpacing';

/** §17.3.1.33: the larger of the two; §17.3.1.9: a contextual one is nothing between paragraphs of one style. */
const spaceBetween = (
  above: MeasuredParagraph | undefined,
  below: MeasuredParagraph,
  how: {
    /** Where nothing is above but another section. */
    readonly after: number;
    /** Spaces add up, as they did before there was HTML to be like. */
    readonly sums: boolean;
    /** A table that floats stands between them in the text: they are no neighbours [M]. */
    readonly parted: boolean;
  },
): number => {
  const together = (a: number, b: number): number => (how.sums ? a + b : Math.max(a, b));
  if (above === undefined) return together(how.after, below.before);
  // As in HTML, items of a list have no automatic space between them [M].
  if (!how.sums && sameList(above, below)) {
    const [noneAfter, noneBefore] = [
      above.properties.autoAfter === true,
      below.properties.autoBefore === true,
    ];
    if (noneAfter || noneBefore) return Math.max(noneAfter ? 0 : above.after, noneBefore ? 0 : below.before);
  }
  const sameStyle = above.resolved.styleId === below.resolved.styleId && !how.parted;
  const after = sameStyle && above.properties.contextualSpacing === true ? undefined : above.after;
  const before = sameStyle && below.properties.contextualSpacing === true ? undefined : below.before;
  if (after === undefined && before === undefined) return 0;
  if (after === undefined) return how.sums ? below.before : Math.max(0, below.before - above.after);
  return before === undefined ? above.after : together(after, before);
};

const sameList = (above: MeasuredParagraph, below: MeasuredParagraph): boolean =>
  above.resolved.list !== undefined &&
  above.resolved.list.instance.abstractId === below.resolved.list?.instance.abstractId;

export const measureBlocks = (blocks: readonly Block[], context: LayoutContext, region: Region): Measured => {
  const [only] = blocks;
  // Most cells hold one paragraph, and nothing that floats.
  if (blocks.length === 1 && only?.kind === 'paragraph' && region.inCell) {
    const measured = measureParagraph(only, context, region);
    const pieces = paragraphPieces(measured, alone(spaceAtStart(measured, context)), region, context);
    if (pieces.every(({ anchored }) => anchored.length === 0))
      return { pieces, after: spaceAtEnd(measured, context) };
  } else if (blocks.length === 1) {
    const stream = new BlockStream(blocks, context);
    let pieces = stream.take(region);
    while (!stream.done) pieces = [...pieces, ...stream.take(region)];
    if (pieces.every(({ anchored }) => anchored.length === 0)) return { pieces, after: stream.spaceAtEnd };
  }
  return measureAround(blocks, context, region);
};

/** Of a paragraph with nothing above and below it. */
const alone = (before: number): Neighbours => ({
  above: undefined,
  belowBorders: undefined,
  gap: before,
  gapAtTop: 0,
  gapAfterBreak: before,
});

const measureAround = (blocks: readonly Block[], context: LayoutContext, region: Region): Measured => {
  const stream = new BlockStream(blocks, context);
  const floats = new StackFloats(region);
  const pieces: Piece[] = [];
  while (!stream.done) {
    const taken = stream.take(region, floats.roomFor);
    floats.pass(taken);
    pieces.push(...taken);
  }
  return { pieces, after: floats.spaceAfter(stream.spaceAtEnd) };
};

const emptyPiece = (block: Block): Piece => ({
  height: 0,
  gap: 0,
  gapAtTop: 0,
  gapAfterBreak: 0,
  after: 'free',
  breakBefore: false,
  notes: [],
  anchored: [],
  block,
  content: { kind: 'nothing' },
});
