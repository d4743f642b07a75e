/** Rectangles on a page: points from its top left corner, y growing downwards. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The paper, and on it the rectangle between the margins: what anchors and floats are placed against. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A column of text, from the top of the page to its bottom. */
export interface ColumnBox {
  readonly x: number;
  readonly width: number;
}
