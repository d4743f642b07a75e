/** FontMaker :: a face, and whose numbers it takes → the Font that text is measured and drawn with */
import { PlatenError } from '../errors.ts';
import { kerningOf, knownKerning } from './families/kerning.ts';
import { isTwin, letterHeight, numbersOf, type Original } from './families/proprietary-metrics.ts';
import { type BorrowedAdvances, borrowAdvances } from './families/substituted-advances.ts';
import { SubstitutedFont } from './families/substituted-font.ts';
import type { Face, Font, FontKey, MatchQuality } from './font.ts';
import type { Style } from './match-name.ts';
import type { Shaper } from './shaper.ts';

interface WantedFont {
  readonly face: Face;
  readonly family: string;
  readonly style: Style;
  readonly original: Original | undefined;
  readonly quality: MatchQuality;
  readonly encoding: ReadonlyMap<number, number> | undefined;
  readonly language?: string | undefined;
  /** Of a face that lends nothing but ideographs, or emoji, which are all as wide. */
  readonly borrowed?: BorrowedAdvances | undefined;
  /** Has the original's kerning, where it is a sibling's. */
  readonly kernedBy?: Face | undefined;
}

export class FontMaker {
  readonly #shaper: Shaper;
  readonly #byKey = new Map<FontKey, Font>();

  constructor(shaper: Shaper) {
    this.#shaper = shaper;
  }

  /** The first that was made of those that are alike. */
  byKey(key: FontKey): Font {
    const font = this.#byKey.get(key);
    if (font === undefined) throw new PlatenError('internal_error', `No font has the key ${key}.`);
    return font;
  }

  make(wanted: WantedFont): Font {
    const { face, original, style } = wanted;
    const key = [
      face.postscriptName,
      `${original?.name ?? ''}${original?.version ?? ''}`,
      style.bold ? 'b' : '',
      style.italic ? 'i' : '',
      face.id,
    ].join('|') as FontKey;
    const twin = original !== undefined && isTwin(original.name, face.family);
    const borrowed =
      original &&
      (wanted.borrowed ??
        borrowAdvances({
          family: original.name,
          ...style,
          face,
          twin,
          average: style.bold ? original.boldAverage : original.average,
        }));
    const known = twin || (borrowed !== undefined && borrowed.estimated !== true);
    const font = new SubstitutedFont({
      key,
      face,
      family: wanted.family,
      ...style,
      quality: wanted.quality === 'metric' && !known ? 'similar' : wanted.quality,
      substitute: wanted.quality === 'exact' ? undefined : face.family,
      numbers: original && numbersOf(original, style.bold),
      borrowed,
      kerning: wanted.kernedBy
        ? kerningOf(wanted.kernedBy, this.#shaper)
        : original && knownKerning(original.name, style.bold),
      twin,
      encoding: wanted.encoding,
      shaper: this.#shaper,
      letterHeight: letterHeight(original, face),
      language: wanted.language,
    });
    if (!this.#byKey.has(key)) this.#byKey.set(key, font);
    return font;
  }
}
