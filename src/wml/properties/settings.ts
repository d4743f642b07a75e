/**
 * readSettings :: settings.xml → Settings (ECMA-376 §17.15), as far as they change what is drawn
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { type NoteSettings, readNoteSettings } from './sections.ts';
import { childLength, childValue, isOn, toggleOf, toggleValue, wholeNumber } from './word-values.ts';

export interface Settings {
  /** 12 is Word 2007, 14 Word 2010, 15 Word 2013 and later. */
  readonly compatibilityMode: number;
  /** Points; undefined where the document leaves it to Word. */
  readonly defaultTab: number | undefined;
  readonly evenAndOddHeaders: boolean;
  readonly mirrorMargins: boolean;
  /** The gutter is room above the text instead of beside it; mirrored margins leave it where it is (§17.15.1.49). */
  readonly gutterAtTop: boolean;
  /** `w:displayBackgroundShape`: pages have the document's colour. */
  readonly showsBackground: boolean;
  readonly footnotes: NoteSettings;
  readonly endnotes: NoteSettings;
  /** `w:compat` flags that are on. */
  readonly compatibility: ReadonlySet<string>;
  readonly language: string | undefined;
  /** `w:themeFontLang w:eastAsia`: made where East Asian text is at home, its rules of typography act. */
  readonly eastAsian: string | undefined;
  /** `w:themeFontLang w:bidi`: whose font the theme's "complex script" is. */
  readonly complexScript: string | undefined;
  /** `w:characterSpacingControl`: what gives up some of its width where a line needs room. */
  readonly compress: 'none' | 'punctuation' | 'kana';
  /** `w:strictFirstAndLastChars`: small kana may not begin a line either. */
  readonly strictLines: boolean;
  /** By language, what no line may begin with and end with, in place of Word's own (§17.15.1.58, §17.15.1.59). */
  readonly noBreakBefore: ReadonlyMap<string, string>;
  readonly noBreakAfter: ReadonlyMap<string, string>;
  /** `w:autoHyphenation`; undefined where words stay whole. */
  readonly hyphenation: Hyphenation | undefined;
  readonly math: MathDefaults;
}

/**
 * How words are divided (§17.15.1.10, §17.15.1.21, §17.15.1.37). The zone (§17.15.1.53) is not read: in mode 15 Word divided words
 * with and without one alike [M], and of older modes there is no document.
 */
export interface Hyphenation {
  /** Lines that may end with a hyphen one after the other. */
  readonly limit: number;
  readonly capitals: boolean;
}

/** `m:mathPr` (§22.1.2.62): how formulas are set where they do not say. */
interface MathDefaults {
  readonly alignment: 'left' | 'center' | 'right' | 'group';
  readonly stackedIntegrals: boolean;
  readonly stackedOthers: boolean;
  readonly smallFractions: boolean;
}

/** Word's answer where settings.xml says nothing: mode 12 (§17.15.3.4 [MS-DOCX]). */
const OLDEST_MODE = 12;

export const NO_SETTINGS: Settings = {
  compatibilityMode: OLDEST_MODE,
  defaultTab: undefined,
  evenAndOddHeaders: false,
  mirrorMargins: false,
  gutterAtTop: false,
  showsBackground: false,
  footnotes: {},
  endnotes: {},
  compatibility: new Set(),
  language: undefined,
  eastAsian: undefined,
  complexScript: undefined,
  hyphenation: undefined,
  compress: 'none',
  strictLines: false,
  noBreakBefore: new Map(),
  noBreakAfter: new Map(),
  math: { alignment: 'group', stackedIntegrals: false, stackedOthers: true, smallFractions: false },
};

const COMPRESSING: Readonly<Record<string, Settings['compress']>> = {
  compressPunctuation: 'punctuation',
  compressPunctuationAndJapaneseKana: 'kana',
};

const readMathDefaults = (element: XmlElement | undefined): MathDefaults => {
  const said = (name: string): string | undefined => childOf(element, name)?.attribute('m:val');
  const small = childOf(element, 'm:smallFrac');
  return {
    alignment: mathAlignment(said('m:defJc')) ?? 'group',
    stackedIntegrals: said('m:intLim') === 'undOvr',
    stackedOthers: said('m:naryLim') !== 'subSup',
    smallFractions: small !== undefined && isOn(small.attribute('m:val') ?? '1'),
  };
};

/** ST_Jc of formulas (§22.9.2.7). */
export const mathAlignment = (text: string | undefined): MathDefaults['alignment'] | undefined =>
  text === 'left' || text === 'right' || text === 'center'
    ? text
    : text === 'centerGroup'
      ? 'group'
      : undefined;

const readHyphenation = (root: XmlElement): Hyphenation | undefined => {
  if (toggleOf(root, 'w:autoHyphenation') !== true) return undefined;
  const limit = wholeNumber(childValue(root, 'w:consecutiveHyphenLimit')) ?? 0;
  return {
    limit: limit > 0 ? limit : Number.POSITIVE_INFINITY,
    capitals: toggleOf(root, 'w:doNotHyphenateCaps') !== true,
  };
};

export const readSettings = (root: XmlElement): Settings => {
  const compat = childOf(root, 'w:compat');
  const flags = new Set<string>();
  let mode = OLDEST_MODE;
  for (const flag of compat === undefined ? [] : elementsOf(compat)) {
    if (flag.name !== 'w:compatSetting') {
      if (toggleValue(flag)) flags.add(flag.name);
      continue;
    }
    const value = flag.attribute('w:val');
    if (flag.attribute('w:name') === 'compatibilityMode') mode = wholeNumber(value) ?? mode;
    else if (value === '1' || value === 'true') flags.add(flag.attribute('w:name') ?? '');
  }
  const tab = childLength(root, 'w:defaultTabStop');
  const mirrorMargins = toggleOf(root, 'w:mirrorMargins') ?? false;
  return {
    compatibilityMode: mode,
    defaultTab: tab !== undefined && tab > 0 ? tab : undefined,
    evenAndOddHeaders: toggleOf(root, 'w:evenAndOddHeaders') ?? false,
    mirrorMargins,
    gutterAtTop: !mirrorMargins && toggleOf(root, 'w:gutterAtTop') === true,
    showsBackground: toggleOf(root, 'w:displayBackgroundShape') ?? false,
    footnotes: readNoteSettings(childOf(root, 'w:footnotePr')),
    endnotes: readNoteSettings(childOf(root, 'w:endnotePr')),
    compatibility: flags,
    language: childValue(root, 'w:themeFontLang'),
    eastAsian: childOf(root, 'w:themeFontLang')?.attribute('w:eastAsia'),
    complexScript: childOf(root, 'w:themeFontLang')?.attribute('w:bidi'),
    hyphenation: readHyphenation(root),
    compress: COMPRESSING[childValue(root, 'w:characterSpacingControl') ?? ''] ?? 'none',
    strictLines: toggleOf(root, 'w:strictFirstAndLastChars') ?? false,
    noBreakBefore: charactersByLanguage(root, 'w:noLineBreaksBefore'),
    noBreakAfter: charactersByLanguage(root, 'w:noLineBreaksAfter'),
    math: readMathDefaults(childOf(root, 'm:mathPr')),
  };
};

const charactersByLanguage = (root: XmlElement, name: string): ReadonlyMap<string, string> =>
  new Map(
    elementsOf(root, name).map((element) => [
      (element.attribute('w:lang') ?? '').toLowerCase(),
      element.attribute('w:val') ?? '',
    ]),
  );
