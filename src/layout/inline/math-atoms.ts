/**
 * mathAtoms :: a formula → atoms of its line
 *
 * In a line of text a formula may end the line before a sign that joins or compares, as Word does it by default. One on lines
 * of its own is broken there, too, where it is too long, and says so: Word aligns what follows in its own way.
 */
import type { MathNode } from '../../wml/math/model.ts';
import type { MathInline } from '../../wml/model.ts';
import { moved } from '../math/math-box.ts';
import { MathSetter, type Spaced, withSpaces } from '../math/set-math.ts';
import type { MathSettings, MathStyle } from '../math/setting.ts';
import type { Atom, MathAtom, TabAtom } from './atoms.ts';

/** `group`: lines begin below each other, and the longest is in the middle. */
type MathSide = 'left' | 'center' | 'right' | 'group';

export const mathAtoms = (
  inline: MathInline,
  settings: MathSettings,
  side: MathSide | undefined,
): readonly Atom[] => {
  const { math } = inline;
  if (side === undefined || math.kind !== 'array' || math.number === undefined)
    return new AtomMaker(inline, settings, side).lines(math);
  // A number at the margin, and the formula in the middle, as if there were no number.
  const maker = new AtomMaker(inline, settings, side);
  return [
    maker.tab('center'),
    ...maker.lines({ ...math, number: undefined }),
    maker.tab('right'),
    ...maker.lines(math.number),
  ];
};

/** Of Cambria Math's line, in em [M]: a formula's line is no lower, whatever stands in it. */
const LINE_ASCENT = 0.95;
const LINE_DESCENT = 0.222;
/** Over one that is higher, on lines of its own, in em [M]. */
const LEADING = 0.133;

class AtomMaker {
  readonly #inline: MathInline;
  readonly #settings: MathSettings;
  readonly #side: MathSide | undefined;
  readonly #style: MathStyle;
  readonly #setter: MathSetter;

  constructor(inline: MathInline, settings: MathSettings, side: MathSide | undefined) {
    this.#inline = inline;
    this.#settings = settings;
    this.#side = side;
    this.#style = { level: 0, display: side !== undefined, displayed: side !== undefined };
    this.#setter = new MathSetter(settings);
  }

  lines(node: MathNode): readonly Atom[] {
    const spaced = withSpaces(this.#setter.items(node, this.#style), false);
    const lines: Spaced[][] = [[]];
    for (const one of spaced) {
      if (one.item.mark === 'break') lines.push([]);
      else lines.at(-1)?.push(one);
    }
    const room = this.#side === undefined ? undefined : this.#alignedTo(lines);
    return lines.flatMap((line, index) => [
      ...(index === 0 ? [] : [this.#break()]),
      ...this.#pieces(line, room?.[index] ?? NO_ROOM),
    ]);
  }

  /** What each line needs before and after it, so that all align. */
  #alignedTo(lines: readonly (readonly Spaced[])[]): readonly Room[] {
    const widthOf = (line: readonly Spaced[]): number => {
      const box = this.#setter.row(line, this.#style);
      return box.width + box.italic;
    };
    const marks = lines.map((line) => {
      const at = line.findIndex(({ item }) => item.aligns === true);
      return at < 0 ? undefined : widthOf(line.slice(0, at));
    });
    const mark = Math.max(0, ...marks.map((one) => one ?? 0));
    const before = marks.map((one) => (one === undefined ? 0 : mark - one));
    const whole = lines.map((line, index) => (before[index] ?? 0) + widthOf(line));
    const most = this.#side === 'group' || mark > 0 ? Math.max(...whole) : 0;
    return lines.map((_, index) => ({
      before: before[index] ?? 0,
      after: Math.max(0, most - (whole[index] ?? 0)),
    }));
  }

  #pieces(line: readonly Spaced[], room: Room): readonly Atom[] {
    const atoms: MathAtom[] = [];
    let piece: Spaced[] = [];
    const flush = (space: number): void => {
      if (piece.length === 0) return;
      atoms.push(this.#atom(piece, atoms.length === 0 ? room.before : 0, space, atoms.length === 0));
      piece = [];
    };
    for (const one of line) {
      const { item, space } = one;
      // Signs that the breaker may begin a line with: what comes before them ends with the room between.
      if (space > 0 && (item.left === 'rel' || item.left === 'bin'))
        flush(space * this.#setter.sizeOf(item.run, this.#style));
      piece.push(one);
    }
    flush(room.after);
    return atoms;
  }

  #atom(piece: readonly Spaced[], before: number, after: number, first: boolean): MathAtom {
    const box = this.#setter.row(piece, this.#style);
    const format = this.#settings.formatOf(piece[0]?.item.run ?? this.#inline.run);
    const [ascent, descent] = [LINE_ASCENT * format.size, LINE_DESCENT * format.size];
    const high = box.ascent > ascent;
    const leading = high && this.#side !== undefined ? LEADING * format.size : 0;
    return {
      kind: 'math',
      box: before === 0 ? box : { ...box, pieces: moved(box.pieces, before, 0) },
      width: before + box.width + box.italic + after,
      ascent: Math.max(box.ascent + leading, ascent),
      descent: Math.max(box.descent, descent),
      tall: high || box.descent > descent,
      format,
      link: this.#inline.link,
      breakAfter: true,
      display: this.#side === 'group' ? 'center' : this.#side,
      first,
    };
  }

  #blank() {
    const format = this.#settings.formatOf(this.#inline.run);
    const { ascent, descent } = format;
    return { width: 0, ascent, descent, format, link: this.#inline.link, breakAfter: true } as const;
  }

  #break(): Atom {
    return { kind: 'break', type: 'line', ...this.#blank() };
  }

  tab(alignment: 'center' | 'right'): TabAtom {
    return { kind: 'tab', position: { alignment, leader: 'none' }, ofNumber: false, ...this.#blank() };
  }
}

interface Room {
  readonly before: number;
  readonly after: number;
}

const NO_ROOM: Room = { before: 0, after: 0 };
