/** readLength :: "4cm" | "50%" | 3 → EMU */

import { dataError } from '../../errors.ts';
import { EMU_PER_CENTIMETRE, EMU_PER_INCH, EMU_PER_POINT, type Emu, emu } from '../../units.ts';
import { inShort } from './in-short.ts';

const EMU_PER: Readonly<Record<string, number>> = {
  cm: EMU_PER_CENTIMETRE,
  mm: EMU_PER_CENTIMETRE / 10,
  in: EMU_PER_INCH,
  pt: EMU_PER_POINT,
  // CSS pixels, 96 an inch.
  px: EMU_PER_INCH / 96,
};

const LENGTH = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(cm|mm|in|pt|px|%)?\s*$/i;

export const LENGTH_HINT = 'Lengths are numbers with a unit: cm, mm, in, pt, px or %.';

interface LengthContext {
  /** What an option or property is called where it is wrong. */
  readonly name: string;
  /** Unit of a plain number. */
  readonly unit: 'cm' | 'px';
  /** What 100 % is. */
  readonly whole: Emu;
}

/** Undefined for a value that is not there; throws for one that is no positive length. */
export const readLength = (value: unknown, { name, unit, whole }: LengthContext): Emu | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  const match = LENGTH.exec(String(value));
  const number = Number(match?.[1]);
  if (match === null || (typeof value !== 'string' && typeof value !== 'number') || !(number > 0)) {
    throw dataError(`${inShort(value)} is not a length for ${name}.`, LENGTH_HINT);
  }
  const given = (match[2] ?? unit).toLowerCase();
  return emu(Math.round(given === '%' ? (whole * number) / 100 : number * (EMU_PER[given] ?? 0)));
};

/** Whether a literal could be a length, for checks before there is data. */
export const isLength = (text: string): boolean => LENGTH.test(text) && Number.parseFloat(text) > 0;
