/**
 * readLetterLine, readLetterFill :: w14:textOutline, w14:textFill → what is drawn around and in letters ([MS-DOCX] 2.6.1)
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { mix, readDrawingColor } from '../colors.ts';
import type { Rgb, Theme } from '../theme.ts';
import { emuOf, wholeNumber } from './word-values.ts';

export interface LetterLine {
  readonly color: Rgb;
  /** Points. */
  readonly width: number;
}

/** Colours that change across the letters, or nothing at all. */
export type LetterFill =
  | {
      /** Degrees clockwise, 0 is left to right. */
      readonly angle: number;
      readonly stops: readonly { readonly offset: number; readonly color: Rgb }[];
    }
  | 'none';

/** Points that a line with a shadow has above and below its letters. */
export interface ShadowRoom {
  readonly above: number;
  readonly below: number;
}

/** What a line is that does not say (§20.1.2.2.24). */
const PLAIN_LINE = 0.75;
const WIDEST_LINE = 20;

/** A line of changing colours is drawn in the first of them; one that is not drawn is what most documents write. */
export const readLetterLine = (element: XmlElement, theme: Theme): LetterLine | undefined => {
  const solid = childOf(element, 'w14:solidFill');
  const gradient = childOf(childOf(element, 'w14:gradFill'), 'w14:gsLst');
  const color = onPaper(solid ?? childOf(gradient, 'w14:gs'), theme);
  if (color === undefined) return undefined;
  const width = emuOf(element.attribute('w14:w')) ?? PLAIN_LINE;
  return width > 0 ? { color, width: Math.min(width, WIDEST_LINE) } : undefined;
};

export const readLetterFill = (element: XmlElement, theme: Theme): LetterFill | undefined => {
  if (childOf(element, 'w14:noFill') !== undefined) return 'none';
  const gradient = childOf(element, 'w14:gradFill');
  const list = childOf(gradient, 'w14:gsLst');
  const stops = (list === undefined ? [] : elementsOf(list, 'w14:gs')).flatMap((stop) => {
    const color = onPaper(stop, theme);
    const offset = (wholeNumber(stop.attribute('w14:pos')) ?? 0) / 100_000;
    return color === undefined ? [] : [{ offset: Math.max(0, Math.min(1, offset)), color }];
  });
  if (stops.length === 0) return undefined;
  stops.sort((a, b) => a.offset - b.offset);
  const angle = wholeNumber(childOf(gradient, 'w14:lin')?.attribute('w14:ang')) ?? 0;
  return { angle: angle / 60_000, stops };
};

/** A shadow that is softer than this makes no more room: numbers that no author writes. */
const SOFTEST = 100;

/**
 * A soft shadow makes its line higher, though it is not drawn here: 1.0 and 2.1 pt for one of 3 pt that falls 1.5 pt to the lower right
 * [M]. That is what Word's gallery has; of other softness and distance there was no document.
 */
export const readShadowRoom = (element: XmlElement): ShadowRoom | undefined => {
  const blur = emuOf(element.attribute('w14:blurRad')) ?? 0;
  if (!(blur > 0)) return undefined;
  const distance = emuOf(element.attribute('w14:dist')) ?? 0;
  const angle = ((wholeNumber(element.attribute('w14:dir')) ?? 0) / 60_000) * (Math.PI / 180);
  const below = Math.min(blur, SOFTEST) * Math.SQRT1_2;
  const fall = Math.max(0, distance * Math.sin(angle));
  return { above: Math.max(0, below - fall), below };
};

/** The fill stands over `w:color`; what cannot be shaded, such as a line below the text, has its first colour. */
export const letterColor = (element: XmlElement, theme: Theme): Rgb | undefined => {
  const solid = childOf(element, 'w14:solidFill');
  const gradient = childOf(childOf(element, 'w14:gradFill'), 'w14:gsLst');
  return onPaper(solid ?? childOf(gradient, 'w14:gs'), theme);
};

/** `w14:alpha` is how much shows through, where DrawingML's is how much does not; what shows is taken for white. */
const onPaper = (parent: XmlElement | undefined, theme: Theme): Rgb | undefined => {
  const drawn = readDrawingColor(parent, theme);
  const changes = parent === undefined ? [] : elementsOf(parent).flatMap((color) => elementsOf(color));
  const alpha = changes.find(({ name }) => name === 'w14:alpha');
  return drawn && (alpha === undefined ? drawn.color : mix(0xffffff, drawn.color, 1 - drawn.opacity));
};
