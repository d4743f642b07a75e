/** How chart parts write simple values: `<c:name val="…"/>` (ECMA-376 §21.2). */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import { isOn } from '../properties/word-values.ts';

export const attributeOf = (parent: XmlElement | undefined, name: string): string | undefined =>
  childOf(parent, name)?.attribute('val');

/**
 * On or off. An element without a value is on (§21.2.3.5); one that is missing is as well for Word since 2010, which is why
 * it writes them all; Word 2007 left out what was off.
 */
export const flagOf = (parent: XmlElement | undefined, name: string, missing: boolean): boolean => {
  const element = childOf(parent, name);
  if (element === undefined) return missing;
  const value = element.attribute('val');
  return value === undefined || isOn(value);
};

/** A number that arithmetic can be done with. */
export const finite = (text: string | undefined): number | undefined => {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) < 1e300 ? value : undefined;
};

export const numberOf = (parent: XmlElement | undefined, name: string): number | undefined =>
  finite(attributeOf(parent, name)?.replace('%', ''));

/** A percentage as a share, between two bounds in percent. */
export const percentOf = (
  parent: XmlElement | undefined,
  name: string,
  missing: number,
  [least, most]: readonly [number, number],
): number => Math.max(least, Math.min(most, numberOf(parent, name) ?? missing)) / 100;

export const oneOf = <Value extends string>(
  text: string | undefined,
  values: readonly Value[],
  otherwise: Value,
): Value => values.find((value) => value === text) ?? otherwise;
