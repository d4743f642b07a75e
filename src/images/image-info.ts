/** What is known of a picture without decoding it. */

/** 1 to 8 as in Exif 2.32 §4.6.4: how the stored pixels must be turned to stand upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What each format's reader gives. Pixels are as stored, before `orientation` turns them. */
export interface Measured {
  readonly width: number;
  readonly height: number;
  /** As the file says; absent where it says nothing, or nothing believable. */
  readonly dpiX?: number | undefined;
  readonly dpiY?: number | undefined;
  readonly orientation: Orientation;
}

interface RasterInfo {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly dpiX: number;
  readonly dpiY: number;
  readonly orientation: Orientation;
}

export type ImageInfo = RasterInfo | { readonly format: 'svg' };
