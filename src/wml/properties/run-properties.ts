/**
 * readRunProperties :: w:rPr → RunProperties
 *
 * What one place says of text (ECMA-376 §17.3.2); what it does not say is absent. Lengths are in points. Theme fonts and
 * colours are resolved here, because a name of the same place loses to a theme role (§17.3.2.26).
 */
import { elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { highlightColor, readColor, readShading, type WordColor } from '../colors.ts';
import type { Findings } from '../findings.ts';
import { type Rgb, type Theme, themeFont } from '../theme.ts';
import { type Border, readBorder } from './borders.ts';
import {
  type LetterFill,
  type LetterLine,
  letterColor,
  readLetterFill,
  readLetterLine,
  readShadowRoom,
  type ShadowRoom,
} from './letter-effects.ts';
import { lengthOf, partsOf, toggleValue, wholeNumber } from './word-values.ts';

export interface RunProperties {
  readonly styleId?: string;
  readonly ascii?: string;
  readonly hAnsi?: string;
  readonly eastAsia?: string;
  readonly complex?: string;
  /** `w:hint="eastAsia"`: quotes and the like belong to the East Asian font. */
  readonly eastAsiaHint?: boolean;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly caps?: boolean;
  readonly smallCaps?: boolean;
  readonly strike?: boolean;
  readonly doubleStrike?: boolean;
  readonly outline?: boolean;
  readonly vanish?: boolean;
  readonly rightToLeft?: boolean;
  /** `w:cs`: of a complex script, whatever its characters are. */
  readonly complexScript?: boolean;
  /** What stands for bold, italic and size where either of these is on. */
  readonly complexBold?: boolean;
  readonly complexItalic?: boolean;
  readonly complexSize?: number;
  readonly color?: WordColor;
  /** Points. */
  readonly size?: number;
  readonly underline?: Underline;
  readonly highlight?: Rgb | null;
  readonly shading?: Rgb | null;
  /** Added after each character. */
  readonly spacing?: number;
  /** 1 is 100 %. */
  readonly scale?: number;
  /** The size from which on pairs are kerned; 0 is never. */
  readonly kerning?: number;
  /** Raised by; negative lowers. */
  readonly position?: number;
  readonly vertical?: 'baseline' | 'superscript' | 'subscript';
  readonly border?: Border;
  readonly ligatures?: readonly ('standard' | 'contextual' | 'discretional' | 'historical')[];
  /** Around the letters (`w14:textOutline`); null takes away what a style gives. */
  readonly letterLine?: LetterLine | null;
  /** Of letters with a soft shadow. */
  readonly shadowRoom?: ShadowRoom | null;
  /** What letters are filled with in place of their colour; null is the colour (`w14:textFill`). */
  readonly letterFill?: LetterFill | null;
  readonly language?: string;
  /** `w:lang w:eastAsia`. */
  readonly eastAsiaLanguage?: string;
  /** The style of the paragraph that the text is from, where it stands in another's; '' is the default one. */
  readonly paragraphStyle?: string;
}

export interface Underline {
  /** ST_Underline: single, double, dotted, wave, words, none, … */
  readonly style: string;
  readonly color?: WordColor;
}

/** Those that add up across style levels (§17.7.3). */
export const TOGGLES = [
  'bold',
  'italic',
  'caps',
  'smallCaps',
  'strike',
  'doubleStrike',
  'outline',
  'vanish',
  'complexBold',
  'complexItalic',
] as const satisfies readonly (keyof RunProperties)[];

export interface PropertyContext {
  readonly theme: Theme;
  readonly findings: Findings;
  readonly part: string;
}

/** Changes nothing that is drawn, or speaks of what only an editor does. */
const IGNORED: ReadonlySet<string> = new Set([
  'w:noProof',
  'w:webHidden',
  'w:rPrChange',
  'w:ins',
  'w:del',
  'w:moveFrom',
  'w:moveTo',
  'w:snapToGrid',
  'w:specVanish',
  'w:oMath',
  'w:effect',
  'w:shadow',
  'w14:glow',
  'w14:reflection',
  'w14:cntxtAlts',
  'w14:numForm',
  'w14:numSpacing',
  'w14:stylisticSets',
  'w14:props3d',
  'w14:scene3d',
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const readRunProperties = (element: XmlElement, context: PropertyContext): RunProperties => {
  const out: Mutable<RunProperties> = {};
  for (const child of elementsOf(element)) readOne(child, out, context);
  return out;
};

const TOGGLE_NAMES: Readonly<Record<string, (typeof TOGGLES)[number]>> = {
  'w:b': 'bold',
  'w:i': 'italic',
  'w:caps': 'caps',
  'w:smallCaps': 'smallCaps',
  'w:strike': 'strike',
  'w:dstrike': 'doubleStrike',
  'w:outline': 'outline',
  'w:vanish': 'vanish',
};

const LIGATURES: Readonly<Record<string, RunProperties['ligatures']>> = {
  none: [],
  standard: ['standard'],
  contextual: ['contextual'],
  historical: ['historical'],
  discretional: ['discretional'],
  standardContextual: ['standard', 'contextual'],
  standardHistorical: ['standard', 'historical'],
  standardDiscretional: ['standard', 'discretional'],
  all: ['standard', 'contextual', 'historical', 'discretional'],
};

const readOne = (element: XmlElement, out: Mutable<RunProperties>, context: PropertyContext): void => {
  const { theme, findings, part } = context;
  const value = element.attribute('w:val');
  const toggle = TOGGLE_NAMES[element.name];
  if (toggle !== undefined) {
    out[toggle] = toggleValue(element);
    return;
  }
  switch (element.name) {
    case 'w:rStyle':
      if (value !== undefined) out.styleId = value;
      return;
    case 'w:rFonts':
      readFonts(element, out, theme);
      return;
    case 'w:color': {
      const color = readColor(element, theme);
      if (color !== undefined) out.color = color;
      return;
    }
    case 'w:sz': {
      const size = partsOf(value, 2);
      // Word's own range; a document of text a mile high is damage.
      if (size !== undefined && size > 0) out.size = Math.min(size, 1638);
      return;
    }
    case 'w:u': {
      const color = readColor(element, theme, {
        value: 'w:color',
        theme: 'w:themeColor',
        tint: 'w:themeTint',
        shade: 'w:themeShade',
      });
      out.underline = { style: value ?? 'single', ...(color !== undefined && { color }) };
      return;
    }
    case 'w:highlight': {
      const color = highlightColor(value);
      if (color !== undefined) out.highlight = color;
      return;
    }
    case 'w:shd': {
      const shading = readShading(element, theme);
      if (shading !== undefined) out.shading = shading;
      return;
    }
    case 'w:spacing': {
      const spacing = lengthOf(value);
      if (spacing !== undefined) out.spacing = spacing;
      return;
    }
    case 'w:w': {
      const scale = wholeNumber(value?.replace('%', ''));
      if (scale !== undefined && scale >= 1 && scale <= 600) out.scale = scale / 100;
      return;
    }
    case 'w:kern': {
      const kerning = partsOf(value, 2);
      if (kerning !== undefined) out.kerning = kerning;
      return;
    }
    case 'w:position': {
      const position = partsOf(value, 2);
      if (position !== undefined) out.position = position;
      return;
    }
    case 'w:vertAlign':
      if (value === 'superscript' || value === 'subscript' || value === 'baseline') out.vertical = value;
      return;
    case 'w:bdr': {
      const border = readBorder(element, theme);
      if (border !== undefined) out.border = border;
      return;
    }
    case 'w:lang': {
      if (value !== undefined) out.language = value;
      const eastAsia = element.attribute('w:eastAsia');
      if (eastAsia !== undefined) out.eastAsiaLanguage = eastAsia;
      return;
    }
    case 'w:rtl':
      out.rightToLeft = toggleValue(element);
      return;
    case 'w:cs':
      out.complexScript = toggleValue(element);
      return;
    case 'w:bCs':
      out.complexBold = toggleValue(element);
      return;
    case 'w:iCs':
      out.complexItalic = toggleValue(element);
      return;
    case 'w:szCs': {
      const size = partsOf(value, 2);
      if (size !== undefined && size > 0) out.complexSize = Math.min(size, 1638);
      return;
    }
    case 'w14:ligatures': {
      const ligatures = LIGATURES[element.attribute('w14:val') ?? 'none'];
      if (ligatures !== undefined) out.ligatures = ligatures;
      return;
    }
    case 'w:emboss':
    case 'w:imprint':
      if (toggleValue(element)) findings.note('text-effects', part, element);
      return;
    case 'w:em':
      if (value !== 'none') findings.note('script:east-asian', part, element);
      return;
    case 'w:fitText':
    case 'w:eastAsianLayout':
      findings.note('script:east-asian', part, element);
      return;
    case 'w14:textOutline':
      out.letterLine = readLetterLine(element, context.theme) ?? null;
      return;
    case 'w14:shadow':
      out.shadowRoom = readShadowRoom(element) ?? null;
      return;
    case 'w14:textFill':
      out.letterFill = readLetterFill(element, context.theme) ?? null;
      readLetterColor(element, out, context.theme);
      return;
    default:
      if (!IGNORED.has(element.name)) findings.unknown(part, element);
  }
};

const readLetterColor = (element: XmlElement, out: Mutable<RunProperties>, theme: Theme): void => {
  const color = letterColor(element, theme);
  if (color !== undefined) out.color = color;
};

const readFonts = (element: XmlElement, out: Mutable<RunProperties>, theme: Theme): void => {
  const name = (plain: string, role: string): string | undefined =>
    themeFont(theme, element.attribute(role)) ?? element.attribute(plain);
  const ascii = name('w:ascii', 'w:asciiTheme');
  const hAnsi = name('w:hAnsi', 'w:hAnsiTheme');
  const eastAsia = name('w:eastAsia', 'w:eastAsiaTheme');
  const complex = name('w:cs', 'w:cstheme');
  if (ascii !== undefined) out.ascii = ascii;
  if (hAnsi !== undefined) out.hAnsi = hAnsi;
  if (eastAsia !== undefined) out.eastAsia = eastAsia;
  if (complex !== undefined) out.complex = complex;
  const hint = element.attribute('w:hint');
  if (hint !== undefined) out.eastAsiaHint = hint === 'eastAsia';
};
