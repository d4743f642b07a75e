/**
 * readRecolor :: a:blip → what becomes of the picture's colours (ECMA-376 §20.1.8.11, 16, 23, 34)
 *
 * One change, or a grey one before black and white, which is the same as that alone. What else there is is a finding.
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { drawingColorOf, readDrawingColor } from '../colors.ts';
import { share } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import type { Recolor } from './shape-style.ts';

/** Read elsewhere, or for editors. */
const OTHERS: ReadonlySet<string> = new Set(['a:extLst', 'a:alphaModFix', 'a:lum']);

export const readRecolor = (blip: XmlElement | undefined, context: StoryContext): Recolor | undefined => {
  let result: Recolor | undefined;
  for (const effect of blip === undefined ? [] : elementsOf(blip)) {
    if (OTHERS.has(effect.name)) continue;
    const recolor = recolorOf(effect, context);
    if (
      recolor === undefined ||
      (result !== undefined && (result.kind !== 'gray' || recolor.kind === 'hidden'))
    )
      context.findings.note('picture-effects', context.part, effect);
    else result = recolor;
  }
  return result;
};

const recolorOf = (effect: XmlElement, context: StoryContext): Recolor | undefined => {
  switch (effect.name) {
    case 'a:grayscl':
      return { kind: 'gray' };
    case 'a:biLevel':
      return { kind: 'bilevel', threshold: share(effect.attribute('thresh') ?? '50000') };
    case 'a:duotone': {
      const [dark, light] = elementsOf(effect).map((color) => drawingColorOf(color, context.theme)?.color);
      return dark === undefined || light === undefined ? undefined : { kind: 'duotone', dark, light };
    }
    case 'a:clrChange': {
      const from = readDrawingColor(childOf(effect, 'a:clrFrom'), context.theme);
      const to = readDrawingColor(childOf(effect, 'a:clrTo'), context.theme);
      // Another colour in its place is what nobody asks for.
      return from === undefined || to?.opacity !== 0 ? undefined : { kind: 'hidden', color: from.color };
    }
    default:
      return undefined;
  }
};
