/**
 * readParagraphProperties :: w:pPr → ParagraphProperties
 *
 * What one place says of a paragraph (ECMA-376 §17.3.1); what it does not say is absent. Lengths are in points.
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { readShading } from '../colors.ts';
import type { Rgb } from '../theme.ts';
import { type Borders, isVisible, readBorder, readBorders } from './borders.ts';
import type { PropertyContext } from './run-properties.ts';
import { childValue, isOn, lengthOf, toggleValue, wholeNumber } from './word-values.ts';

export type Alignment = 'left' | 'center' | 'right' | 'both' | 'distribute';

export interface ParagraphProperties {
  readonly styleId?: string;
  readonly keepNext?: boolean;
  readonly keepLines?: boolean;
  readonly pageBreakBefore?: boolean;
  readonly widowControl?: boolean;
  /** `numId` 0 takes numbering away. */
  readonly numId?: number;
  readonly numLevel?: number;
  readonly borders?: Borders;
  readonly shading?: Rgb | null;
  readonly tabs?: readonly TabStop[];
  readonly spaceBefore?: number;
  readonly spaceAfter?: number;
  readonly autoBefore?: boolean;
  readonly autoAfter?: boolean;
  /** Hundredths of a line, where no length stands beside them. */
  readonly linesBefore?: number;
  readonly linesAfter?: number;
  readonly line?: LineSpacing;
  readonly indentLeft?: number;
  readonly indentRight?: number;
  /** Of the first line, against the others: negative hangs. */
  readonly indentFirst?: number;
  readonly contextualSpacing?: boolean;
  /** Its lines are not counted where the section's are. */
  readonly suppressLineNumbers?: boolean;
  /** Left is the inner side, right the outer one (§17.3.1.18). */
  readonly mirrorIndents?: boolean;
  readonly alignment?: Alignment;
  readonly outlineLevel?: number;
  readonly rightToLeft?: boolean;
  readonly snapToGrid?: boolean;
  /** Its words stay whole in a document that divides them (§17.3.1.34). */
  readonly suppressHyphens?: boolean;
  /** Off: lines end at any letter, not between words (§17.3.1.45). */
  readonly wordWrap?: boolean;
  /** Off: East Asian lines may begin and end with any character (§17.3.1.16). */
  readonly kinsoku?: boolean;
  /** Off: no punctuation hangs over the end of a line (§17.3.1.21). */
  readonly overflowPunctuation?: boolean;
  /** Off: no space between East Asian characters and Latin letters, or digits (§17.3.1.2, §17.3.1.3). */
  readonly spaceLatin?: boolean;
  readonly spaceDigits?: boolean;
  /** Indents in hundredths of a character, where no length stands beside them. */
  readonly indentLeftCharacters?: number;
  readonly indentRightCharacters?: number;
  readonly indentFirstCharacters?: number;
  readonly frame?: Frame;
}

export interface LineSpacing {
  readonly rule: 'auto' | 'exact' | 'atLeast';
  /** A factor for `auto`, else points. */
  readonly value: number;
}

export interface TabStop {
  readonly position: number;
  readonly alignment: 'left' | 'center' | 'right' | 'decimal' | 'bar' | 'clear';
  readonly leader: 'none' | 'dot' | 'hyphen' | 'underscore' | 'middleDot';
}

/**
 * `w:framePr` (§17.3.1.11): text set apart; drop caps among them. How many lines a drop cap covers (`w:lines`) is not read: Word
 * gives its paragraph the size and the exact line that make it so.
 */
export interface Frame {
  readonly dropCap?: 'drop' | 'margin';
  readonly width?: number;
  readonly height?: number;
  readonly heightRule?: 'exact' | 'atLeast';
  readonly hSpace: number;
  readonly vSpace: number;
  readonly wrap?: string;
  readonly hAnchor: string;
  readonly vAnchor: string;
  readonly x?: number;
  readonly xAlign?: string;
  readonly y?: number;
  readonly yAlign?: string;
}

/** Read elsewhere, or nothing that changes what is drawn: each with its reason. */
const IGNORED: ReadonlySet<string> = new Set([
  // Of the mark and of the section: their own readers have them.
  'w:rPr',
  'w:sectPr',
  // What was there before a tracked change.
  'w:pPrChange',
  // Right indents against a grid of characters, which is a finding of its section.
  'w:adjustRightInd',
  // Of frames and boxes that could stand over each other; here as in Word's own default they may.
  'w:suppressOverlap',
  'w:textboxTightWrap',
  // HTML's, and a copy of which conditions of the table's style hold.
  'w:divId',
  'w:cnfStyle',
  // Places letters of several sizes against each other in a line: only Word's default is drawn.
  'w:textAlignment',
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const readParagraphProperties = (
  element: XmlElement,
  context: PropertyContext,
): ParagraphProperties => {
  const out: Mutable<ParagraphProperties> = {};
  for (const child of elementsOf(element)) readOne(child, out, context);
  return out;
};

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'both',
  lowKashida: 'both',
  mediumKashida: 'both',
  highKashida: 'both',
  thaiDistribute: 'both',
  distribute: 'distribute',
};

const readOne = (element: XmlElement, out: Mutable<ParagraphProperties>, context: PropertyContext): void => {
  const value = element.attribute('w:val');
  switch (element.name) {
    case 'w:pStyle':
      if (value !== undefined) out.styleId = value;
      return;
    case 'w:keepNext':
      out.keepNext = toggleValue(element);
      return;
    case 'w:keepLines':
      out.keepLines = toggleValue(element);
      return;
    case 'w:pageBreakBefore':
      out.pageBreakBefore = toggleValue(element);
      return;
    case 'w:widowControl':
      out.widowControl = toggleValue(element);
      return;
    case 'w:contextualSpacing':
      out.contextualSpacing = toggleValue(element);
      return;
    case 'w:suppressLineNumbers':
      out.suppressLineNumbers = toggleValue(element);
      return;
    case 'w:mirrorIndents':
      out.mirrorIndents = toggleValue(element);
      return;
    case 'w:snapToGrid':
      out.snapToGrid = toggleValue(element);
      return;
    case 'w:suppressAutoHyphens':
      out.suppressHyphens = toggleValue(element);
      return;
    case 'w:wordWrap':
      out.wordWrap = toggleValue(element);
      return;
    case 'w:kinsoku':
      out.kinsoku = toggleValue(element);
      return;
    case 'w:overflowPunct':
      out.overflowPunctuation = toggleValue(element);
      return;
    case 'w:topLinePunct':
      // Punctuation that begins a line is as narrow as its ink (§17.3.1.43).
      if (toggleValue(element)) context.findings.note('script:east-asian', context.part, element);
      return;
    case 'w:autoSpaceDE':
      out.spaceLatin = toggleValue(element);
      return;
    case 'w:autoSpaceDN':
      out.spaceDigits = toggleValue(element);
      return;
    case 'w:numPr': {
      const numId = wholeNumber(childValue(element, 'w:numId'));
      const level = wholeNumber(childValue(element, 'w:ilvl'));
      if (numId !== undefined) out.numId = numId;
      if (level !== undefined && level >= 0 && level <= 8) out.numLevel = level;
      return;
    }
    case 'w:pBdr': {
      out.borders = readBorders(element, context.theme);
      const bar = childOf(element, 'w:bar');
      if (isVisible(readBorder(bar, context.theme)) && bar !== undefined)
        context.findings.note('bar', context.part, bar);
      return;
    }
    case 'w:shd': {
      const shading = readShading(element, context.theme);
      if (shading !== undefined) out.shading = shading;
      return;
    }
    case 'w:tabs':
      out.tabs = elementsOf(element, 'w:tab').flatMap((tab) => readTab(tab, context));
      return;
    case 'w:spacing':
      readSpacing(element, out);
      return;
    case 'w:ind':
      readIndent(element, out);
      return;
    case 'w:jc': {
      const alignment = ALIGNMENTS[value ?? ''];
      if (alignment !== undefined) out.alignment = alignment;
      return;
    }
    case 'w:outlineLvl': {
      const level = wholeNumber(value);
      if (level !== undefined) out.outlineLevel = level;
      return;
    }
    case 'w:bidi':
      out.rightToLeft = toggleValue(element);
      return;
    case 'w:framePr':
      out.frame = readFrame(element);
      return;
    case 'w:textDirection':
      if (value !== 'lrTb' && value !== 'tb') context.findings.note('vertical-text', context.part, element);
      return;
    default:
      if (!IGNORED.has(element.name)) context.findings.unknown(context.part, element);
  }
};

const TAB_ALIGNMENTS: Readonly<Record<string, TabStop['alignment']>> = {
  left: 'left',
  start: 'left',
  num: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  decimal: 'decimal',
  bar: 'bar',
  clear: 'clear',
};

const LEADERS: Readonly<Record<string, TabStop['leader']>> = {
  dot: 'dot',
  hyphen: 'hyphen',
  underscore: 'underscore',
  heavy: 'underscore',
  middleDot: 'middleDot',
};

const readTab = (element: XmlElement, context: PropertyContext): TabStop[] => {
  const position = lengthOf(element.attribute('w:pos'));
  const alignment = TAB_ALIGNMENTS[element.attribute('w:val') ?? 'left'];
  if (position === undefined || alignment === undefined) return [];
  if (alignment === 'bar') context.findings.note('bar', context.part, element);
  return [{ position, alignment, leader: LEADERS[element.attribute('w:leader') ?? 'none'] ?? 'none' }];
};

const readSpacing = (element: XmlElement, out: Mutable<ParagraphProperties>): void => {
  const before = lengthOf(element.attribute('w:before'));
  const after = lengthOf(element.attribute('w:after'));
  if (before !== undefined) out.spaceBefore = Math.max(0, before);
  if (after !== undefined) out.spaceAfter = Math.max(0, after);
  const autoBefore = element.attribute('w:beforeAutospacing');
  const autoAfter = element.attribute('w:afterAutospacing');
  if (autoBefore !== undefined) out.autoBefore = isOn(autoBefore);
  if (autoAfter !== undefined) out.autoAfter = isOn(autoAfter);
  const linesBefore = wholeNumber(element.attribute('w:beforeLines'));
  const linesAfter = wholeNumber(element.attribute('w:afterLines'));
  // Word writes the length beside them, other programs may not.
  if (before === undefined && linesBefore !== undefined) out.linesBefore = Math.max(0, linesBefore);
  if (after === undefined && linesAfter !== undefined) out.linesAfter = Math.max(0, linesAfter);
  const line = element.attribute('w:line');
  const rule = element.attribute('w:lineRule');
  const height = lengthOf(line);
  if (height === undefined) return;
  if (rule === 'exact' || rule === 'atLeast') out.line = { rule, value: Math.max(0.5, Math.abs(height)) };
  // A negative height is an exact one (as Word reads old files); automatic ones count 240ths of a line.
  else if (height < 0) out.line = { rule: 'exact', value: -height };
  else if (height > 0) out.line = { rule: 'auto', value: height / 12 };
};

/** The `…Chars` attributes count characters; Word writes the length beside them, other programs may not. */
const readIndent = (element: XmlElement, out: Mutable<ParagraphProperties>): void => {
  const left = lengthOf(element.attribute('w:left') ?? element.attribute('w:start'));
  const right = lengthOf(element.attribute('w:right') ?? element.attribute('w:end'));
  const hanging = lengthOf(element.attribute('w:hanging'));
  const first = lengthOf(element.attribute('w:firstLine'));
  if (left !== undefined) out.indentLeft = left;
  if (right !== undefined) out.indentRight = right;
  // §17.3.1.12: with both, hanging wins.
  if (hanging !== undefined) out.indentFirst = -hanging;
  else if (first !== undefined) out.indentFirst = first;
  const characters = (name: string): number | undefined => wholeNumber(element.attribute(name));
  const leftCharacters = characters('w:leftChars') ?? characters('w:startChars');
  const rightCharacters = characters('w:rightChars') ?? characters('w:endChars');
  const hangingCharacters = characters('w:hangingChars');
  const firstCharacters =
    hangingCharacters === undefined ? characters('w:firstLineChars') : -hangingCharacters;
  if (left === undefined && leftCharacters !== undefined) out.indentLeftCharacters = leftCharacters;
  if (right === undefined && rightCharacters !== undefined) out.indentRightCharacters = rightCharacters;
  if (hanging === undefined && first === undefined && firstCharacters !== undefined)
    out.indentFirstCharacters = firstCharacters;
};

const readFrame = (element: XmlElement): Frame => {
  const length = (name: string): number | undefined => lengthOf(element.attribute(name));
  const dropCap = element.attribute('w:dropCap');
  const rule = element.attribute('w:hRule');
  const [width, height, x, y] = [length('w:w'), length('w:h'), length('w:x'), length('w:y')];
  const wrap = element.attribute('w:wrap');
  const [xAlign, yAlign] = [element.attribute('w:xAlign'), element.attribute('w:yAlign')];
  return {
    ...((dropCap === 'drop' || dropCap === 'margin') && { dropCap }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...((rule === 'exact' || rule === 'atLeast') && { heightRule: rule }),
    hSpace: length('w:hSpace') ?? 0,
    vSpace: length('w:vSpace') ?? 0,
    ...(wrap !== undefined && { wrap }),
    // What Word takes where nothing is said: the column, and the margin.
    hAnchor: element.attribute('w:hAnchor') ?? 'text',
    vAnchor: element.attribute('w:vAnchor') ?? 'margin',
    ...(x !== undefined && { x }),
    ...(xAlign !== undefined && { xAlign }),
    ...(y !== undefined && { y }),
    ...(yAlign !== undefined && { yAlign }),
  };
};

/** Later stops win at their places, `clear` takes one away (§17.3.1.38). */
const mergeTabs = (
  base: readonly TabStop[] | undefined,
  over: readonly TabStop[] | undefined,
): readonly TabStop[] | undefined => {
  if (base === undefined || base.length === 0) return over;
  if (over === undefined) return base;
  const stops = new Map(base.map((stop) => [Math.round(stop.position * 20), stop]));
  for (const stop of over) stops.set(Math.round(stop.position * 20), stop);
  return [...stops.values()].sort((a, b) => a.position - b.position);
};

export const mergeParagraph = (
  base: ParagraphProperties,
  over: ParagraphProperties | undefined,
): ParagraphProperties => {
  if (over === undefined) return base;
  const tabs = mergeTabs(base.tabs, over.tabs);
  const merged: Mutable<ParagraphProperties> = { ...base, ...over, ...(tabs !== undefined && { tabs }) };
  // A length of a nearer place stands over characters or lines of a farther one.
  if (over.indentLeft !== undefined) delete merged.indentLeftCharacters;
  if (over.indentRight !== undefined) delete merged.indentRightCharacters;
  if (over.indentFirst !== undefined) delete merged.indentFirstCharacters;
  if (over.spaceBefore !== undefined) delete merged.linesBefore;
  if (over.spaceAfter !== undefined) delete merged.linesAfter;
  return merged;
};
