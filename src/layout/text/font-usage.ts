/** FontUsage: which fonts a document's characters were drawn with, for the gate and its warnings. */
import { isEmojiFamily, isInvisible } from '../../fonts/families/fallback.ts';
import type { Font } from '../../fonts/font.ts';
import { isComplex, isEastAsian, isRightToLeft, type scriptOf } from './scripts.ts';

/** What was drawn with fonts that are not the document's own, in characters of distinct words. */
export class FontUsage {
  total = 0;
  /** At advances that are nobody's but the substitute's, by the family that was asked for: lines may break elsewhere. */
  readonly similar = new Map<string, number>();
  /** In no font at all, by character: the font that was asked for it. */
  readonly missing = new Map<number, string>();
  /** Pictures in colour that were drawn in black. */
  emoji = 0;
  eastAsian = 0;
  complex = 0;
  rightToLeft = 0;

  note(font: Font, codePoint: number, script: ReturnType<typeof scriptOf>): void {
    this.total += 1;
    if (script === 'eastAsia' && isEastAsian(codePoint)) this.eastAsian += 1;
    else if (isComplex(codePoint)) this.complex += 1;
    if (font.quality === 'similar') this.#unlike(font, 1);
    if (isRightToLeft(codePoint)) this.rightToLeft += 1;
    if (isEmojiFamily(font.face.family) && font.unicodeFor(codePoint) === codePoint) this.emoji += 1;
    if (!font.has(codePoint) && codePoint > 0x20 && !isNobodys(codePoint, font)) this.#miss(codePoint, font);
  }

  #miss(codePoint: number, { family }: Font): void {
    if (this.missing.size < MOST_MISSED && !this.missing.has(codePoint)) this.missing.set(codePoint, family);
  }

  /** So many Latin letters that the font has. */
  notePlain(font: Font, count: number): void {
    this.total += count;
    if (font.quality === 'similar') this.#unlike(font, count);
  }

  #unlike({ family }: Font, count: number): void {
    this.similar.set(family, (this.similar.get(family) ?? 0) + count);
  }
}

/** That are named to who asked; a document in a script of its own lacks hundreds. */
const MOST_MISSED = 10;

/** Control characters, joiners, and codes that Symbol has no sign for: Word draws the "missing" box, too [M]. */
const isNobodys = (codePoint: number, { family }: Font): boolean =>
  (codePoint >= 0x7f && codePoint < 0xa0) ||
  isInvisible(codePoint) ||
  (codePoint >= 0xf000 && codePoint <= 0xf0ff && family.toLowerCase() === 'symbol');
