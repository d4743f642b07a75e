/**
 * openPiecedFace :: package, weight → Face
 *
 * A family with tens of thousands of glyphs, as web fonts have it: a hundred small files, each with the characters of some
 * ranges, and outlines that vary with weight. A piece is read when a character of it is first asked for, and drawn at its
 * weight when a PDF first holds one; a document pays for the characters that it has.
 *
 * Glyphs are numbered by piece and by their number in it, so a character has the same one in every process.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Face } from './font.ts';
import { type CharacterMap, readCmap } from './tables/cmap.ts';
import { encodeOutline, isComposite, readOutline } from './tables/glyf.ts';
import { type FontUnits, readMetrics } from './tables/metrics-tables.ts';
import { badFont, guardFont, openSfnt, type Sfnt, viewOf } from './tables/sfnt.ts';
import { openSubsetter, type Subsetter } from './tables/subset-cff.ts';
import { glyphSource, packTables } from './tables/subset-truetype.ts';
import { openWoff2, type Woff2 } from './tables/woff2.ts';

export interface PiecedFamily {
  /** Folder of the package: `files/NAME-…-wght-normal.woff2`, `unicode.json`. */
  readonly folder: string;
  /** noto-sans-jp */
  readonly name: string;
  /** Noto Sans JP */
  readonly family: string;
}

/** Glyphs of one piece; the largest has some seven hundred. */
const PER_PIECE = 4096;
/** The piece that every family has, for what holds of all of them. */
const FIRST = 'latin';
const REGULAR = 400;

export const openPiecedFace = (family: PiecedFamily, weight: number): Face =>
  guardFont(() => new PiecedFace(family, weight));

interface Piece {
  readonly woff2: Woff2;
  readonly sfnt: Sfnt;
  readonly characters: CharacterMap;
  readonly advances: DataView;
  readonly advanceCount: number;
  /** At the face's weight, those that were drawn. */
  readonly outlines: Map<number, DataView>;
}

class PiecedFace implements Face {
  readonly id: string;
  readonly index = 0;
  readonly family: string;
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic = false;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  readonly outlines = 'truetype';
  readonly units: FontUnits;
  readonly #folder: string;
  readonly #name: string;
  readonly #weight: number;
  readonly #ranges: readonly Range[];
  readonly #names: readonly string[];
  readonly #pieces = new Map<number, Piece | undefined>();
  readonly #first: Piece;

  constructor({ folder, name, family }: PiecedFamily, weight: number) {
    this.#folder = folder;
    this.#name = name;
    this.#weight = weight;
    const { ranges, names } = readRanges(folder);
    this.#ranges = ranges;
    this.#names = names;
    const first = this.#piece(names.indexOf(FIRST));
    if (first === undefined) throw badFont('it lacks its first piece');
    this.#first = first;
    this.units = readMetrics(first.sfnt);
    this.id = `${name}-${weight}`;
    this.family = family;
    this.bold = weight > REGULAR;
    this.postscriptName = `${family.replaceAll(' ', '')}-${this.bold ? 'Bold' : 'Regular'}`;
    this.unitsPerEm = this.units.unitsPerEm;
    this.glyphCount = names.length * PER_PIECE;
  }

  glyphFor(codePoint: number): number {
    const index = pieceOf(this.#ranges, codePoint);
    if (index === undefined) return 0;
    const glyph = this.#piece(index)?.characters.glyphFor(codePoint) ?? 0;
    return glyph === 0 || glyph >= PER_PIECE ? 0 : index * PER_PIECE + glyph;
  }

  has(codePoint: number): boolean {
    return this.glyphFor(codePoint) !== 0;
  }

  advanceOfGlyph(glyph: number): number {
    const piece = this.#piece(Math.floor(glyph / PER_PIECE)) ?? this.#first;
    return piece.advances.getUint16(Math.min(glyph % PER_PIECE, piece.advanceCount - 1) * 4);
  }

  bytes(): Uint8Array {
    return new Uint8Array(0);
  }

  /** What is the same in all pieces, and the most that any of them needs. */
  sfnt(): Sfnt {
    const { sfnt } = this.#first;
    const maxp = new Uint8Array(32);
    const view = viewOf(maxp);
    for (const piece of this.#pieces.values()) {
      const own = piece?.sfnt.table('maxp');
      for (let at = 0; own !== undefined && at + 2 <= Math.min(32, own.byteLength); at += 2)
        view.setUint16(at, Math.max(view.getUint16(at), own.getUint16(at)));
    }
    return { ...sfnt, table: (tag) => (tag === 'maxp' ? view : sfnt.table(tag)) };
  }

  readonly glyphData = (glyph: number): DataView => {
    const piece = this.#piece(Math.floor(glyph / PER_PIECE)) ?? this.#first;
    const own = glyph % PER_PIECE;
    if (!piece.outlines.has(own)) this.#draw(piece, [own]);
    return piece.outlines.get(own) ?? NO_TABLE;
  };

  readonly drawGlyphs = (glyphs: readonly number[]): void => {
    const byPiece = new Map<Piece, number[]>();
    for (const glyph of glyphs) {
      const piece = this.#piece(Math.floor(glyph / PER_PIECE)) ?? this.#first;
      const own = glyph % PER_PIECE;
      if (piece.outlines.has(own)) continue;
      const wanted = byPiece.get(piece);
      if (wanted === undefined) byPiece.set(piece, [own]);
      else wanted.push(own);
    }
    for (const [piece, wanted] of byPiece) this.#draw(piece, wanted);
  };

  #piece(index: number): Piece | undefined {
    if (this.#pieces.has(index)) return this.#pieces.get(index);
    let piece: Piece | undefined;
    try {
      piece = this.#read(this.#names[index] ?? '');
    } catch {
      piece = undefined; // Missing or damaged: its characters are not there.
    }
    this.#pieces.set(index, piece);
    return piece;
  }

  #read(name: string): Piece {
    const file = readFileSync(join(this.#folder, 'files', `${this.#name}-${name}-wght-normal.woff2`));
    const woff2 = openWoff2(file);
    const sfnt = plainTables(woff2.tables);
    const advances = sfnt.table('hmtx');
    return {
      woff2,
      sfnt,
      characters: readCmap(sfnt.table('cmap')),
      advances,
      advanceCount: Math.min(sfnt.table('hhea').getUint16(34), advances.byteLength >> 2),
      outlines: new Map(),
    };
  }

  #draw({ woff2, sfnt, outlines }: Piece, wanted: readonly number[]): void {
    const tables = new Map([...woff2.tables, ...Object.entries(woff2.glyphs(new Set(wanted)))]);
    const needed = DRAWN.flatMap((tag): [string, Uint8Array][] => {
      const bytes = tables.get(tag);
      return bytes === undefined ? [] : [[tag, bytes]];
    });
    const drawn = openSfnt(atWeight(packTables(needed), wanted, this.#weight));
    const source = glyphSource(drawn, sfnt.table('maxp').getUint16(4));
    for (const glyph of wanted) {
      const data = source(glyph);
      // Components are numbered within their piece.
      outlines.set(glyph, isComposite(data) ? viewOf(encodeOutline(readOutline(source, glyph))) : data);
    }
  }
}

const NO_TABLE = new DataView(new ArrayBuffer(0));

const plainTables = (tables: ReadonlyMap<string, Uint8Array>): Sfnt => ({
  outlines: 'truetype',
  tags: [...tables.keys()],
  table: (tag) => {
    const bytes = tables.get(tag);
    return bytes === undefined ? NO_TABLE : viewOf(bytes);
  },
  has: (tag) => tables.has(tag),
});

/** What outlines at a weight are made from; neither positions nor alternates: characters are drawn as they are. */
const DRAWN = ['avar', 'fvar', 'glyf', 'gvar', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

const MODE_WRITABLE = 2;
/** No hinting, glyph numbers kept, the missing-glyph box kept, no glyphs that features might lead to. */
const FLAGS = 0x0001 | 0x0002 | 0x0040 | 0x0200;
const WEIGHT_AXIS = 0x77676874; // 'wght'

/** One for all pieces: unlike a document's, these files are our own. */
let subsetter: Subsetter | undefined;

const atWeight = (font: Uint8Array, glyphs: readonly number[], weight: number): Uint8Array => {
  subsetter ??= openSubsetter();
  const hb = subsetter;
  const data = hb.malloc(font.byteLength);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.byteLength, MODE_WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  hb.hb_subset_input_set_flags(input, FLAGS);
  hb.hb_subset_input_pin_axis_location(input, face, WEIGHT_AXIS, weight);
  const subset = hb.hb_subset_or_fail(face, input);
  if (subset === 0) throw badFont('it cannot be drawn at its weight');
  const result = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(result, 0);
  const drawn = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
  hb.hb_blob_destroy(result);
  hb.hb_face_destroy(subset);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(data);
  return drawn;
};

interface Range {
  readonly first: number;
  readonly last: number;
  readonly piece: number;
}

const RANGES = new Map<string, { readonly ranges: readonly Range[]; readonly names: readonly string[] }>();

/** `unicode.json`: "U+4e00-4e02,U+4e05" by piece, "[12]" or "latin". The same for all weights. */
const readRanges = (
  folder: string,
): { readonly ranges: readonly Range[]; readonly names: readonly string[] } => {
  const known = RANGES.get(folder);
  if (known !== undefined) return known;
  const stored: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  if (typeof stored !== 'object' || stored === null) throw badFont('its list of ranges is damaged');
  const entries = Object.entries(stored).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const ranges = entries.flatMap(([, text], piece) =>
    text.split(',').flatMap((range): Range[] => {
      const [, from, to] = /U\+([\da-f]+)(?:-([\da-f]+))?/i.exec(range) ?? [];
      if (from === undefined) return [];
      const first = Number.parseInt(from, 16);
      return [{ first, last: to === undefined ? first : Number.parseInt(to, 16), piece }];
    }),
  );
  ranges.sort((a, b) => a.first - b.first);
  const read = { ranges, names: entries.map(([name]) => name.replace(/[[\]]/g, '')) };
  RANGES.set(folder, read);
  return read;
};

/** Ranges do not overlap but for a few of Latin, where the first serves. */
const pieceOf = (ranges: readonly Range[], codePoint: number): number | undefined => {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.first ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found !== undefined && codePoint <= found.last ? found.piece : undefined;
};
