/** FallbackFonts :: a character that a font lacks → the font that has it, as Word would choose it */
import { LRUCache } from 'lru-cache';
import type { FontCatalogue } from './catalogue.ts';
import {
  type EastAsianKind,
  eastAsianFaces,
  eastAsianKind,
  isEastAsianCharacter,
  STANDARD_FAMILY,
  standardKind,
} from './families/east-asian-families.ts';
import {
  fallbackFamilies,
  isArabic,
  isEmoji,
  isEmojiFamily,
  isEuropean,
  isInvisible,
  isSymbolFamily,
} from './families/fallback.ts';
import { canonicalFamily, normalizeFamily } from './families/family-names.ts';
import {
  FALLBACK_ARABIC,
  FALLBACK_EMOJI,
  FALLBACK_SYMBOLS,
  type Original,
  originalOf,
} from './families/proprietary-metrics.ts';
import { EMOJI_ADVANCES, isKnownNarrow, knowsAdvance, SQUARES } from './families/substituted-advances.ts';
import type { SubstitutedFont } from './families/substituted-font.ts';
import type { Face, Font } from './font.ts';
import type { FontMaker } from './font-maker.ts';
import type { FontEntry } from './index-files.ts';
import type { Style } from './match-name.ts';
import type { OpenFaces } from './open-faces.ts';

interface FallbackParts {
  readonly catalogue: FontCatalogue;
  readonly faces: OpenFaces;
  readonly maker: FontMaker;
  /** How many folders are the operator's: the first ones. */
  readonly operators: number;
}

/** Characters of all questions whose answers are kept. */
const MOST_ASKED = 1024 * 1024;

export class FallbackFonts {
  readonly #catalogue: FontCatalogue;
  readonly #faces: OpenFaces;
  readonly #maker: FontMaker;
  readonly #operators: number;
  readonly #answers = new LRUCache<string, Font>({
    maxSize: MOST_ASKED,
    sizeCalculation: (_, id) => id.length,
  });

  constructor({ catalogue, faces, maker, operators }: FallbackParts) {
    this.#catalogue = catalogue;
    this.#faces = faces;
    this.#maker = maker;
    this.#operators = operators;
  }

  fontFor(codePoint: number, preferred: Font, square = false): Font {
    const lent = square && preferred.quality !== 'exact';
    if ((preferred.has(codePoint) && !lent) || isInvisible(codePoint)) return preferred;
    const wanted = preferred as SubstitutedFont;
    const id = `${codePoint} ${square ? 'square ' : ''}${wanted.parts.language ?? ''} ${preferred.key}`;
    const known = this.#answers.get(id);
    if (known !== undefined) return known;
    const original = originalFor(wanted);
    // Quotes and dashes that the original itself has, at a width of their own, are no squares [M].
    const narrow = original !== undefined && isKnownNarrow(original.name, codePoint);
    const ideographic = lent && !narrow ? this.#eastAsian(codePoint, wanted, original) : undefined;
    const font =
      ideographic ?? (preferred.has(codePoint) ? preferred : this.#fallback(codePoint, wanted)) ?? preferred;
    this.#answers.set(id, font);
    return font;
  }

  #fallback(codePoint: number, preferred: SubstitutedFont): Font | undefined {
    const shown = preferred.unicodeFor(codePoint);
    const style = { bold: preferred.bold, italic: preferred.italic };
    const original = originalFor(preferred);
    if (isEastAsianCharacter(shown)) return this.#eastAsian(shown, preferred, original);
    const { encoding } = preferred.parts;
    // Signs of a symbol font are no pictures in colour, whatever Unicode made of them.
    const bundled = fallbackFamilies(original, encoding === undefined && isEmoji(shown));
    for (const entry of this.#candidates(bundled, shown, style)) {
      if (!this.#faces.covers(entry, shown)) continue;
      const face = this.#faces.face(entry);
      if (face === undefined) continue;
      // The original has these letters: its lines stay as high as they are. Other characters come, in Word as well, from a
      // font that has nothing to do with it.
      const within =
        encoding !== undefined ||
        isEuropean(shown) ||
        (original !== undefined && knowsAdvance(original.name, shown));
      return this.#maker.make({
        face,
        family: preferred.family,
        style,
        original: within ? original : originalOf(lenderOf(shown, face, original)),
        quality: encoding === undefined ? 'similar' : 'metric',
        encoding,
        borrowed: !within && isEmojiFamily(face.family) ? EMOJI_ADVANCES : undefined,
      });
    }
    return undefined;
  }

  /**
   * As the document's font, where that is of East Asia, else as the one that Word takes: with its heights of lines and the
   * widths that all of them have. The operator's fonts come first, the machine's last.
   */
  #eastAsian(codePoint: number, preferred: SubstitutedFont, own: Original | undefined): Font | undefined {
    const named = eastAsianKind(canonicalFamily(normalizeFamily(preferred.family)));
    const kind = named ?? standardKind(codePoint, preferred.parts.language);
    const standard = originalOf(STANDARD_FAMILY[kind.language]);
    const original = named === undefined ? standard : (own ?? standard);
    for (const face of this.#eastAsianFaces(codePoint, kind, preferred)) {
      if (!face.has(codePoint)) continue;
      const font = this.#maker.make({
        face,
        family: preferred.family,
        style: { bold: preferred.bold, italic: preferred.italic },
        original,
        quality: 'metric',
        encoding: undefined,
        borrowed: SQUARES,
      });
      // The same object for all of its characters: text of one font is drawn in one go.
      return this.#maker.byKey(font.key);
    }
    return undefined;
  }

  *#eastAsianFaces(codePoint: number, kind: EastAsianKind, { bold, italic }: Style): Iterable<Face> {
    const claiming = this.#candidates([], codePoint, { bold, italic });
    const operators: FontEntry[] = [];
    const others: FontEntry[] = [];
    for (const entry of claiming) (entry.folder < this.#operators ? operators : others).push(entry);
    yield* this.#covering(operators, codePoint);
    this.#faces.allowPieced();
    yield* eastAsianFaces(kind, bold);
    yield* this.#covering(others, codePoint);
  }

  *#covering(entries: readonly FontEntry[], codePoint: number): Iterable<Face> {
    for (const entry of entries) {
      const face = this.#faces.covers(entry, codePoint) ? this.#faces.face(entry) : undefined;
      if (face !== undefined) yield face;
    }
  }

  *#candidates(bundled: readonly string[], codePoint: number, style: Style): Iterable<FontEntry> {
    for (const family of bundled) {
      const entry = this.#catalogue.find(normalizeFamily(family), style);
      if (entry !== undefined) yield entry;
    }
    const claiming = this.#catalogue.claiming(codePoint);
    yield* claiming.filter((entry) => entry.bold === style.bold && entry.italic === style.italic);
    yield* claiming.filter((entry) => entry.bold !== style.bold || entry.italic !== style.italic);
  }
}

/** Whose numbers characters have that come from elsewhere in Word as well; the face's own where nobody's are known. */
const lenderOf = (codePoint: number, face: Face, original: Original | undefined): string => {
  if (isSymbolFamily(face.family)) return FALLBACK_SYMBOLS;
  if (isEmojiFamily(face.family)) return FALLBACK_EMOJI;
  return isArabic(codePoint) && original === undefined ? FALLBACK_ARABIC : '';
};

/** A free family that is here needs nobody's numbers. */
const originalFor = ({ family, quality }: Font): Original | undefined => {
  const original = originalOf(canonicalFamily(normalizeFamily(family)));
  return quality === 'exact' && original?.average !== undefined ? undefined : original;
};
