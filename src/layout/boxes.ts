/** Rectangles on a page: points from its top left corner, y growing downwards. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The paper, and on it the rectangle between the margins: what anchors and floats are placed against. */
export interface PageBox {
  /** Width of the paper. */
  readonly width: number;
  /** Height of the paper. */
  readonly height: number;
  /** Where text begins, from the paper's left edge. */
  readonly left: number;
  /** Where text ends, from the paper's left edge. */
  readonly right: number;
  /** Where text begins, from the paper's top edge. */
  readonly top: number;
  /** Where text ends, from the paper's top edge. */
  readonly bottom: number;
}

/** A column of text, from the top of the page to its bottom. */
export interface ColumnBox {
  /** From the paper's left edge. */
  readonly x: number;
  readonly width: number;
}
