/** labelAtoms :: paragraph of a list → its number or bullet, and what follows that (ECMA-376 §17.9) */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Drawing, Paragraph } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Atom } from './atoms.ts';
import { addText } from './collect.ts';

/** A number that ends at the indent ends just before it: its tab leads there, and no further [M]. */
const BEFORE_INDENT = 0.05;

export const labelAtoms = (
  paragraph: Paragraph,
  resolved: ResolvedParagraph,
  context: LayoutContext,
): Atom[] => {
  const label = context.labels.paragraphs.get(paragraph);
  if (label === undefined) return [];
  const format = context.labelFormat(label, paragraph.mark, resolved);
  const atoms: Atom[] = [];
  const picture =
    label.level.picture === undefined ? undefined : context.document.bullets.get(label.level.picture);
  if (picture === undefined) addText(label.text, format, undefined, atoms);
  else atoms.push(pictureAtom(picture, format));
  const width = atoms.reduce((sum, atom) => sum + atom.width, 0);
  const { alignment, suffix } = label.level;
  // A number that is not left-aligned ends (or is centred) where the first line begins.
  const shift = alignment === 'right' ? -width - BEFORE_INDENT : alignment === 'center' ? -width / 2 : 0;
  // What a number needs below the baseline makes no line higher [M].
  const glued: Atom[] = atoms.map((atom) => ({ ...atom, breakAfter: false, descent: 0, ofLabel: true }));
  const plain = {
    ascent: format.ascent,
    descent: format.descent,
    format,
    link: undefined,
    breakAfter: false,
  };
  if (shift !== 0)
    glued.unshift({ ...plain, kind: 'mark', width: shift, bookmark: undefined, anchored: undefined });
  if (suffix === 'tab') glued.push({ ...plain, kind: 'tab', width: 0, position: undefined, ofNumber: true });
  else if (suffix === 'space') addText(' ', format, undefined, glued);
  return glued;
};

/** A bullet that is a picture stands on the baseline, as high as it is but no higher than its line. */
const pictureAtom = (drawing: Drawing, format: TextFormat): Atom => {
  const scale = Math.min(1, format.size / Math.max(1, drawing.height));
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  return {
    kind: 'object',
    drawing: { ...drawing, width, height },
    width,
    height,
    ascent: height,
    descent: 0,
    format,
    link: undefined,
    breakAfter: false,
  };
};
