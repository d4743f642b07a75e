/**
 * readDocument :: DocxPackage → WordDocument
 *
 * Parts that are missing or damaged beside the main one cost their content, not the document.
 */
import { PlatenError } from '../errors.ts';
import type { DocxPackage, PartKind } from '../ooxml/docx.ts';
import { childOf, elementsOf, textContent, type XmlElement } from '../ooxml/xml.ts';
import { BORDER_COLOR, readColor } from './colors.ts';
import { readBulletPictures } from './drawing/bullet-pictures.ts';
import { Findings } from './findings.ts';
import { readLists } from './lists.ts';
import type {
  Block,
  BodySection,
  DocumentProperties,
  EmbeddedFontPart,
  FontInfo,
  NoteSeparators,
  WordDocument,
} from './model.ts';
import { PLAIN_ROWS } from './plain-rows.ts';
import type { PropertyContext } from './properties/run-properties.ts';
import { type EdgeParts, readSection } from './properties/sections.ts';
import { NO_SETTINGS, readSettings } from './properties/settings.ts';
import { childValue } from './properties/word-values.ts';
import { StoryReader } from './read-blocks.ts';
import { readShared, readSharedStory } from './shared-parts.ts';
import type { OriginCharts } from './story-context.ts';
import { NO_STYLE_SHEET, readStyleSheet } from './style-sheet.ts';
import { NO_THEME, type Rgb, readTheme } from './theme.ts';

/** `charts`: where values say which tag they came from, the charts that tags have made. */
export const readDocument = (docx: DocxPackage, charts?: OriginCharts): WordDocument => {
  const findings = new Findings();
  const parts = new Parts(docx, findings);
  const settings = parts.share('settings', [], readSettings) ?? NO_SETTINGS;
  const languages = { eastAsia: settings.eastAsian, complex: settings.complexScript };
  const theme =
    parts.share('theme', Object.values(languages), (root) => readTheme(root, languages)) ?? NO_THEME;
  const styles =
    parts.share('styles', [theme], (root, part, own) =>
      readStyleSheet(root, { theme, findings: own, part }),
    ) ?? NO_STYLE_SHEET;
  const numIdOfStyle = (id: string): number | undefined => styles.byId.get(id)?.paragraph.numId;
  const lists =
    parts.share('numbering', [theme, styles], (root, part, own) =>
      readLists(root, numIdOfStyle, { theme, findings: own, part }),
    ) ?? NO_LISTS;

  const contextOf = (part: string): PropertyContext => ({ theme, findings, part });
  const story = (part: string, context = contextOf(part), onOpen?: () => void): StoryReader =>
    new StoryReader(context, {
      text: docx.text(part),
      relationships: docx.relationshipsOf(part),
      charts,
      open: (other) => {
        onOpen?.();
        return other === undefined || !docx.has(other)
          ? undefined
          : parts.readPart(other, (root) => ({ root, context: story(other) }));
      },
    });
  /** A header, a footer, notes: most templates have the same in all of their documents. */
  const besideBody = <Result>(
    part: string,
    read: (root: XmlElement, reader: StoryReader) => Result,
  ): Result | undefined =>
    parts.unlessDamaged(part, () =>
      readSharedStory({
        docx,
        part,
        findings,
        needs: [theme],
        read: (own) => {
          let isWhole = true;
          const reader = story(part, { theme, findings: own, part }, () => {
            isWhole = false;
          });
          return { value: read(docx.xml(part), reader), isWhole };
        },
      }),
    );
  // Parts that are shared among documents say whether there is more to read, which is each document's own.
  const hasPictures = [...lists.values()].some(({ levels }) =>
    [...levels.values()].some(({ picture }) => picture !== undefined),
  );
  const fonts = parts.share('fontTable', [], readFontTable) ?? NO_FONTS;
  const hasEmbedded = [...fonts.values()].some(({ embedded }) => embedded === true);

  const context = contextOf(docx.mainPart);
  const { gutterAtTop, showsBackground } = settings;
  const { root, sections, edges } = readBody({
    docx,
    // Rows that are written alike are not taken for one where their texts say more than what is shown.
    isMapped: charts !== undefined,
    story,
    edge: (part) => besideBody(part, (edge, reader) => reader.story(edge)) ?? [],
    context,
    gutterAtTop,
  });
  const background = showsBackground ? readBackground(childOf(root, 'w:background'), context) : undefined;
  const notes = (kind: 'footnotes' | 'endnotes'): Notes => {
    const [part] = docx.partsOf(kind);
    const read = part === undefined ? undefined : besideBody(part, readNotes);
    return read ?? { notes: new Map(), separators: {} };
  };
  const [footnotes, endnotes] = [notes('footnotes'), notes('endnotes')];

  return {
    sections,
    edges,
    ...(background !== undefined && { background }),
    footnotes: footnotes.notes,
    endnotes: endnotes.notes,
    separators: { footnotes: footnotes.separators, endnotes: endnotes.separators },
    styles,
    lists,
    settings,
    theme,
    fonts,
    embeddedFonts: hasEmbedded
      ? (parts.read('fontTable', (root, part) => readEmbeddedFonts(root, docx, part)) ?? [])
      : [],
    bullets: hasPictures
      ? (parts.read('numbering', (root, part) => readBulletPictures(root, story(part))) ?? new Map())
      : NO_BULLETS,
    properties: parts.read('core-properties', readProperties) ?? {},
    copiesSymbolCodes: savedByOlderWord(docx, parts),
    findings: findings.list,
  };
};

/** Declared by every document that Word 365 has saved since 2017; what stands first in a part names its vocabularies. */
const SINCE_WORD_365 = '/word/2016/wordml/cid';
const ROOT_LENGTH = 8_000;

/**
 * Word for Windows up to 2016 wrote a bullet of Symbol or Wingdings to its PDFs as U+F0B7 and its kin, Word 365 and Word for
 * Mac as "•": seven and eleven pairs of documents and PDFs, and none against it.
 */
const savedByOlderWord = (docx: DocxPackage, parts: Parts): boolean => {
  const program = parts.share('extended-properties', [], (root) => {
    const element = childOf(root, 'ep:Application');
    return element === undefined ? '' : textContent(element).trim();
  });
  return (
    program === 'Microsoft Office Word' &&
    !docx.text(docx.mainPart).slice(0, ROOT_LENGTH).includes(SINCE_WORD_365)
  );
};

const NO_LISTS: WordDocument['lists'] = new Map();
const NO_FONTS: WordDocument['fonts'] = new Map();
const NO_BULLETS: WordDocument['bullets'] = new Map();

class Parts {
  readonly #docx: DocxPackage;
  readonly #findings: Findings;

  constructor(docx: DocxPackage, findings: Findings) {
    this.#docx = docx;
    this.#findings = findings;
  }

  /** A part that is the same in all documents of a template. `needs` is what it is read with. */
  share<Result>(
    kind: PartKind,
    needs: readonly unknown[],
    read: (root: XmlElement, part: string, findings: Findings) => Result,
  ): Result | undefined {
    const docx = this.#docx;
    const part = docx.partsOf(kind)[0];
    if (part === undefined) return undefined;
    return this.unlessDamaged(part, () =>
      readShared({
        docx,
        part,
        findings: this.#findings,
        needs,
        read: (findings) => read(docx.xml(part), part, findings),
      }),
    );
  }

  read<Result>(kind: PartKind, read: (root: XmlElement, part: string) => Result): Result | undefined {
    const part = this.#docx.partsOf(kind)[0];
    return part === undefined ? undefined : this.readPart(part, read);
  }

  readPart<Result>(part: string, read: (root: XmlElement, part: string) => Result): Result | undefined {
    return this.unlessDamaged(part, () => read(this.#docx.xml(part), part));
  }

  unlessDamaged<Result>(part: string, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PlatenError) || error.kind === 'too_large') throw error;
      this.#findings.note('damaged-part', part, this.#docx.xml(this.#docx.mainPart));
      return undefined;
    }
  }
}

interface BodyReading {
  readonly docx: DocxPackage;
  readonly isMapped: boolean;
  readonly story: (part: string) => StoryReader;
  /** The blocks of a header or footer. */
  readonly edge: (part: string) => readonly Block[];
  readonly context: PropertyContext;
  readonly gutterAtTop: boolean;
}

const readBody = ({
  docx,
  isMapped,
  story,
  edge,
  context,
  gutterAtTop,
}: BodyReading): {
  root: XmlElement;
  sections: readonly BodySection[];
  edges: ReadonlyMap<string, readonly Block[]>;
} => {
  const root = docx.xml(docx.mainPart, isMapped ? undefined : PLAIN_ROWS);
  const body = childOf(root, 'w:body') ?? root;
  const reader = story(docx.mainPart);
  const ends: { readonly properties: XmlElement | undefined; readonly blocks: number }[] = [];
  const blocks = reader.story(body, (properties, count) => ends.push({ properties, blocks: count }));
  ends.push({ properties: childOf(body, 'w:sectPr'), blocks: blocks.length });

  const edges = new Map<string, readonly Block[]>();
  const partsOf = (ids: EdgeParts): EdgeParts => {
    const out: { default?: string; first?: string; even?: string } = {};
    for (const type of ['default', 'first', 'even'] as const) {
      const part = reader.relationship(ids[type])?.part;
      if (part === undefined || !docx.has(part)) continue;
      out[type] = part;
      if (!edges.has(part)) edges.set(part, edge(part));
    }
    return out;
  };

  const sections: BodySection[] = [];
  for (const [index, { properties, blocks: end }] of ends.entries()) {
    const section = readSection(properties, context, gutterAtTop);
    const before = sections.at(-1);
    sections.push({
      section,
      blocks: blocks.slice(ends[index - 1]?.blocks ?? 0, end),
      // §17.10.2: what a section does not name, it has from the one before.
      headers: { ...before?.headers, ...partsOf(section.headers) },
      footers: { ...before?.footers, ...partsOf(section.footers) },
    });
  }
  return { root, sections, edges };
};

/** §17.2.1. A picture or a gradient behind the text is told: its colour stands in for it. */
const readBackground = (
  element: XmlElement | undefined,
  { theme, findings, part }: PropertyContext,
): Rgb | undefined => {
  const fill = childOf(childOf(element, 'v:background'), 'v:fill');
  if (fill !== undefined && (fill.attribute('type') ?? 'solid') !== 'solid')
    findings.note('page-background', part, fill);
  const color = readColor(element, theme, BORDER_COLOR);
  return color === 'auto' ? undefined : color;
};

interface Notes {
  readonly notes: ReadonlyMap<string, readonly Block[]>;
  readonly separators: NoteSeparators;
}

const readNotes = (root: XmlElement, reader: StoryReader): Notes => {
  const notes = new Map<string, readonly Block[]>();
  const separators: { -readonly [Type in keyof NoteSeparators]: NoteSeparators[Type] } = {};
  for (const note of elementsOf(root)) {
    const type = note.attribute('w:type') ?? 'normal';
    const id = note.attribute('w:id');
    if (type === 'normal') {
      if (id !== undefined) notes.set(id, reader.story(note));
    } else if (type === 'separator' || type === 'continuationSeparator' || type === 'continuationNotice')
      separators[type] = reader.story(note);
  }
  return { notes, separators };
};

const CLASSES: ReadonlySet<string> = new Set(['roman', 'swiss', 'modern', 'script', 'decorative', 'auto']);

const readFontTable = (root: XmlElement): ReadonlyMap<string, FontInfo> => {
  const fonts = elementsOf(root, 'w:font');
  // Of a font that it has, Word writes what the font covers; other programs never do.
  const byWord = fonts.some((font) => childOf(font, 'w:sig') !== undefined);
  return new Map(
    fonts.map((font): [string, FontInfo] => {
      const alternateName = childValue(font, 'w:altName');
      const familyClass = childValue(font, 'w:family');
      const panose = childValue(font, 'w:panose1');
      const signature = childOf(font, 'w:sig');
      const embedded = Object.keys(EMBEDDED).some((name) => childOf(font, name) !== undefined);
      return [
        (font.attribute('w:name') ?? '').toLowerCase(),
        {
          ...(alternateName !== undefined && { alternateName }),
          ...(familyClass !== undefined &&
            CLASSES.has(familyClass) && { familyClass: familyClass as NonNullable<FontInfo['familyClass']> }),
          ...(childValue(font, 'w:pitch') === 'fixed' && { fixedPitch: true }),
          ...(panose !== undefined && { panose }),
          ...(signature !== undefined && {
            signature: `${signature.attribute('w:usb0')} ${signature.attribute('w:csb0')}`,
          }),
          ...(byWord && signature === undefined && !embedded && { absent: true }),
          ...(embedded && { embedded: true }),
        },
      ];
    }),
  );
};

const EMBEDDED = {
  'w:embedRegular': { bold: false, italic: false },
  'w:embedBold': { bold: true, italic: false },
  'w:embedItalic': { bold: false, italic: true },
  'w:embedBoldItalic': { bold: true, italic: true },
} as const;
/** More faces than any document uses. */
const MOST_EMBEDDED = 64;

const readEmbeddedFonts = (
  root: XmlElement,
  docx: DocxPackage,
  part: string,
): readonly EmbeddedFontPart[] => {
  const relationships = new Map(docx.relationshipsOf(part).map((one) => [one.id, one]));
  const faces = elementsOf(root, 'w:font').flatMap((font) =>
    Object.entries(EMBEDDED).flatMap(([name, style]): EmbeddedFontPart[] => {
      const element = childOf(font, name);
      const target = relationships.get(element?.attribute('r:id') ?? '')?.part;
      const family = font.attribute('w:name');
      if (target === undefined || family === undefined || !docx.has(target)) return [];
      return [{ family, ...style, part: target, key: element?.attribute('w:fontKey') ?? '' }];
    }),
  );
  return faces.slice(0, MOST_EMBEDDED);
};

const PROPERTY_NAMES = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'cp:keywords': 'keywords',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
} as const;

const readProperties = (root: XmlElement): DocumentProperties => {
  const out: { -readonly [K in keyof DocumentProperties]: DocumentProperties[K] } = {};
  for (const [name, key] of Object.entries(PROPERTY_NAMES) as [
    keyof typeof PROPERTY_NAMES,
    keyof DocumentProperties,
  ][]) {
    const element = childOf(root, name);
    const text = element === undefined ? '' : textContent(element).trim();
    if (text !== '') out[key] = text;
  }
  return out;
};
