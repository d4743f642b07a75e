/**
 * read-pdf-fonts :: PDFs that Word made → what their fonts measure
 *
 *     node scripts/fonts/read-pdf-fonts.ts FILE.pdf… > FONTS.json
 *
 * By PostScript name: the advances of the characters that the PDFs show (per 1,000 em, as `make-advances.ts` takes them), and
 * from the fonts that are embedded the numbers of their hhea, OS/2 and post tables, with the line that Word makes of them.
 * Needs qpdf. Figures only: no outline is read.
 */
import { lineOf, readMetrics } from '../../src/fonts/tables/metrics-tables.ts';
import { openSfnt } from '../../src/fonts/tables/sfnt.ts';
import { type Dictionary, fontName, ofWindows, Pdf, readToUnicode, type Value } from './pdf-objects.ts';

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

const fonts = new Map<string, Measured>();

const readFont = (pdf: Pdf, font: Dictionary, file: string): void => {
  const descendant = pdf.dictionary(pdf.list(font['/DescendantFonts'])[0]);
  const descriptor = pdf.dictionary(font['/FontDescriptor'] ?? descendant['/FontDescriptor']);
  const name = fontName(font);
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
        : (toUnicode.get(code) ?? ofWindows(code));
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
