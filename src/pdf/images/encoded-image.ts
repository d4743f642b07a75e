/** What a picture is on its way into a PDF. */

/** One image object: the inside of its dictionary without the length, and its data, already encoded. */
export interface ImageStream {
  readonly entries: string;
  readonly data: Uint8Array;
}

export interface EncodedImage extends ImageStream {
  readonly softMask?: ImageStream;
  /** Four-colour data, which PDF/A must not hold without a profile for it. */
  readonly cmyk?: boolean;
}
