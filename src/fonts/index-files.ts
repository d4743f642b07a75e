/**
 * indexFonts :: folders → what fonts they hold, by name
 *
 * Reads a few hundred bytes of each file (directory, name, OS/2, head), never the outlines. What was read is kept in a
 * file between starts, keyed by path, size and time, so that a machine with thousands of fonts is indexed once.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PlatenError } from '../errors.ts';
import { FS_BOLD, FS_ITALIC, mayEmbed, readOs2 } from './tables/metrics-tables.ts';
import { readNames } from './tables/name-table.ts';
import { badFont, directoryBytes, fontOffsets, guardFont, tableRecords, viewOf } from './tables/sfnt.ts';

/** One font of a file, as plain data. */
export interface FontEntry {
  readonly path: string;
  readonly index: number;
  /** Family names in every language: the style-linked ones (name id 1) that Word shows, and the typographic ones. */
  readonly families: readonly string[];
  readonly typographicFamilies: readonly string[];
  readonly fullNames: readonly string[];
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly weight: number;
  readonly embeddable: boolean;
  /** Which of the folders it came from: earlier ones have more authority. */
  readonly folder: number;
  /** OS/2 ulUnicodeRange: which blocks it claims; for finding a fallback without opening every file. */
  readonly unicodeRanges: readonly [number, number, number, number];
}

/** As it is kept: the folder is known only when the index is put together. */
type DescribedFont = Omit<FontEntry, 'folder'>;

interface CachedFile {
  readonly size: number;
  readonly modified: number;
  readonly fonts: readonly DescribedFont[];
}

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;
/** Deep enough for every system's font folders; a link that points upwards must end. */
const DEEPEST_FOLDER = 8;
/** A folder that is named by mistake (a whole home, a disk) must not be read to its end. */
const MOST_FILES = 20_000;
const CACHE_FORMAT = 1;

const listFontFiles = (folder: string): string[] => {
  const files: string[] = [];
  const walk = (path: string, depth: number): void => {
    let entries: ReturnType<typeof readFolder>;
    try {
      entries = readFolder(path);
    } catch {
      return; // A folder that is missing or closed to us holds no fonts for us.
    }
    for (const entry of entries) {
      if (files.length >= MOST_FILES) return;
      const child = join(path, entry.name);
      if (entry.isDirectory() && depth < DEEPEST_FOLDER) walk(child, depth + 1);
      else if (!entry.isDirectory() && FONT_FILE.test(entry.name)) files.push(child);
    }
  };
  walk(folder, 0);
  return files;
};

/** Sorted, so that two fonts of the same name are met in the same order on every machine. */
const readFolder = (path: string) =>
  readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

class PartialFile {
  readonly #handle: number;
  readonly #size: number;

  constructor(path: string) {
    this.#handle = openSync(path, 'r');
    this.#size = statSync(path).size;
  }

  /** What the file has of that range: a short view where it ends early. */
  read(offset: number, length: number): DataView {
    const wanted = Math.max(0, Math.min(length, this.#size - offset));
    const bytes = new Uint8Array(wanted);
    const got = wanted === 0 ? 0 : readSync(this.#handle, bytes, 0, wanted, offset);
    return viewOf(bytes.subarray(0, got));
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** Names take a few kilobytes, with licence texts a few dozen; more is not read. */
const LARGEST_NAME_TABLE = 256 * 1024;
const HEAD_BYTES = 4096;

/** The fonts of one file; throws `font_invalid` where it is none. */
const describeFile = (path: string): readonly DescribedFont[] => {
  const file = new PartialFile(path);
  try {
    return guardFont(() => {
      const head = file.read(0, HEAD_BYTES);
      return fontOffsets(head).map((offset, index) => describeFont(file, { path, offset, index }));
    });
  } finally {
    file.close();
  }
};

const describeFont = (
  file: PartialFile,
  { path, offset, index }: { path: string; offset: number; index: number },
): DescribedFont => {
  const directory = file.read(offset, directoryBytes(file.read(offset, HEAD_BYTES)));
  const tables = new Map(tableRecords(directory).map((record) => [record.tag, record]));
  const table = (tag: string, most: number): DataView => {
    const record = tables.get(tag);
    return record === undefined
      ? new DataView(new ArrayBuffer(0))
      : file.read(record.offset, Math.min(record.length, most));
  };
  if (!tables.has('glyf') && !tables.has('CFF ')) throw badFont('it has no outlines that a PDF can hold');
  const names = readNames(table('name', LARGEST_NAME_TABLE));
  const os2 = readOs2(table('OS/2', 128));
  const head = table('head', 54);
  const macStyle = head.byteLength >= 46 ? head.getUint16(44) : 0;
  const families = names.all(1);
  if (families.length === 0) throw badFont('it has no name');
  return {
    path,
    index,
    families,
    typographicFamilies: names.all(16),
    fullNames: names.all(4),
    postscriptName: names.first(6) ?? families[0] ?? '',
    bold: os2 === undefined ? (macStyle & 1) !== 0 : (os2.fsSelection & FS_BOLD) !== 0,
    italic: os2 === undefined ? (macStyle & 2) !== 0 : (os2.fsSelection & FS_ITALIC) !== 0,
    weight: os2?.weight ?? ((macStyle & 1) !== 0 ? 700 : 400),
    embeddable: mayEmbed(os2),
    unicodeRanges: os2?.unicodeRanges ?? [0, 0, 0, 0],
  };
};

/** One table of a font, without the rest of its file: what asking a large font about one character costs. */
export const readTable = (entry: Pick<FontEntry, 'path' | 'index'>, tag: string): DataView => {
  const file = new PartialFile(entry.path);
  try {
    return guardFont(() => {
      const offset = fontOffsets(file.read(0, HEAD_BYTES))[entry.index] ?? 0;
      const directory = file.read(offset, directoryBytes(file.read(offset, HEAD_BYTES)));
      const record = tableRecords(directory).find((each) => each.tag === tag);
      return record === undefined ? file.read(0, 0) : file.read(record.offset, record.length);
    });
  } finally {
    file.close();
  }
};

interface IndexOptions {
  readonly folders: readonly string[];
  /** Where to keep the index between starts; not kept where absent. */
  readonly cacheFile?: string;
  /** Told of each file that looks like a font and cannot be used. */
  readonly onRefused?: (path: string, error: PlatenError) => void;
}

/** In the order of the folders, then of the names. A file that cannot be used is left out. */
export const indexFonts = ({ folders, cacheFile, onRefused }: IndexOptions): readonly FontEntry[] => {
  const cached = cacheFile === undefined ? new Map<string, CachedFile>() : loadCache(cacheFile);
  const seen = new Map<string, CachedFile>();
  const entries: FontEntry[] = [];
  let changed = false;
  folders.forEach((root, folder) => {
    for (const path of listFontFiles(root)) {
      if (seen.has(path)) continue;
      try {
        const { size, mtimeMs: modified } = statSync(path);
        const known = cached.get(path);
        const fresh = known !== undefined && known.size === size && known.modified === modified;
        if (!fresh) changed = true;
        const file = fresh ? known : { size, modified, fonts: describeFile(path) };
        seen.set(path, file);
        for (const font of file.fonts) entries.push({ ...font, folder });
      } catch (error) {
        if (error instanceof PlatenError) onRefused?.(path, error);
        // What cannot be opened at all (rights, a dangling link) is somebody else's font.
      }
    }
  });
  if (cacheFile !== undefined && (changed || seen.size !== cached.size)) saveCache(cacheFile, seen);
  return entries;
};

const loadCache = (path: string): ReadonlyMap<string, CachedFile> => {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof stored !== 'object' || stored === null) return new Map();
    const { format, files } = stored as {
      format?: unknown;
      files?: readonly (readonly [string, CachedFile])[];
    };
    return format === CACHE_FORMAT && Array.isArray(files) ? new Map(files) : new Map();
  } catch {
    return new Map(); // Absent or damaged: it is only a shortcut.
  }
};

/** Written beside and renamed: several workers may start at once. */
const saveCache = (path: string, files: ReadonlyMap<string, CachedFile>): void => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify({ format: CACHE_FORMAT, files: [...files] }));
    renameSync(temporary, path);
  } catch {
    // A read-only folder only costs the next start some milliseconds.
  }
};
