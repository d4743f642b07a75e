/**
 * ListNumbering :: requests for lists → definitions and instances for numbering.xml
 *
 * Collects what a render adds to the template's numbering (ECMA-376 §17.9): one abstract number for each format in
 * use, and an instance for each list that must start anew. Bullets count nothing and share one instance.
 */
import { escapeAttribute } from '../../ooxml/xml.ts';
import type { NumberingCatalogue } from '../../wml/numbering.ts';
import { namesOf } from './dialect.ts';
import type { ListFormat, ListRequest, OoxmlDialect } from './part-context.ts';

export const LIST_LEVELS = 9;

/** Twips. A marker hangs a quarter inch before its text; each level steps in by as much. */
export const LIST_HANGING = 360;
export const listIndent = (level: number): number => 720 + 360 * level;

/** Arial has all three, and so do the fonts that stand in for it where it is not installed. */
const BULLETS = ['\u2022', '\u25e6', '\u25aa'];
const BULLET_FONT =
  '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:hint="default"/></w:rPr>';

const levelXml = (format: ListFormat, level: number, left: string): string => {
  const isBullet = format === 'bullet';
  const text = isBullet ? (BULLETS[level % BULLETS.length] ?? '') : `%${level + 1}.`;
  return (
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>` +
    `<w:lvlText w:val="${escapeAttribute(text)}"/><w:lvlJc w:val="${left}"/>` +
    `<w:pPr><w:ind w:${left}="${listIndent(level)}" w:hanging="${LIST_HANGING}"/></w:pPr>` +
    `${isBullet ? BULLET_FONT : ''}</w:lvl>`
  );
};

const abstractNumberXml = (id: number, format: ListFormat, dialect: OoxmlDialect): string => {
  const { left } = namesOf(dialect);
  const levels = Array.from({ length: LIST_LEVELS }, (_, level) => levelXml(format, level, left)).join('');
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels}</w:abstractNum>`;
};

export const numberInstanceXml = (
  id: number,
  abstractId: number,
  starts: ReadonlyMap<number, number>,
): string => {
  const overrides = [...starts].map(
    ([level, start]) =>
      `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
  );
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${overrides.join('')}</w:num>`;
};

interface ListNumberingOptions {
  readonly catalogue: NumberingCatalogue;
  readonly dialect: OoxmlDialect;
  /** Ids that are free in the package. */
  nextAbstractId(): number;
  nextNumberId(): number;
}

export class ListNumbering {
  readonly #options: ListNumberingOptions;
  readonly #abstracts = new Map<ListFormat, number>();
  readonly #definitions: string[] = [];
  readonly #instances: string[] = [];
  #bullets: number | undefined;

  constructor(options: ListNumberingOptions) {
    this.#options = options;
  }

  /** `w:abstractNum` elements; they stand before all `w:num` in the part. */
  get definitions(): string {
    return this.#definitions.join('');
  }

  /** `w:num` elements; they stand behind all others. */
  get instances(): string {
    return this.#instances.join('');
  }

  numberingFor({ format, level, start, like }: ListRequest): number {
    const original = this.#options.catalogue.instances.find((instance) => instance.id === like);
    if (original !== undefined) return this.#instance(original.abstractId, level, start);
    if (format !== 'bullet') return this.#instance(this.#abstract(format), level, start);
    this.#bullets ??= this.#instance(this.#abstract(format));
    return this.#bullets;
  }

  #abstract(format: ListFormat): number {
    const known = this.#abstracts.get(format);
    if (known !== undefined) return known;
    const id = this.#options.nextAbstractId();
    this.#definitions.push(abstractNumberXml(id, format, this.#options.dialect));
    this.#abstracts.set(format, id);
    return id;
  }

  #instance(abstractId: number, level?: number, start?: number): number {
    const id = this.#options.nextNumberId();
    const starts = new Map(level === undefined || start === undefined ? [] : [[level, start]]);
    this.#instances.push(numberInstanceXml(id, abstractId, starts));
    return id;
  }
}
