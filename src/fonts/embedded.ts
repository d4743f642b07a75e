/**
 * Fonts that a document brings along (ECMA-376 §17.8.1, `w:embedRegular` and its siblings).
 *
 * deobfuscate :: .odttf part, key → font file
 * withEmbedded :: library, fonts of a document → library in which they come first
 */
import { createHash } from 'node:crypto';
import { PlatenError } from '../errors.ts';
import { openFace } from './face.ts';
import { normalizeFamily } from './families/family-names.ts';
import { SubstitutedFont } from './families/substituted-font.ts';
import { symbolEncoding } from './families/symbol-encodings.ts';
import type { EmbeddedFont, Face, Font, FontKey, FontLibrary, FontRequest } from './font.ts';
import type { Shaper } from './shaper.ts';
import { mayEmbed } from './tables/metrics-tables.ts';

const OBFUSCATED_BYTES = 32;
const KEY_BYTES = 16;

/** The first 32 bytes are XORed with the GUID (`w:fontKey`), its digits from the last to the first. */
export const deobfuscate = (bytes: Uint8Array, fontKey: string): Uint8Array => {
  const digits = fontKey.replace(/[{}-]/g, '');
  if (!/^[\da-f]{32}$/i.test(digits)) return bytes;
  const key = Array.from({ length: KEY_BYTES }, (_, index) =>
    Number.parseInt(digits.slice(30 - index * 2, 32 - index * 2), 16),
  );
  const copy = Uint8Array.from(bytes);
  for (let index = 0; index < Math.min(OBFUSCATED_BYTES, copy.byteLength); index++) {
    copy[index] = (copy[index] ?? 0) ^ (key[index % KEY_BYTES] ?? 0);
  }
  return copy;
};

interface Opened {
  readonly face: Face;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A font that is damaged, or that may not be passed on, is left out: the others still answer for its name. */
export const withEmbedded = (
  base: FontLibrary,
  fonts: readonly EmbeddedFont[],
  shaper: Shaper,
): FontLibrary => {
  const families = new Map<string, Opened[]>();
  for (const { family, bold, italic, bytes } of fonts) {
    try {
      const id = `embedded ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
      const face = openFace({ id, bytes });
      if (!mayEmbed(face.units.os2)) continue;
      const name = normalizeFamily(family);
      families.set(name, [...(families.get(name) ?? []), { face, bold, italic }]);
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
    }
  }
  return families.size === 0 ? base : new DocumentLibrary(base, families, shaper);
};

class DocumentLibrary implements FontLibrary {
  readonly #base: FontLibrary;
  readonly #families: ReadonlyMap<string, readonly Opened[]>;
  readonly #shaper: Shaper;
  readonly #byKey = new Map<FontKey, Font>();

  constructor(base: FontLibrary, families: ReadonlyMap<string, readonly Opened[]>, shaper: Shaper) {
    this.#base = base;
    this.#families = families;
    this.#shaper = shaper;
  }

  resolve(request: FontRequest): Font {
    const name = normalizeFamily(request.family);
    const style = { bold: request.bold === true, italic: request.italic === true };
    const same = (font: Opened): boolean => font.bold === style.bold && font.italic === style.italic;
    const candidates = this.#families.get(name) ?? [];
    const found = candidates.find(same) ?? candidates[0];
    if (found === undefined) return this.#base.resolve(request);
    const key = ['embedded', found.face.id, style.bold ? 'b' : '', style.italic ? 'i' : ''].join(
      '|',
    ) as FontKey;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const font = new SubstitutedFont({
      key,
      face: found.face,
      family: request.family,
      ...style,
      quality: 'exact',
      substitute: undefined,
      numbers: undefined,
      borrowed: undefined,
      twin: false,
      encoding: symbolEncoding(name),
      shaper: this.#shaper,
    });
    this.#byKey.set(key, font);
    return font;
  }

  /** Word embeds only the characters in use: what a subset lacks comes from the font that would be drawn without it. */
  fontFor(codePoint: number, preferred: Font, square = false): Font {
    if (!this.#byKey.has(preferred.key)) return this.#base.fontFor(codePoint, preferred, square);
    if (preferred.has(codePoint)) return preferred;
    const { family, bold, italic } = preferred;
    return this.#base.fontFor(codePoint, this.#base.resolve({ family, bold, italic }), square);
  }

  byKey(key: FontKey): Font {
    return this.#byKey.get(key) ?? this.#base.byKey(key);
  }

  families(): readonly string[] {
    return this.#base.families();
  }

  withEmbedded(fonts: readonly EmbeddedFont[]): FontLibrary {
    return withEmbedded(this, fonts, this.#shaper);
  }
}
