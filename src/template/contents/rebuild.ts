/**
 * rebuildContents :: rendered part → the same with its tables of contents as the headings have come out
 *
 * Word would do it itself, but asks first; whoever else shows the document, and whoever makes a PDF of it, would show
 * the headings of the template. Pages are known to whoever lays the document out, and are left to PAGEREF fields.
 */
import { DEFAULT_PACKAGE_LIMITS, type XmlLimits } from '../../ooxml/limits.ts';
import {
  childOf,
  descendantsOf,
  escapeAttribute,
  escapeText,
  parseXml,
  type XmlElement,
} from '../../ooxml/xml.ts';
import { type StyleCatalogue, styleByName } from '../../wml/styles.ts';
import { columnWidthOf } from '../compile/column-width.ts';
import { type ContentsField, contentsFields } from './fields.ts';
import { type Heading, headingsOf } from './headings.ts';
import { isWithin } from './instruction.ts';

export interface RebuildContext {
  readonly styles: StyleCatalogue;
  bookmarkId(): number;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly markup: string;
}

interface Entry extends Heading {
  readonly bookmark: string;
}

/** What was rendered may be larger than what may be uploaded; how large is for the render's budget to say. */
const RENDERED: XmlLimits = { ...DEFAULT_PACKAGE_LIMITS, xmlNodes: Number.MAX_SAFE_INTEGER };

export const rebuildContents = (source: string, context: RebuildContext): string => {
  const root = parseXml(source, RENDERED);
  const fields = contentsFields(root);
  const listing = new Set(fields.flatMap(({ paragraphs }) => paragraphs));
  const bookmarks = new Bookmarks(root, context);
  const changes = fields.map((field) => {
    const headings = headingsOf(root, field.rule, context.styles, (paragraph) => listing.has(paragraph));
    const entries = headings.map((heading) => ({ ...heading, bookmark: bookmarks.of(heading.paragraph) }));
    return {
      ...rangeOf(field),
      markup: fieldMarkup(field, entries, new Looks(source, field, root, context)),
    };
  });
  return changed(source, [...changes, ...bookmarks.changes]);
};

const rangeOf = ({ paragraphs }: ContentsField): { from: number; to: number } => ({
  from: paragraphs[0]?.start ?? 0,
  to: paragraphs.at(-1)?.end ?? 0,
});

const changed = (source: string, changes: readonly Change[]): string => {
  let at = 0;
  let text = '';
  for (const { from, to, markup } of changes.toSorted((a, b) => a.from - b.from)) {
    text += source.slice(at, from) + markup;
    at = to;
  }
  return text + source.slice(at);
};

const fieldMarkup = (field: ContentsField, entries: readonly Entry[], looks: Looks): string => {
  const { first, last } = looks;
  const [leading, ...others] = entries;
  const open = `<${first.rawName}>`;
  const close = `</${first.rawName}>`;
  let markup =
    looks.slice(first.start, first.openEnd) +
    (leading === undefined ? looks.ownProperties(first) : looks.properties(leading.level)) +
    looks.slice(looks.contentStart(first), field.separate.end);
  if (leading !== undefined) markup += entryMarkup(leading, field);
  for (const entry of others)
    markup += `${close}${open}${looks.properties(entry.level)}${entryMarkup(entry, field)}`;
  if (looks.endStandsAlone)
    markup += `${close}${looks.slice(last.start, last.openEnd)}${looks.ownProperties(last)}`;
  return markup + looks.marks + looks.slice(field.end.start, last.end);
};

const entryMarkup = ({ text, level, bookmark }: Entry, { rule }: ContentsField): string => {
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
  const content = run(`<w:t xml:space="preserve">${escapeText(text)}</w:t>`) + page;
  return rule.links
    ? `<w:hyperlink w:anchor="${escapeAttribute(bookmark)}" w:history="1">${content}</w:hyperlink>`
    : content;
};

/** How the template's own entries look, level by level. */
class Looks {
  readonly first: XmlElement;
  readonly last: XmlElement;
  /** Bookmarks and the like among the entries that go: their other ends may stand elsewhere. */
  readonly marks: string;
  readonly endStandsAlone: boolean;
  readonly #source: string;
  readonly #styles: StyleCatalogue;
  readonly #width: number;
  readonly #samples = new Map<string, string>();

  constructor(
    source: string,
    { paragraphs, separate, end }: ContentsField,
    root: XmlElement,
    context: RebuildContext,
  ) {
    this.#source = source;
    this.#styles = context.styles;
    this.first = paragraphs[0] as XmlElement;
    this.last = paragraphs.at(-1) as XmlElement;
    this.#width = columnWidthOf(this.first, root);
    let marks = '';
    for (const paragraph of paragraphs) {
      const properties = childOf(paragraph, 'w:pPr');
      const style = childOf(properties, 'w:pStyle')?.attribute('w:val');
      if (properties !== undefined && style !== undefined && !this.#samples.has(style))
        this.#samples.set(style, this.slice(properties.start, properties.end));
      for (const element of descendantsOf(paragraph))
        if (MARKS.has(element.name) && element.start > separate.end && element.start < end.start)
          marks += this.slice(element.start, element.end);
    }
    this.marks = marks;
    this.endStandsAlone = this.last !== this.first && isFirstRun(this.last, end);
  }

  slice(from: number, to: number): string {
    return this.#source.slice(from, to);
  }

  contentStart(paragraph: XmlElement): number {
    return childOf(paragraph, 'w:pPr')?.end ?? paragraph.openEnd;
  }

  ownProperties(paragraph: XmlElement): string {
    return this.slice(paragraph.openEnd, this.contentStart(paragraph));
  }

  /** Those of the first entry of the level, or what Word would give it. */
  properties(level: number): string {
    const style = styleByName(this.#styles, 'paragraph', `toc ${level}`)?.id;
    const sample = style === undefined ? undefined : this.#samples.get(style);
    if (sample !== undefined) return sample;
    const named = style === undefined ? '' : `<w:pStyle w:val="${escapeAttribute(style)}"/>`;
    const tabs = `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${this.#width}"/></w:tabs>`;
    return `<w:pPr>${named}${tabs}</w:pPr>`;
  }
}

const MARKS: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
]);

const isFirstRun = (paragraph: XmlElement, run: XmlElement): boolean => {
  for (const element of descendantsOf(paragraph)) if (element.name === 'w:r') return element === run;
  return false;
};

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
