/**
 * readChartCells :: chart whose embedded sheet has tags in its cells → operations that make the rows of the sheet
 *
 * A block that begins and ends in one cell is part of its text. Every other one repeats, or leaves out, the rows from its first
 * tag to its last; rows of nothing but such tags go.
 */
import type { Problem } from '../../../errors.ts';
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { type ChartRange, isUpright, rangesOf } from '../../charts/cells-data.ts';
import { type BookCell, type BookRow, openBook } from '../../charts/workbook.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { plainSource } from '../../expression/quotes.ts';
import { isGuid, scan } from '../../lex/scan.ts';
import { pair } from '../../parse/pair.ts';
import { type Reader, readTag } from '../../parse/read-tag.ts';
import type { Block, Tag, Where } from '../../parse/tag.ts';
import { shownText } from '../../parse/tag-places.ts';
import { warn } from '../../problems.ts';
import type { Op, SheetCellOp } from '../../program.ts';
import { makeBlockOp } from '../build/block.ts';
import { compileFlat } from '../build/flat-text.ts';
import type { TemplateBuild } from '../context.ts';

interface ChartCellsInput {
  readonly docx: DocxPackage;
  readonly part: string;
  readonly label: string;
  readonly reader: Reader;
  readonly template: TemplateBuild;
}

export interface ChartCells {
  readonly sheet: string;
  readonly ops: readonly Op[];
  readonly tags: readonly Tag[];
}

/** Undefined where its cells have no tags, or where what is wrong with them is told. */
export const readChartCells = (input: ChartCellsInput): ChartCells | undefined => {
  const { docx, part, reader } = input;
  const book = workbookOf(docx, part);
  if (book === undefined) return undefined;
  const ranges = rangesOf(docx.xml(part));
  const sheet = ranges.find(({ range }) => range !== undefined)?.range?.sheet;
  const opened = sheet === undefined ? undefined : openBook(docx.bytes(book));
  const rows = sheet === undefined ? undefined : opened?.rowsOf(sheet);
  if (sheet === undefined || rows === undefined) return undefined;
  const isTagged = ({ value }: BookCell): boolean => typeof value === 'string' && hasTag(value, reader);
  if (!rows.some(({ cells }) => cells.some(isTagged))) return undefined;
  const problems: Problem[] = [];
  const cells = new CellReader({ ...input, reader: { ...reader, problems } }, rows, ranges);
  cells.checkRanges(sheet);
  const ops = cells.ops();
  if (problems.length === 0) return { sheet, ops, tags: cells.tags };
  if (!reader.isLenient) reader.problems.push(...problems);
  else
    for (const problem of problems)
      warn(reader.warnings, {
        ...problem,
        code: 'unread_tag',
        message: `The cells of ${input.label} are left as they are: ${problem.message}`,
      });
  return undefined;
};

export const workbookOf = (docx: DocxPackage, chart: string): string | undefined =>
  docx
    .relationshipsOf(chart)
    .find(({ kind, part }) => kind === 'package' && part !== undefined && docx.has(part))?.part;

type Found = Extract<ReturnType<typeof scan>[number], { kind: 'tag' }>;

const tagsIn = (text: string, { delimiter }: Reader): Found[] =>
  text.includes(DELIMITERS[delimiter].open)
    ? scan(text, DELIMITERS[delimiter]).flatMap((found) =>
        found.kind === 'tag' && !isGuid(found.inner) ? [found] : [],
      )
    : [];

const hasTag = (text: string, reader: Reader): boolean => tagsIn(text, reader).length > 0;

/** Rows that a sheet leaves out are written as long as they are few. */
const MOST_EMPTY = 1000;

const BLOCK_TAGS: ReadonlySet<string> = new Set(['open', 'else', 'close']);

class CellReader {
  readonly tags: Tag[] = [];
  readonly #input: ChartCellsInput;
  readonly #rows: readonly BookRow[];
  readonly #ranges: readonly ChartRange[];
  readonly #story = {};
  /** The row that each tag of a block of rows stands in. */
  readonly #rowOf = new Map<Tag, number>();
  /** Rows that are gone through, by their numbers; undefined where the row goes. */
  readonly #ops = new Map<number, Op | undefined>();

  constructor(input: ChartCellsInput, rows: readonly BookRow[], ranges: readonly ChartRange[]) {
    this.#input = input;
    this.#rows = rows;
    this.#ranges = ranges;
  }

  /** What could not be followed once rows have come to stand elsewhere. */
  checkRanges(sheet: string): void {
    for (const { formula, range } of this.#ranges)
      if (range?.sheet !== sheet)
        this.#refuse(
          `The chart takes data from \`${formula}\`, where its sheet is ${JSON.stringify(sheet)}.`,
          'Let each series take its data from one range of the sheet that has the tags (Select Data in Word).',
        );
    for (const { row, cells } of this.#rows)
      for (const { column, isFormula } of cells)
        if (isFormula)
          this.#refuse(
            'A cell has a formula, which would not know the rows that come.',
            'Write what it reckons as a tag: `{price * count}`.',
            { cell: { row, column: column + 1 } },
          );
  }

  #refuse(message: string, hint: string, where: Where = {}): void {
    const { reader, label } = this.#input;
    reader.problems.push({ code: 'bad_place', message, hint, part: `the workbook of ${label}`, ...where });
  }

  ops(): Op[] {
    const ofRows = this.#blockTags();
    for (const { row, cells } of this.#rows) this.#readRow(row, cells, ofRows);
    this.#addEmptyRows();
    const { blocks, problems } = pair([...this.#rowOf.keys()]);
    const { reader } = this.#input;
    for (const { problem } of problems) reader.problems.push(problem);
    if (reader.problems.length > 0) return [];
    this.#checkLoops(blocks);
    const numbers = [...this.#ops.keys()].sort((a, b) => a - b);
    return this.#build(numbers, blocks, undefined);
  }

  #where(row: number, column: number, tag: string): Where {
    return {
      part: `the workbook of ${this.#input.label}`,
      cell: { row, column: column + 1 },
      tag: shownText(tag, 80),
    };
  }

  #read(reader: Reader, found: Found, where: Where): Tag | undefined {
    const { inner, problem } = found;
    return readTag(reader, {
      inner: plainSource(inner),
      problem,
      token: undefined,
      where,
      story: this.#story,
    });
  }

  /** Those that belong to rows, by cell and number: tags of blocks that no cell holds as a whole. */
  #blockTags(): ReadonlySet<string> {
    const { reader } = this.#input;
    const scratch: Reader = { ...reader, problems: [], warnings: [], aliases: new Map(reader.aliases) };
    const cellOf = new Map<Tag, { readonly cell: string; readonly key: string }>();
    for (const { row, cells } of this.#rows)
      for (const { column, value } of cells)
        for (const [index, found] of (typeof value === 'string' ? tagsIn(value, reader) : []).entries()) {
          const tag = this.#read(scratch, found, {});
          const cell = `${row} ${column}`;
          if (tag !== undefined && BLOCK_TAGS.has(tag.command.type))
            cellOf.set(tag, { cell, key: `${cell} ${index}` });
        }
    const cell = (tag: Tag): string | undefined => cellOf.get(tag)?.cell;
    for (const { open, close, elses } of pair([...cellOf.keys()]).blocks)
      if (cell(open) === cell(close))
        for (const tag of [open, close, ...elses.map((one) => one.tag)]) cellOf.delete(tag);
    return new Set([...cellOf.values()].map(({ key }) => key));
  }

  #readRow(row: number, cells: readonly BookCell[], ofRows: ReadonlySet<string>): void {
    let hasBlockTag = false;
    const read = cells.map((cell): SheetCellOp => {
      const { column, value, style } = cell;
      const look = style === undefined ? {} : { style };
      if (typeof value !== 'string') return { column, ...look, ...(value !== null && { value }) };
      const { reader } = this.#input;
      const found = tagsIn(value, reader);
      if (found.length === 0) return { column, ...look, value };
      let rest = '';
      let at = 0;
      for (const [index, one] of found.entries()) {
        if (!ofRows.has(`${row} ${column} ${index}`)) continue;
        hasBlockTag = true;
        rest += value.slice(at, one.from);
        at = one.to;
        const tag = this.#read(reader, one, this.#where(row, column, value.slice(one.from, one.to)));
        if (tag === undefined) continue;
        this.tags.push(tag);
        this.#rowOf.set(tag, row);
      }
      return { column, ...look, ...this.#text(row, column, (rest + value.slice(at)).trim()) };
    });
    const isEmpty = read.every(
      ({ value, e, ops }) => value === undefined && e === undefined && ops === undefined,
    );
    this.#ops.set(row, hasBlockTag && isEmpty ? undefined : { op: 'sheet-row', row, cells: read });
  }

  /** A single tag is a value of its kind, everything else a text. */
  #text(row: number, column: number, text: string): Partial<SheetCellOp> {
    if (text === '') return {};
    const { reader, template } = this.#input;
    const flat = compileFlat({
      text,
      as: 'flat',
      where: this.#where(row, column, text),
      reader,
      template,
      takesOnly: true,
    });
    if (flat === undefined) return { value: text };
    this.tags.push(...flat.tags);
    const { only } = flat;
    const isNumber = this.#isNumber(row, column) ? { isNumber: true as const } : {};
    const [first] = flat.tags;
    const ref = first === undefined ? {} : { tag: template.tagRef(first.where) };
    return only?.command.type === 'value' && only.tree !== undefined
      ? { e: only.tree, ...ref, ...isNumber }
      : { ops: flat.ops, ...ref, ...isNumber };
  }

  #isNumber(row: number, column: number): boolean {
    return this.#ranges.some(
      ({ range, isOfNumbers }) =>
        isOfNumbers &&
        range !== undefined &&
        row >= range.rows[0] &&
        row <= range.rows[1] &&
        column >= range.columns[0] &&
        column <= range.columns[1],
    );
  }

  #addEmptyRows(): void {
    const last = Math.max(...this.#ops.keys());
    if (last - this.#ops.size > MOST_EMPTY) return;
    for (let row = 1; row < last; row++)
      if (!this.#ops.has(row)) this.#ops.set(row, { op: 'sheet-row', row, cells: [] });
  }

  /** A range that a loop repeats only in part would have cells of others between its own. */
  #checkLoops(blocks: readonly Block[]): void {
    for (const { open, close } of blocks) {
      const from = this.#rowOf.get(open) ?? 0;
      const to = this.#rowOf.get(close) ?? 0;
      const repeated = [...this.#ops].flatMap(([row, op]) =>
        row >= from && row <= to && op !== undefined ? [row] : [],
      );
      for (const { range, formula, role } of this.#ranges) {
        if (range === undefined || role === 'tx' || !isUpright(range)) continue;
        const isIn = (row: number): boolean => row >= range.rows[0] && row <= range.rows[1];
        if (repeated.some(isIn) && !repeated.every(isIn))
          this.#refuse(
            `${open.where.tag} repeats rows of which \`${formula}\` has only some.`,
            'Let the series begin and end with the rows that the loop repeats, or repeat one row.',
            open.where,
          );
      }
    }
  }

  #build(rows: readonly number[], blocks: readonly Block[], parent: Block | undefined): Op[] {
    const out: Op[] = [];
    const own = blocks.filter((block) => block.parent === parent);
    let covered = 0;
    for (const row of rows) {
      if (row <= covered) continue;
      const [block, ...others] = own.filter(({ open }) => this.#rowOf.get(open) === row);
      if (block === undefined) {
        const op = this.#ops.get(row);
        if (op !== undefined) out.push(op);
        continue;
      }
      covered = this.#rowOf.get(block.close) ?? row;
      const crossing = [...others, ...own].find(
        (one) =>
          one !== block &&
          (this.#rowOf.get(one.open) ?? 0) <= covered &&
          (this.#rowOf.get(one.open) ?? 0) >= row,
      );
      if (crossing !== undefined)
        this.#refuse(
          `${crossing.open.where.tag} begins in a row that ${block.open.where.tag} already repeats or asks about.`,
          'Give each of them rows of its own.',
          crossing.open.where,
        );
      out.push(
        this.#block(
          block,
          rows.filter((one) => one >= row && one <= covered),
          blocks,
        ),
      );
    }
    return out;
  }

  #block(block: Block, rows: readonly number[], blocks: readonly Block[]): Op {
    const bodies: number[][] = [[]];
    const elses = new Map(block.elses.map(({ tag }) => [this.#rowOf.get(tag), tag]));
    for (const row of rows) {
      const other = elses.get(row);
      if (other === undefined) {
        bodies.at(-1)?.push(row);
        continue;
      }
      if (this.#ops.get(row) !== undefined)
        this.#refuse(
          `${other.where.tag} stands in a row with other text.`,
          'Give it a row of its own.',
          other.where,
        );
      bodies.push([]);
    }
    return makeBlockOp(
      this.#input.template,
      block,
      bodies.map((body) => this.#build(body, blocks, block)),
      [],
    );
  }
}
