/**
 * Values that are not text: what the content formatters (`html markdown image link qr barcode`) and the content
 * commands produce, and what data may say about itself with `_type`.
 */

export type ContentKind = 'image' | 'link' | 'html' | 'markdown' | 'qr' | 'barcode';

/** Options of a content tag by name, evaluated: bare words and quoted strings are strings. */
export type ContentOptions = Readonly<Record<string, unknown>>;

/** How the content stands in the document: inside a paragraph, or as paragraphs and tables of its own. */
export type ContentShape = 'inline' | 'blocks';

/** A class, so that no JSON data can pretend to be one. */
export class RichContent {
  readonly kind: ContentKind;
  readonly value: unknown;
  readonly options: ContentOptions;

  constructor(kind: ContentKind, value: unknown, options: ContentOptions = {}) {
    this.kind = kind;
    this.value = value;
    this.options = options;
  }
}

/** Emitted XML. For blocks it also says what stands at its edges: two tables side by side would be one in Word. */
export interface Emitted {
  /** Inline: runs and hyperlinks. Blocks: paragraphs and tables; may be '', which leaves nothing. */
  readonly xml: string;
  readonly startsWithTable: boolean;
  readonly endsWithTable: boolean;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The content that a data value declares itself to be (`{"_type": "image", …}`, as in easy-template-x), so that a
 * plain `{logo}` shows a picture; undefined for every other value.
 */
export const declaredContent = (value: unknown): RichContent | undefined => {
  if (!isRecord(value) || !Object.hasOwn(value, '_type')) return undefined;
  switch (value['_type']) {
    case 'image':
      return new RichContent('image', value);
    case 'link':
      return new RichContent('link', value);
    case 'html':
      return new RichContent('html', value);
    case 'markdown':
      return new RichContent('markdown', value);
    default:
      return undefined;
  }
};
