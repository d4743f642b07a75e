/**
 * JoinedFonts: subsets of the same font from many documents → one with the letters of all
 *
 * In Platen's PDFs a letter nearly always has the same code (used-font.ts), and the font in the file has that code's glyph at
 * that number. So two subsets go together where no code means different things in them: then pages of both are drawn with one
 * font that has all codes of either. Where one does, the document gets a second font of the same kind.
 */
import { createHash } from 'node:crypto';
import { isComposite, readComponents } from '../../fonts/tables/glyf.ts';
import { openSfnt, type Sfnt } from '../../fonts/tables/sfnt.ts';
import { glyphSource, joinTrueType, type OutlinePart } from '../../fonts/tables/subset-truetype.ts';
import type { PdfFile } from '../file.ts';
import type { PdfSource } from '../read/source.ts';
import { dictText, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts';
import { reference } from '../syntax.ts';
import { readToUnicode, toUnicodeMap } from '../to-unicode.ts';
import { subsetTag } from '../write-font.ts';

/** One code of a font. */
interface Letter {
  /** Equal where all of it is: text, width, outline. */
  readonly identity: string;
  readonly text: string;
  /** As it is written in the PDF. */
  readonly width: string;
  readonly advance: number;
  readonly outline: OutlinePart;
}

interface Union {
  readonly object: number;
  readonly letters: Map<number, Letter>;
  readonly template: FontParts;
  /** The font in it, unpacked. */
  readonly program: Uint8Array;
}

/** What a font dictionary leads to. */
interface FontParts {
  readonly font: PdfDict;
  readonly descendant: PdfDict;
  readonly descriptor: PdfDict;
  readonly program: PdfStream;
  readonly toUnicode: PdfStream;
  /** Without the letters that tell subsets apart. */
  readonly name: string;
}

/** The tables that Platen's subsets have, and nobody else's. */
const TABLES = 'glyf head hhea hmtx loca maxp';
/** Subsets that go together with none of so many begin another; more are not tried, because each takes time. */
const MOST_TRIED = 24;

export class JoinedFonts {
  readonly #file: PdfFile;
  readonly #unions = new Map<string, Union[]>();
  /** Fonts that were met before, as they stood in their files. */
  readonly #met = new Map<string, number | undefined>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** The number of the font that draws it; undefined for what is no font, or cannot be put together with others. */
  take(source: PdfSource, font: PdfDict): number | undefined {
    const parts = partsOf(source, font);
    if (parts === undefined) return undefined;
    const key = keyOf(parts);
    if (this.#met.has(key)) return this.#met.get(key);
    const number = this.#join(source, parts);
    this.#met.set(key, number);
    return number;
  }

  #join(source: PdfSource, parts: FontParts): number | undefined {
    const read = readLetters(source, parts);
    if (read === undefined) return undefined;
    const unions = this.#unions.get(read.kind) ?? [];
    this.#unions.set(read.kind, unions);
    let union = unions.slice(-MOST_TRIED).find(({ letters }) => goTogether(letters, read.letters));
    if (union === undefined) {
      union = { object: this.#file.allocate(), letters: new Map(), template: parts, program: read.program };
      unions.push(union);
    }
    for (const [code, letter] of read.letters) union.letters.set(code, letter);
    return union.object;
  }

  /** How many there are: one for each font of the documents, where their codes agree. */
  get size(): number {
    return [...this.#unions.values()].reduce((sum, unions) => sum + unions.length, 0);
  }

  finish(): void {
    for (const unions of this.#unions.values()) for (const union of unions) this.#write(union);
  }

  #write({ object, letters, template, program: subset }: Union): void {
    const file = this.#file;
    const sorted = [...letters].sort(([a], [b]) => a - b);
    const bytes = joinTrueType(
      subset,
      sorted.map(([code, { advance, outline }]) => ({ code, advance, outline })),
    );
    const program = file.addStream(`/Length1 ${bytes.byteLength}`, bytes);
    const name = `/${subsetTag(sorted.map(([, { text }]) => text).join('|'))}+${template.name}`;
    const descriptor = file.add(
      `<<${changed(template.descriptor, { '/FontName': name, '/FontFile2': reference(program) })}>>`,
    );
    const descendant = file.add(
      `<<${changed(template.descendant, {
        '/BaseFont': name,
        '/FontDescriptor': reference(descriptor),
        '/W': widthsText(sorted),
      })}>>`,
    );
    const map = toUnicodeMap(sorted.map(([code, { text }]) => [code, text] as const));
    file.add(
      `<<${changed(template.font, {
        '/BaseFont': name,
        '/DescendantFonts': `[${reference(descendant)}]`,
        '/ToUnicode': reference(file.addStream('', map)),
      })}>>`,
      object,
    );
  }
}

const changed = (dict: PdfDict, entries: Readonly<Record<string, string>>): string => {
  const copy: PdfDict = new Map([...dict, ...Object.entries(entries)]);
  return dictText(copy, () => {
    throw new Error('a font of Platen refers to nothing else');
  });
};

/** Runs of consecutive codes: `first[width width …]`. */
const widthsText = (letters: readonly (readonly [number, Letter])[]): string => {
  let text = '[';
  let previous = -2;
  for (const [code, { width }] of letters) {
    text += code === previous + 1 ? ` ${width}` : `${previous < 0 ? '' : ']'}${code}[${width}`;
    previous = code;
  }
  return `${text}]]`;
};

const goTogether = (some: ReadonlyMap<number, Letter>, others: ReadonlyMap<number, Letter>): boolean => {
  for (const [code, { identity }] of others) {
    const known = some.get(code);
    if (known !== undefined && known.identity !== identity) return false;
  }
  return true;
};

const partsOf = (source: PdfSource, font: PdfDict): FontParts | undefined => {
  if (font.get('/Subtype') !== '/Type0' || font.get('/Encoding') !== '/Identity-H') return undefined;
  const descendant = source.maybeDict(source.array(font.get('/DescendantFonts'))[0]);
  if (descendant?.get('/CIDToGIDMap') !== '/Identity') return undefined;
  const descriptor = source.maybeDict(descendant.get('/FontDescriptor'));
  const program = source.stream(descriptor?.get('/FontFile2'));
  const toUnicode = source.stream(font.get('/ToUnicode'));
  const name = /^\/[A-Z]{6}\+(.+)$/.exec(String(font.get('/BaseFont')))?.[1];
  if (descriptor === undefined || program === undefined || toUnicode === undefined || name === undefined)
    return undefined;
  return { font, descendant, descriptor, program, toUnicode, name };
};

const noReference = (): string => '?';

/** Of the files as they are packed: equal ones need not be unpacked. */
const keyOf = ({ descendant, descriptor, program, toUnicode }: FontParts): string => {
  const hash = createHash('sha256').update(dictText(descriptor, noReference), 'latin1');
  hash.update(dictText(descendant, noReference), 'latin1').update(program.data).update(toUnicode.data);
  return hash.digest('base64');
};

interface ReadLetters {
  /** Equal for subsets of the same font. */
  readonly kind: string;
  readonly program: Uint8Array;
  readonly letters: ReadonlyMap<number, Letter>;
}

const readLetters = (source: PdfSource, parts: FontParts): ReadLetters | undefined => {
  const bytes = source.data(parts.program);
  const map = source.data(parts.toUnicode);
  const texts = map && readToUnicode(map.toString('latin1'));
  const widths = readWidths(parts.descendant.get('/W'));
  if (bytes === undefined || texts === undefined || widths === undefined) return undefined;
  const sfnt = openSfnt(bytes);
  if ([...sfnt.tags].sort().join(' ') !== TABLES) return undefined;
  const outlines = new Outlines(sfnt);
  const hmtx = sfnt.table('hmtx');
  const letters = new Map<number, Letter>();
  for (const [code, width] of widths) {
    const text = texts.get(code) ?? '';
    const outline = outlines.part(code);
    const advance = hmtx.getUint16(code * 4);
    letters.set(code, {
      identity: `${width} ${advance} ${text}\n${outline.identity}`,
      text,
      width,
      advance,
      outline,
    });
  }
  return { kind: kindOf(parts, sfnt), program: bytes, letters };
};

/** What subsets of one font have in common. */
const kindOf = ({ name, descriptor, descendant }: FontParts, sfnt: Sfnt): string => {
  const own = { '/FontName': '', '/FontFile2': '' };
  const rest = { '/BaseFont': '', '/FontDescriptor': '', '/W': '' };
  const bare = (table: string, ...zeroes: readonly (readonly [number, number])[]): string => {
    const view = sfnt.table(table);
    const copy = Buffer.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    for (const [from, to] of zeroes) copy.fill(0, from, to);
    return copy.toString('latin1');
  };
  return [
    name,
    changed(descriptor, own),
    changed(descendant, rest),
    bare('head', [8, 12], [50, 52]),
    bare('hhea', [10, 12], [34, 36]),
    bare('maxp', [4, 6]),
  ].join('\n');
};

/** Lists of lists, as Platen writes them. */
const readWidths = (value: PdfValue | undefined): ReadonlyMap<number, string> | undefined => {
  if (!Array.isArray(value)) return undefined;
  const widths = new Map<number, string>();
  for (let index = 0; index < value.length; index += 2) {
    const first = Number(value[index]);
    const list = value[index + 1] as PdfValue | undefined;
    if (!Array.isArray(list) || Number.isNaN(first)) return undefined;
    for (const [offset, width] of list.entries()) widths.set(first + offset, String(width));
  }
  return widths;
};

/** Outlines of a subset, with those that they are made of. */
class Outlines {
  readonly #glyph: ReturnType<typeof glyphSource>;
  readonly #parts = new Map<number, OutlinePart>();

  constructor(sfnt: Sfnt) {
    this.#glyph = glyphSource(sfnt, sfnt.table('maxp').getUint16(4));
  }

  part(glyph: number, depth = 0): OutlinePart {
    const known = this.#parts.get(glyph);
    if (known !== undefined) return known;
    const view = this.#glyph(glyph);
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    const made =
      depth > DEEPEST || bytes.byteLength < LEAST_OUTLINE || !isComposite(view) ? [] : readComponents(view);
    const components = made.map((one) => ({ at: one.at, part: this.part(one.glyph, depth + 1) }));
    const part = { bytes: Buffer.from(bytes), components, identity: identityOf(bytes, components) };
    this.#parts.set(glyph, part);
    return part;
  }
}

const DEEPEST = 8;
const LEAST_OUTLINE = 10;

/** The numbers of components differ from subset to subset; what they draw does not. */
const identityOf = (bytes: Buffer, components: OutlinePart['components']): string => {
  if (components.length === 0) return bytes.toString('latin1');
  const copy = Buffer.from(bytes);
  for (const { at } of components) copy.writeUInt16BE(0, at);
  return `${copy.toString('latin1')}\n${components.map(({ part }) => part.identity).join('\n')}`;
};
