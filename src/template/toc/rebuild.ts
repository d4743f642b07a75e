/**
 * rebuildContents :: rendered part → the same with its tables of contents and references as the document has come out
 *
 * Word would do it itself, but asks first; whoever else shows the document, and whoever makes a PDF of it, would show
 * the headings of the template. Pages are known to whoever lays the document out, and are left to PAGEREF fields.
 */
import { RENDERED } from '../../ooxml/limits.ts';
import {
  childOf,
  descendantsOf,
  escapeAttribute,
  escapeText,
  parseXml,
  type XmlElement,
} from '../../ooxml/xml.ts';
import type { NumberingCatalogue } from '../../wml/numbering.ts';
import { type StyleCatalogue, styleByName } from '../../wml/styles.ts';
import { columnWidthOf } from '../word/column-width.ts';
import { type Change, changed } from './changes.ts';
import { type ContentsField, contentsFields } from './fields.ts';
import { type Heading, headingsOf } from './headings.ts';
import { isWithin } from './instruction.ts';
import { headingLabels, ListPlaces } from './labels.ts';
import { referenceChanges } from './references.ts';

interface RebuildContext {
  readonly styles: StyleCatalogue;
  /** Of the document, with the lists that rendering has added. */
  readonly numbering: NumberingCatalogue;
  bookmarkId(): number;
  /** Told of each entry whose page is left to others. */
  onPage?(): void;
}

interface Entry extends Heading {
  readonly bookmark: string;
  /** "2.1", where Word numbers it. */
  readonly label: string;
}

export const rebuildContents = (source: string, context: RebuildContext): string => {
  const root = parseXml(source, RENDERED);
  const fields = contentsFields(root);
  const listing = new Set(fields.flatMap(({ paragraphs }) => paragraphs));
  const bookmarks = new Bookmarks(root, context);
  const places = new ListPlaces(context.styles, context.numbering);
  const labels = headingLabels(root, places);
  const changes = fields.map((field) => {
    const headings = headingsOf(root, field.rule, context.styles, (paragraph) => listing.has(paragraph));
    const entries = headings.map((heading) => ({
      ...heading,
      bookmark: bookmarks.of(heading.paragraph),
      label: labels.get(heading.paragraph) ?? '',
    }));
    for (const { level } of entries) if (!isWithin(level, field.rule.unnumbered)) context.onPage?.();
    return {
      ...rangeOf(field),
      markup: fieldMarkup(field, entries, new Looks(source, field, root, context)),
    };
  });
  // What a reference shows in a heading comes into the list with the next update, as it does in Word.
  const references = referenceChanges(root, labels, places).filter(
    ({ from }) => !changes.some((one) => from >= one.from && from < one.to),
  );
  return changed(source, [...changes, ...bookmarks.changes, ...references]);
};

const rangeOf = ({ paragraphs }: ContentsField): { from: number; to: number } => ({
  from: paragraphs[0]?.start ?? 0,
  to: paragraphs.at(-1)?.end ?? 0,
});

const fieldMarkup = (field: ContentsField, entries: readonly Entry[], looks: Looks): string => {
  const { first, last } = looks;
  const [leading, ...others] = entries;
  const open = `<${first.rawName}>`;
  const close = `</${first.rawName}>`;
  let markup =
    looks.slice(first.start, first.openEnd) +
    (leading === undefined ? looks.ownProperties : looks.properties(leading)) +
    looks.slice(looks.contentStart, field.separate.end);
  if (leading !== undefined) markup += entryMarkup(leading, field);
  for (const entry of others)
    markup += `${close}${open}${looks.properties(entry)}${entryMarkup(entry, field)}`;
  for (const { start, end } of field.marks) markup += looks.slice(start, end);
  return markup + (field.end === undefined ? close : looks.slice(field.end.start, last.end));
};

const entryMarkup = ({ label, text, level, bookmark }: Entry, { rule }: ContentsField): string => {
  const run = (content: string): string => `<w:r><w:rPr><w:noProof/></w:rPr>${content}</w:r>`;
  const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
  const page = isWithin(level, rule.unnumbered)
    ? ''
    : run('<w:tab/>') +
      mark('begin') +
      run(`<w:instrText xml:space="preserve"> PAGEREF ${bookmark} \\h </w:instrText>`) +
      mark('separate') +
      run('<w:t></w:t>') +
      mark('end');
  const words = (what: string): string => run(`<w:t xml:space="preserve">${escapeText(what)}</w:t>`);
  const number = label === '' ? '' : words(label) + run('<w:tab/>');
  const content = number + words(text) + page;
  return rule.links
    ? `<w:hyperlink w:anchor="${escapeAttribute(bookmark)}" w:history="1">${content}</w:hyperlink>`
    : content;
};

/** How the template's own entries look, level by level. */
class Looks {
  readonly first: XmlElement;
  readonly last: XmlElement;
  /** Behind the properties of the first paragraph. */
  readonly contentStart: number;
  readonly #source: string;
  readonly #styles: StyleCatalogue;
  readonly #isOfCaptions: boolean;
  readonly #width: number;
  readonly #samples = new Map<string, string>();

  constructor(
    source: string,
    { paragraphs, rule }: ContentsField,
    root: XmlElement,
    context: RebuildContext,
  ) {
    this.#source = source;
    this.#styles = context.styles;
    this.#isOfCaptions = rule.sequence !== undefined;
    this.first = paragraphs[0] as XmlElement;
    this.last = paragraphs.at(-1) as XmlElement;
    this.contentStart = childOf(this.first, 'w:pPr')?.end ?? this.first.openEnd;
    this.#width = columnWidthOf(this.first, root);
    for (const paragraph of paragraphs) {
      const properties = childOf(paragraph, 'w:pPr');
      const style = childOf(properties, 'w:pStyle')?.attribute('w:val');
      if (properties !== undefined && style !== undefined && !this.#samples.has(style))
        this.#samples.set(style, this.slice(properties.start, properties.end));
    }
  }

  slice(from: number, to: number): string {
    return this.#source.slice(from, to);
  }

  get ownProperties(): string {
    return this.slice(this.first.openEnd, this.contentStart);
  }

  /** Those of the first entry of the level, or what Word would give it. */
  properties({ level, label }: Entry): string {
    const style = styleByName(
      this.#styles,
      'paragraph',
      this.#isOfCaptions ? 'table of figures' : `toc ${level}`,
    )?.id;
    const named = style === undefined ? '' : `<w:pStyle w:val="${escapeAttribute(style)}"/>`;
    const page = `<w:tab w:val="right" w:leader="dot" w:pos="${this.#width}"/>`;
    const look = style === undefined ? builtInLook(level) : '';
    const sample = this.#samples.get(style ?? '') ?? `<w:pPr>${named}<w:tabs>${page}</w:tabs>${look}</w:pPr>`;
    const plain = sample.replace(NUMBER_TAB, '').replace('<w:tabs></w:tabs>', '');
    if (label === '') return plain;
    if (plain !== sample) return sample;
    const number = `<w:tab w:val="left" w:pos="${level * NUMBER_WIDTH}"/>`;
    return plain.includes('<w:tabs>')
      ? plain.replace('<w:tabs>', `<w:tabs>${number}`)
      : plain.replace(/<w:pPr>(?:<w:pStyle [^>]*>)?/, `$&<w:tabs>${number}</w:tabs>`);
  }
}

/** What Word's own style of the level would say, in a template that has none yet. */
const builtInLook = (level: number): string =>
  `<w:spacing w:after="100"/>${level === 1 ? '' : `<w:ind w:left="${(level - 1) * 220}"/>`}`;

/** Behind the number of a heading. */
const NUMBER_TAB = /<w:tab\b[^>]*\bw:val="left"[^>]*\/>/g;
/** Twips that Word allows for it, a level. */
const NUMBER_WIDTH = 440;

/** Word's own bookmarks of headings, and new ones where there are none. */
class Bookmarks {
  readonly changes: Change[] = [];
  readonly #known = new Map<XmlElement, string>();
  readonly #taken = new Set<string>();
  readonly #nextId: () => number;

  constructor(root: XmlElement, { bookmarkId }: RebuildContext) {
    this.#nextId = bookmarkId;
    for (const element of descendantsOf(root))
      if (element.name === 'w:bookmarkStart') this.#taken.add(element.attribute('w:name') ?? '');
  }

  of(paragraph: XmlElement): string {
    const known = this.#known.get(paragraph) ?? ownBookmark(paragraph) ?? this.#make(paragraph);
    this.#known.set(paragraph, known);
    return known;
  }

  #make(paragraph: XmlElement): string {
    const id = this.#nextId();
    let name = `_Toc${id}`;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    const from = childOf(paragraph, 'w:pPr')?.end ?? paragraph.openEnd;
    const start = `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`;
    this.changes.push(
      { from, to: from, markup: start },
      { from: paragraph.closeStart, to: paragraph.closeStart, markup: `<w:bookmarkEnd w:id="${id}"/>` },
    );
    return name;
  }
}

const ownBookmark = (paragraph: XmlElement): string | undefined => {
  for (const element of descendantsOf(paragraph)) {
    const name = element.name === 'w:bookmarkStart' ? element.attribute('w:name') : undefined;
    if (name?.startsWith('_Toc')) return name;
  }
  return undefined;
};
