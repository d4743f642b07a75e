/**
 * inLight :: image object, brightness and contrast → the same data, read otherwise (ISO 32000-1 §8.9.5.2)
 *
 * Both are straight lines, so the pixels stay as they are: a Decode array says what they stand for, or the palette is another.
 */
import type { ImageItem } from '../../layout/display-list.ts';
import { fine } from '../syntax.ts';
import type { EncodedImage } from './encoded-image.ts';

const COMPONENTS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3 };

export const inLight = (
  image: EncodedImage,
  { gain, offset }: NonNullable<ImageItem['light']>,
): EncodedImage => {
  const { entries } = image;
  const palette = /(\/Indexed\/DeviceRGB \d+<)([\da-f]+)(>)/i.exec(entries);
  if (palette !== null) {
    const lit = (palette[2] ?? '').replace(/../g, (byte) => {
      const sample = gain * Number.parseInt(byte, 16) + offset * 255;
      return Math.max(0, Math.min(255, Math.round(sample)))
        .toString(16)
        .padStart(2, '0');
    });
    return { ...image, entries: entries.replace(palette[0], `${palette[1]}${lit}${palette[3]}`) };
  }
  const count = COMPONENTS[/\/ColorSpace\/(\w+)/.exec(entries)?.[1] ?? ''];
  // Four colours, and what is decoded in a way of its own, stay as they are.
  if (count === undefined || entries.includes('/Decode[')) return image;
  const range = `${fine(offset)} ${fine(offset + gain)}`;
  return { ...image, entries: `${entries}/Decode[${Array.from({ length: count }, () => range).join(' ')}]` };
};
