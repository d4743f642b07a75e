/**
 * LayoutContext: what every phase of laying out one document shares. Everything in it is either fixed for a pass or says
 * so.
 */
import { languageOfFamily } from '../fonts/families/east-asian-families.ts';
import type { FontLibrary } from '../fonts/font.ts';
import { Kept } from '../memo.ts';
import { Cascade, type ResolvedParagraph } from '../wml/cascade.ts';
import type { Block, FieldInline, MathInline, NoteInline, WordDocument } from '../wml/model.ts';
import { chosenText } from '../wml/page-condition.ts';
import type { RunProperties } from '../wml/properties/run-properties.ts';
import type { LayoutBudget } from './budget.ts';
import type { Atom } from './inline/atoms.ts';
import type { Collecting } from './inline/collect.ts';
import type { LineShape } from './inline/line-shape.ts';
import { mathAtoms } from './inline/math-atoms.ts';
import { mathFontOf } from './math/math-font.ts';
import type { MathSettings } from './math/setting.ts';
import { type Label, type Labels, labelDocument } from './numbering/labels.ts';
import { formatNumber } from './numbering/number-formats.ts';
import type { Measured } from './pieces.ts';
import type { Region } from './region.ts';
import { DocumentStructure } from './structure/document-structure.ts';
import { type TextFormat, TextFormats } from './text/text-format.ts';

/** What fields of the page being laid out say; changes from page to page. */
export interface FieldValues {
  /** The number of the page, as its section counts. */
  readonly page: number;
  /** How the section writes the numbers of its pages (`w:pgNumType`). */
  readonly pageFormat: string;
  /** Pages of the document, by the pass before; undefined in the first. */
  readonly pages: number | undefined;
  /** Pages of the section, by the pass before; undefined in the first. */
  readonly sectionPages: number | undefined;
  /** The number of the section. */
  readonly section: number;
  /** Page numbers by bookmark, from the pass before. */
  readonly bookmarks: ReadonlyMap<string, string>;
  /** The text nearest to the page in that style, for STYLEREF. */
  readonly styleText: (style: string) => string | undefined;
}

/** A document's place among others whose pages are counted through. */
export interface PagesOfMany {
  /** The number of its first page, whatever its first section says; later sections may begin anew. */
  readonly first: number;
  /** Pages of all together: what NUMPAGES says. */
  readonly total: number;
}

/** What the fields of some content depend on, the most of them. */
export type FieldUse = 'nothing' | 'page' | 'result';

export const NO_FIELDS: FieldValues = {
  page: 1,
  pageFormat: 'decimal',
  pages: undefined,
  sectionPages: undefined,
  section: 1,
  bookmarks: new Map(),
  styleText: () => undefined,
};

/** As it stands in the code of another. */
const NESTED_FIELD = { kind: 'field', argument: '', format: '', cached: '' } as const;

/** What Word's own templates have, by the language of the document's font; else half an inch. Seen of Korea [M]. */
const TAB_INTERVALS: Readonly<Record<string, number>> = { ko: 40, ja: 42, 'zh-Hans': 21, 'zh-Hant': 24 };
const HALF_INCH = 36;

const ownTabInterval = ({ styles }: WordDocument): number => {
  const { eastAsia } = styles.defaults.run;
  return (eastAsia && TAB_INTERVALS[languageOfFamily(eastAsia) ?? '']) || HALF_INCH;
};

export class LayoutContext implements Collecting {
  readonly document: WordDocument;
  readonly fonts: FontLibrary;
  readonly cascade: Cascade;
  readonly formats: TextFormats;
  readonly labels: Labels;
  readonly budget: LayoutBudget;
  /** Measures blocks of cells, boxes and notes; handed in, because those who need it are what it is made of. */
  readonly measure: (blocks: readonly Block[], region: Region) => Measured;
  /** Points between automatic tab stops. */
  readonly tabInterval: number;
  /** Sentences for whoever asked for the document. */
  readonly warnings = new Set<string>();
  /** Some field names text by its style: pages have to know which texts have one. */
  namedStyles = false;
  /** Codes of the gate (`convert/reasons`): what does not come out as Word would have it. */
  readonly reasons = new Set<string>();
  /** Elements for a tagged file; undefined where it is to have no tags. */
  readonly structure: DocumentStructure | undefined;
  readonly pages: PagesOfMany | undefined;
  /** Somebody looks whether the pages are well made. */
  readonly isWatched: boolean;
  /** Of the page that is being filled. */
  fields: FieldValues = NO_FIELDS;
  /** Whether any field was asked for whose answer the first pass cannot know. */
  needsSecondPass = false;
  /** How lines of paragraphs are shaped, by what holds them and what they are resolved to. */
  readonly shapes = new WeakMap<Region, Map<ResolvedParagraph, LineShape>>();
  /** What phases keep of this document. */
  readonly kept = new Kept();
  #fieldUse: FieldUse = 'nothing';
  /** Number of the note that is being laid out. */
  noteNumber = '';
  #labelRuns = new Map<RunProperties, Map<RunProperties, RunProperties>>();

  constructor(
    document: WordDocument,
    fonts: FontLibrary,
    budget: LayoutBudget,
    measure: (blocks: readonly Block[], context: LayoutContext, region: Region) => Measured,
    {
      tagged = false,
      pages,
      isWatched = false,
    }: {
      readonly tagged?: boolean;
      readonly pages?: PagesOfMany | undefined;
      readonly isWatched?: boolean;
    } = {},
  ) {
    const measured = (blocks: readonly Block[], region: Region): Measured => measure(blocks, this, region);
    this.measure = measured;
    this.document = document;
    this.pages = pages;
    this.isWatched = isWatched;
    this.fonts = fonts;
    this.budget = budget;
    this.cascade = new Cascade(document);
    this.formats = new TextFormats(fonts, document.fonts, document.settings.eastAsian, this.tick);
    this.tabInterval = document.settings.defaultTab ?? ownTabInterval(document);
    this.labels = labelDocument(document, this.cascade, this.tick);
    this.structure = tagged
      ? new DocumentStructure({
          document,
          cascade: this.cascade,
          labels: this.labels,
          nesting: budget.limits.nesting,
        })
      : undefined;
  }

  readonly tick = (count?: number): void => this.budget.step(count);

  readonly formatOf = (run: RunProperties, paragraph: ResolvedParagraph): TextFormat =>
    this.formats.of(this.cascade.run(run, paragraph));

  /** A number looks as its paragraph's mark does, and then as its level says (§17.9.24). */
  labelFormat(label: Label, mark: RunProperties, paragraph: ResolvedParagraph): TextFormat {
    const base = this.cascade.run(mark, paragraph);
    let known = this.#labelRuns.get(base);
    if (known === undefined) {
      known = new Map();
      this.#labelRuns.set(base, known);
    }
    let merged = known.get(label.level.run);
    if (merged === undefined) {
      // The mark's underline, and what marks a change of it, is not the number's; nor is the font of its language [M].
      const { underline: _, language: __, ...rest } = base;
      const own = label.level.run;
      const style = own.styleId === undefined ? {} : this.cascade.run({ styleId: own.styleId }, paragraph);
      merged = { ...rest, ...(own.styleId === undefined ? {} : style), ...own, vanish: false };
      known.set(label.level.run, merged);
    }
    return this.formats.of(merged);
  }

  readonly noteText = (note: NoteInline): { readonly key: string; readonly text: string } => ({
    key: `${note.note}:${note.id}`,
    text: this.labels.notes.get(note) ?? '',
  });

  readonly noteMark = (): string => this.noteNumber;

  readonly mathAtoms = (inline: MathInline, paragraph: ResolvedParagraph): readonly Atom[] => {
    const font = mathFontOf(this.fonts);
    const { math } = this.document.settings;
    if (font === undefined) {
      this.reasons.add('math');
      return [];
    }
    const formatOf = (run: RunProperties): TextFormat => this.formatOf(run, paragraph);
    const settings: MathSettings = {
      ...math,
      font,
      formatOf,
      missing: () => this.reasons.add('font:missing'),
      tick: this.tick,
    };
    return mathAtoms(inline, settings, inline.display === 'default' ? math.alignment : inline.display);
  };

  /** Which fields `work` asks for; what a later pass would make of them is left to whoever watches. */
  watchFields<T>(work: () => T): { readonly value: T; readonly depends: FieldUse } {
    const [use, needs] = [this.#fieldUse, this.needsSecondPass];
    this.#fieldUse = 'nothing';
    const value = work();
    const depends = this.#fieldUse;
    this.#fieldUse = use;
    this.needsSecondPass = needs;
    return { value, depends };
  }

  /** Which fields `work` asks for; who watches from further out is told as well. */
  noteFields<T>(work: () => T): { readonly value: T; readonly depends: FieldUse } {
    const use = this.#fieldUse;
    this.#fieldUse = 'nothing';
    const value = work();
    const depends = this.#fieldUse;
    if (depends === 'nothing' || use === 'result') this.#fieldUse = use;
    return { value, depends };
  }

  readonly fieldText = (field: FieldInline): string => {
    const { fields } = this;
    if (field.name === 'EQ') {
      this.warnings.add('A formula in a field (EQ) is not drawn.');
      return '';
    }
    if (field.condition !== undefined)
      return chosenText(field.condition, (name) => this.fieldText({ ...NESTED_FIELD, run: field.run, name }));
    if (field.name !== 'PAGE' && field.name !== 'SECTION') this.#fieldUse = 'result';
    else if (this.#fieldUse === 'nothing') this.#fieldUse = 'page';
    switch (field.name) {
      case 'PAGE':
        return formatNumber(fields.page, field.format || fields.pageFormat);
      case 'NUMPAGES':
        if (this.pages !== undefined) return formatNumber(this.pages.total, field.format);
        this.needsSecondPass = true;
        return fields.pages === undefined ? field.cached || '1' : formatNumber(fields.pages, field.format);
      case 'SECTIONPAGES':
        this.needsSecondPass = true;
        return fields.sectionPages === undefined
          ? field.cached || '1'
          : formatNumber(fields.sectionPages, field.format);
      case 'SECTION':
        return formatNumber(fields.section, field.format);
      case 'PAGEREF':
        this.needsSecondPass = true;
        return fields.bookmarks.get(field.argument) ?? field.cached;
      case 'STYLEREF':
        this.namedStyles = true;
        return fields.styleText(field.argument) ?? field.cached;
      default:
        return field.cached;
    }
  };
}
