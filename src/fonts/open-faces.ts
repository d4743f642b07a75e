/**
 * OpenFaces: the font files of a machine that were opened, each once. Before one is, its character map alone says whether it is
 * worth it: a machine may have a gigabyte of fonts that claim a block.
 */
import { readFileSync, statSync } from 'node:fs';
import { PlatenError } from '../errors.ts';
import { openFace } from './face.ts';
import type { Face } from './font.ts';
import { type FontEntry, readTable } from './index-files.ts';
import { type CharacterMap, readCmap } from './tables/cmap.ts';
import { guardFont } from './tables/sfnt.ts';

/** One file, and all together. */
export interface MostOpened {
  readonly fileBytes: number;
  readonly allBytes: number;
}

export class OpenFaces {
  readonly #most: MostOpened | undefined;
  readonly #faces = new Map<string, Face | undefined>();
  readonly #characterMaps = new Map<string, CharacterMap | undefined>();
  #opened = 0;

  constructor(most: MostOpened | undefined) {
    this.#most = most;
  }

  /** Undefined, from then on, where the file turns out to be damaged. */
  face(entry: FontEntry): Face | undefined {
    const id = faceId(entry);
    if (this.#faces.has(id)) return this.#faces.get(id);
    this.#allow(entry);
    let face: Face | undefined;
    try {
      face = openFace({ id, bytes: readFileSync(entry.path), index: entry.index });
    } catch {
      face = undefined;
    }
    this.#faces.set(id, face);
    return face;
  }

  covers(entry: FontEntry, codePoint: number): boolean {
    const id = faceId(entry);
    const open = this.#faces.get(id);
    if (open !== undefined) return open.has(codePoint);
    if (!this.#characterMaps.has(id)) this.#characterMaps.set(id, readCharacters(entry));
    try {
      return (this.#characterMaps.get(id)?.glyphFor(codePoint) ?? 0) !== 0;
    } catch {
      return false; // A map that points outside of its table: the font is damaged.
    }
  }

  /** Fonts that are put together from many files are never small. */
  allowPieced(): void {
    if (this.#most !== undefined) throw tooLarge();
  }

  #allow({ path }: FontEntry): void {
    if (this.#most === undefined) return;
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > this.#most.fileBytes || this.#opened + size > this.#most.allBytes) throw tooLarge();
    this.#opened += size;
  }
}

const tooLarge = (): PlatenError =>
  new PlatenError('document_too_complex', 'A font of the document is too large to be opened here.');

const faceId = (entry: FontEntry): string =>
  entry.index === 0 ? entry.path : `${entry.path}#${entry.index}`;

const readCharacters = (entry: FontEntry): CharacterMap | undefined => {
  try {
    return guardFont(() => readCmap(readTable(entry, 'cmap')));
  } catch {
    return undefined;
  }
};
