/**
 * make-advances :: measured widths → src/fonts/data/advances.json
 *
 *     node scripts/fonts/make-advances.ts WIDTHS.json…
 *
 * Each input maps a font's PostScript name to `{ widths: { character: per 1,000 em } }`, as `read-pdf-fonts.ts` reads them out
 * of PDFs. Later files win. What a metric twin already has (within a unit) is left out, so the file holds what a twin gets wrong and all of
 * what has no twin.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEastAsianCharacter } from '../../src/fonts/families/east-asian-families.ts';
import { canonicalFamily, normalizeFamily } from '../../src/fonts/families/family-names.ts';
import { isTwin, originalOf } from '../../src/fonts/families/proprietary-metrics.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import {
  FIRST_JOINED,
  FIRST_PUBLISHED,
  JOINED_ADVANCES,
  PUBLISHED_ADVANCES,
  PUBLISHED_SYMBOLS,
} from './published-advances.ts';

type Style = 'regular' | 'bold' | 'italic' | 'boldItalic';
type Widths = Map<number, number>;

/** PostScript names that are not the family's name with a style behind it. */
const NAMES: Readonly<Record<string, string>> = {
  AgencyFB: 'Agency FB',
  AngsanaNew: 'Angsana New',
  AptosDisplay: 'Aptos Display',
  ArialRoundedMTBold: 'Arial Rounded MT Bold',
  ArialUnicodeMS: 'Arial Unicode MS',
  'Arial-Black': 'Arial Black',
  BellMT: 'Bell MT',
  BritannicBold: 'Britannic Bold',
  CambriaMath: 'Cambria Math',
  CordiaNew: 'Cordia New',
  CourierNewPS: 'Courier New',
  GillSansMT: 'Gill Sans MT',
  Helvetica: 'Arial',
  LucidaSansUnicode: 'Lucida Sans Unicode',
  MalgunGothic: 'Malgun Gothic',
  MicrosoftYaHei: 'Microsoft YaHei',
  Modern: 'Modern No. 20',
  'MS-Gothic': 'MS Gothic',
  'MS-Mincho': 'MS Mincho',
  OldEnglishText: 'Old English Text MT',
  OldEnglishTextMT: 'Old English Text MT',
  PoorRichard: 'Poor Richard',
  PortoSans: 'Porto Sans',
  SegoePrint: 'Segoe Print',
  SegoeUI: 'Segoe UI',
  'SegoeUI-Semibold': 'Segoe UI Semibold',
  SegoeUIEmoji: 'Segoe UI Emoji',
  SegoeUISymbol: 'Segoe UI Symbol',
  SitkaSmall: 'Sitka Small',
  SymbolMT: 'Symbol',
  THSarabunPSK: 'TH SarabunPSK',
  TimesNewRomanPS: 'Times New Roman',
  TwCenMT: 'Tw Cen MT',
  YuGothic: 'Yu Gothic',
  YuMincho: 'Yu Mincho',
};

const STYLES: readonly (readonly [suffix: RegExp, style: Style])[] = [
  [/(?:,|-?)BoldItalic(?:MT)?$/, 'boldItalic'],
  [/-?SemiboldItalic$/, 'italic'],
  [/[,-]Bold(?:MT)?$/, 'bold'],
  [/(?<=Gothic|BellMT)Bold$/, 'bold'],
  [/(?:,|-?)Italic(?:MT)?$/, 'italic'],
  [/-Reg(?:ular)?$/, 'regular'],
];

const parseName = (name: string): { family: string; style: Style } => {
  for (const [suffix, style] of STYLES) {
    if (!suffix.test(name)) continue;
    const base = name.replace(suffix, '');
    const semibold = /Semibold/.test(name) ? ' Semibold' : '';
    return { family: `${NAMES[base] ?? base}${base.endsWith('Semibold') ? '' : semibold}`, style };
  }
  if (name.endsWith('-Light')) return { family: `${name.slice(0, -6)} Light`, style: 'regular' };
  return { family: NAMES[name] ?? name, style: 'regular' };
};

const collected = new Map<string, Map<Style, Widths>>();

const note = (name: string, widths: Iterable<readonly [number, number]>): void => {
  const { family, style } = parseName(name);
  const key = canonicalFamily(normalizeFamily(family));
  const styles = collected.get(key) ?? new Map<Style, Widths>();
  collected.set(key, styles);
  const target = styles.get(style) ?? new Map<number, number>();
  styles.set(style, target);
  for (const [codePoint, width] of widths) target.set(codePoint, width);
};

for (const [name, widths] of Object.entries(PUBLISHED_ADVANCES)) {
  note(
    name,
    widths.map((width, index) => [FIRST_PUBLISHED + index, width] as const),
  );
}
for (const [name, runs] of Object.entries(PUBLISHED_SYMBOLS)) {
  for (const [first, widths] of runs) {
    note(
      name,
      widths.map((width, index) => [first + index, width] as const),
    );
  }
}
for (const family of ['Arial', 'Times New Roman']) {
  note(
    family,
    JOINED_ADVANCES.map((width, index) => [FIRST_JOINED + index, width] as const).filter(
      ([, width]) => width > 0,
    ),
  );
}

const isSymbolFont = (name: string): boolean => /symbol(?:mt)?$|wingdings|webdings/i.test(name);

/** Letters that join have a width for each form; East Asian characters are squares; a symbol's place is U+F0xx. */
const isOwn = (name: string, codePoint: number): boolean =>
  isSymbolFont(name)
    ? codePoint >= 0xf000 && codePoint <= 0xf0ff
    : codePoint >= 0x20 && codePoint < 0xe000 && !isJoining(codePoint) && !isEastAsianCharacter(codePoint);

const isJoining = (codePoint: number): boolean => codePoint >= 0x600 && codePoint < 0x800;

for (const file of process.argv.slice(2)) {
  const fonts: Record<string, { widths: Record<string, number>; forms?: Record<string, unknown> }> =
    JSON.parse(readFileSync(file, 'utf8'));
  for (const [name, { widths, forms = {} }] of Object.entries(fonts)) {
    // What a formula shows of it are forms for its small print.
    if (name === 'CambriaMath') continue;
    note(
      name,
      Object.entries(widths)
        .filter(([character]) => forms[character] === undefined)
        .map(([character, width]) => [character.codePointAt(0) ?? 0, width] as const)
        .filter(([codePoint]) => isOwn(name, codePoint)),
    );
  }
}

/** Runs of consecutive code points: [first, width, width, …]; a gap of a few unknown ones is written as 0. */
const toRuns = (widths: Widths): number[][] => {
  const runs: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const codePoint of [...widths.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run === undefined || codePoint - last > 3) runs.push([codePoint, widths.get(codePoint) ?? 0]);
    else {
      for (let gap = last + 1; gap < codePoint; gap++) run.push(0);
      run.push(widths.get(codePoint) ?? 0);
    }
    last = codePoint;
  }
  return runs;
};

const library = await openFontLibrary({ system: false });
const output: Record<string, Partial<Record<Style, number[][]>>> = {};
for (const [family, styles] of [...collected].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const original = originalOf(family);
  if (original === undefined) {
    process.stderr.write(`${family}: no row in known-families.ts, left out\n`);
    continue;
  }
  const twin = original.draw[0];
  for (const [style, widths] of styles) {
    if (twin !== undefined && isTwin(family, twin)) {
      const face = library.resolve({
        family: twin,
        bold: style === 'bold' || style === 'boldItalic',
        italic: style === 'italic' || style === 'boldItalic',
      });
      const measured = widths.size;
      for (const [codePoint, width] of widths) {
        const right = Math.abs(face.advance(codePoint) * 1000 - width) <= 1;
        if (right && face.has(codePoint)) widths.delete(codePoint);
      }
      process.stderr.write(`${family} ${style}: ${widths.size} of ${measured} differ from ${twin}\n`);
    }
    if (widths.size > 0) {
      output[family] ??= {};
      output[family][style] = toRuns(widths);
    }
  }
}
const lines = Object.entries(output).map(
  ([family, styles]) => `${JSON.stringify(family)}: ${JSON.stringify(styles)}`,
);
writeFileSync(
  join(import.meta.dirname, '../../src/fonts/data/advances.json'),
  `{\n${lines.join(',\n')}\n}\n`,
);
