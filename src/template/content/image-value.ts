/**
 * readImageValue :: value → the picture and what it says about itself
 *
 * A data URI, bare base64, SVG text, an URL, or an object in one of two spellings: docx-templates'
 * `{data, extension, width, height, …}` in centimetres, easy-template-x's `{_type, source, format, …}` in pixels.
 */

import { dataError } from '../../errors.ts';
import { type PreparedImage, prepareImage } from '../../images/prepare.ts';
import { sniff } from '../../images/sniff.ts';
import type { Emu } from '../../units.ts';
import { inShort } from './in-short.ts';

import { readLength } from './lengths.ts';
import type { PartContext } from './part-context.ts';

export interface ImageValue {
  readonly image: PreparedImage;
  readonly width?: Emu | undefined;
  readonly height?: Emu | undefined;
  readonly alt?: string | undefined;
  /** Degrees, clockwise. */
  readonly rotation?: number | undefined;
  readonly caption?: string | undefined;
}

const FORMS_HINT =
  'A picture is a data URI, base64, or an object such as {"data": "<base64>", "extension": ".png", "width": 4, "height": 3}.';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

const fromBase64 = (text: string, shown: string): Uint8Array => {
  const compact = text.replace(/\s+/g, '');
  // Buffer skips what it does not know; a value that is not base64 would come out as noise.
  if (compact.length < 4 || !BASE64.test(compact))
    throw dataError(`${inShort(shown)} is not a picture.`, FORMS_HINT);
  return Buffer.from(compact, 'base64');
};

const fromDataUri = (uri: string): Uint8Array => {
  const comma = uri.indexOf(',');
  if (comma < 0) throw dataError(`${inShort(uri)} is a data URI without data.`, FORMS_HINT);
  const data = uri.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma)))
    return fromBase64(data.includes('%') ? decode(data, uri) : data, uri);
  return new TextEncoder().encode(decode(data, uri));
};

/** Percent signs that encode nothing stay as they are: SVG in data URIs is often written by hand. */
const decode = (data: string, uri: string): string => {
  try {
    return decodeURIComponent(data.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    throw dataError(`${inShort(uri)} is a data URI whose text is not UTF-8.`);
  }
};

const fromUrl = (url: string, context: PartContext): Uint8Array => {
  const found = context.remoteImage(url);
  if (found === undefined) {
    throw dataError(
      `The picture ${inShort(url)} is on a host that this server does not fetch from.`,
      'Send the picture itself as a data URI, or ask the operator to add the host to PLATEN_IMAGE_HOSTS.',
    );
  }
  if ('problem' in found)
    throw dataError(`The picture ${inShort(url)} could not be fetched: ${found.problem}.`);
  return found.bytes;
};

const bytesOf = (source: unknown, context: PartContext): Uint8Array => {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (typeof source !== 'string') throw dataError(`${inShort(source)} is not a picture.`, FORMS_HINT);
  const text = source.trim();
  if (/^data:/i.test(text)) return fromDataUri(text);
  if (/^https?:\/\//i.test(text)) return fromUrl(text, context);
  if (text.startsWith('<')) return new TextEncoder().encode(text);
  return fromBase64(text, source);
};

/** What it takes to draw an SVG or to unpack a WebP can't be told from its size; of the others only the head is read. */
const DECODED_BYTES = 1024 * 1024;

const decodable = (bytes: Uint8Array, context: PartContext): Uint8Array => {
  const format = sniff(bytes);
  if (format === 'svg' || format === 'webp') context.handOver(Math.max(bytes.byteLength, DECODED_BYTES));
  return bytes;
};

/** Reading and checking a picture costs more than all the rest: the same text is read once a render. */
const prepared = (source: unknown, context: PartContext): PreparedImage => {
  if (typeof source !== 'string') return prepareImage(decodable(bytesOf(source, context), context));
  const key = `image:${source}`;
  const known = context.memo.get(key) as PreparedImage | undefined;
  if (known !== undefined) return known;
  const image = prepareImage(decodable(bytesOf(source, context), context));
  context.memo.set(key, image);
  return image;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const rotationOf = (value: unknown): number | undefined => {
  if (isAbsent(value)) return undefined;
  const degrees = Number(value);
  if (!Number.isFinite(degrees)) throw dataError(`${inShort(value)} is not a rotation in degrees.`);
  return degrees;
};

/** Undefined for a value that is empty: nothing is shown then. */
export const readImageValue = (value: unknown, context: PartContext): ImageValue | undefined => {
  if (isAbsent(value)) return undefined;
  if (!isRecord(value)) return { image: prepared(value, context) };
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const inPixels = own('_type') !== undefined || (own('data') === undefined && own('source') !== undefined);
  const source = inPixels ? own('source') : (own('data') ?? own('source'));
  if (isAbsent(source)) {
    if (own('data') === undefined && own('source') === undefined) {
      throw dataError('The picture is an object without data.', FORMS_HINT);
    }
    return undefined;
  }
  const length = (name: 'width' | 'height'): Emu | undefined =>
    readLength(own(name), { name, unit: inPixels ? 'px' : 'cm', whole: context.columnWidth });
  return {
    image: prepared(source, context),
    width: length('width'),
    height: length('height'),
    alt: textOf(own('alt') ?? own('altText')),
    rotation: rotationOf(own('rotation')),
    caption: textOf(own('caption')),
  };
};
