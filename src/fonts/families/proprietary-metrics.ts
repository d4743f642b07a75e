/**
 * Numbers of fonts that documents ask for and that cannot be shipped: what a line of them measures, where their rules
 * lie, which free family is drawn in their place. Their advances are in `data/advances.json`.
 *
 * The rows marked [M] were read out of the fonts that Word put into its PDFs (OS/2, hhea and post tables); the others are
 * published values, or what others measured of lines in Word. Line ascents have the line gap in them, as Word puts it above the text.
 */

import type { FamilyClass } from '../font.ts';
import { eastAsianKind } from './east-asian-families.ts';
import { type WebFamily, webFamilies } from './web-families.ts';

export interface Original {
  readonly name: string;
  /** Bundled families to draw instead, in order of likeness. */
  readonly draw: readonly string[];
  readonly kind: FamilyClass;
  readonly numbers: OriginalNumbers | undefined;
  /** Of running text, in em, where no more is known of the advances. */
  readonly average?: number;
}

/** In font units of `em`. */
export interface OriginalNumbers {
  readonly em: number;
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly underline: readonly [top: number, thickness: number];
  readonly strike: readonly [top: number, thickness: number];
  /** What Word writes into a PDF's font descriptor: hhea ascent, typographic descent and ascent. */
  readonly descriptor: readonly [ascent: number, descent: number, capHeight: number];
}

type Row = readonly [
  em: number,
  ascent: number,
  descent: number,
  xHeight: number,
  capHeight: number,
  underlineTop: number,
  underlineThickness: number,
  strikeTop: number,
  strikeThickness: number,
  descriptorAscent: number,
  descriptorDescent: number,
  descriptorCapHeight: number,
];

const numbers = (row: Row): OriginalNumbers => ({
  em: row[0],
  ascent: row[1],
  descent: row[2],
  xHeight: row[3],
  capHeight: row[4],
  underline: [row[5], row[6]],
  strike: [row[7], row[8]],
  descriptor: [row[9], row[10], row[11]],
});

/** Rules where most fonts have them. */
const webNumbers = (
  line: Pick<WebFamily, 'ascent' | 'descent' | 'xHeight' | 'capHeight'>,
): OriginalNumbers => ({
  em: 1,
  ...line,
  underline: [-0.1, 0.05],
  strike: [0.3, 0.05],
  descriptor: [line.ascent, -line.descent, line.capHeight],
});

const ROWS: readonly (readonly [
  name: string,
  kind: FamilyClass,
  draw: string | readonly string[],
  row?: Row,
])[] = [
  // Families with a metric twin
  ['arial', 'swiss', 'Arimo', [2048, 1921, 434, 1062, 1467, -217, 150, 530, 102, 1854, -431, 1491]], // [M]
  ['times new roman', 'roman', 'Tinos', [2048, 1912, 443, 916, 1356, -223, 100, 530, 102, 1825, -442, 1420]], // [M]
  ['courier new', 'modern', 'Cousine', [2048, 1705, 615, 866, 1170, -477, 84, 530, 102, 1705, -386, 1255]], // [M]
  ['calibri', 'swiss', 'Carlito', [2048, 1950, 550, 951, 1294, -232, 134, 512, 134, 1536, -512, 1536]], // [M]
  [
    'arial unicode ms',
    'swiss',
    'Arimo',
    [2048, 2189, 555, 1062, 1467, -217, 150, 530, 102, 2189, -555, 1491],
  ],
  ['cambria', 'roman', 'Caladea', [2048, 1946, 455, 956, 1365, -125, 116, 510, 102, 1946, -455, 1593]], // [M]
  ['georgia', 'roman', 'Gelasio', [2048, 1878, 449, 986, 1419, -181, 101, 594, 101, 1878, -444, 1549]], // [M]

  // Families drawn at their own advances
  ['aptos', 'swiss', 'Arimo', [2048, 1923, 577, 974, 1346, -100, 50, 731, 102, 1923, -577, 1923]], // [M]
  ['aptos display', 'swiss', 'Arimo', [2048, 1923, 577, 974, 1346, -100, 50, 731, 102, 1923, -577, 1923]], // [M]
  ['aptos narrow', 'swiss', 'Arimo', [2048, 1923, 577, 974, 1346, -100, 50, 731, 102, 1923, -577, 1923]],
  ['aptos light', 'swiss', 'Arimo', [2048, 1923, 577, 974, 1346, -100, 50, 731, 102, 1923, -577, 1923]],
  [
    'aptos semibold',
    'swiss',
    'Arimo SemiBold',
    [2048, 1923, 577, 974, 1346, -100, 50, 731, 102, 1923, -577, 1923],
  ],
  ['calibri light', 'swiss', 'Carlito', [2048, 1950, 550, 946, 1294, -261, 104, 512, 134, 1536, -512, 1536]], // [M]
  ['cambria math', 'roman', 'Caladea', [2048, 1946, 455, 956, 1365, -125, 116, 510, 102, 1595, -455, 1593]], // [M]
  ['modern no. 20', 'roman', 'Tinos', [1000, 861, 209, 430, 653, -90, 50, 265, 51, 791, -209, 653]], // [M]
  ['candara', 'swiss', 'Carlito', [2048, 1950, 550, 950, 1308, -133, 20, 530, 102, 1484, -564, 1484]], // [M]
  ['corbel', 'swiss', 'Carlito', [2048, 1950, 550, 951, 1294, -232, 134, 512, 134, 1524, -524, 1524]],
  ['constantia', 'roman', 'Gelasio', [2048, 1950, 550, 956, 1365, -125, 116, 510, 102, 1536, -512, 1536]],
  ['century', 'roman', 'Gelasio', [2048, 2019, 442, 951, 1480, -205, 102, 530, 102, 2019, -399, 1516]], // [M]
  ['consolas', 'modern', 'Inconsolata', [2048, 1884, 514, 1004, 1307, -266, 144, 512, 102, 1521, -527, 1521]], // [M]
  [
    'lucida console',
    'modern',
    'Cousine',
    [2048, 1616, 432, 1086, 1480, -205, 102, 579, 102, 1616, -432, 1480],
  ],
  [
    'lucida sans unicode',
    'swiss',
    'Open Sans',
    [2048, 2246, 901, 1086, 1480, -205, 102, 579, 102, 2246, -419, 1604],
  ], // [M]
  ['segoe ui', 'swiss', 'Open Sans', [2048, 2210, 514, 1024, 1434, -178, 119, 530, 102, 2210, -431, 1491]], // [M]
  [
    'segoe ui semibold',
    'swiss',
    'Open Sans SemiBold',
    [2048, 2210, 514, 1024, 1434, -178, 119, 530, 102, 2210, -431, 1491],
  ], // [M]
  [
    'segoe ui light',
    'swiss',
    'Open Sans Light',
    [2048, 2210, 514, 1024, 1434, -178, 119, 530, 102, 2210, -431, 1491],
  ],
  [
    'segoe print',
    'script',
    'Open Sans',
    [2048, 2556, 1047, 1024, 1434, -178, 119, 530, 102, 2556, -639, 1753],
  ],
  ['verdana', 'swiss', 'Open Sans', [2048, 2059, 430, 1117, 1489, -180, 120, 679, 120, 2059, -423, 1566]], // [M]
  ['tahoma', 'swiss', 'Open Sans', [2048, 2049, 423, 1117, 1489, -170, 130, 679, 130, 2049, -423, 1566]],
  [
    'trebuchet ms',
    'swiss',
    'Open Sans',
    [2048, 1923, 455, 1071, 1465, -191, 133, 530, 102, 1923, -420, 1510],
  ],
  ['arial narrow', 'swiss', 'Arimo', [2048, 1916, 434, 1062, 1467, -217, 150, 530, 102, 1916, -431, 1491]],
  [
    'arial black',
    'swiss',
    'Arimo Bold',
    [2048, 2254, 634, 1062, 1467, -217, 215, 530, 102, 2254, -434, 1466],
  ],
  [
    'century gothic',
    'swiss',
    'Montserrat',
    [2048, 2060, 451, 1102, 1470, -205, 102, 530, 102, 2060, -451, 1536],
  ],
  // Century's widths are Century Schoolbook's, and so are its heights.
  [
    'century schoolbook',
    'roman',
    'Gelasio',
    [2048, 2019, 442, 951, 1480, -205, 102, 530, 102, 2019, -399, 1516],
  ],
  [
    'palatino linotype',
    'roman',
    'Gelasio',
    [2048, 2150, 613, 960, 1434, -205, 102, 530, 102, 1499, -582, 1499],
  ],
  ['book antiqua', 'roman', 'Gelasio', [2048, 1972, 579, 960, 1434, -205, 102, 530, 102, 1891, -579, 1499]],
  ['garamond', 'roman', 'Tinos', [2048, 1765, 539, 788, 1300, -205, 102, 430, 102, 1765, -539, 1350]],
  ['californian fb', 'roman', 'Tinos', [2048, 1802, 522, 860, 1350, -205, 102, 430, 102, 1802, -522, 1526]],
  ['tw cen mt', 'swiss', 'Montserrat', [2048, 1753, 477, 860, 1400, -205, 102, 430, 102, 1753, -387, 1413]],
  [
    'comic sans ms',
    'script',
    'Open Sans',
    [2048, 2257, 597, 1108, 1569, -272, 175, 661, 175, 2257, -597, 1569],
  ],
  ['impact', 'swiss', 'Arimo Bold', [2048, 2066, 432, 1314, 1619, -169, 150, 530, 102, 2066, -432, 1619]],

  // Families with a look-alike and nothing known of their advances
  [
    'segoe ui symbol',
    'swiss',
    'Open Sans',
    [2048, 2210, 514, 1024, 1434, -178, 119, 530, 102, 2210, -431, 1491],
  ],
  [
    'bookman old style',
    'roman',
    'Gelasio',
    [2048, 1927, 485, 1010, 1390, -205, 102, 530, 102, 1927, -485, 1390],
  ],
  ['baskerville old face', 'roman', 'Tinos'],
  ['perpetua', 'roman', 'Tinos'],
  ['rockwell', 'roman', 'Gelasio', [2048, 1950, 446, 960, 1390, -205, 102, 530, 102, 1950, -446, 1390]],
  ['gill sans mt', 'swiss', 'Carlito', [2048, 1898, 484, 920, 1397, -205, 102, 530, 102, 1898, -484, 1397]],
  ['gill sans', 'swiss', 'Carlito'],
  ['optima', 'swiss', 'Carlito'],
  [
    'franklin gothic medium',
    'swiss',
    'Arimo',
    [2048, 1876, 444, 1050, 1360, -205, 102, 530, 102, 1876, -444, 1360],
  ],
  [
    'franklin gothic book',
    'swiss',
    'Arimo',
    [2048, 1876, 444, 1050, 1360, -205, 102, 530, 102, 1876, -444, 1360],
  ],
  [
    'franklin gothic demi',
    'swiss',
    'Arimo SemiBold',
    [2048, 1876, 444, 1050, 1360, -205, 102, 530, 102, 1876, -444, 1360],
  ],
  ['sylfaen', 'roman', 'Tinos', [2048, 2077, 610, 900, 1356, -205, 102, 530, 102, 2077, -610, 1356]],
  [
    'microsoft sans serif',
    'swiss',
    'Arimo',
    [2048, 1888, 430, 1062, 1466, -217, 150, 530, 102, 1888, -430, 1466],
  ],
  ['dejavu sans', 'swiss', 'Open Sans', [2048, 1901, 483, 1120, 1493, -130, 90, 530, 102, 1901, -483, 1493]],
  ['dejavu serif', 'roman', 'Gelasio', [2048, 1901, 483, 1063, 1493, -130, 90, 530, 102, 1901, -483, 1493]],
  [
    'dejavu sans mono',
    'modern',
    'Cousine',
    [2048, 1901, 483, 1120, 1493, -130, 90, 530, 102, 1901, -483, 1493],
  ],
  ['raleway', 'swiss', 'Montserrat', [1000, 940, 234, 519, 710, -100, 50, 311, 50, 940, -234, 940]], // [M]
  ['futura', 'swiss', 'Montserrat'],
  ['futura medium', 'swiss', 'Montserrat'],
  ['futura light', 'swiss', 'Montserrat Light'],
  ['geneva', 'swiss', 'Open Sans'],
  ['bitstream vera sans', 'swiss', 'Open Sans'],
  ['lucida sans typewriter', 'modern', 'Cousine'],
  ['andale mono', 'modern', 'Cousine'],
  ['menlo', 'modern', 'Cousine'],
  ['monaco', 'modern', 'Cousine'],
  ['cascadia mono', 'modern', 'Inconsolata'],
  ['cascadia code', 'modern', 'Inconsolata'],

  // Symbol fonts: drawn through `symbol-encodings.ts`
  ['mt extra', 'roman', ['Tinos', 'STIX Two Math']],
  [
    'symbol',
    'decorative',
    ['Tinos', 'Noto Sans Math', 'Noto Sans Symbols 2'],
    [2048, 2048, 450, 916, 1356, -223, 100, 530, 102, 2059, -442, 1420],
  ], // [M]; its table has 2059, lines of bullets in seven PDFs show an em
  [
    'wingdings',
    'decorative',
    ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'],
    [2048, 1841, 432, 1024, 1579, -200, 100, 800, 100, 1841, -432, 1579],
  ], // [M]
  [
    'wingdings 2',
    'decorative',
    ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'],
    [2048, 1724, 432, 1024, 1464, -200, 100, 800, 100, 1724, -432, 1464],
  ],
  [
    'wingdings 3',
    'decorative',
    ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'],
    [2048, 1890, 432, 1024, 1464, -200, 100, 800, 100, 1890, -432, 1464],
  ],
  [
    'webdings',
    'decorative',
    ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'],
    [2048, 1638, 410, 1024, 1464, -200, 100, 800, 100, 1638, -410, 1464],
  ],
  [
    'zapf dingbats',
    'decorative',
    ['Noto Sans Symbols 2', 'Noto Sans Symbols', 'Noto Sans Math'],
    [1000, 820, 143, 500, 700, -100, 50, 300, 50, 820, -143, 820],
  ],

  // East Asian families: their characters come from `east-asian-families.ts`, all as wide as they are high; what stands
  // here is for their Latin letters and the heights of their lines
  ['ms mincho', 'roman', 'Cousine', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]], // [M]
  ['ms gothic', 'modern', 'Cousine', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]],
  ['yu gothic', 'swiss', 'Open Sans', [2048, 2017, 619, 1069, 1538, -205, 104, 858, 94, 1802, -246, 1802]], // [M]
  ['yu mincho', 'roman', 'Tinos', [2048, 2017, 619, 1069, 1538, -205, 104, 858, 94, 1802, -246, 1802]],
  ['simsun', 'roman', 'Tinos', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]], // [M]
  ['meiryo', 'swiss', 'Open Sans', [2048, 2210, 855, 1120, 1493, -205, 104, 858, 94, 2210, -855, 1493]],
  ['kaiti', 'roman', 'Tinos', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]],
  ['dfkai-sb', 'roman', 'Tinos', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]],
  ['batang', 'roman', 'Tinos', [1024, 880, 144, 460, 696, -96, 48, 264, 52, 880, -144, 880]],
  ['gulim', 'swiss', 'Arimo', [1024, 880, 144, 460, 696, -96, 48, 264, 52, 880, -144, 880]],
  ['simhei', 'swiss', 'Arimo', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]],
  ['fangsong', 'roman', 'Tinos', [256, 220, 36, 115, 174, -24, 12, 66, 13, 220, -36, 220]],
  ['pmingliu', 'roman', 'Tinos', [1024, 820, 204, 440, 675, -110, 50, 260, 51, 820, -204, 820]], // [M]
  [
    'microsoft jhenghei',
    'swiss',
    'Open Sans',
    [2048, 2203, 521, 1106, 1549, -178, 119, 512, 102, 2203, -225, 1823],
  ], // [M]
  [
    'microsoft yahei',
    'swiss',
    'Open Sans',
    [2048, 2167, 536, 1106, 1549, -178, 119, 512, 102, 2167, -225, 1823],
  ],
  [
    'malgun gothic',
    'swiss',
    'Open Sans',
    [2048, 2229, 495, 1062, 1470, -178, 119, 512, 102, 2229, -495, 1470],
  ], // [M]
  ['dengxian', 'swiss', 'Open Sans', [2048, 1728, 412, 1000, 1400, -178, 119, 512, 102, 1659, -475, 1659]],
];

/** Lines of East Asian fonts are higher by three tenths, half above and half below the text [M]. */
const EAST_ASIAN_LEADING = 0.3;

const withLeading = (numbers: OriginalNumbers): OriginalNumbers => {
  // In whole units of the font: MS Mincho's line is 332 of 256 [M].
  const half = Math.round(((numbers.ascent + numbers.descent) * EAST_ASIAN_LEADING) / 2);
  return { ...numbers, ascent: numbers.ascent + half, descent: numbers.descent + half };
};

const ORIGINALS: ReadonlyMap<string, Original> = new Map(
  ROWS.map(([name, kind, draw, row]) => [
    name,
    {
      name,
      kind,
      draw: typeof draw === 'string' ? [draw] : draw,
      numbers: row && (eastAsianKind(name) === undefined ? numbers(row) : withLeading(numbers(row))),
    },
  ]),
);

/** Bold faces whose underline differs from the regular one's [M]. */
const BOLD_UNDERLINES: Readonly<Record<string, readonly [top: number, thickness: number]>> = {
  arial: [-217, 215],
  'times new roman': [-223, 195],
  cambria: [-105, 156],
  consolas: [-217, 194],
  georgia: [-180, 122],
};

/** The numbers of a style: all styles of a family share them but for the underline. */
export const numbersOf = (original: Original, bold: boolean): OriginalNumbers | undefined => {
  const underline = bold ? BOLD_UNDERLINES[original.name] : undefined;
  return original.numbers && underline ? { ...original.numbers, underline } : original.numbers;
};

export const originalOf = (canonicalName: string): Original | undefined =>
  ORIGINALS.get(canonicalName) ?? WEB_ORIGINALS.get(canonicalName);

const WEB_ORIGINALS: ReadonlyMap<string, Original> = new Map(
  [...webFamilies()].map(([name, { kind, draw, average, ...line }]) => [
    name,
    { name, kind, draw: [draw], average, numbers: webNumbers(line) },
  ]),
);

/** Faces whose advances are the original's, but for what `data/advances.json` corrects. */
const TWINS: ReadonlySet<string> = new Set([
  'arial/Arimo',
  'arial unicode ms/Arimo',
  'times new roman/Tinos',
  'courier new/Cousine',
  'calibri/Carlito',
  'georgia/Gelasio',
]);

export const isTwin = (original: string, faceFamily: string): boolean =>
  TWINS.has(`${original}/${faceFamily}`);

/** Characters of symbol fonts that Word falls back to come from Segoe UI Symbol: its line is what they add. */
export const FALLBACK_SYMBOLS = 'segoe ui symbol';

/** What stands in for a family that nobody knows, by its class (`w:family`). */
export const CLASS_FAMILIES: Readonly<Record<FamilyClass, string>> = {
  roman: 'times new roman',
  swiss: 'arial',
  modern: 'courier new',
  script: 'times new roman',
  decorative: 'times new roman',
  auto: 'times new roman',
};
