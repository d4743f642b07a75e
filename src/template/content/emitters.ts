/**
 * The signatures of the emitters, in one place for whoever calls them:
 *
 *   emitContent      content-emit.ts     dispatches on the kind; what a renderer needs most of the time
 *   emitImage        image-emit.ts       emitLink       link-emit.ts
 *   emitRichText     rich-text-emit.ts   emitQr, emitBarcode   barcode-emit.ts
 *   replacePicture   picture-replace.ts
 *
 * All throw PlatenError('data_invalid') with a message that names the offending value in short; the renderer adds
 * the tag and the path.
 */
import type { ContentOptions, ContentShape, Emitted, RichContent } from './content-value.ts';
import type { PartContext } from './part-context.ts';

export type EmitContent = (content: RichContent, shape: ContentShape, context: PartContext) => Emitted;

/** A run (or several) for inline places. */
export type EmitInline = (value: unknown, options: ContentOptions, context: PartContext) => string;

export type EmitRichText = (source: {
  readonly value: unknown;
  readonly language: 'html' | 'markdown';
  readonly shape: ContentShape;
  readonly context: PartContext;
}) => Emitted;
