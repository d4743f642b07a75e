/**
 * JoinedFonts: subsets of the same font from many documents → one with the letters of all
 *
 * In Platen's PDFs a letter nearly always has the same code (used-font.ts), and the font in the file has that code's glyph at
 * that number. So two subsets go together where no code means different things in them: then pages of both are drawn with one
 * font that has all codes of either. Where one does, the document sees the same font through a map from its codes to glyphs.
 */
import { createHash } from 'node:crypto';
import { isComposite, readComponents } from '../../fonts/tables/glyf.ts';
import { openSfnt, type Sfnt } from '../../fonts/tables/sfnt.ts';
import { glyphSource, joinTrueType, type OutlinePart } from '../../fonts/tables/subset-truetype.ts';
import type { PdfFile } from '../file.ts';
import type { PdfSource } from '../read/source.ts';
import { dictText, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts';
import { reference } from '../syntax.ts';
import { glyphMap, readToUnicode, toUnicodeMap } from '../to-unicode.ts';
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
/** Views that further documents may fit; each that is tried takes time. */
const MOST_OPEN = 24;
/** Glyphs whose number is no code begin here, behind most of those whose is. */
const FIRST_MOVED = 0x1000;
/** A font has 65,535 of them at most, and letters are made of some. */
const MOST_GLYPHS = 0xc000;

export class JoinedFonts {
  readonly #file: PdfFile;
  readonly #unions = new Map<string, FontUnion[]>();
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
    const known = unions.at(-1)?.join(read.letters);
    if (known !== undefined) return known;
    const union = new FontUnion(this.#file, parts, read.program);
    unions.push(union);
    return union.join(read.letters);
  }

  finish(): void {
    for (const unions of this.#unions.values()) for (const union of unions) union.finish();
  }
}

/** Codes of some documents, and the glyphs that they mean. */
interface View {
  /** The font that pages name. */
  readonly object: number;
  readonly glyphs: Map<number, number>;
}

/** A font with the letters of all documents, and views of it for those whose codes disagree. */
class FontUnion {
  readonly #file: PdfFile;
  readonly #parts: FontParts;
  readonly #program: Uint8Array;
  readonly #name: string;
  readonly #descendant: number;
  readonly #letters = new Map<number, Letter>();
  readonly #glyphs = new Map<string, number>();
  /** In the first a code is a glyph's own number; the last ones are still open for more documents. */
  readonly #views: View[] = [];
  #next = FIRST_MOVED;

  constructor(file: PdfFile, parts: FontParts, program: Uint8Array) {
    this.#file = file;
    this.#parts = parts;
    this.#program = program;
    this.#descendant = file.allocate();
    // What it holds is not known before the end: the number of its object tells it from others as well.
    this.#name = `/${subsetTag(`${parts.name} ${this.#descendant}`)}+${parts.name}`;
  }

  /** The font that draws these letters; undefined where there is no room for them. */
  join(letters: ReadonlyMap<number, Letter>): number | undefined {
    if (this.#letters.size + letters.size > MOST_GLYPHS) return undefined;
    const [first] = this.#views;
    if (first === undefined || this.#fitsFirst(letters)) return this.#joinFirst(letters);
    let view = this.#views.slice(1).find(({ glyphs }) => this.#fits(glyphs, letters));
    if (view === undefined) {
      view = { object: this.#file.allocate(), glyphs: new Map() };
      this.#views.push(view);
      // What is not open any more is written, so that memory does not grow with the documents.
      if (this.#views.length > MOST_OPEN) this.#writeMoved(this.#views.splice(1, 1)[0] as View);
    }
    for (const [code, letter] of letters) view.glyphs.set(code, this.#glyphOf(code, letter));
    return view.object;
  }

  #joinFirst(letters: ReadonlyMap<number, Letter>): number {
    const first = this.#views[0] ?? { object: this.#file.allocate(), glyphs: new Map() };
    this.#views[0] = first;
    for (const [code, letter] of letters) {
      first.glyphs.set(code, code);
      this.#set(code, letter);
    }
    return first.object;
  }

  #fitsFirst(letters: ReadonlyMap<number, Letter>): boolean {
    for (const [code, { identity }] of letters) {
      const known = this.#letters.get(code);
      if (known !== undefined && known.identity !== identity) return false;
    }
    return true;
  }

  #fits(glyphs: ReadonlyMap<number, number>, letters: ReadonlyMap<number, Letter>): boolean {
    for (const [code, { identity }] of letters) {
      const glyph = glyphs.get(code);
      if (glyph !== undefined && this.#letters.get(glyph)?.identity !== identity) return false;
    }
    return true;
  }

  #glyphOf(code: number, letter: Letter): number {
    const known = this.#glyphs.get(letter.identity);
    if (known !== undefined) return known;
    let glyph = code;
    while (this.#letters.has(glyph)) glyph = this.#next++;
    this.#set(glyph, letter);
    return glyph;
  }

  #set(glyph: number, letter: Letter): void {
    this.#letters.set(glyph, letter);
    if (!this.#glyphs.has(letter.identity)) this.#glyphs.set(letter.identity, glyph);
  }

  finish(): void {
    const file = this.#file;
    const sorted = [...this.#letters].sort(([a], [b]) => a - b);
    const bytes = joinTrueType(
      this.#program,
      sorted.map(([code, { advance, outline }]) => ({ code, advance, outline })),
    );
    const program = file.addStream(`/Length1 ${bytes.byteLength}`, bytes);
    const { descriptor, descendant } = this.#parts;
    const written = file.add(
      `<<${changed(descriptor, { '/FontName': this.#name, '/FontFile2': reference(program) })}>>`,
    );
    file.add(
      `<<${changed(descendant, {
        '/BaseFont': this.#name,
        '/FontDescriptor': reference(written),
        '/W': widthsText(sorted),
      })}>>`,
      this.#descendant,
    );
    const [first, ...moved] = this.#views;
    if (first !== undefined) this.#writeView(first, '/Identity-H');
    for (const view of moved) this.#writeMoved(view);
  }

  #writeMoved(view: View): void {
    const entries =
      '/Type/CMap/CMapName/Platen-Moved/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>';
    this.#writeView(view, reference(this.#file.addStream(entries, glyphMap([...view.glyphs]))));
  }

  #writeView({ object, glyphs }: View, encoding: string): void {
    const texts = [...glyphs]
      .sort(([a], [b]) => a - b)
      .map(([code, glyph]) => [code, this.#letters.get(glyph)?.text ?? ''] as const);
    this.#file.add(
      `<<${changed(this.#parts.font, {
        '/BaseFont': this.#name,
        '/Encoding': encoding,
        '/DescendantFonts': `[${reference(this.#descendant)}]`,
        '/ToUnicode': reference(this.#file.addStream('', toUnicodeMap(texts))),
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
