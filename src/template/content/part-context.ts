/**
 * What a content emitter may ask of the part it writes into. Implemented by the renderer, once per part and tag;
 * emitters are pure but for these calls.
 *
 * Emitted XML uses the prefixes `w:` and `r:`, which the part's root must declare; drawings declare the rest
 * themselves, so that a header or a footnote part needs nothing more.
 */
import type { Emu } from '../../units.ts';
import type { StyleCatalogue } from '../../wml/styles.ts';

export type OoxmlDialect = 'transitional' | 'strict';

export type ListFormat = 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

export interface ListRequest {
  readonly format: ListFormat;
  /** `w:ilvl` of the list's own items, 0 to 8. */
  readonly level: number;
  /** First number; a list always starts anew, whatever stood before it. */
  readonly start: number;
  /** Number like this instance instead of with Platen's own levels (a list style of the template). */
  readonly like?: number;
}

/** A remote picture that the pre-fetch step looked at: its bytes, or in words why there are none. */
export type RemoteImage = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface PartContext {
  readonly dialect: OoxmlDialect;
  readonly styles: StyleCatalogue;
  /** Room between the margins (or the cell's) where the tag stands. */
  readonly columnWidth: Emu;
  /** `<w:rPr>…</w:rPr>` of the tag in canonical prefixes, or ''. */
  readonly runProperties: string;
  /** `<w:pPr>…</w:pPr>` of the tag's paragraph in canonical prefixes without `w:sectPr`, or ''. */
  readonly paragraphProperties: string;
  /** False inside a `w:hyperlink` or a field's result, where another hyperlink would be invalid. */
  readonly allowsHyperlinks: boolean;
  /** One map a render, shared by all its parts: what emitters worked out about a value once, they keep here. */
  readonly memo: Map<string, unknown>;

  /** Id of a relationship of this part; asking again for the same one may give the same id. */
  addRelationship(type: string, target: string, external: boolean): string;
  /** Id of an image relationship of this part; the same bytes are stored once in the package. */
  addMedia(bytes: Uint8Array, extension: 'png' | 'jpeg' | 'gif' | 'svg'): string;
  /** A drawing id (`wp:docPr/@id`), unique in the package. */
  nextId(): number;
  /** `w:numId` of a list that restarts; see ListNumbering, which implements it. */
  numberingFor(list: ListRequest): number;
  /**
   * What the pre-fetch step found at an URL; undefined where it has not looked (host not allowed, or not known to be
   * needed yet: the renderer may note the URL, fetch, and render again).
   */
  remoteImage(url: string): RemoteImage | undefined;
  /**
   * Before a parser, a decoder or a barcode's maker gets so many bytes: they can't be asked to stop. Throws where the
   * render's budget has no room for it.
   */
  handOver(bytes: number): void;
  /** Something that was left out and that the caller should hear of; never an error. */
  warn(message: string): void;
}

/** The same place with less room or other run properties: a cell, a picture inside rich text. */
export const within = (
  context: PartContext,
  over: Partial<Pick<PartContext, 'columnWidth' | 'runProperties'>>,
): PartContext => ({
  dialect: context.dialect,
  styles: context.styles,
  columnWidth: over.columnWidth ?? context.columnWidth,
  runProperties: over.runProperties ?? context.runProperties,
  paragraphProperties: context.paragraphProperties,
  allowsHyperlinks: context.allowsHyperlinks,
  memo: context.memo,
  addRelationship: (type, target, external) => context.addRelationship(type, target, external),
  addMedia: (bytes, extension) => context.addMedia(bytes, extension),
  nextId: () => context.nextId(),
  numberingFor: (list) => context.numberingFor(list),
  remoteImage: (url) => context.remoteImage(url),
  handOver: (bytes) => context.handOver(bytes),
  warn: (message) => context.warn(message),
});
