/**
 * readStyles :: styles.xml → StyleCatalogue
 *
 * Which styles a document has, as plain data that can be stored with a compiled template (ECMA-376 §17.7). Only what
 * a style *is* (id, name, kind, parents, numbering); the properties it sets are read by whoever lays out text.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { childValue, isOn, wholeNumber } from './properties/word-values.ts';

type StyleKind = 'paragraph' | 'character' | 'table' | 'numbering';

export interface Style {
  /** What `w:pStyle` and its kin refer to. Localised by Word ("berschrift1"): look styles up by name. */
  readonly id: string;
  /** The built-in name is English in every locale ("heading 1"), which is why it is what lookups go by. */
  readonly name: string;
  readonly kind: StyleKind;
  readonly basedOn?: string;
  readonly next?: string;
  /** The character style that belongs to a paragraph style, or the reverse. */
  readonly link?: string;
  /** The style of its kind that applies where none is named. */
  readonly isDefault: boolean;
  /** Numbering that comes with the style. 0 where it names no level: then the one that names the style counts, if any. */
  readonly numbering?: { readonly numId: number; readonly level: number };
  /** Depth of a heading, from 0 (`w:outlineLvl`). */
  readonly outlineLevel?: number;
  /** Half-points, where the style sets a font size itself. */
  readonly fontSize?: number;
}

export interface StyleCatalogue {
  readonly styles: readonly Style[];
  /** Half-points that `w:docDefaults` sets. */
  readonly fontSize?: number;
}

export const NO_STYLES: StyleCatalogue = { styles: [] };

const isKind = (kind: string): kind is StyleKind =>
  kind === 'paragraph' || kind === 'character' || kind === 'table' || kind === 'numbering';

const readStyle = (element: XmlElement): Style | undefined => {
  const id = element.attribute('w:styleId');
  const kind = element.attribute('w:type') ?? 'paragraph';
  if (id === undefined || !isKind(kind)) return undefined;
  const properties = childOf(element, 'w:pPr');
  const numbering = childOf(properties, 'w:numPr');
  const numId = wholeNumber(childValue(numbering, 'w:numId'));
  const outlineLevel = wholeNumber(childValue(properties, 'w:outlineLvl'));
  const fontSize = wholeNumber(childValue(childOf(element, 'w:rPr'), 'w:sz'));
  const basedOn = childValue(element, 'w:basedOn');
  const next = childValue(element, 'w:next');
  const link = childValue(element, 'w:link');
  return {
    id,
    name: childValue(element, 'w:name') ?? id,
    kind,
    isDefault: isOn(element.attribute('w:default')),
    ...(basedOn !== undefined && { basedOn }),
    ...(next !== undefined && { next }),
    ...(link !== undefined && { link }),
    ...(numId !== undefined && {
      numbering: { numId, level: wholeNumber(childValue(numbering, 'w:ilvl')) ?? 0 },
    }),
    ...(outlineLevel !== undefined && { outlineLevel }),
    ...(fontSize !== undefined && { fontSize }),
  };
};

export const readStyles = (root: XmlElement): StyleCatalogue => {
  const defaults = childOf(childOf(childOf(root, 'w:docDefaults'), 'w:rPrDefault'), 'w:rPr');
  const fontSize = wholeNumber(childValue(defaults, 'w:sz'));
  return {
    styles: elementsOf(root, 'w:style')
      .map(readStyle)
      .filter((style) => style !== undefined),
    ...(fontSize !== undefined && { fontSize }),
  };
};

export const styleById = (catalogue: StyleCatalogue, id: string): Style | undefined =>
  catalogue.styles.find((style) => style.id === id);

/** By name without regard to case: Word writes "heading 1", other programs "Heading 1". */
export const styleByName = (catalogue: StyleCatalogue, kind: StyleKind, name: string): Style | undefined => {
  const wanted = name.toLowerCase();
  return catalogue.styles.find((style) => style.kind === kind && style.name.toLowerCase() === wanted);
};

export const defaultStyle = (catalogue: StyleCatalogue, kind: StyleKind): Style | undefined =>
  catalogue.styles.find((style) => style.kind === kind && style.isDefault);

/** Word's own default where nothing says a size: 10 points (§17.3.2.38). */
const FALLBACK_FONT_SIZE = 20;

/** Half-points of text that nothing formats. */
export const defaultFontSize = (catalogue: StyleCatalogue): number =>
  defaultStyle(catalogue, 'paragraph')?.fontSize ?? catalogue.fontSize ?? FALLBACK_FONT_SIZE;
