/**
 * read-pdf-fonts :: PDFs that Word made → what their fonts measure
 *
 *     node scripts/fonts/read-pdf-fonts.ts FILE.pdf… > FONTS.json
 *
 * By PostScript name: the advances of the characters that the PDFs show (per 1,000 em, as `make-advances.ts` takes them), and
 * from the fonts that are embedded the numbers of their hhea, OS/2 and post tables, with the line that Word makes of them.
 * Needs qpdf. Figures only: no outline is read.
 */
import { execFileSync } from 'node:child_process';
import { lineOf, readMetrics } from '../../src/fonts/tables/metrics-tables.ts';
import { openSfnt } from '../../src/fonts/tables/sfnt.ts';

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
type Dictionary = { readonly [key: string]: Value };
interface Stored {
  readonly value?: Value;
  readonly stream?: { readonly dict: Dictionary; readonly data?: string };
}

interface Measured {
  widths: Record<string, number>;
  /** Glyphs that stand for the same character at other widths: joined letters. */
  forms?: Record<string, number[]>;
  em?: number;
  hhea?: readonly number[];
  win?: readonly number[];
  typo?: readonly number[];
  fsSelection?: number;
  line?: readonly number[];
  xHeight?: number;
  capHeight?: number;
  underline?: readonly number[];
  strike?: readonly number[];
  documents: string[];
}

class Pdf {
  readonly #objects: ReadonlyMap<string, Stored>;

  constructor(path: string) {
    const json = execFileSync(
      'qpdf',
      ['--warning-exit-0', '--json=2', '--json-stream-data=inline', '--decode-level=generalized', path, '-'],
      { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const parsed = JSON.parse(json.toString('utf8')) as { qpdf: [unknown, Record<string, Stored>] };
    this.#objects = new Map(Object.entries(parsed.qpdf[1]));
  }

  #stored(value: Value | undefined): Stored | undefined {
    return typeof value === 'string' && / R$/.test(value) ? this.#objects.get(`obj:${value}`) : undefined;
  }

  value(value: Value | undefined): Value | undefined {
    const stored = this.#stored(value);
    return stored === undefined ? value : (stored.value ?? stored.stream?.dict);
  }

  dictionary(value: Value | undefined): Dictionary {
    const found = this.value(value);
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Dictionary) : {};
  }

  list(value: Value | undefined): readonly Value[] {
    const found = this.value(value);
    return Array.isArray(found) ? found : [];
  }

  bytes(value: Value | undefined): Buffer | undefined {
    const data = this.#stored(value)?.stream?.data;
    return data === undefined ? undefined : Buffer.from(data, 'base64');
  }

  *fonts(): Iterable<Dictionary> {
    for (const stored of this.#objects.values()) {
      const value = stored.value;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      const font = value as Dictionary;
      if (font['/Type'] === '/Font' && (font['/Subtype'] === '/Type0' || font['/Subtype'] === '/TrueType'))
        yield font;
    }
  }
}

/** `bfchar` and `bfrange` of a ToUnicode map (PDF 32000-1, 9.10.3). */
const readToUnicode = (map: string): ReadonlyMap<number, string> => {
  const found = new Map<number, string>();
  const text = (hex: string): string =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = '', to = ''] of block.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi))
      found.set(Number.parseInt(code, 16), text(to));
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', rest = ''] of block.matchAll(
      /<([\da-f]+)>\s*<([\da-f]+)>\s*(<[\da-f]+>|\[[^\]]*\])/gi,
    )) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      const each = [...rest.matchAll(/<([\da-f]+)>/gi)].map(([, hex = '']) => text(hex));
      for (let code = first; code <= Math.min(last, first + 0xffff); code++) {
        const start = each[0] ?? '';
        const own = rest.startsWith('[')
          ? each[code - first]
          : start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + code - first);
        if (own !== undefined) found.set(code, own);
      }
    }
  }
  return found;
};

/** `/W`: first [w w …] or first last w. */
const readCidWidths = (pdf: Pdf, list: readonly Value[]): ReadonlyMap<number, number> => {
  const widths = new Map<number, number>();
  for (let at = 0; at < list.length; ) {
    const first = Number(list[at]);
    const second = pdf.value(list[at + 1]);
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries()) widths.set(first + index, Number(pdf.value(width)));
      at += 2;
    } else {
      for (let cid = first; cid <= Number(second); cid++) widths.set(cid, Number(list[at + 2]));
      at += 3;
    }
  }
  return widths;
};

const windows1252 = new TextDecoder('windows-1252');

const fonts = new Map<string, Measured>();

const readFont = (pdf: Pdf, font: Dictionary, file: string): void => {
  const descendant = pdf.dictionary(pdf.list(font['/DescendantFonts'])[0]);
  const descriptor = pdf.dictionary(font['/FontDescriptor'] ?? descendant['/FontDescriptor']);
  const name = String(font['/BaseFont'] ?? '').replace(/^\/(?:[A-Z]{6}\+)?/, '');
  if (name === '' || name.startsWith('___')) return;
  const measured = fonts.get(name) ?? { widths: {}, documents: [] };
  fonts.set(name, measured);
  const document = /[^/]*(?=\.pdf$)/.exec(file)?.[0].slice(0, 3) ?? file;
  if (!measured.documents.includes(document)) measured.documents.push(document);

  const note = (character: string, width: number): void => {
    if ([...character].length !== 1 || !(width > 0)) return;
    const rounded = Math.round(width * 10) / 10;
    const known = measured.widths[character];
    if (known === undefined) measured.widths[character] = rounded;
    else if (Math.abs(known - rounded) > 1) {
      measured.forms ??= {};
      measured.forms[character] ??= [known];
      const forms = measured.forms[character];
      if (!forms.some((form) => Math.abs(form - rounded) <= 1)) forms.push(rounded);
    }
  };
  const toUnicode = readToUnicode(pdf.bytes(font['/ToUnicode'])?.toString('latin1') ?? '');
  if (font['/Subtype'] === '/Type0') {
    const widths = readCidWidths(pdf, pdf.list(descendant['/W']));
    const standard = Number(descendant['/DW'] ?? 1000);
    for (const [cid, character] of toUnicode) note(character, widths.get(cid) ?? standard);
  } else {
    const first = Number(font['/FirstChar'] ?? 0);
    const symbolic = /^(?:symbol|wingdings|webdings)/i.test(name);
    pdf.list(font['/Widths']).forEach((width, index) => {
      const code = first + index;
      const character = symbolic
        ? String.fromCharCode(0xf000 + code)
        : (toUnicode.get(code) ?? windows1252.decode(Uint8Array.of(code)));
      note(character, Number(pdf.value(width)));
    });
  }

  const bytes = pdf.bytes(descriptor['/FontFile2']);
  if (bytes === undefined || measured.em !== undefined) return;
  try {
    const units = readMetrics(openSfnt(bytes, 0));
    const { os2, hhea } = units;
    measured.em = units.unitsPerEm;
    measured.hhea = [hhea.ascent, hhea.descent, hhea.lineGap];
    measured.underline = [units.underlinePosition, units.underlineThickness];
    const line = lineOf(units);
    measured.line = [line.ascent, line.descent];
    if (os2 === undefined) return;
    measured.win = [os2.winAscent, os2.winDescent];
    measured.typo = [os2.typoAscent, os2.typoDescent, os2.typoLineGap];
    measured.fsSelection = os2.fsSelection;
    measured.strike = [os2.strikePosition, os2.strikeThickness];
    if (os2.xHeight !== undefined) measured.xHeight = os2.xHeight;
    if (os2.capHeight !== undefined) measured.capHeight = os2.capHeight;
  } catch {
    // A font that lacks tables says nothing of its heights.
  }
};

for (const file of process.argv.slice(2)) {
  const pdf = new Pdf(file);
  for (const font of pdf.fonts()) readFont(pdf, font, file);
}
const sorted = [...fonts].sort(([a], [b]) => (a < b ? -1 : 1));
process.stdout.write(
  `{\n${sorted.map(([name, font]) => `${JSON.stringify(name)}: ${JSON.stringify(font)}`).join(',\n')}\n}\n`,
);
