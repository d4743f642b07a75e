/**
 * openFontLibrary :: settings → FontLibrary
 *
 * resolve :: what a document says of a font → a font that can be drawn
 *   by its own name, then as a font whose numbers are known, then under its other name, then by its class.
 */
import { createRequire } from 'node:module';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../errors.ts';
import { type FontCatalogue, openCatalogue } from './catalogue.ts';
import { withEmbedded } from './embedded.ts';
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
import { familyClassOf } from './families/family-class.ts';
import { canonicalFamily, familyList, normalizeFamily, splitStyle } from './families/family-names.ts';
import { kernedPairs } from './families/kerned-pairs.ts';
import {
  ABSENT_FAMILY,
  CLASS_FAMILIES,
  FALLBACK_ARABIC,
  FALLBACK_EMOJI,
  FALLBACK_SYMBOLS,
  isTwin,
  letterHeight,
  numbersOf,
  type Original,
  originalOf,
  versionOf,
} from './families/proprietary-metrics.ts';
import {
  type BorrowedAdvances,
  borrowAdvances,
  EMOJI_ADVANCES,
  isKnownNarrow,
  knowsAdvance,
  SQUARES,
} from './families/substituted-advances.ts';
import { SubstitutedFont } from './families/substituted-font.ts';
import { symbolEncoding } from './families/symbol-encodings.ts';
import type { EmbeddedFont, Face, Font, FontKey, FontLibrary, FontRequest, MatchQuality } from './font.ts';
import { type FontEntry, indexFonts } from './index-files.ts';
import { type MostOpened, OpenFaces } from './open-faces.ts';
import { loadShaper, type Shaper } from './shaper.ts';

export interface FontLibraryOptions {
  /** The operator's folders (PLATEN_FONTS): their fonts come before all others. */
  readonly folders?: readonly string[];
  /** Whether the machine's own fonts count; they do where absent. */
  readonly system?: boolean;
  /** Keeps the index between starts. */
  readonly cacheFile?: string;
  /** What may be opened: one file, and all together. Past it `document_too_complex` is thrown; no limits where absent. */
  readonly most?: MostOpened;
  readonly onRefused?: (path: string, error: PlatenError) => void;
}

export const openFontLibrary = async (options: FontLibraryOptions = {}): Promise<FontLibrary> => {
  const { folders = [], system = true, cacheFile, onRefused, most } = options;
  const entries = indexFonts({
    folders: [...folders, bundledFolder(), ...(system ? systemFolders() : [])],
    ...(cacheFile !== undefined && { cacheFile }),
    ...(onRefused !== undefined && { onRefused }),
  });
  return new Library(openCatalogue(entries), await loadShaper(), folders.length, most);
};

/** Every family package that is installed beside ours counts: an operator adds scripts with `npm install`. */
const bundledFolder = (): string =>
  dirname(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/carlito/package.json')));

const systemFolders = (): readonly string[] => {
  const home = homedir();
  switch (platform()) {
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library/Fonts')];
    case 'win32':
      return ['C:\\Windows\\Fonts', join(home, 'AppData\\Local\\Microsoft\\Windows\\Fonts')];
    default:
      return [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        join(home, '.local/share/fonts'),
        join(home, '.fonts'),
      ];
  }
};

/** Characters of all questions whose answers are kept. */
const MOST_ASKED = 1024 * 1024;

interface Style {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly version?: string | undefined;
}

/** A name's answer, before a face is opened. */
interface Match extends Style {
  readonly entry: FontEntry;
  /** The font whose numbers the face takes; absent where it is drawn as itself. */
  readonly original?: Original;
  readonly quality: MatchQuality;
}

class Library implements FontLibrary {
  readonly #catalogue: FontCatalogue;
  readonly #shaper: Shaper;
  /** By what documents say: bounded, since strangers may say anything. */
  readonly #answers = new LRUCache<string, Font>({
    maxSize: MOST_ASKED,
    sizeCalculation: (_, id) => id.length,
  });
  readonly #byKey = new Map<FontKey, Font>();
  readonly #faces: OpenFaces;
  readonly #fallbacks = new LRUCache<string, Font>({
    maxSize: MOST_ASKED,
    sizeCalculation: (_, id) => id.length,
  });

  /** How many folders are the operator's: the first ones. */
  readonly #operators: number;

  constructor(catalogue: FontCatalogue, shaper: Shaper, operators: number, most: MostOpened | undefined) {
    this.#faces = new OpenFaces(most);
    this.#catalogue = catalogue;
    this.#shaper = shaper;
    this.#operators = operators;
  }

  resolve(request: FontRequest): Font {
    const id = JSON.stringify([
      request.family,
      request.bold === true,
      request.italic === true,
      request.alternateName,
      request.familyClass,
      request.fixedPitch,
      request.panose,
      versionOf(request.signature),
      request.absent === true,
      request.language,
    ]);
    const known = this.#answers.get(id);
    if (known !== undefined) return known;
    const font = this.#answer(request);
    this.#answers.set(id, font);
    return font;
  }

  byKey(key: FontKey): Font {
    const font = this.#byKey.get(key);
    if (font === undefined) throw new PlatenError('internal_error', `No font has the key ${key}.`);
    return font;
  }

  withEmbedded(fonts: readonly EmbeddedFont[]): FontLibrary {
    return withEmbedded(this, fonts, this.#shaper);
  }

  families(): readonly string[] {
    return this.#catalogue.families();
  }

  #answer(request: FontRequest): Font {
    const version = versionOf(request.signature);
    const style = { bold: request.bold === true, italic: request.italic === true, version };
    const absent = request.absent === true;
    const names = [...familyList(request.family), ...familyList(request.alternateName ?? '')];
    // The other name of a font that the author did not have is what Word drew in its place [M].
    if (absent) names.reverse();
    for (const name of names) {
      const match = this.#byName(name, style) ?? this.#byStyledName(name, style);
      if (absent && match !== undefined && !this.#hasOffice(match)) continue;
      const font = match && this.#draw(match, request, name);
      if (font !== undefined) return font;
    }
    const substitute =
      absent && request.familyClass === 'auto' ? ABSENT_FAMILY : CLASS_FAMILIES[familyClassOf(request)];
    const match = this.#byName(substitute, style);
    const font = match && this.#draw({ ...match, quality: 'similar' }, request, substitute);
    if (font === undefined) {
      throw new PlatenError('internal_error', 'The fonts that come with Platen are not installed.', {
        hint: 'Run `npm install` in the folder of Platen.',
      });
    }
    return font;
  }

  /** Whether Office brings the font along, or the operator does; others are not what the author saw. */
  #hasOffice({ entry, original }: Match): boolean {
    if (entry.folder < this.#operators && original === undefined) return true;
    return original !== undefined && original.average === undefined && original.numbers !== undefined;
  }

  #byName(name: string, style: Style): Match | undefined {
    const own = this.#catalogue.find(name, style);
    if (own !== undefined) return { entry: own, quality: 'exact', ...style };
    const canonical = canonicalFamily(name);
    const installed = canonical === name ? undefined : this.#catalogue.find(canonical, style);
    if (installed !== undefined) return { entry: installed, quality: 'exact', ...style };
    const original = originalOf(canonical, style.version);
    if (original === undefined) return undefined;
    const entry = firstDefined(original.draw, (family) =>
      this.#catalogue.find(normalizeFamily(family), style),
    );
    return (
      entry && { entry, original, quality: original.numbers === undefined ? 'similar' : 'metric', ...style }
    );
  }

  #byStyledName(name: string, style: Style): Match | undefined {
    const split = splitStyle(name);
    if (split === undefined) return undefined;
    const styled = {
      ...style,
      bold: style.bold || split.bold,
      italic: style.italic || split.italic,
    };
    // "Helvetica Light Oblique" has two of them.
    return this.#byName(split.family, styled) ?? this.#byStyledName(split.family, styled);
  }

  #draw(match: Match, { family, language }: FontRequest, name: string): Font | undefined {
    const face = this.#faces.face(match.entry);
    if (face === undefined) return undefined;
    return this.#make({
      face,
      family,
      style: { bold: match.bold, italic: match.italic },
      original: match.original,
      quality: match.quality,
      encoding: symbolEncoding(canonicalFamily(name)),
      language,
    });
  }

  #make(wanted: {
    readonly face: Face;
    readonly family: string;
    readonly style: Style;
    readonly original: Original | undefined;
    readonly quality: MatchQuality;
    readonly encoding: ReadonlyMap<number, number> | undefined;
    readonly language?: string | undefined;
    /** Of a face that lends nothing but ideographs, or emoji, which are all as wide. */
    readonly borrowed?: BorrowedAdvances | undefined;
  }): Font {
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
      pairs: original && kernedPairs(original.name, style),
      twin,
      encoding: wanted.encoding,
      shaper: this.#shaper,
      letterHeight: letterHeight(original, face),
      language: wanted.language,
    });
    if (!this.#byKey.has(key)) this.#byKey.set(key, font);
    return font;
  }

  fontFor(codePoint: number, preferred: Font, square = false): Font {
    const lent = square && preferred.quality !== 'exact';
    if ((preferred.has(codePoint) && !lent) || isInvisible(codePoint)) return preferred;
    const wanted = preferred as SubstitutedFont;
    const id = `${codePoint} ${square ? 'square ' : ''}${wanted.parts.language ?? ''} ${preferred.key}`;
    const known = this.#fallbacks.get(id);
    if (known !== undefined) return known;
    const original = originalFor(wanted);
    // Quotes and dashes that the original itself has, at a width of their own, are no squares [M].
    const narrow = original !== undefined && isKnownNarrow(original.name, codePoint);
    const ideographic = lent && !narrow ? this.#eastAsian(codePoint, wanted, original) : undefined;
    const font =
      ideographic ?? (preferred.has(codePoint) ? preferred : this.#fallback(codePoint, wanted)) ?? preferred;
    this.#fallbacks.set(id, font);
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
      return this.#make({
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
      const font = this.#make({
        face,
        family: preferred.family,
        style: { bold: preferred.bold, italic: preferred.italic },
        original,
        quality: 'metric',
        encoding: undefined,
        borrowed: SQUARES,
      });
      // The same object for all of its characters: text of one font is drawn in one go.
      return this.#byKey.get(font.key) ?? font;
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

const originalFor = ({ family }: Font): Original | undefined =>
  originalOf(canonicalFamily(normalizeFamily(family)));

const firstDefined = <Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined => {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
};
