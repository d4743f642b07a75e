/**
 * emitContent :: content × shape → XML
 *
 * The one door for whoever renders: dispatches on the kind. What an emitter throws is PlatenError('data_invalid') with
 * a message that names the offending value in short; the renderer adds the tag and the path.
 */

import { dataError } from '../../errors.ts';
import { emitBarcode, emitQr } from './barcode-emit.ts';
import { ALIGNMENTS } from './content-options.ts';
import type { ContentShape, Emitted, RichContent } from './content-value.ts';
import { namesOf } from './dialect.ts';
import { emitImage } from './image-emit.ts';
import { inShort } from './in-short.ts';
import { emitLink } from './link-emit.ts';
import type { PartContext } from './part-context.ts';
import { emitRichText } from './rich-text/emit-rich-text.ts';
import { combine, parseProperties, writeProperties } from './word-properties.ts';

const INLINE = { image: emitImage, link: emitLink, qr: emitQr, barcode: emitBarcode } as const;

/** Runs as a paragraph of their own, with the tag's paragraph's properties and the alignment that is asked for. */
const paragraphAround = (runs: string, align: unknown, context: PartContext): string => {
  const base = parseProperties(context.paragraphProperties);
  const names = namesOf(context.dialect);
  const sides = { left: names.left, right: names.right, center: 'center' } as const;
  const side = ALIGNMENTS.find((name) => name === align);
  const properties = side === undefined ? base : combine(base, [['w:jc', `<w:jc w:val="${sides[side]}"/>`]]);
  return `<w:p>${writeProperties('w:pPr', properties)}${runs}</w:p>`;
};

/** What an object that describes itself (`_type: "html"`) calls its text. */
const sourceOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const name = ['html', 'markdown', 'value', 'content', 'text', 'source'].find((key) =>
    Object.hasOwn(record, key),
  );
  return name === undefined ? value : record[name];
};

/**
 * An image, a link or a code as `blocks` is a paragraph of its own; its option `align` (left, center, right) places it
 * there, which is how `{%%logo}` is centred. '' where the value is empty.
 */
export const emitContent = (content: RichContent, shape: ContentShape, context: PartContext): Emitted => {
  const { kind, value, options } = content;
  if (kind === 'html' || kind === 'markdown') {
    const source = sourceOf(value);
    if (source === undefined || source === null)
      return { xml: '', startsWithTable: false, endsWithTable: false };
    if (typeof source === 'object') throw dataError(`${inShort(value)} is not ${kind} text.`);
    return emitRichText({ source: String(source), language: kind, shape, context });
  }
  const runs = INLINE[kind](value, options, context);
  const xml = shape === 'inline' || runs === '' ? runs : paragraphAround(runs, options['align'], context);
  return { xml, startsWithTable: false, endsWithTable: false };
};
