/**
 * The spellings under which documents ask for a family. Names are compared without case, width, style words and the
 * debris of other programs.
 */

/** Full-width letters become plain ones (NFKC): "ＭＳ 明朝" is "MS 明朝". */
export const normalizeFamily = (family: string): string =>
  family
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["']/g, '')
    // Vertical text is the same font with an @ before its name.
    .replace(/^@/, '')
    // The prefix of a subset that came out of a PDF.
    .replace(/^[a-z]{6}\+/, '')
    .replace(/\s+/g, ' ')
    .trim();

interface NamedStyle {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

const STYLE_WORDS: readonly { readonly word: RegExp; readonly bold: boolean; readonly italic: boolean }[] = [
  { word: /[ ,-]+(?:semi|demi|extra|ultra)[ -]?bold ?italic$/, bold: true, italic: true },
  { word: /[ ,-]*(?:bold ?italic|bold ?oblique)$/, bold: true, italic: true },
  { word: /[ ,-]+bold$/, bold: true, italic: false },
  { word: /[ ,-]+(?:italic|oblique)$/, bold: false, italic: true },
  { word: /[ ,-]+(?:regular|roman|normal|book)$/, bold: false, italic: false },
  // Weights that some programs write as families of their own: "Inter SemiBold".
  { word: /[ ,-]+(?:semi|demi|extra|ultra)[ -]?bold$|[ ,-]+(?:black|heavy)$/, bold: true, italic: false },
  {
    word: /[ ,-]+(?:(?:extra|ultra|semi|demi)[ -]?light|thin|hairline|light|medium)$/,
    bold: false,
    italic: false,
  },
  // Printer fonts of Windows 3, "Arial (W1)", and what Word's own list shows: "Aptos (Body)".
  { word: / ?\([^()]*\)$/, bold: false, italic: false },
];

/** "Times New Roman Bold" is a style of a family that some programs write as a family. */
export const splitStyle = (normalized: string): NamedStyle | undefined => {
  for (const { word, bold, italic } of STYLE_WORDS) {
    const family = normalized.replace(word, '');
    if (family !== normalized && family !== '') return { family, bold, italic };
  }
  return undefined;
};

/** Some programs write a CSS list where one name belongs: the first that is known counts. */
export const familyList = (family: string): readonly string[] => {
  const names = family.split(/[;,]/).map(normalizeFamily);
  return names.filter((name) => name !== '');
};

/** Other names of the fonts in `known-families.ts`: older, PostScript, Macintosh and localised ones. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  arial: [
    'arialmt',
    'arial mt',
    'helvetica',
    'helv',
    'albany',
    'albany amt',
    'nimbus sans',
    'nimbus sans l',
    'swiss',
    'arial cyr',
    'arial ce',
    'arial greek',
    'arial tur',
    'arial baltic',
    'helvetica neue',
    'liberation sans',
    'liberationsans',
    'univers',
    'ms sans serif',
    'freesans',
    'andale sans ui',
    'arial nova',
    'ms shell dlg',
    'ms shell dlg 2',
    'sans-serif',
    'system-ui',
  ],
  'times new roman': [
    'timesnewromanpsmt',
    'timesnewroman',
    'times',
    'times roman',
    'cg times',
    'tms rmn',
    'thorndale',
    'thorndale amt',
    'nimbus roman',
    'nimbus roman no9 l',
    'dutch',
    'times new roman cyr',
    'times new roman ce',
    'liberation serif',
    'serif',
    'ms serif',
    'freeserif',
  ],
  'courier new': [
    'couriernewpsmt',
    'couriernew',
    'courier',
    'cumberland',
    'cumberland amt',
    'nimbus mono',
    'nimbus mono l',
    'courier 10 pitch',
    'liberation mono',
    'monospace',
    'freemono',
  ],
  'arial narrow': ['liberation sans narrow'],
  calibri: ['calibri body', 'calibri (body)', 'calibri (headings)'],
  cambria: ['cambria (headings)'],
  'segoe ui': ['segoeui', 'selawik', 'segoe', 'segoe ui variable', 'segoe ui historic', 'segoe wp'],
  'segoe ui semibold': ['segoeui-semibold', 'segoe ui semi bold', 'segoe semibold'],
  'segoe ui light': ['segoe ui semilight', 'segoe light'],
  'segoe ui symbol': ['apple symbols', 'opensymbol', 'starsymbol', 'msicons'],
  'segoe ui emoji': ['apple color emoji', 'noto color emoji'],
  aptos: ['bierstadt'],
  'aptos display': ['aptos (headings)', 'bierstadt display'],
  garamond: ['adobe garamond', 'adobe garamond pro', 'apple garamond'],
  'book antiqua': ['zapf calligraphic'],
  'palatino linotype': ['palatino'],
  'brush script mt': ['brush script'],
  'franklin gothic medium': ['franklin gothic'],
  'akzidenz grotesk': ['akzidenzgroteskbq', 'berthold akzidenz grotesk'],
  'din ot': ['dinot', 'ff din'],
  'droid sans': ['droid sans fallback'],
  'sf mono': ['sfmono'],
  'century gothic': [
    'avant garde',
    'avantgarde',
    'avantgarde bk bt',
    'itc avant garde gothic',
    'urw gothic',
    'urw gothic l',
  ],
  'lucida blackletter': ['blackletter'],
  'bookman old style': ['bookman', 'itc bookman'],
  'century schoolbook': ['new century schoolbook', 'schoolbook'],
  'tw cen mt': ['twcenmt'],
  'lucida sans unicode': ['lucida sans', 'lucida grande'],
  'ms mincho': ['ms 明朝', 'ms p明朝', 'ms pmincho', 'mincho'],
  'ms gothic': ['ms ゴシック', 'ms pゴシック', 'ms pgothic', 'ms ui gothic', 'gothic'],
  'yu mincho': ['游明朝', 'yu mincho light', '游明朝 light'],
  'yu gothic': [
    '游ゴシック',
    'yu gothic light',
    '游ゴシック light',
    'yu gothic ui',
    'yu gothic medium',
    '游ゴシック medium',
  ],
  meiryo: ['メイリオ', 'meiryo ui'],
  simsun: [
    '宋体',
    'simsun-extb',
    '华文中宋',
    'stzhongsong',
    '方正书宋_gbk',
    'nsimsun',
    '新宋体',
    'stsong',
    '华文宋体',
    'songti sc',
  ],
  simhei: ['黑体', '方正黑体_gbk', 'heiti sc', 'heiti sc light', 'stheiti', 'hei'],
  'microsoft yahei': [
    '微软雅黑',
    'microsoft yahei ui',
    'microsoft yahei light',
    'pingfang sc',
    'pingfanghk',
    'pingfang hk',
    '苹方-简',
  ],
  dengxian: ['等线'],
  'dengxian light': ['等线 light'],
  pmingliu: ['新細明體', 'mingliu', '細明體', 'mingliu_hkscs', '細明體_hkscs'],
  'microsoft jhenghei': ['微軟正黑體', 'microsoft jhenghei ui'],
  'malgun gothic': ['맑은 고딕', 'malgungothic'],
  batang: ['바탕', 'batangche', '바탕체', 'gungsuh', '궁서', 'gungsuhche', '궁서체'],
  gulim: ['굴림', 'gulimche', '굴림체', 'new gulim', '새굴림', 'dotum', '돋움', 'dotumche', '돋움체'],
  fangsong: ['仿宋', '方正仿宋_gbk', '仿宋_gb2312', 'fangsong_gb2312', 'stfangsong', '华文仿宋'],
  kaiti: ['楷体', 'kaiti_gb2312', '楷体_gb2312'],
  stkaiti: ['华文楷体', '華文楷體'],
  'dfkai-sb': ['標楷體'],
  // What ends in IT๙ has Thai digits in the places of the others, and is the same font otherwise.
  'th sarabunpsk': ['th sarabun new', 'th sarabun psk', 'sarabun psk', 'th sarabunit๙', 'th sarabunit9'],
  'angsana new': ['angsanaupc'],
  'cordia new': ['cordiaupc', 'browallia new', 'browalliaupc'],
};

const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
);

/** The name under which `known-families.ts` knows a family; the name itself where it is nobody's alias. */
export const canonicalFamily = (normalized: string): string => CANONICAL.get(normalized) ?? normalized;
