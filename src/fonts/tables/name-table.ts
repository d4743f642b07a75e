/**
 * readNames :: name table → names by id, in every language
 *
 * Documents name a font as its maker's language does ("ＭＳ 明朝"), so all languages count.
 */

type NameId = 1 | 2 | 4 | 6 | 16 | 17;

interface Names {
  /** All spellings, English first. */
  all(id: NameId): readonly string[];
  first(id: NameId): string | undefined;
}

const WANTED: ReadonlySet<number> = new Set<NameId>([1, 2, 4, 6, 16, 17]);
const PLATFORM_UNICODE = 0;
const PLATFORM_MACINTOSH = 1;
const PLATFORM_WINDOWS = 3;
const ENGLISH_UNITED_STATES = 0x0409;
/** Names are a few words; what is longer is damage, and is not carried around. */
const LONGEST_NAME_BYTES = 512;

const utf16 = new TextDecoder('utf-16be');

export const readNames = (table: DataView): Names => {
  const found = new Map<number, string[]>();
  const count = table.byteLength < 6 ? 0 : table.getUint16(2);
  const storage = table.byteLength < 6 ? 0 : table.getUint16(4);
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12;
    if (at + 12 > table.byteLength) break;
    const id = table.getUint16(at + 6);
    if (!WANTED.has(id)) continue;
    const platform = table.getUint16(at);
    const text = decode(table, {
      platform,
      start: storage + table.getUint16(at + 10),
      length: table.getUint16(at + 8),
    });
    if (text === undefined) continue;
    const list = found.get(id) ?? [];
    found.set(id, list);
    const english = platform === PLATFORM_WINDOWS && table.getUint16(at + 4) === ENGLISH_UNITED_STATES;
    if (english) list.unshift(text);
    else list.push(text);
  }
  const all = (id: NameId): readonly string[] => [...new Set(found.get(id) ?? [])];
  return { all, first: (id) => all(id)[0] };
};

interface NameRecord {
  readonly platform: number;
  readonly start: number;
  readonly length: number;
}

const decode = (table: DataView, { platform, start, length }: NameRecord): string | undefined => {
  if (length === 0 || length > LONGEST_NAME_BYTES || start + length > table.byteLength) return undefined;
  const bytes = new Uint8Array(table.buffer, table.byteOffset + start, length);
  if (platform === PLATFORM_WINDOWS || platform === PLATFORM_UNICODE) return clean(utf16.decode(bytes));
  // Macintosh names are a second copy; only those that are plain ASCII can be read without their script's table.
  if (platform === PLATFORM_MACINTOSH && bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) {
    return clean(String.fromCharCode(...bytes));
  }
  return undefined;
};

const clean = (text: string): string | undefined => {
  const trimmed = text.replace(/[\u0000-\u001f\ufffd]/g, '').trim();
  return trimmed === '' ? undefined : trimmed;
};
