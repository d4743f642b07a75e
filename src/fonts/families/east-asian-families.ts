/**
 * East Asian families: whose characters a name stands for, and what is drawn for those that are not here.
 *
 * Han characters look different in Japan, China and Korea, so the name of a font, or else the language of the text, says
 * whose they are to be. The faces are optional packages (`optionalDependencies`): each that is installed counts.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Face } from '../font.ts';
import { openPiecedFace, type PiecedFamily } from '../pieced-face.ts';
import { canonicalFamily, normalizeFamily } from './family-names.ts';

type EastAsianLanguage = 'ja' | 'zh-Hans' | 'zh-Hant' | 'ko';

export interface EastAsianKind {
  readonly language: EastAsianLanguage;
  readonly serif: boolean;
}

/** By canonical name. Of those that are named in their own script, the script says enough. */
const KNOWN: ReadonlyMap<string, EastAsianKind> = new Map(
  (
    [
      [
        'ja',
        true,
        'ms mincho|yu mincho|hiragino mincho pron|hiragino mincho pro|ipamincho|ipaexmincho|biz udmincho',
      ],
      [
        'ja',
        false,
        'ms gothic|yu gothic|meiryo|hiragino sans|hiragino kaku gothic pron|ipagothic|biz udgothic',
      ],
      ['zh-Hans', true, 'simsun|fangsong|kaiti|kaiti_gb2312|stkaiti|stfangsong|stzhongsong|lisu|youyuan'],
      ['zh-Hans', false, 'simhei|microsoft yahei|dengxian|dengxian light|stxihei'],
      ['zh-Hant', true, 'pmingliu|dfkai-sb|mingliu_hkscs|pmingliu-extb'],
      ['zh-Hant', false, 'microsoft jhenghei'],
      ['ko', true, 'batang|gungsuh|applemyungjo'],
      ['ko', false, 'malgun gothic|gulim|dotum|apple sd gothic neo|nanumgothic'],
    ] as const
  ).flatMap(([language, serif, names]) => names.split('|').map((name) => [name, { language, serif }])),
);

const SERIF = /mincho|明朝|song|宋|ming|明體|楷|kai|batang|바탕|궁서|serif|명조/i;

/** Undefined for a font that is of no East Asian language. */
export const eastAsianKind = (canonicalName: string): EastAsianKind | undefined => {
  const known = KNOWN.get(canonicalName);
  if (known !== undefined) return known;
  const language = languageOfName(canonicalName);
  return language && { language, serif: SERIF.test(canonicalName) };
};

/** As a document writes the name. */
export const languageOfFamily = (family: string): EastAsianLanguage | undefined =>
  eastAsianKind(canonicalFamily(normalizeFamily(family)))?.language;

const languageOfName = (name: string): EastAsianLanguage | undefined => {
  if (/[\uac00-\ud7af]/.test(name)) return 'ko';
  if (/[\u3040-\u30ff]|明朝|mincho/.test(name)) return 'ja';
  if (/[體黑細標]/.test(name) && !/黑体/.test(name)) return 'zh-Hant';
  if (/[\u4e00-\u9fff]/.test(name)) return 'zh-Hans';
  return undefined;
};

/** `w:lang w:eastAsia` and its kin. */
export const eastAsianLanguage = (tag: string | undefined): EastAsianLanguage | undefined => {
  const lower = tag?.toLowerCase() ?? '';
  if (lower.startsWith('ja')) return 'ja';
  if (lower.startsWith('ko')) return 'ko';
  if (!lower.startsWith('zh')) return undefined;
  return /hant|tw|hk|mo/.test(lower) ? 'zh-Hant' : 'zh-Hans';
};

/** What Word draws where the document's font has none of a language's characters [M; for Korean in one document]. */
export const STANDARD_FAMILY: Readonly<Record<EastAsianLanguage, string>> = {
  ja: 'ms mincho',
  'zh-Hans': 'simsun',
  'zh-Hant': 'pmingliu',
  ko: 'batang',
};

/** Of a character that belongs to one of them only. */
const languageOfCharacter = (codePoint: number): EastAsianLanguage | undefined => {
  if (codePoint >= 0x3041 && codePoint <= 0x30ff) return 'ja';
  if (codePoint >= 0xac00 && codePoint <= 0xd7af) return 'ko';
  return undefined;
};

/** The standard fonts have serifs. */
export const standardKind = (codePoint: number, language: string | undefined): EastAsianKind => {
  const found = languageOfCharacter(codePoint) ?? eastAsianLanguage(language) ?? 'zh-Hans';
  return { language: found, serif: true };
};

export const isEastAsianCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x1100 && codePoint < 0x1200) ||
  (codePoint >= 0x2e80 && codePoint < 0xd800) ||
  (codePoint >= 0xf900 && codePoint < 0xfb00) ||
  (codePoint >= 0xfe30 && codePoint < 0xfe70) ||
  (codePoint >= 0xff00 && codePoint < 0xfff0) ||
  (codePoint >= 0x20000 && codePoint < 0x40000);

export const isHalfWidth = (codePoint: number): boolean => codePoint >= 0xff61 && codePoint < 0xffe0;

const ORDER: Readonly<Record<EastAsianLanguage, readonly string[]>> = {
  ja: ['jp', 'sc', 'kr'],
  'zh-Hans': ['sc', 'jp', 'kr'],
  'zh-Hant': ['jp', 'sc', 'kr'],
  ko: ['kr', 'jp', 'sc'],
};

const [REGULAR, BOLD] = [400, 700];

/** The faces to try for a character, the likest first; each is opened when it is reached. */
export function* eastAsianFaces(kind: EastAsianKind, bold: boolean): Generator<Face> {
  for (const region of ORDER[kind.language]) {
    for (const look of kind.serif ? ['serif', 'sans'] : ['sans', 'serif']) {
      const face = faceOf(`noto-${look}-${region}`, bold ? BOLD : REGULAR);
      if (face !== undefined) yield face;
    }
  }
}

const faces = new Map<string, Face | undefined>();

const faceOf = (name: string, weight: number): Face | undefined => {
  const key = `${name}-${weight}`;
  if (!faces.has(key)) faces.set(key, openInstalled(name, weight));
  return faces.get(key);
};

const openInstalled = (name: string, weight: number): Face | undefined => {
  try {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
    const [, look = '', region = ''] = name.split('-');
    const family = `Noto ${look[0]?.toUpperCase()}${look.slice(1)} ${region.toUpperCase()}`;
    const pieced: PiecedFamily = { folder, name, family };
    return openPiecedFace(pieced, weight);
  } catch {
    return undefined; // Not installed: an installation may do without.
  }
};
