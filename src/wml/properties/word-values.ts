/** How WordprocessingML writes simple values: `<w:name w:val="…"/>` (ECMA-376 §17.17, §22.9). */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';

/** `w:val` of a child. */
export const childValue = (parent: XmlElement | undefined, name: string): string | undefined =>
  childOf(parent, name)?.attribute('w:val');

/** ST_OnOff as an attribute (§22.9.2.7). */
export const isOn = (value: string | undefined): boolean =>
  value === '1' || value === 'true' || value === 'on';

/** ST_DecimalNumber, or undefined for what is none. */
export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;

/** ST_OnOff as an element: there without a value is on (§17.17.4). Undefined where the element is absent. */
export const toggleValue = (element: XmlElement): boolean => {
  const value = element.attribute('w:val');
  return value === undefined || isOn(value);
};

export const toggleOf = (parent: XmlElement | undefined, name: string): boolean | undefined => {
  const element = childOf(parent, name);
  return element && toggleValue(element);
};

const POINTS_PER_UNIT: Readonly<Record<string, number>> = {
  mm: 72 / 25.4,
  cm: 72 / 2.54,
  in: 72,
  pt: 1,
  pc: 12,
  pi: 12,
};

/** No length on paper is longer; larger numbers are damage or malice, and would only feed arithmetic with nonsense. */
const LONGEST = 100_000;

const bounded = (value: number): number | undefined =>
  Number.isFinite(value) ? Math.max(-LONGEST, Math.min(LONGEST, value)) : undefined;

/** ST_TwipsMeasure and its signed kin (§22.9.2.14), in points: a bare number counts twips, others name their unit. */
export const lengthOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const match = /^\s*(-?\d*\.?\d+)\s*(mm|cm|in|pt|pc|pi)?\s*$/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]);
  return bounded(match[2] === undefined ? value / 20 : value * (POINTS_PER_UNIT[match[2]] ?? 1));
};

/** The same with another unit for bare numbers: half-points, eighths of a point. */
export const partsOf = (text: string | undefined, perPoint: number): number | undefined => {
  if (text === undefined) return undefined;
  if (/^-?\d+(\.\d+)?$/.test(text)) return bounded(Number(text) / perPoint);
  return lengthOf(text);
};

/** Twips that a child's `w:val` gives, in points. */
export const childLength = (parent: XmlElement | undefined, name: string): number | undefined =>
  lengthOf(childValue(parent, name));

/** EMU attributes of DrawingML, in points. */
export const emuOf = (text: string | undefined): number | undefined => partsOf(text, 12_700);

/** A share in 100,000ths or with a percent sign. */
export const share = (text: string | undefined): number => {
  const value = Number(text?.replace('%', '') ?? 0) / (text?.endsWith('%') === true ? 100 : 100_000);
  return Number.isFinite(value) ? Math.max(-10, Math.min(10, value)) : 0;
};
