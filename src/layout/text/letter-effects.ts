/** letterLook: outlines and changing colours of letters (`w14:textOutline`, `w14:textFill`) */
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import type { TextItem } from '../display-list.ts';
import { linearPaint } from '../draw/gradients.ts';

export type LetterLook = Pick<RunProperties, 'letterLine' | 'letterFill'>;

/** Undefined for most text, which is asked once for each format. */
export const letterLook = ({ letterLine, letterFill }: RunProperties): LetterLook | undefined =>
  (letterLine ?? undefined) === undefined && (letterFill ?? undefined) === undefined
    ? undefined
    : { letterLine: letterLine ?? null, letterFill: letterFill ?? null };

/** What a text item has beside its colour; `width` is the text's. */
export const withLetterLook = (
  item: TextItem,
  { letterLine, letterFill }: LetterLook,
  { ascent, descent }: { readonly ascent: number; readonly descent: number },
  width: number,
): TextItem => {
  const line = letterLine ?? undefined;
  if (letterFill === 'none') {
    // Letters of nothing but their outline; without one they are there for who copies the text.
    return line === undefined ? { ...item, opacity: 0 } : { ...item, color: line.color, outline: line.width };
  }
  const border = line === undefined ? {} : { border: line };
  if (letterFill === null || letterFill === undefined) return { ...item, ...border };
  const [first, last] = [letterFill.stops[0], letterFill.stops.at(-1)];
  const stops = [
    ...(first !== undefined && first.offset > 0 ? [{ ...first, offset: 0 }] : []),
    ...letterFill.stops,
    ...(last !== undefined && last.offset < 1 ? [{ ...last, offset: 1 }] : []),
  ];
  // Across the line of text, as Word shades it, whatever its letters are.
  const box = { x: item.x, y: item.y - ascent, width, height: ascent + descent };
  return { ...item, ...border, shading: linearPaint({ angle: letterFill.angle, scaled: false }, stops, box) };
};
