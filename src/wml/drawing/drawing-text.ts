/**
 * readDrawingText :: a:txBody → ShapeText (ECMA-376 §21.1.2): text as diagrams and canvases have it, as Word's own paragraphs
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { readDrawingColor } from '../colors.ts';
import type { Inline, Paragraph, ShapeText } from '../model.ts';
import type { Alignment, ParagraphProperties } from '../properties/paragraph-properties.ts';
import type { RunProperties } from '../properties/run-properties.ts';
import { emuOf, isOn, share, wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import { latinTypeface } from '../theme.ts';

/** What neither text nor style says (§21.1.2.3.9). */
const SIZE = 18;
const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  l: 'left',
  ctr: 'center',
  r: 'right',
  just: 'both',
};

export const readDrawingText = (
  body: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeText | undefined => {
  if (body === undefined) return undefined;
  const properties = childOf(body, 'a:bodyPr');
  const reference = childOf(style, 'a:fontRef');
  const fonts = reference?.attribute('idx') === 'major' ? context.theme.major : context.theme.minor;
  const base: RunProperties = {
    ...(fonts.latin !== undefined && { ascii: fonts.latin, hAnsi: fonts.latin }),
    size: SIZE,
  };
  const blocks = elementsOf(body, 'a:p').map((element) => readParagraph(element, base, context));
  if (blocks.every(({ inlines }) => inlines.length === 0)) return undefined;
  const vertical = properties?.attribute('vert') ?? 'horz';
  if (vertical !== 'horz' && properties !== undefined)
    context.findings.note('vertical-text', context.part, properties);
  const anchor = properties?.attribute('anchor');
  return {
    blocks,
    insets: {
      left: emuOf(properties?.attribute('lIns')) ?? 7.2,
      top: emuOf(properties?.attribute('tIns')) ?? 3.6,
      right: emuOf(properties?.attribute('rIns')) ?? 7.2,
      bottom: emuOf(properties?.attribute('bIns')) ?? 3.6,
    },
    vertical: anchor === 'ctr' ? 'center' : anchor === 'b' ? 'bottom' : 'top',
    ...(isOn(properties?.attribute('anchorCtr')) && { centred: true }),
    grows: false,
    wraps: properties?.attribute('wrap') !== 'none',
    color: readDrawingColor(reference, context.theme),
  };
};

const readParagraph = (element: XmlElement, base: RunProperties, context: StoryContext): Paragraph => {
  const look = childOf(element, 'a:pPr');
  const inlines: Inline[] = [];
  let largest = 0;
  for (const child of elementsOf(element)) {
    if (child.name !== 'a:r' && child.name !== 'a:br' && child.name !== 'a:fld') continue;
    const run = readRun(childOf(child, 'a:rPr'), base, context);
    largest = Math.max(largest, run.size ?? SIZE);
    if (child.name === 'a:br') inlines.push({ kind: 'break', type: 'line', run });
    else {
      const text = childOf(child, 'a:t');
      if (text !== undefined) inlines.push({ kind: 'text', text: textContent(text), run });
    }
  }
  const first = inlines[0];
  const bullet = childOf(look, 'a:buChar')?.attribute('char');
  if (bullet !== undefined && first !== undefined)
    inlines.unshift({ kind: 'text', text: bullet, run: first.run }, { kind: 'tab', run: first.run });
  return {
    kind: 'paragraph',
    properties: paragraphLook(look, largest || SIZE),
    mark: readRun(childOf(element, 'a:endParaRPr'), base, context),
    inlines,
  };
};

const paragraphLook = (look: XmlElement | undefined, size: number): ParagraphProperties => {
  /** Points, or a share of the letters' size. */
  const spacing = (name: string): number => {
    const element = childOf(look, name);
    const points = wholeNumber(childOf(element, 'a:spcPts')?.attribute('val'));
    if (points !== undefined) return points / 100;
    return share(childOf(element, 'a:spcPct')?.attribute('val')) * size * 1.2;
  };
  const lines = childOf(look, 'a:lnSpc');
  const exact = wholeNumber(childOf(lines, 'a:spcPts')?.attribute('val'));
  const factor = childOf(lines, 'a:spcPct')?.attribute('val');
  return {
    alignment: ALIGNMENTS[look?.attribute('algn') ?? 'l'] ?? 'left',
    spaceBefore: spacing('a:spcBef'),
    spaceAfter: spacing('a:spcAft'),
    line:
      exact === undefined
        ? { rule: 'auto', value: factor === undefined ? 1 : Math.max(0.1, share(factor)) }
        : { rule: 'exact', value: exact / 100 },
    indentLeft: emuOf(look?.attribute('marL')) ?? 0,
    indentRight: emuOf(look?.attribute('marR')) ?? 0,
    indentFirst: emuOf(look?.attribute('indent')) ?? 0,
    contextualSpacing: false,
    widowControl: false,
  };
};

const readRun = (look: XmlElement | undefined, base: RunProperties, context: StoryContext): RunProperties => {
  if (look === undefined) return base;
  const size = wholeNumber(look.attribute('sz'));
  const color = readDrawingColor(childOf(look, 'a:solidFill'), context.theme)?.color;
  const family = latinTypeface(childOf(look, 'a:latin')?.attribute('typeface'), context.theme);
  const underline = look.attribute('u') ?? 'none';
  const baseline = Number(look.attribute('baseline') ?? 0);
  return {
    ...base,
    ...(size !== undefined && { size: size / 100 }),
    ...(color !== undefined && { color }),
    ...(family !== undefined && { ascii: family, hAnsi: family }),
    bold: isOn(look.attribute('b')),
    italic: isOn(look.attribute('i')),
    ...(underline !== 'none' && { underline: { style: 'single' } }),
    ...(baseline > 0 && { vertical: 'superscript' as const }),
    ...(baseline < 0 && { vertical: 'subscript' as const }),
  };
};
