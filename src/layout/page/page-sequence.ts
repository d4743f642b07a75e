/**
 * PageSequence: pages one after the other, with their numbers, headers, footers and borders
 *
 * A page is painted when it is full; its header and footer when the number of pages is known.
 */

import type { BodySection } from '../../wml/model.ts';
import type { PageBox } from '../boxes.ts';
import { type FieldValues, type LayoutContext, NO_FIELDS } from '../context.ts';
import { Canvas } from '../draw/canvas.ts';
import { type EarlyFloat, EarlyFloats } from '../floats/early-floats.ts';
import { formatNumber } from '../numbering/number-formats.ts';
import { paintPageBorders } from '../paint/page-borders.ts';
import { PagePainter } from '../paint/paint-piece.ts';
import type { Piece } from '../pieces.ts';
import { edgesOf, floatEdges, type MeasuredEdges, measureEdges, type PageEdges } from './headers-footers.ts';
import { LineNumbers } from './line-numbers.ts';
import { OpenPage } from './open-page.ts';
import { pageBox } from './page-boxes.ts';
import { PageFoot } from './page-footnotes.ts';

export interface LaidOutPage {
  readonly canvas: Canvas;
  /** The section that it begins with. */
  readonly body: BodySection;
  readonly section: number;
  readonly number: number;
  readonly edges: PageEdges;
  /** As the page was made with them. */
  readonly measured: MeasuredEdges;
}

/** What an earlier pass found out. */
export interface KnownPages {
  readonly pages: number;
  readonly sectionPages: readonly number[];
  readonly bookmarks: ReadonlyMap<string, string>;
  readonly early: readonly EarlyFloat[];
}

/** Pages, counted from 0, by the number of the row: where each begins and ends. */
export interface RowPages {
  readonly begins: number[];
  readonly ends: number[];
  /** Some stand in columns, several of which are on one page. */
  inColumns: boolean;
}

const NO_EDGES: MeasuredEdges & PageEdges = { header: undefined, footer: undefined };

export class PageSequence {
  readonly made: LaidOutPage[] = [];
  readonly foot: PageFoot;
  readonly early: EarlyFloats;
  /** Of tables that are tracked. */
  readonly rows = new Map<string, RowPages>();
  readonly #context: LayoutContext;
  readonly #known: KnownPages | undefined;
  readonly #onFull: (page: LaidOutPage) => void;
  readonly #lineNumbers: LineNumbers;
  #body: BodySection;
  #section = 0;
  #isFirstOfSection = true;
  #number: number;
  #open: OpenPage | undefined;

  /** `onFull` is told of pages when nothing more will be painted on them but their edges, up to the first that floats
   * will change in another pass. */
  constructor(
    context: LayoutContext,
    known: KnownPages | undefined,
    onFull: (page: LaidOutPage) => void = () => undefined,
  ) {
    const first = context.document.sections[0];
    if (first === undefined) throw new Error('a document has a section');
    this.#body = first;
    this.#context = context;
    this.#number = (context.pages?.first ?? 1) - 1;
    this.#known = known;
    this.#onFull = onFull;
    this.foot = new PageFoot(context);
    this.early = new EarlyFloats(known?.early ?? []);
    this.#lineNumbers = new LineNumbers(context);
  }

  get body(): BodySection {
    return this.#body;
  }

  /** The page that is being filled. */
  get page(): OpenPage {
    if (this.#open === undefined) throw new Error('no section has begun');
    return this.#open;
  }

  /** Page numbers as they are shown, by bookmark. */
  get bookmarks(): ReadonlyMap<string, string> {
    const out = new Map<string, string>();
    for (const { canvas, number, body } of this.made)
      for (const { name } of canvas.destinations)
        if (!out.has(name)) out.set(name, formatNumber(number, body.section.pageNumberFormat));
    return out;
  }

  /**
   * On the same page where it may, below the space `after` what ends the section before; else on one that its number and side allow
   * (§17.6.22).
   */
  beginSection(index: number, body: BodySection, after: number): void {
    const { section: before } = this.#body;
    const { section } = body;
    this.#body = body;
    this.#section = index;
    this.#isFirstOfSection = true;
    const isSamePaper = section.width === before.width && section.height === before.height;
    if (index > 0 && section.type === 'continuous' && isSamePaper && this.#open !== undefined) {
      const balanced = !this.#context.document.settings.compatibility.has('w:noColumnBalance');
      // Its own margins at the sides hold at once; those above and below are the page's [M].
      const { left, right } = this.#pageBox(NO_EDGES);
      this.#open.continueWith(section, { ...this.#open.canvas.frame, left, right }, balanced, after);
      return;
    }
    const isCountedOn = index === 0 && this.#context.pages !== undefined;
    if (section.firstPageNumber !== undefined && !isCountedOn) {
      this.close();
      this.#number = section.firstPageNumber - 1;
    }
    const wanted = section.type === 'evenPage' ? 0 : section.type === 'oddPage' ? 1 : undefined;
    // Nothing stands before the first section: it begins on the first sheet, whatever its number [M].
    if (wanted !== undefined && index > 0 && (this.#number + 1) % 2 !== wanted) this.#skipPage();
    this.newPage();
  }

  /** `isFull`: the one before it ends because nothing more fits on it. */
  newPage(isFull = false): OpenPage {
    this.close(isFull);
    this.#count();
    this.#context.fields = this.#fields();
    const edges = edgesOf(this.#context, this.#body, {
      firstOfSection: this.#isFirstOfSection,
      number: this.#number,
    });
    const measured = measureEdges(this.#context, this.#body, edges);
    const canvas = this.#add(edges, measured);
    paintPageBorders(canvas, this.#body.section, this.#isFirstOfSection);
    this.#isFirstOfSection = false;
    const page = new OpenPage(canvas, this.#body.section, this.foot, this.early);
    floatEdges(page.floats, measured, this.#body, canvas.frame);
    this.early.begin(canvas.index, page.floats);
    this.#open = page;
    return page;
  }

  /** As if a page had not begun on which nothing stands: what comes next begins one. */
  dropEmpty(): void {
    if (this.#open?.isEmpty !== true || this.made.length < 2 || !this.foot.isEmpty) return;
    this.made.pop();
    this.#open = undefined;
    this.#number -= 1;
  }

  /** Paints what stands on the page. */
  close(isFull = false): void {
    const page = this.made.at(-1);
    if (this.#open === undefined || page === undefined) return;
    const { canvas, body } = page;
    const { pieces, shift, textBottom } = this.#open.finish(body.section, isFull);
    const painter = new PagePainter(canvas, this.#context);
    for (const { piece, x, y } of pieces) {
      painter.piece(piece, x, y + shift);
      this.#noteRow(piece, page);
    }
    this.#lineNumbers.paint(canvas, pieces, shift);
    const position = body.section.footnotes.position ?? this.#context.document.settings.footnotes.position;
    this.foot.paint(painter, position === 'beneathText' ? textBottom : undefined);
    this.#open = undefined;
    if (this.early.isEmpty) this.#onFull(page);
  }

  #noteRow({ block, content, repeated }: Piece, { canvas, body }: LaidOutPage): void {
    const name = block.kind === 'table' ? block.properties.tracked : undefined;
    if (name === undefined || content.kind !== 'row' || repeated === true) return;
    const rows = this.rows.get(name) ?? { begins: [], ends: [], inColumns: false };
    this.rows.set(name, rows);
    const { index } = content.row;
    rows.begins[index] ??= canvas.index;
    rows.ends[index] = canvas.index;
    rows.inColumns ||= body.section.columns.count > 1;
  }

  /** Paper between two odd or two even pages: it counts, but nothing stands on it, not even a header. */
  #skipPage(): void {
    this.close();
    this.#count();
    this.#add(NO_EDGES, NO_EDGES);
  }

  #count(): void {
    this.#number += 1;
    this.#context.budget.page(this.made.length + 1);
  }

  #add(edges: PageEdges, measured: MeasuredEdges): Canvas {
    const box = this.#pageBox(measured);
    const canvas = new Canvas(
      this.made.length,
      box,
      this.#context.structure !== undefined,
      this.#context.isWatched,
    );
    const { background } = this.#context.document;
    if (background !== undefined)
      canvas.on('edgeBehind', () => canvas.rect(0, 0, box.width, box.height, background));
    this.made.push({
      canvas,
      body: this.#body,
      section: this.#section,
      number: this.#number,
      edges,
      measured,
    });
    return canvas;
  }

  #pageBox({ header, footer }: MeasuredEdges): PageBox {
    const mirrored = this.#context.document.settings.mirrorMargins && this.#number % 2 === 0;
    const heights = { header: header?.height ?? 0, footer: footer?.height ?? 0 };
    return pageBox(this.#body.section, heights, mirrored);
  }

  #fields(): FieldValues {
    return {
      ...NO_FIELDS,
      page: this.#number,
      pageFormat: this.#body.section.pageNumberFormat,
      section: this.#section + 1,
      pages: this.#known?.pages,
      sectionPages: this.#known?.sectionPages[this.#section],
      bookmarks: this.#known?.bookmarks ?? NO_FIELDS.bookmarks,
    };
  }
}
