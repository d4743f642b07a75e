/** Numerals that are not digits, as both templates and page layout write them. */

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** A whole number from 1 on; from 4,000 on a row of M begins it. */
export const roman = (value: number): string => {
  let rest = value;
  let text = '';
  for (const [worth, sign] of ROMAN) {
    while (rest >= worth) {
      text += sign;
      rest -= worth;
    }
  }
  return text;
};
