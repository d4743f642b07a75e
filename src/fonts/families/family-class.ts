/**
 * familyClassOf :: what a document says of an unknown font → which kind of letters to draw
 */

import type { FamilyClass, FontRequest } from '../font.ts';
import { normalizeFamily } from './family-names.ts';

/** PANOSE: family kind 2 is Latin text; serif styles 2 to 10 have serifs, 11 to 15 have none; proportion 9 is fixed. */
const classOfPanose = (digits: string): FamilyClass | undefined => {
  if (!/^[\da-f]{20}$/i.test(digits)) return undefined;
  const digit = (index: number): number => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  if (digit(0) !== 2) return undefined;
  if (digit(3) === 9) return 'modern';
  const serif = digit(1);
  if (serif >= 11 && serif <= 15) return 'swiss';
  return serif >= 2 && serif <= 10 ? 'roman' : undefined;
};

const classOfName = (name: string): FamilyClass => {
  if (/mono|courier|console|code|typewriter|fixed/.test(name)) return 'modern';
  if (/sans|gothic|grotesk|helvet|arial|univers|futura|frutiger|myriad|ui\b/.test(name)) return 'swiss';
  return 'auto';
};

export const familyClassOf = (request: FontRequest): FamilyClass => {
  if (request.fixedPitch === true) return 'modern';
  const byPanose = classOfPanose(request.panose ?? '');
  if (byPanose !== undefined) return byPanose;
  if (request.familyClass !== undefined && request.familyClass !== 'auto') return request.familyClass;
  return classOfName(normalizeFamily(request.family));
};
