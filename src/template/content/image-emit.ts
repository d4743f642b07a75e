/** emitImage :: image value × options → runs */
import { checkedOptions } from './content-options.ts';
import type { ContentOptions } from './content-value.ts';
import { inlineDrawing } from './drawing.ts';
import { type ImageValue, readImageValue } from './image-value.ts';
import { readLength } from './lengths.ts';
import type { PartContext } from './part-context.ts';
import { type Fit, frameOf, naturalSize, place, storedCrop, turnedBy, turnOf } from './picture-geometry.ts';
import { textRun } from './run-text.ts';

export interface ImageOptions {
  readonly width?: ReturnType<typeof readLength>;
  readonly height?: ReturnType<typeof readLength>;
  readonly fit?: Fit | undefined;
  readonly alt?: string | undefined;
  readonly rotation?: number | undefined;
  readonly caption?: string | undefined;
}

export const readImageOptions = (
  kind: 'image' | 'qr' | 'barcode',
  options: ContentOptions,
  context: PartContext,
): ImageOptions => {
  const { width, height, fit, alt, rotation, caption } = checkedOptions(kind, options);
  const whole = context.columnWidth;
  return {
    width: readLength(width, { name: 'width', unit: 'cm', whole }),
    height: readLength(height, { name: 'height', unit: 'cm', whole }),
    fit: fit === undefined ? undefined : (fit.toLowerCase() as Fit),
    alt,
    rotation: rotation === undefined ? undefined : Number(rotation),
    caption,
  };
};

/**
 * Size that is asked for: the tag's, else the value's own. A value that gives both means exactly that (its spellings
 * come from libraries that never keep the ratio); a tag that gives both means a box.
 */
const wanted = (value: ImageValue, options: ImageOptions) => {
  if (options.width !== undefined || options.height !== undefined) {
    return { width: options.width, height: options.height, fit: options.fit ?? 'contain' };
  }
  return { width: value.width, height: value.height, fit: options.fit ?? 'stretch' };
};

export const imageRuns = (value: ImageValue, options: ImageOptions, context: PartContext): string => {
  const { image } = value;
  const placement = place({
    natural: naturalSize(image),
    column: context.columnWidth,
    ...wanted(value, options),
  });
  const upright = turnOf(image.orientation);
  const drawing = inlineDrawing(
    {
      image,
      frame: frameOf(placement.size, upright),
      turn: turnedBy(upright, options.rotation ?? value.rotation ?? 0),
      crop: storedCrop(placement.crop, upright),
      alt: options.alt ?? value.alt ?? '',
    },
    context,
  );
  const caption = options.caption ?? value.caption ?? '';
  const below = caption === '' ? '' : textRun(`\n${caption}`, context.runProperties);
  return `<w:r>${context.runProperties}${drawing}</w:r>${below}`;
};

/** '' where the value is empty. */
export const emitImage = (value: unknown, options: ContentOptions, context: PartContext): string => {
  const image = readImageValue(value, context);
  return image === undefined ? '' : imageRuns(image, readImageOptions('image', options, context), context);
};
