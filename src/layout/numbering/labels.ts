/**
 * labelDocument :: WordDocument → the number or bullet of each paragraph, the number of each note
 *
 * Counted once, in the order of the document (ECMA-376 §17.9): what is measured twice is not counted twice.
 */
import type { Cascade } from '../../wml/cascade.ts';
import type { ListInstance, ListLevel } from '../../wml/lists.ts';
import type {
  Block,
  BodySection,
  DrawingContent,
  NoteInline,
  Paragraph,
  RowPattern,
  TableRow,
  WordDocument,
} from '../../wml/model.ts';
import type { NoteSettings } from '../../wml/properties/sections.ts';
import { formatNumber } from './number-formats.ts';

export interface Labels {
  readonly paragraphs: ReadonlyMap<Paragraph, Label>;
  /** By the reference itself. */
  readonly notes: ReadonlyMap<NoteInline, string>;
  /** By `footnote:id`. */
  readonly noteTexts: ReadonlyMap<string, string>;
  /** Keys of endnotes in their order, by the section that refers to them. */
  readonly endnotes: readonly (readonly string[])[];
  /** Some footnotes are counted from page to page. */
  readonly byPage: boolean;
  /** Counts them, once it is known which page each stands on. Whether anything has changed. */
  countByPage(pages: ReadonlyMap<string, number>): boolean;
}

export interface Label {
  readonly text: string;
  readonly level: ListLevel;
}

export const labelDocument = (
  document: WordDocument,
  cascade: Cascade,
  tick: (count: number) => void,
): Labels => {
  const labeller = new Labeller(document, cascade, tick);
  for (const body of document.sections) labeller.section(body);
  for (const notes of [document.footnotes, document.endnotes])
    for (const blocks of notes.values()) labeller.blocks(blocks);
  for (const blocks of document.edges.values()) labeller.blocks(blocks);
  return labeller;
};

/** Of a number's pattern, that are filled in in the time of a line. */
const LETTERS_A_LINE = 64;

class Labeller implements Labels {
  readonly paragraphs = new Map<Paragraph, Label>();
  readonly notes = new Map<NoteInline, string>();
  readonly noteTexts = new Map<string, string>();
  readonly #document: WordDocument;
  readonly #cascade: Cascade;
  readonly #counters = new Map<number, (number | undefined)[]>();
  /** Instances whose start overrides have been used, by level. */
  readonly #started = new Set<string>();
  readonly #numbered = new Map<RowPattern, boolean>();
  readonly endnotes: string[][] = [];
  readonly #noteCounts: Record<NoteInline['note'], number | undefined> = {
    footnote: undefined,
    endnote: undefined,
  };
  readonly #pageNotes: { readonly note: NoteInline; readonly settings: NoteSettings }[] = [];
  #body: BodySection | undefined;

  readonly #tick: (count: number) => void;

  constructor(document: WordDocument, cascade: Cascade, tick: (count: number) => void) {
    this.#document = document;
    this.#cascade = cascade;
    this.#tick = tick;
  }

  section(body: BodySection): void {
    this.#body = body;
    this.endnotes.push([]);
    for (const kind of ['footnote', 'endnote'] as const)
      if (this.#settings(kind).restart === 'eachSect') this.#noteCounts[kind] = undefined;
    this.blocks(body.blocks);
  }

  get byPage(): boolean {
    return this.#pageNotes.length > 0;
  }

  countByPage(pages: ReadonlyMap<string, number>): boolean {
    let changed = false;
    let [page, count]: [number | undefined, number] = [undefined, 0];
    for (const { note, settings } of this.#pageNotes) {
      const own = pages.get(`footnote:${note.id}`);
      if (own !== page) count = 0;
      page = own;
      changed = this.#number(note, (settings.start ?? 1) + count, settings) || changed;
      count += 1;
    }
    return changed;
  }

  /** What a section says goes before what the document does (§17.11.11, §17.11.12). */
  #settings(kind: NoteInline['note']): NoteSettings {
    const name = kind === 'footnote' ? 'footnotes' : 'endnotes';
    return { ...this.#document.settings[name], ...this.#body?.section[name] };
  }

  blocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'paragraph') this.#paragraph(block);
      else for (const row of block.rows) this.#row(row);
    }
  }

  #row(row: TableRow): void {
    if (row.textOnly !== undefined && !this.#isNumbered(row.textOnly.pattern)) return;
    for (const cell of row.cells) this.blocks(cell.blocks);
  }

  /** Rows of texts have no notes; whether they have numbers, one of them says for all. */
  #isNumbered(pattern: RowPattern): boolean {
    let numbered = this.#numbered.get(pattern);
    if (numbered === undefined) {
      numbered = pattern.cells.some(({ paragraphs }) =>
        paragraphs.some(({ properties }) => this.#cascade.paragraph(properties).list !== undefined),
      );
      this.#numbered.set(pattern, numbered);
    }
    return numbered;
  }

  #paragraph(paragraph: Paragraph): void {
    const { list } = this.#cascade.paragraph(paragraph.properties);
    if (list !== undefined && paragraph.mark.vanish !== true) {
      this.#tick(list.level.text.length / LETTERS_A_LINE);
      this.paragraphs.set(paragraph, { text: this.#next(list.instance, list.level), level: list.level });
    }
    for (const inline of paragraph.inlines) {
      if (inline.kind === 'note') this.#note(inline);
      else if (inline.kind === 'drawing') this.#drawing(inline.drawing.content);
    }
  }

  #drawing(content: DrawingContent): void {
    if (content.kind === 'shape' && content.text !== undefined) this.blocks(content.text.blocks);
    else if (content.kind === 'group') for (const child of content.children) this.#drawing(child.content);
  }

  #note(note: NoteInline): void {
    const key = `${note.note}:${note.id}`;
    if (note.note === 'endnote') this.endnotes.at(-1)?.push(key);
    if (note.custom) {
      this.noteTexts.set(key, '');
      return;
    }
    const settings = this.#settings(note.note);
    if (note.note === 'footnote' && settings.restart === 'eachPage') this.#pageNotes.push({ note, settings });
    const number = this.#noteCounts[note.note] ?? settings.start ?? 1;
    this.#noteCounts[note.note] = number + 1;
    this.#number(note, number, settings);
  }

  #number(note: NoteInline, number: number, { format }: NoteSettings): boolean {
    const text = formatNumber(number, format ?? (note.note === 'footnote' ? 'decimal' : 'lowerRoman'));
    if (this.notes.get(note) === text) return false;
    this.notes.set(note, text);
    this.noteTexts.set(`${note.note}:${note.id}`, text);
    return true;
  }

  #next(instance: ListInstance, level: ListLevel): string {
    let counts = this.#counters.get(instance.abstractId);
    if (counts === undefined) {
      counts = [];
      this.#counters.set(instance.abstractId, counts);
    }
    const at = level.level;
    const override = instance.startOverrides.get(at);
    const key = `${instance.id} ${at}`;
    if (override !== undefined && !this.#started.has(key)) counts[at] = override;
    else counts[at] = counts[at] === undefined ? level.start : (counts[at] ?? 0) + 1;
    this.#started.add(key);
    for (let deeper = at + 1; deeper <= 8; deeper++) {
      const restart = instance.levels.get(deeper)?.restart;
      // §17.9.10: 0 never restarts; n restarts after level n (counted from 1) or one above it.
      if (restart === undefined || (restart > 0 && at < restart)) counts[deeper] = undefined;
    }
    return labelText(instance, level, counts);
  }
}

const labelText = (instance: ListInstance, level: ListLevel, counts: (number | undefined)[]): string => {
  if (level.format === 'bullet') return level.text;
  return level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const other = Number(digit) - 1;
    const its = instance.levels.get(other);
    counts[other] ??= its?.start ?? 1;
    const format = level.legal ? 'decimal' : (its?.format ?? 'decimal');
    return formatNumber(counts[other] ?? 1, format);
  });
};
