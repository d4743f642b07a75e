/** noteOrigins :: a line → on the canvas, a box for each stretch of it that one tag has made */
import type { Canvas } from '../draw/canvas.ts';
import type { Atom } from '../inline/atoms.ts';
import type { Line, PlacedAtom } from '../inline/lines.ts';

interface Stretch {
  readonly origin: number;
  from: number;
  to: number;
  ascent: number;
  descent: number;
}

const BLANK: ReadonlySet<Atom['kind']> = new Set(['space', 'break', 'mark']);
/** Points between what is drawn side by side. */
const BESIDE = 0.5;

/** `x` is the left edge of the text column. */
export const noteOrigins = (canvas: Canvas, line: Line, x: number, baseline: number): void => {
  // Of the line as it is drawn: `line.right` is where it ended before it was justified.
  const inks = line.atoms.filter(({ atom }) => !BLANK.has(atom.kind)).map((one) => one.x + one.width);
  const right = Math.max(...inks);
  let open: Stretch | undefined;
  const end = (): void => {
    if (open === undefined) return;
    const { origin, from, ascent, descent } = open;
    // Blanks at the end of a line are drawn nowhere.
    const to = Math.min(open.to, right);
    const box = { x: x + from, y: baseline - ascent, width: to - from, height: ascent + descent };
    if (box.width > 0 && box.height > 0) canvas.origin(origin, box);
    open = undefined;
  };
  for (const placed of line.atoms) {
    const { atom } = placed;
    for (const { origin, from, to } of atom.origins ?? []) {
      const [left, right] = edgesOf(placed, from, to);
      if (open?.origin === origin && left <= open.to + BESIDE && right >= open.from - BESIDE) {
        open.from = Math.min(open.from, left);
        open.to = Math.max(open.to, right);
        open.ascent = Math.max(open.ascent, atom.ascent);
        open.descent = Math.max(open.descent, atom.descent);
      } else {
        end();
        open = { origin, from: left, to: right, ascent: atom.ascent, descent: atom.descent };
      }
    }
  }
  end();
};

/** Of the part of an atom from one character to another, as far as that can be told apart. */
const edgesOf = (
  { atom, x, width }: PlacedAtom,
  from: number,
  to: number,
): readonly [left: number, right: number] => {
  if (atom.kind !== 'word' || (from === 0 && to >= atom.text.length)) return [x, x + width];
  const before = widthOf(atom, 0, from);
  const own = widthOf(atom, from, to);
  const isTurned = (atom.level ?? 0) % 2 === 1;
  return isTurned ? [x + width - before - own, x + width - before] : [x + before, x + before + own];
};

const widthOf = ({ format, text }: Extract<Atom, { kind: 'word' }>, from: number, to: number): number =>
  to > from ? format.measureWord(text.slice(from, to)).width : 0;
