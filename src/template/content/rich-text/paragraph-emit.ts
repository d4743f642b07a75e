/** emitParagraph :: Paragraph → `w:p`, in the template's styles where it has them */
import { escapeAttribute } from '../../../ooxml/xml.ts';
import { type Style, styleByName } from '../../../wml/styles.ts';
import { wholeNumber } from '../../../wml/word-values.ts';
import { type DialectNames, namesOf } from '../dialect.ts';
import { LIST_HANGING, LIST_LEVELS, listIndent } from '../list-numbering.ts';
import type { ListFormat, PartContext } from '../part-context.ts';
import {
  combine,
  NO_PROPERTIES,
  type Properties,
  parseProperties,
  pick,
  writeProperties,
} from '../word-properties.ts';
import type { Layout, List, Paragraph } from './blocks.ts';
import type { Border, Borders, Edge } from './css.ts';
import { RunEmitter } from './run-emit.ts';

type Property = readonly [string, string];

const styled = (style: Style): Property => ['w:pStyle', `<w:pStyle w:val="${escapeAttribute(style.id)}"/>`];

/** Twips: what a quotation stands in by where the template has no style for it. */
const QUOTE_STEP = 400;
const QUOTE_BAR = '<w:left w:val="single" w:sz="18" w:space="10" w:color="BFBFBF"/>';
const CODE_BACKGROUND = 'F5F5F5';

/** Half-points and twips above, for h1 to h6 where the template has no heading styles. */
const HEADINGS = [
  { size: 32, before: 360 },
  { size: 28, before: 320 },
  { size: 26, before: 280 },
  { size: 24, before: 240 },
  { size: 22, before: 240 },
  { size: 22, before: 240 },
] as const;

/** Properties of the tag's paragraph that make sense on every paragraph, whatever its style. */
const SHARED = ['w:bidi', 'w:jc'];
/** Those that stand for one paragraph alone and are not repeated on the next. */
const ONCE: readonly Property[] = [
  ['w:numPr', ''],
  ['w:pageBreakBefore', ''],
  ['w:outlineLvl', ''],
  ['w:framePr', ''],
];

export const borderXml = (edge: string, { style, size, color }: Border, space: number): string =>
  style === 'none'
    ? `<w:${edge} w:val="nil"/>`
    : `<w:${edge} w:val="${style}" w:sz="${size}" w:space="${space}" w:color="${color}"/>`;

/** CT_PBdr: top, left, bottom, right. */
const EDGES: readonly Edge[] = ['top', 'left', 'bottom', 'right'];

const paragraphBorders = (borders: Borders | undefined, isQuote: boolean): readonly Property[] => {
  const edges = EDGES.flatMap((edge) => {
    const border = borders?.[edge];
    if (border !== undefined && border.style !== 'none') return [borderXml(edge, border, 4)];
    return edge === 'left' && isQuote ? [QUOTE_BAR] : [];
  });
  return edges.length === 0 ? [] : [['w:pBdr', `<w:pBdr>${edges.join('')}</w:pBdr>`]];
};

export interface ParagraphRoom {
  /** Twips between the margins, or a cell's. */
  readonly width: number;
  readonly isCell: boolean;
}

/** One a rich text: knows the tag's own paragraph, and which lists have been begun. */
export class ParagraphEmitter {
  readonly #context: PartContext;
  readonly #names: DialectNames;
  readonly #runs: RunEmitter;
  readonly #runBase: Properties;
  readonly #base: Properties;
  readonly #baseIndent: number;
  readonly #numbers = new Map<List, number>();
  #isFirst = true;

  constructor(context: PartContext) {
    this.#context = context;
    this.#names = namesOf(context.dialect);
    this.#runs = new RunEmitter(context);
    this.#runBase = parseProperties(context.runProperties);
    this.#base = parseProperties(context.paragraphProperties);
    const indent = /w:(?:left|start)="(-?\d+)"/.exec(this.#base.get('w:ind') ?? '')?.[1];
    this.#baseIndent = Math.max(0, wholeNumber(indent) ?? 0);
  }

  get runs(): RunEmitter {
    return this.#runs;
  }

  get runBase(): Properties {
    return this.#runBase;
  }

  emit(paragraph: Paragraph, room: ParagraphRoom): string {
    const { properties, runBase, indent } = this.#properties(paragraph, room);
    const width = Math.max(360, room.width - indent - paragraph.layout.indentRight);
    const runs = this.#runs.emit(paragraph.inlines, runBase, width);
    this.#isFirst = false;
    return `<w:p>${writeProperties('w:pPr', properties)}${runs}</w:p>`;
  }

  /** Keeps two tables apart, or ends a cell that ends with one: as low as a paragraph can be. */
  spacer(): string {
    const line = '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>';
    return `<w:p><w:pPr>${line}<w:rPr><w:sz w:val="2"/><w:szCs w:val="2"/></w:rPr></w:pPr></w:p>`;
  }

  #style(...names: readonly string[]): Style | undefined {
    return names
      .map((name) => styleByName(this.#context.styles, 'paragraph', name))
      .find((style) => style !== undefined);
  }

  #properties(
    paragraph: Paragraph,
    room: ParagraphRoom,
  ): { properties: Properties; runBase: Properties; indent: number } {
    const { layout, role, item } = paragraph;
    const role_ = this.#roleProperties(paragraph, room);
    const listed =
      item === undefined ? { properties: [], indent: 0 } : this.#itemProperties(item, role === 'body', room);
    const quote = this.#quoteProperties(layout, role);
    const isOwnBase = role_.base === this.#base;
    const start = isOwnBase ? this.#baseIndent : 0;
    const extra = layout.indentLeft + quote.indent;
    const indent = (listed.indent > 0 ? Math.max(start, 0) : start) + extra + listed.indent;
    const properties = combine(role_.base, [
      ...role_.properties,
      ...quote.properties,
      ...listed.properties,
      ...this.#layoutProperties(layout, {
        indent,
        extra,
        hanging: item?.isItem === true && listed.isOwn === true,
        isListed: listed.indent > 0,
      }),
      ...paragraphBorders(layout.borders, quote.hasBar),
    ]);
    return { properties, runBase: role_.runBase, indent };
  }

  /** The tag's own paragraph for text; only its side and direction for what has a style of its own. */
  #roleProperties(
    { role }: Paragraph,
    room: ParagraphRoom,
  ): { base: Properties; properties: readonly Property[]; runBase: Properties } {
    const shared = pick(this.#base, SHARED);
    const level = /^heading(\d)$/.exec(role)?.[1];
    if (level !== undefined) return this.#heading(Number(level), shared);
    if (role === 'rule') {
      const line = '<w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/>';
      return {
        base: shared,
        properties: [
          ['w:pBdr', `<w:pBdr>${line}</w:pBdr>`],
          ['w:spacing', '<w:spacing w:before="120" w:after="120" w:line="240" w:lineRule="auto"/>'],
        ],
        runBase: NO_PROPERTIES,
      };
    }
    if (role === 'code') return this.#code(shared);
    if (role === 'caption') {
      const style = this.#style('caption');
      if (style !== undefined) return { base: shared, properties: [styled(style)], runBase: NO_PROPERTIES };
      return {
        base: this.#body(room),
        properties: [],
        runBase: combine(this.#runBase, [
          ['w:i', '<w:i/>'],
          ['w:iCs', '<w:iCs/>'],
        ]),
      };
    }
    return { base: this.#body(room), properties: [], runBase: this.#runBase };
  }

  #body(room: ParagraphRoom): Properties {
    if (room.isCell) {
      // A table needs none of the air that paragraphs of the body keep around them.
      return combine(pick(this.#base, ['w:pStyle', 'w:bidi', 'w:jc']), [
        ['w:spacing', '<w:spacing w:before="40" w:after="40"/>'],
      ]);
    }
    return this.#isFirst ? this.#base : combine(this.#base, ONCE);
  }

  #heading(
    level: number,
    shared: Properties,
  ): { base: Properties; properties: readonly Property[]; runBase: Properties } {
    const style = this.#style(`heading ${level}`);
    // A style decides about font and size: what the tag's run says directly would win over it.
    const runBase = pick(this.#runBase, ['w:lang', 'w:rtl', 'w:noProof']);
    if (style !== undefined) return { base: shared, properties: [styled(style)], runBase };
    const { size, before } = HEADINGS[level - 1] ?? HEADINGS[5];
    return {
      base: combine(pick(this.#base, [...SHARED, 'w:pStyle']), []),
      properties: [
        ['w:keepNext', '<w:keepNext/>'],
        ['w:keepLines', '<w:keepLines/>'],
        ['w:spacing', `<w:spacing w:before="${before}" w:after="80"/>`],
        ['w:outlineLvl', `<w:outlineLvl w:val="${level - 1}"/>`],
      ],
      runBase: combine(this.#runBase, [
        ['w:b', '<w:b/>'],
        ['w:bCs', '<w:bCs/>'],
        ...(level === 6
          ? ([
              ['w:i', '<w:i/>'],
              ['w:iCs', '<w:iCs/>'],
            ] as const)
          : []),
        ['w:sz', `<w:sz w:val="${size}"/>`],
        ['w:szCs', `<w:szCs w:val="${size}"/>`],
      ]),
    };
  }

  #code(shared: Properties): { base: Properties; properties: readonly Property[]; runBase: Properties } {
    const style = this.#style('HTML Preformatted', 'Source Code', 'Code', 'Plain Text', 'Preformatted Text');
    if (style !== undefined)
      return { base: pick(shared, ['w:bidi']), properties: [styled(style)], runBase: NO_PROPERTIES };
    const font =
      '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:eastAsia="Courier New" w:cs="Courier New"/>';
    return {
      base: pick(this.#base, ['w:pStyle', 'w:bidi']),
      properties: [
        ['w:shd', `<w:shd w:val="clear" w:color="auto" w:fill="${CODE_BACKGROUND}"/>`],
        ['w:jc', `<w:jc w:val="${this.#names.left}"/>`],
      ],
      runBase: combine(this.#runBase, [
        ['w:rFonts', font],
        ['w:noProof', '<w:noProof/>'],
        ['w:sz', '<w:sz w:val="19"/>'],
        ['w:szCs', '<w:szCs w:val="19"/>'],
      ]),
    };
  }

  /** The template's Quote style has its own look; nested quotations and other roles only step in. */
  #quoteProperties(
    layout: Layout,
    role: Paragraph['role'],
  ): { properties: readonly Property[]; indent: number; hasBar: boolean } {
    if (layout.quotes === 0) return { properties: [], indent: 0, hasBar: false };
    const style = role === 'body' ? this.#style('Quote', 'Block Text', 'Intense Quote') : undefined;
    if (style === undefined) return { properties: [], indent: layout.quotes * QUOTE_STEP, hasBar: true };
    return { properties: [styled(style)], indent: (layout.quotes - 1) * QUOTE_STEP, hasBar: false };
  }

  /** `isOwn`: numbered with Platen's own levels, whose indents are known. */
  #itemProperties(
    item: NonNullable<Paragraph['item']>,
    isBody: boolean,
    room: ParagraphRoom,
  ): { properties: readonly Property[]; indent: number; isOwn?: boolean } {
    const { list, isItem } = item;
    const level = Math.min(list.level, LIST_LEVELS - 1);
    const tight: readonly Property[] = [['w:contextualSpacing', '<w:contextualSpacing/>']];
    const family = list.format === 'bullet' ? 'List Bullet' : 'List Number';
    const suffix = list.level === 0 ? '' : ` ${list.level + 1}`;
    const own =
      isBody && list.format !== 'none' && !room.isCell ? this.#style(`${family}${suffix}`) : undefined;
    if (own?.numbering !== undefined && (list.format === 'bullet' || list.format === 'decimal')) {
      if (!isItem) return { properties: tight, indent: LIST_HANGING * (list.level + 1) };
      const number =
        list.format === 'bullet' ? [] : [this.#numPr(list, own.numbering.level, own.numbering.numId)];
      return { properties: [styled(own), ...number], indent: 0 };
    }
    const paragraph = isBody ? this.#style('List Paragraph') : undefined;
    const base: readonly Property[] = [...(paragraph === undefined ? [] : [styled(paragraph)]), ...tight];
    const beyond = (list.level - level) * LIST_HANGING;
    if (!isItem) return { properties: base, indent: listIndent(level) + beyond };
    return {
      properties: [...base, this.#numPr(list, level)],
      indent: listIndent(level) + beyond,
      isOwn: true,
    };
  }

  #numPr(list: List, level: number, like?: number): Property {
    const format: ListFormat = list.format === 'none' ? 'bullet' : list.format;
    const known = this.#numbers.get(list);
    const numId =
      known ??
      this.#context.numberingFor({ format, level, start: list.start, ...(like !== undefined && { like }) });
    this.#numbers.set(list, numId);
    return ['w:numPr', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`];
  }

  #layoutProperties(
    layout: Layout,
    {
      indent,
      extra,
      hanging,
      isListed,
    }: { indent: number; extra: number; hanging: boolean; isListed: boolean },
  ): readonly Property[] {
    const { left, right } = this.#names;
    const properties: Property[] = [];
    const firstLine = hanging ? -LIST_HANGING : layout.firstLine;
    const isIndented = extra > 0 || layout.indentRight > 0 || firstLine !== undefined || isListed;
    // An item's own level already says what it says; anything more must be said in full.
    const isAsNumbered = hanging && extra === 0 && layout.indentRight === 0 && this.#baseIndent === 0;
    if (isIndented && !isAsNumbered) {
      const first =
        firstLine === undefined || firstLine === 0
          ? ''
          : firstLine > 0
            ? ` w:firstLine="${firstLine}"`
            : ` w:hanging="${-firstLine}"`;
      const end = layout.indentRight > 0 ? ` w:${right}="${layout.indentRight}"` : '';
      properties.push(['w:ind', `<w:ind w:${left}="${indent}"${end}${first}/>`]);
    } else if (isAsNumbered) {
      properties.push(['w:ind', '']);
    }
    if (layout.align !== undefined) {
      const sides = { left, right, center: 'center', justify: 'both' } as const;
      properties.push(['w:jc', `<w:jc w:val="${sides[layout.align]}"/>`]);
    }
    const spacing = [
      ...(layout.spaceBefore === undefined ? [] : [`w:before="${layout.spaceBefore}"`]),
      ...(layout.spaceAfter === undefined ? [] : [`w:after="${layout.spaceAfter}"`]),
      ...(layout.line === undefined
        ? []
        : [`w:line="${layout.line.value}" w:lineRule="${layout.line.exact ? 'exact' : 'auto'}"`]),
    ];
    if (spacing.length > 0) properties.push(['w:spacing', `<w:spacing ${spacing.join(' ')}/>`]);
    if (layout.background !== undefined) {
      properties.push(['w:shd', `<w:shd w:val="clear" w:color="auto" w:fill="${layout.background}"/>`]);
    }
    if (layout.keepNext === true) properties.push(['w:keepNext', '<w:keepNext/>']);
    if (layout.pageBreakBefore === true) properties.push(['w:pageBreakBefore', '<w:pageBreakBefore/>']);
    if (layout.rightToLeft !== undefined) {
      properties.push(['w:bidi', layout.rightToLeft ? '<w:bidi/>' : '<w:bidi w:val="0"/>']);
    }
    return properties;
  }
}
