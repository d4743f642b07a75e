/**
 * readStyles :: styles.xml → StyleCatalogue
 *
 * Which styles a document has, as plain data that can be stored with a compiled template (ECMA-376 §17.7). Only what
 * a style *is* (id, name, kind, parents, numbering); the properties it sets are read by whoever lays out text.
 */

export type StyleKind = 'paragraph' | 'character' | 'table' | 'numbering';

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
  /** Numbering that comes with the style; a level may be absent, as it then is found in the numbering itself. */
  readonly numbering?: { readonly numId?: number; readonly level?: number };
  /** Depth of a heading, from 0 (`w:outlineLvl`). */
  readonly outlineLevel?: number;
}

export interface StyleCatalogue {
  readonly styles: readonly Style[];
}

export const NO_STYLES: StyleCatalogue = { styles: [] };
