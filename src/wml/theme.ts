/**
 * readTheme :: theme1.xml → Theme
 *
 * The fonts and colours that documents name by role (ECMA-376 §20.1.6), and the mapping of settings.xml.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { emuOf } from './properties/word-values.ts';

/** 0xRRGGBB. */
export type Rgb = number;

export interface Theme {
  /** By slot of `a:clrScheme`: dk1 lt1 dk2 lt2 accent1–6 hlink folHlink. */
  readonly colors: ReadonlyMap<string, Rgb>;
  readonly major: ThemeFonts;
  readonly minor: ThemeFonts;
  /** Widths of the lines that shapes name by number, in points. */
  readonly lines?: readonly number[];
  /** The fills that shapes name by number, and those from 1,001 on, with a colour for each shape to set (§20.1.4.1.13). */
  readonly fills?: readonly XmlElement[];
  readonly backgrounds?: readonly XmlElement[];
}

interface ThemeFonts {
  readonly latin: string | undefined;
  readonly eastAsia: string | undefined;
  readonly complex: string | undefined;
  /** By ISO 15924 script: what stands in for an empty `ea` or `cs`. */
  readonly scripts: ReadonlyMap<string, string>;
}

const NO_FONTS: ThemeFonts = {
  latin: undefined,
  eastAsia: undefined,
  complex: undefined,
  scripts: new Map(),
};

/** Office's own theme, for documents that name theme colours and have no theme. */
const OFFICE_COLORS: readonly (readonly [string, Rgb])[] = [
  ['dk1', 0x000000],
  ['lt1', 0xffffff],
  ['dk2', 0x44546a],
  ['lt2', 0xe7e6e6],
  ['accent1', 0x4472c4],
  ['accent2', 0xed7d31],
  ['accent3', 0xa5a5a5],
  ['accent4', 0xffc000],
  ['accent5', 0x5b9bd5],
  ['accent6', 0x70ad47],
  ['hlink', 0x0563c1],
  ['folHlink', 0x954f72],
];

export const NO_THEME: Theme = { colors: new Map(OFFICE_COLORS), major: NO_FONTS, minor: NO_FONTS };

export const hexColor = (text: string | undefined): Rgb | undefined =>
  text !== undefined && /^[\da-f]{6}$/i.test(text) ? Number.parseInt(text, 16) : undefined;

/** `w:themeFontLang`: chooses among the scheme's scripts where it names no font itself. */
interface ThemeLanguages {
  readonly eastAsia?: string | undefined;
  readonly complex?: string | undefined;
}

export const readTheme = (root: XmlElement, languages: ThemeLanguages = {}): Theme => {
  const elements = childOf(root, 'a:themeElements');
  const colors = readColorScheme(elements ?? root, new Map(OFFICE_COLORS));
  const fonts = childOf(elements, 'a:fontScheme');
  const formats = childOf(elements, 'a:fmtScheme');
  const all = (list: XmlElement | undefined): readonly XmlElement[] =>
    list === undefined ? [] : elementsOf(list);
  return {
    colors,
    major: readFonts(childOf(fonts, 'a:majorFont'), languages),
    minor: readFonts(childOf(fonts, 'a:minorFont'), languages),
    lines: readLines(childOf(formats, 'a:lnStyleLst')),
    fills: all(childOf(formats, 'a:fillStyleLst')),
    backgrounds: all(childOf(formats, 'a:bgFillStyleLst')),
  };
};

/** The colours of `a:clrScheme` over others. */
export const readColorScheme = (
  parent: XmlElement,
  otherwise: ReadonlyMap<string, Rgb>,
): ReadonlyMap<string, Rgb> => {
  const colors = new Map(otherwise);
  for (const slot of elementsOf(childOf(parent, 'a:clrScheme') ?? parent)) {
    const color =
      childOf(slot, 'a:srgbClr')?.attribute('val') ?? childOf(slot, 'a:sysClr')?.attribute('lastClr');
    const rgb = hexColor(color);
    if (rgb !== undefined) colors.set(slot.name.replace('a:', ''), rgb);
  }
  return colors;
};

/** What a line of the theme is that says nothing (§20.1.2.2.24): 9,525 EMU. */
const PLAIN_LINE = 0.75;

const readLines = (list: XmlElement | undefined): readonly number[] =>
  (list === undefined ? [] : elementsOf(list, 'a:ln')).map(
    (line) => emuOf(line.attribute('w')) ?? PLAIN_LINE,
  );

/** Where the scheme has another name than ISO 15924, or one for a language. */
const SCHEME_SCRIPTS: Readonly<Record<string, string>> = { ko: 'Hang', ug: 'Uigh', vi: 'Viet' };

/** As the scheme's fonts are listed; Unicode knows which script a language is written in. */
const scriptOfLanguage = (language: string | undefined): string => {
  if (language === undefined || language === '') return '';
  try {
    const locale = new Intl.Locale(language).maximize();
    return SCHEME_SCRIPTS[locale.language] ?? locale.script ?? '';
  } catch {
    return ''; // No language at all: "x-none".
  }
};

const readFonts = (element: XmlElement | undefined, languages: ThemeLanguages): ThemeFonts => {
  if (element === undefined) return NO_FONTS;
  const face = (name: string): string | undefined =>
    childOf(element, name)?.attribute('typeface') || undefined;
  const scripts = new Map(
    elementsOf(element, 'a:font').map((font) => [
      font.attribute('script') ?? '',
      font.attribute('typeface') ?? '',
    ]),
  );
  const ofScript = (language: string | undefined): string | undefined =>
    scripts.get(scriptOfLanguage(language)) || undefined;
  return {
    latin: face('a:latin'),
    eastAsia: face('a:ea') ?? ofScript(languages.eastAsia),
    complex: face('a:cs') ?? ofScript(languages.complex),
    scripts,
  };
};

/** `w:asciiTheme` and its kin: "minorHAnsi", "majorEastAsia", … (§17.18.96). */
export const themeFont = (theme: Theme, role: string | undefined): string | undefined => {
  if (role === undefined) return undefined;
  const fonts = role.startsWith('major') ? theme.major : theme.minor;
  if (role.endsWith('EastAsia')) return fonts.eastAsia;
  return role.endsWith('Bidi') ? fonts.complex : fonts.latin;
};

/** The roles of documents (§17.18.97) and of drawings (§20.1.10.54), as slots of the scheme. */
const SLOTS: Readonly<Record<string, string>> = {
  dark1: 'dk1',
  light1: 'lt1',
  dark2: 'dk2',
  light2: 'lt2',
  text1: 'dk1',
  background1: 'lt1',
  text2: 'dk2',
  background2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
  tx1: 'dk1',
  bg1: 'lt1',
  tx2: 'dk2',
  bg2: 'lt2',
};

export const themeColor = (theme: Theme, role: string): Rgb | undefined =>
  theme.colors.get(SLOTS[role] ?? role);

/** A typeface as drawings name it: `+mj-lt` and `+mn-lt` are the theme's fonts of headings and of text. */
export const latinTypeface = (named: string | undefined, theme: Theme): string | undefined => {
  if (named?.startsWith('+mj')) return theme.major.latin;
  return named?.startsWith('+mn') ? theme.minor.latin : named;
};
