/**
 * KnownMarkup :: the markup of a template, which all its documents are made of → deflate that does not look for it anew in each
 *
 * Most of a document is markup that its template has, much of it again and again, row by row. Which bytes these are need not be found out:
 * whoever writes them says so. Where a piece stands for the first time, bits are copied that were made with the template; where it has stood
 * before, deflate points back to it. Values are written byte by byte. The codes are the template's as well.
 */
import { ownTexts } from '../../own-bytes.ts';
import { MarkedEntry } from './marked-entry.ts';
import { MarkupDeflater } from './markup-deflater.ts';

/** Markup as bytes that stay as long as the template. */
export interface Markup {
  readonly bytes: Uint8Array;
  /** By which whoever writes it names it. */
  readonly piece: number;
}

const UNKNOWN = -1;
export const NO_MARKUP: Markup = { bytes: new Uint8Array(0), piece: UNKNOWN };

/** To point back takes about as many bits as fewer bytes do. */
const LEAST_BYTES = 8;
/** A template with more takes longer to get ready than its first documents gain. */
const MOST_BYTES = 64 * 1024;

export class KnownMarkup {
  readonly #bytesOf = ownTexts();
  readonly #all = new Map<string, Markup>();
  #pieces: Uint8Array[] = [];
  readonly #repeated = new Set<number>();
  #bytes = 0;
  #deflater: MarkupDeflater | undefined;
  /** Between two entries. */
  #spare: MarkedEntry | undefined;

  of(text: string, isRepeated = false): Markup {
    const markup = this.#all.get(text) ?? this.#named(this.#bytesOf(text));
    this.#all.set(text, markup);
    if (isRepeated) this.#repeated.add(markup.piece);
    return markup;
  }

  /** For one entry of an archive; undefined where it would not pay. */
  entry(): MarkedEntry | undefined {
    if (this.#bytes === 0 || this.#bytes > MOST_BYTES) return undefined;
    // Not before the first archive: a PDF needs none.
    this.#deflater ??= this.#prepared();
    const entry =
      this.#spare ??
      new MarkedEntry(this.#deflater, (done) => {
        this.#spare = done;
      });
    this.#spare = undefined;
    return entry;
  }

  #named(bytes: Uint8Array): Markup {
    // Or documents would differ by what was made of the template before.
    if (this.#deflater !== undefined) throw new Error('Markup has to be known before the first document.');
    if (bytes.length < LEAST_BYTES) return { bytes, piece: UNKNOWN };
    this.#bytes += bytes.length;
    return { bytes, piece: this.#pieces.push(bytes) - 1 };
  }

  #prepared(): MarkupDeflater {
    const pieces = this.#pieces;
    // Needed for linking alone, and that is over.
    this.#pieces = [];
    this.#all.clear();
    return new MarkupDeflater(pieces, this.#repeated);
  }
}
