/**
 * openFontLibrary :: settings → FontLibrary
 *
 * resolve :: what a document says of a font → a font that can be drawn
 *   by its own name, then as a font whose numbers are known, then under its other name, then by its class.
 */
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../errors.ts';
import { type FontCatalogue, openCatalogue } from './catalogue.ts';
import { withEmbedded } from './embedded.ts';
import { FallbackFonts } from './fallback-fonts.ts';
import { familyClassOf } from './families/family-class.ts';
import { canonicalFamily, familyList } from './families/family-names.ts';
import { kernedAs } from './families/kerning.ts';
import { ABSENT_FAMILY, CLASS_FAMILIES, versionOf } from './families/proprietary-metrics.ts';
import { symbolEncoding } from './families/symbol-encodings.ts';
import type { EmbeddedFont, Font, FontKey, FontLibrary, FontRequest } from './font.ts';
import { bundledFolder, systemFolders } from './font-folders.ts';
import { FontMaker } from './font-maker.ts';
import { indexFonts } from './index-files.ts';
import { type Match, matchFamily, matchName } from './match-name.ts';
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

/** Characters of all questions whose answers are kept. */
const MOST_ASKED = 1024 * 1024;

class Library implements FontLibrary {
  readonly #catalogue: FontCatalogue;
  readonly #shaper: Shaper;
  /** By what documents say: bounded, since strangers may say anything. */
  readonly #answers = new LRUCache<string, Font>({
    maxSize: MOST_ASKED,
    sizeCalculation: (_, id) => id.length,
  });
  readonly #faces: OpenFaces;
  readonly #maker: FontMaker;
  readonly #fallbacks: FallbackFonts;

  /** How many folders are the operator's: the first ones. */
  readonly #operators: number;

  constructor(catalogue: FontCatalogue, shaper: Shaper, operators: number, most: MostOpened | undefined) {
    this.#faces = new OpenFaces(most);
    this.#catalogue = catalogue;
    this.#shaper = shaper;
    this.#operators = operators;
    this.#maker = new FontMaker(shaper);
    this.#fallbacks = new FallbackFonts({ catalogue, faces: this.#faces, maker: this.#maker, operators });
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
    return this.#maker.byKey(key);
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
    // A font's other name, where that is known, says more of it than a part of its own does [M: Helvetica Light, Calibri].
    for (const find of [matchFamily, matchName])
      for (const name of names) {
        const match = find(this.#catalogue, name, style);
        if (absent && match !== undefined && !this.#hasOffice(match)) continue;
        const font = match && this.#draw(match, request, name);
        if (font !== undefined) return font;
      }
    const substitute =
      absent && request.familyClass === 'auto' ? ABSENT_FAMILY : CLASS_FAMILIES[familyClassOf(request)];
    const match = matchName(this.#catalogue, substitute, style);
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

  #draw(match: Match, { family, language }: FontRequest, name: string): Font | undefined {
    const face = this.#faces.face(match.entry);
    if (face === undefined) return undefined;
    const style = { bold: match.bold, italic: match.italic };
    const sibling = kernedAs(match.original?.name ?? '');
    const kerned = sibling === undefined ? undefined : matchFamily(this.#catalogue, sibling, style);
    return this.#maker.make({
      face,
      kernedBy: kerned && this.#faces.face(kerned.entry),
      family,
      style,
      original: match.original,
      quality: match.quality,
      encoding: symbolEncoding(canonicalFamily(name)),
      language,
    });
  }

  fontFor(codePoint: number, preferred: Font, square = false): Font {
    return this.#fallbacks.fontFor(codePoint, preferred, square);
  }
}
