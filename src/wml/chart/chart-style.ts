/**
 * readLook, readTextLook, readChartText, readLayout :: c:spPr, c:txPr, c:rich, c:layout → how a part of a chart looks
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { readDrawingColor } from '../colors.ts';
import { degrees, readFill, readLine } from '../drawing/shape-fill.ts';
import { emuOf, isOn, wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import { latinTypeface } from '../theme.ts';
import { attributeOf, numberOf } from './chart-values.ts';
import type { ChartFont, ChartLine, ChartLook, ChartText, ManualLayout, TextLook } from './model.ts';

const AUTO_LINE: ChartLine = { color: 'auto', width: undefined, dash: 'solid', cap: 'butt', join: 'round' };
const AUTO_LOOK: ChartLook = { fill: 'auto', line: AUTO_LINE };

const FILLS: ReadonlySet<string> = new Set([
  'a:noFill',
  'a:solidFill',
  'a:gradFill',
  'a:pattFill',
  'a:blipFill',
  'a:grpFill',
]);

export const readLook = (properties: XmlElement | undefined, context: StoryContext): ChartLook => {
  if (properties === undefined) return AUTO_LOOK;
  const says = elementsOf(properties).some(({ name }) => FILLS.has(name));
  return {
    fill: says ? (readFill(properties, undefined, context) ?? 'none') : 'auto',
    line: readChartLine(properties, context),
  };
};

/** Of `c:spPr`, whose `a:ln` may give a width and leave the colour to the chart's style. */
export const readChartLine = (properties: XmlElement | undefined, context: StoryContext): ChartLine => {
  const line = childOf(properties, 'a:ln');
  if (line === undefined) return AUTO_LINE;
  const drawn = readLine(properties, undefined, context);
  const width = emuOf(line.attribute('w'));
  return {
    color: childOf(line, 'a:noFill') !== undefined ? 'none' : (drawn?.color ?? 'auto'),
    width: width === undefined ? undefined : Math.max(0, Math.min(100, width)),
    dash: childOf(line, 'a:prstDash')?.attribute('val') ?? 'solid',
    cap: drawn?.cap ?? 'butt',
    join: drawn?.join ?? 'round',
  };
};

/** The program's own rotation: a thousand degrees (§21.2 does not say so; Office writes it). */
const OWN_ROTATION = -1000;

export const readTextLook = (element: XmlElement | undefined, context: StoryContext): TextLook => {
  const body = childOf(element, 'a:bodyPr');
  const paragraph = element && elementsOf(element, 'a:p')[0];
  return {
    font: readFont(childOf(childOf(paragraph, 'a:pPr'), 'a:defRPr'), context),
    rotation: readRotation(body),
  };
};

const readRotation = (body: XmlElement | undefined): number | undefined => {
  const vertical = body?.attribute('vert');
  if (vertical === 'vert270') return -90;
  if (vertical === 'vert' || vertical === 'eaVert') return 90;
  const text = body?.attribute('rot');
  if (text === undefined) return undefined;
  const turn = degrees(text);
  return turn === OWN_ROTATION ? undefined : Math.max(-90, Math.min(90, turn));
};

const readFont = (look: XmlElement | undefined, context: StoryContext): ChartFont => {
  if (look === undefined) return {};
  const size = wholeNumber(look.attribute('sz'));
  const kerning = wholeNumber(look.attribute('kern'));
  const [bold, italic, underline] = ['b', 'i', 'u'].map((name) => look.attribute(name));
  const color = readDrawingColor(childOf(look, 'a:solidFill'), context.theme);
  const family = latinTypeface(childOf(look, 'a:latin')?.attribute('typeface'), context.theme);
  const baseline = Number(look.attribute('baseline') ?? 0);
  return {
    ...(size !== undefined && { size: Math.max(1, Math.min(400, size / 100)) }),
    ...(kerning !== undefined && { kerning: kerning / 100 }),
    ...(bold !== undefined && { bold: isOn(bold) }),
    ...(italic !== undefined && { italic: isOn(italic) }),
    ...(underline !== undefined && { underline: underline !== 'none' }),
    ...(color !== undefined && { color }),
    ...(family !== undefined && family !== '' && { family }),
    ...(baseline > 0 && { vertical: 'superscript' as const }),
    ...(baseline < 0 && { vertical: 'subscript' as const }),
  };
};

/** More paragraphs are no title. */
const MOST_PARAGRAPHS = 200;

/** `c:rich` (§21.2.2.156): each run with what its paragraph gives it. */
export const readChartText = (rich: XmlElement | undefined, context: StoryContext): ChartText | undefined => {
  if (rich === undefined) return undefined;
  return {
    paragraphs: elementsOf(rich, 'a:p')
      .slice(0, MOST_PARAGRAPHS)
      .flatMap((paragraph) => {
        const base = readFont(childOf(childOf(paragraph, 'a:pPr'), 'a:defRPr'), context);
        const lines: { text: string; font: ChartFont }[][] = [[]];
        for (const child of elementsOf(paragraph)) {
          const text = childOf(child, 'a:t');
          if (child.name === 'a:br') lines.push([]);
          else if ((child.name === 'a:r' || child.name === 'a:fld') && text !== undefined)
            lines.at(-1)?.push({
              text: textContent(text),
              font: { ...base, ...readFont(childOf(child, 'a:rPr'), context) },
            });
        }
        return lines;
      }),
  };
};

export const readLayout = (element: XmlElement | undefined): ManualLayout | undefined => {
  const manual = childOf(childOf(element, 'c:layout'), 'c:manualLayout');
  if (manual === undefined) return undefined;
  const share = (name: string): number | undefined => {
    const value = numberOf(manual, name);
    return value === undefined ? undefined : Math.max(-2, Math.min(2, value));
  };
  return {
    inner: attributeOf(manual, 'c:layoutTarget') === 'inner',
    x: share('c:x'),
    y: share('c:y'),
    xEdge: attributeOf(manual, 'c:xMode') === 'edge',
    yEdge: attributeOf(manual, 'c:yMode') === 'edge',
    width: share('c:w'),
    height: share('c:h'),
  };
};
