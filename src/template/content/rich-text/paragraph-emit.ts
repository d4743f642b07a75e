/** ParagraphEmitter :: Paragraph → `w:p`. One a rich text: it knows which lists have been begun. */
import { LIST_HANGING, LIST_LEVELS, listIndent } from '../list-numbering.ts';
import type { PartContext } from '../part-context.ts';
import { combine, type Properties, writeProperties } from '../word-properties.ts';
import type { Layout, List, Paragraph, Role } from './blocks.ts';
import { type Indent, layoutProperties, type Property, paragraphBorders } from './paragraph-layout.ts';
import { paragraphStyle, roleOf, styled, type TagPlace, tagPlace } from './paragraph-roles.ts';
import { RunEmitter } from './run-emit.ts';

/** Twips that a quotation is set in by where the template has no style for it. */
const QUOTE_STEP = 400;

/** Two tables, or a table and the end of its cell, need a paragraph between them: as low as one can be. */
export const SPACER =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>' +
  '<w:rPr><w:sz w:val="2"/><w:szCs w:val="2"/></w:rPr></w:pPr></w:p>';

export interface ParagraphRoom {
  /** Twips between the margins, or a cell's. */
  readonly width: number;
  readonly isCell: boolean;
}

interface Addition {
  readonly properties: readonly Property[];
  /** Twips more that the paragraph is set in by. */
  readonly indent: number;
}

const NOTHING: Addition = { properties: [], indent: 0 };

export class ParagraphEmitter {
  readonly #place: TagPlace;
  readonly #runs: RunEmitter;
  readonly #numbers = new Map<List, number>();
  #isFirst = true;

  constructor(context: PartContext) {
    this.#place = tagPlace(context);
    this.#runs = new RunEmitter(context);
  }

  /** Runs alone, for a place inside a paragraph. */
  emitRuns(inlines: Paragraph['inlines'], width: number): string {
    return this.#runs.emit(inlines, this.#place.run, width);
  }

  /** `endsList`: the next block is no part of the list that this item is in. */
  emit(paragraph: Paragraph, room: ParagraphRoom, endsList: boolean): string {
    const { layout, role, item } = paragraph;
    const shown = roleOf(role, this.#place, { isFirst: this.#isFirst, isCell: room.isCell });
    this.#isFirst = false;
    const quote = this.#quote(layout, role);
    const listed =
      item === undefined ? NOTHING : this.#item(item, { isBody: role === 'body', ...room, endsList });
    const added = layout.indentLeft + quote.indent;
    const left = shown.indent + added + listed.indent;
    const indent = this.#indent({ left, added: added + shown.indent, item, listed });
    const properties: Properties = combine(shown.paragraph, [
      ...quote.properties,
      ...listed.properties,
      ...layoutProperties(layout, indent, this.#place.names),
      ...paragraphBorders(layout.borders, quote.indent > 0),
    ]);
    const width = Math.max(360, room.width - left - layout.indentRight);
    return `<w:p>${writeProperties('w:pPr', properties)}${this.#runs.emit(paragraph.inlines, shown.run, width)}</w:p>`;
  }

  #indent({
    left,
    added,
    item,
    listed,
  }: {
    left: number;
    added: number;
    item: Paragraph['item'];
    listed: Addition;
  }): Indent {
    // An item's numbering says how far its text is set in; only what comes on top of that is said again, in full.
    if (item?.isItem === true) return { left, kind: added > 0 && listed.indent > 0 ? 'item' : 'own' };
    return { left, kind: listed.indent > 0 || added > this.#place.indent ? 'text' : 'own' };
  }

  /** The template's Quote style has its own indents, which nothing here may undo; without it each level steps in. */
  #quote(layout: Layout, role: Role): Addition {
    if (layout.quotes === 0) return NOTHING;
    const style =
      role === 'body' ? paragraphStyle(this.#place, 'Quote', 'Block Text', 'Intense Quote') : undefined;
    if (style !== undefined) return { properties: [styled(style)], indent: 0 };
    return { properties: [], indent: layout.quotes * QUOTE_STEP };
  }

  #item(
    { list, isItem }: NonNullable<Paragraph['item']>,
    { isBody, isCell, endsList }: { isBody: boolean; isCell: boolean; endsList: boolean },
  ): Addition {
    // Items stand close together; the last one keeps the distance that its style has to what follows.
    const tight: Property = [
      'w:contextualSpacing',
      endsList ? '<w:contextualSpacing w:val="0"/>' : '<w:contextualSpacing/>',
    ];
    const own = isBody && !isCell ? this.#listStyle(list) : undefined;
    if (own !== undefined) {
      if (!isItem) return { properties: [tight], indent: LIST_HANGING * (list.level + 1) };
      const number = list.format === 'bullet' ? [] : [this.#numPr(list, own.level, own.numId)];
      return { properties: [own.style, ...number], indent: 0 };
    }
    const style = isBody ? paragraphStyle(this.#place, 'List Paragraph') : undefined;
    const level = Math.min(list.level, LIST_LEVELS - 1);
    const indent = listIndent(level) + (list.level - level) * LIST_HANGING;
    const properties = [...(style === undefined ? [] : [styled(style)]), tight];
    return { properties: isItem ? [...properties, this.#numPr(list, level)] : properties, indent };
  }

  /** "List Bullet 2" and its kin, where the template has them with a numbering. */
  #listStyle(
    list: List,
  ): { readonly style: Property; readonly numId: number; readonly level: number } | undefined {
    if (list.format !== 'bullet' && list.format !== 'decimal') return undefined;
    const family = list.format === 'bullet' ? 'List Bullet' : 'List Number';
    const style = paragraphStyle(this.#place, list.level === 0 ? family : `${family} ${list.level + 1}`);
    return style?.numbering === undefined ? undefined : { style: styled(style), ...style.numbering };
  }

  #numPr(list: List, level: number, like?: number): Property {
    const format = list.format === 'none' ? 'bullet' : list.format;
    const request = { format, level, start: list.start, ...(like !== undefined && { like }) };
    const numId = this.#numbers.get(list) ?? this.#place.context.numberingFor(request);
    this.#numbers.set(list, numId);
    return ['w:numPr', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`];
  }
}
