/**
 * mathAtoms :: a formula → atoms of its line
 *
 * In a line of text a formula may end the line before a sign that joins or compares, as Word does it by default. One on lines
 * of its own is broken there, too, where it is too long, and says so: Word aligns what follows in its own way.
 */
import type { MathInline } from '../../wml/model.ts';
import type { Atom, MathAtom } from '../inline/atoms.ts';
import { MathSetter, type Spaced, withSpaces } from './set-math.ts';
import type { MathSettings, MathStyle } from './setting.ts';

export const mathAtoms = (
  inline: MathInline,
  settings: MathSettings,
  display: MathAtom['display'],
): readonly Atom[] => {
  const { formatOf } = settings;
  const displayed = display !== undefined;
  const style: MathStyle = { level: 0, display: displayed, displayed };
  const setter = new MathSetter(settings);
  const spaced = withSpaces(setter.items(inline.math, style), false);
  const atoms: Atom[] = [];
  let piece: Spaced[] = [];
  const flush = (breakAfter: boolean, space: number): void => {
    if (piece.length === 0) return;
    const box = setter.row(piece, style);
    const format = formatOf(piece[0]?.item.run ?? inline.run);
    const atom: MathAtom = {
      kind: 'math',
      box,
      width: box.width + box.italic + space,
      ascent: Math.max(box.ascent, LINE_ASCENT * format.size),
      descent: Math.max(box.descent, LINE_DESCENT * format.size),
      format,
      link: inline.link,
      breakAfter,
      display,
      first: atoms.at(-1)?.kind !== 'math',
    };
    atoms.push(atom);
    piece = [];
  };
  for (const one of spaced) {
    const { item, space } = one;
    if (item.mark === 'break') {
      flush(true, 0);
      const format = formatOf(item.run);
      const { ascent, descent } = format;
      atoms.push({
        kind: 'break',
        type: 'line',
        width: 0,
        ascent,
        descent,
        format,
        link: inline.link,
        breakAfter: true,
      });
      continue;
    }
    // Signs that the breaker may begin a line with: what comes before them ends with the room between.
    if (space > 0 && (item.left === 'rel' || item.left === 'bin'))
      flush(true, space * setter.sizeOf(item.run, style));
    piece.push(one);
  }
  flush(true, 0);
  return atoms;
};

/** Of Cambria Math's line, in em [M]: a formula's line is no lower, whatever stands in it. */
const LINE_ASCENT = 0.95;
const LINE_DESCENT = 0.222;
