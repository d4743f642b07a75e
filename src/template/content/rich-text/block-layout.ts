/** layoutOf :: element × layout around it → layout of the paragraphs inside */
import type { Alignment, Layout } from './blocks.ts';
import { type Declarations, readBorders, readCssLength, readEdges } from './css.ts';
import { readColour } from './css-colours.ts';
import type { HtmlElement } from './html.ts';

export const NO_LAYOUT: Layout = { indentLeft: 0, indentRight: 0, quotes: 0 };

/** Twips. Half an inch, which is what a step of Word's own indent buttons is. */
const STEP = 720;

/** Word's own limit for indents and spacing: 22 in. */
const MOST = 31_680;
const bounded = (twips: number): number => Math.max(0, Math.min(MOST, twips));

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: 'left',
  start: 'left',
  right: 'right',
  end: 'right',
  center: 'center',
  middle: 'center',
  justify: 'justify',
};

export const alignmentOf = (element: HtmlElement, declarations: Declarations): Alignment | undefined => {
  if (element.name === 'center') return 'center';
  // Quill says it with a class.
  const quill = /\bql-align-(\w+)/.exec(element.attribute('class') ?? '')?.[1];
  const word = declarations.get('text-align') ?? element.attribute('align') ?? quill ?? '';
  return ALIGNMENTS[word.trim().toLowerCase()];
};

const lineOf = (text: string | undefined, em: number): Layout['line'] => {
  if (text === undefined) return undefined;
  const share = /^(\d*\.?\d+)(%?)$/.exec(text.trim());
  if (share !== null) {
    const value = Math.round(Number(share[1]) * (share[2] === '%' ? 2.4 : 240));
    return value >= 120 && value <= 2400 ? { value, exact: false } : undefined;
  }
  const twips = readCssLength(text, em);
  return twips !== undefined && twips > 0 && twips <= MOST ? { value: twips, exact: true } : undefined;
};

/** Space that a paragraph takes above and below itself can't be negative in Word. */
const space = (text: string | undefined, em: number): number | undefined => {
  const twips = readCssLength(text, em);
  return twips === undefined ? undefined : bounded(twips);
};

const firstLineOf = (text: string | undefined, em: number, width: number): number | undefined => {
  const twips = readCssLength(text, em, width);
  return twips === undefined || Math.abs(twips) > MOST ? undefined : twips;
};

const present = <Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };

const BREAKS = /^(?:always|page|left|right)$/i;

/** Whether a block starts a new page, or the one after it does. */
export const breaksPage = (declarations: Declarations, side: 'before' | 'after'): boolean =>
  BREAKS.test(declarations.get(`break-${side}`) ?? declarations.get(`page-break-${side}`) ?? '');

interface LayoutContext {
  readonly around: Layout;
  /** Twips of the font's size. */
  readonly em: number;
  /** Twips between the margins, for percentages. */
  readonly width: number;
}

/**
 * Indents and quotations add up; alignment, line height, background and borders are handed down (Word draws equal
 * borders of neighbours as one box). Space above and below is the element's own.
 */
export const layoutOf = (
  element: HtmlElement,
  declarations: Declarations,
  { around, em, width }: LayoutContext,
): Layout => {
  const [top, right, bottom, left] = readEdges(declarations, 'margin');
  const [, paddingRight, , paddingLeft] = readEdges(declarations, 'padding');
  const length = (text: string | undefined): number => readCssLength(text, em, width) ?? 0;
  const isQuote = element.name === 'blockquote';
  const direction = (declarations.get('direction') ?? element.attribute('dir'))?.toLowerCase();
  const borders = readBorders(declarations);
  const { spaceBefore: _before, spaceAfter: _after, keepNext: _keep, ...inherited } = around;
  const step = element.name === 'dd' ? STEP : 0;
  return {
    ...inherited,
    indentLeft: bounded(around.indentLeft + length(left) + length(paddingLeft) + step),
    indentRight: bounded(around.indentRight + length(right) + length(paddingRight)),
    quotes: around.quotes + (isQuote ? 1 : 0),
    ...present({
      align: alignmentOf(element, declarations),
      firstLine: firstLineOf(declarations.get('text-indent'), em, width),
      spaceBefore: space(top, em),
      spaceAfter: space(bottom, em),
      line: lineOf(declarations.get('line-height'), em),
      background: readColour(declarations.get('background-color') ?? declarations.get('background') ?? ''),
      borders: Object.keys(borders).length === 0 ? undefined : borders,
      rightToLeft: direction === 'rtl' ? true : direction === 'ltr' ? false : undefined,
    }),
    ...(element.name === 'dt' && { keepNext: true }),
  };
};
