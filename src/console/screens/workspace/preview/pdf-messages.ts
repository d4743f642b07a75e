/** What the page and the worker that draws say to each other. Lengths are CSS pixels of a page at scale 1. */

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A run of text, to be laid invisibly over its picture. */
export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly fontSize: number;
  readonly fontFamily: string;
  /** Between the letters, so that the browser's font takes up the room of the document's. */
  readonly spacing: number;
  /** Degrees, clockwise. */
  readonly angle: number;
  readonly isRightToLeft: boolean;
  readonly endsLine: boolean;
}

export interface Link extends PageSize {
  readonly left: number;
  readonly top: number;
  /** An address, or a page of this document, from 1. */
  readonly to: string | number;
}

export interface Opened {
  readonly pages: number;
  readonly first: PageSize;
}

export interface Picture {
  readonly size: PageSize;
  readonly bitmap: ImageBitmap;
}

/** Of a page, what comes over its picture. */
export interface PageContent {
  readonly text: readonly TextPiece[];
  readonly links: readonly Link[];
}

/** A name, the question and its answer. */
export interface Questions {
  open: [{ readonly bytes: Uint8Array<ArrayBuffer> }, Opened];
  /** No picture where it was given up meanwhile. */
  draw: [{ readonly page: number; readonly scale: number; readonly density: number }, Picture | undefined];
  read: [{ readonly page: number }, PageContent];
}

export type QuestionName = keyof Questions;

export type Message =
  | {
      [Name in QuestionName]: {
        readonly kind: Name;
        readonly file: number;
        readonly id: number;
        readonly about: Questions[Name][0];
      };
    }[QuestionName]
  /** Nobody waits for this answer any longer. */
  | { readonly kind: 'give-up'; readonly id: number }
  /** The page is out of sight: what was kept to draw it again is not needed. */
  | { readonly kind: 'forget'; readonly file: number; readonly page: number }
  | { readonly kind: 'close'; readonly file: number };

export type Answer =
  | { readonly id: number; readonly value: Questions[QuestionName][1] }
  | { readonly id: number; readonly error: string };
