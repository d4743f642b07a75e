/**
 * vmlGeometry :: VML path, formulas, adjust values → Geometry (ECMA-376 part 4 §19.1.2.13, §19.1.2.6)
 *
 * Formulas of VML ask for nothing that the markup does not say, so they are worked out here: the paths have numbers.
 */
import type { Geometry, GeometryPath } from '../drawing/shape-style.ts';

interface VmlPath {
  readonly path: string;
  readonly formulas: readonly string[];
  readonly adjust: readonly number[];
  readonly size: readonly [width: number, height: number];
  readonly origin: readonly [x: number, y: number];
}

const MOST_STEPS = 20_000;
/** Angles of VML are 65,536ths of a degree, those of a geometry 60,000ths. */
const FD = Math.PI / (180 * 65_536);
const SIXTIETHS = (180 * 60_000) / Math.PI;
const ARC = 0.5522847498;

/** Undefined where it holds what is not known. */
export const vmlGeometry = (source: VmlPath): Geometry | undefined => {
  const values = worked(source);
  const tokens = source.path.match(/[a-z]+|[@#]?-?\d+(?:\.\d+)?|,/gi) ?? [];
  if (tokens.length > MOST_STEPS) return undefined;
  const drawer = new Drawer(source);
  for (const { command, operands } of stepsOf(tokens, values))
    if (!drawer.step(command, operands)) return undefined;
  return { adjust: [], guides: [], paths: drawer.paths(), text: undefined };
};

const worked = ({ formulas, adjust, size }: VmlPath): ((word: string) => number) => {
  const results: number[] = [];
  const value = (word: string): number => {
    if (word.startsWith('@')) return results[Number(word.slice(1))] ?? 0;
    if (word.startsWith('#')) return adjust[Number(word.slice(1))] ?? 0;
    if (word === 'width') return size[0];
    if (word === 'height') return size[1];
    if (word === 'xcenter') return size[0] / 2;
    if (word === 'ycenter') return size[1] / 2;
    const number = Number(word);
    return Number.isFinite(number) ? number : 0;
  };
  for (const formula of formulas) {
    const [name, ...words] = formula.trim().split(/\s+/);
    const [a = 0, b = 0, c = 0] = words.map(value);
    const result = operate(name ?? '', a, b, c);
    results.push(Number.isFinite(result) ? result : 0);
  }
  return value;
};

const operate = (name: string, a: number, b: number, c: number): number => {
  switch (name) {
    case 'val':
      return a;
    case 'sum':
      return a + b - c;
    case 'prod':
    case 'product':
      return c === 0 ? 0 : (a * b) / c;
    case 'mid':
      return (a + b) / 2;
    case 'abs':
      return Math.abs(a);
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
    case 'if':
      return a > 0 ? b : c;
    case 'mod':
      return Math.hypot(a, b, c);
    case 'atan2':
      return Math.atan2(b, a) / FD;
    case 'sin':
      return a * Math.sin(b * FD);
    case 'cos':
      return a * Math.cos(b * FD);
    case 'tan':
      return a * Math.tan(b * FD);
    case 'cosatan2':
      return a * Math.cos(Math.atan2(c, b));
    case 'sinatan2':
      return a * Math.sin(Math.atan2(c, b));
    case 'sqrt':
      return Math.sqrt(Math.max(0, a));
    case 'sumangle':
      return a + (b - c) * 65_536;
    case 'ellipse':
      return b === 0 ? 0 : c * Math.sqrt(Math.max(0, 1 - (a / b) ** 2));
    default:
      return 0;
  }
};

interface Step {
  readonly command: string;
  readonly operands: readonly number[];
}

/** A comma without a number before it stands for nothing: "m,l21600," is m 0 0 l 21600 0. */
const stepsOf = (tokens: readonly string[], value: (word: string) => number): readonly Step[] => {
  const steps: { command: string; operands: number[]; open: boolean }[] = [];
  for (const token of tokens) {
    const last = steps.at(-1);
    if (/^[a-z]/i.test(token)) {
      if (last?.open === true) last.operands.push(0);
      // Commands are written together: "xe", "nfl".
      for (const command of split(token.toLowerCase())) steps.push({ command, operands: [], open: false });
    } else if (last === undefined) continue;
    else if (token === ',') {
      if (last.open || last.operands.length === 0) last.operands.push(0);
      last.open = true;
    } else {
      last.operands.push(value(token));
      last.open = false;
    }
  }
  const end = steps.at(-1);
  if (end?.open === true) end.operands.push(0);
  return steps;
};

const TWO: ReadonlySet<string> = new Set(['nf', 'ns', 'ae', 'al', 'at', 'ar', 'wa', 'wr', 'qx', 'qy', 'qb']);
const split = (letters: string): readonly string[] => {
  const out: string[] = [];
  for (let at = 0; at < letters.length; at += out.at(-1)?.length ?? 1) {
    const two = letters.slice(at, at + 2);
    out.push(TWO.has(two) ? two : letters.slice(at, at + 1));
  }
  return out;
};

class Drawer {
  readonly #size: readonly [number, number];
  readonly #origin: readonly [number, number];
  readonly #paths: GeometryPath[] = [];
  #commands: [string, ...string[]][] = [];
  #fill: GeometryPath['fill'] = 'norm';
  #stroke = true;
  #x = 0;
  #y = 0;

  constructor({ size, origin }: VmlPath) {
    this.#size = size;
    this.#origin = origin;
  }

  paths(): readonly GeometryPath[] {
    this.#end();
    return this.#paths;
  }

  #end(): void {
    if (this.#commands.length > 0)
      this.#paths.push({
        width: this.#size[0],
        height: this.#size[1],
        fill: this.#fill,
        stroke: this.#stroke,
        commands: this.#commands,
      });
    this.#commands = [];
    this.#fill = 'norm';
    this.#stroke = true;
  }

  #add(name: string, ...numbers: readonly number[]): void {
    const [ox, oy] = this.#origin;
    this.#commands.push([
      name,
      ...numbers.map((number, index) => String(number - (index % 2 === 0 ? ox : oy))),
    ]);
    [this.#x, this.#y] = [numbers.at(-2) ?? this.#x, numbers.at(-1) ?? this.#y];
  }

  /** False for a command that is not known. */
  step(command: string, operands: readonly number[]): boolean {
    switch (command) {
      case 'm':
        this.#add('M', operands[0] ?? 0, operands[1] ?? 0);
        return true;
      case 't':
        this.#add('M', this.#x + (operands[0] ?? 0), this.#y + (operands[1] ?? 0));
        return true;
      case 'l':
      case 'r':
        this.#each(operands, 2, ([x = 0, y = 0]) =>
          this.#add('L', command === 'r' ? this.#x + x : x, command === 'r' ? this.#y + y : y),
        );
        return true;
      case 'c':
      case 'v':
        this.#each(operands, 6, (six) => {
          const [x, y] = command === 'v' ? [this.#x, this.#y] : [0, 0];
          this.#add('C', ...six.map((number, index) => number + (index % 2 === 0 ? x : y)));
        });
        return true;
      case 'x':
        this.#commands.push(['Z']);
        return true;
      case 'e':
        this.#end();
        return true;
      case 'nf':
        this.#fill = 'none';
        return true;
      case 'ns':
        this.#stroke = false;
        return true;
      case 'qx':
      case 'qy':
        this.#quarters(operands, command === 'qx');
        return true;
      case 'at':
      case 'ar':
      case 'wa':
      case 'wr':
        this.#each(operands, 8, (eight) => this.#arc(eight, command));
        return true;
      case 'ae':
      case 'al':
        this.#each(operands, 6, (six) => this.#ellipse(six, command === 'al'));
        return true;
      default:
        return false;
    }
  }

  #each(operands: readonly number[], count: number, draw: (some: readonly number[]) => void): void {
    for (let at = 0; at + count <= operands.length; at += count) draw(operands.slice(at, at + count));
    // "l21600" is a point whose second number is left out.
    const rest = operands.length % count;
    if (rest > 0 && count === 2) draw([...operands.slice(-rest), 0]);
  }

  /** Quarters of ellipses that begin along x, or along y, in turns. */
  #quarters(operands: readonly number[], alongX: boolean): void {
    let turn = alongX;
    this.#each(operands, 2, ([x = 0, y = 0]) => {
      const [dx, dy] = [x - this.#x, y - this.#y];
      if (turn) this.#add('C', this.#x + dx * ARC, this.#y, x, y - dy * ARC, x, y);
      else this.#add('C', this.#x, this.#y + dy * ARC, x - dx * ARC, y, x, y);
      turn = !turn;
    });
  }

  /** Of the ellipse in a box, from where the ray to one point meets it to where that to another does. */
  #arc(
    [left = 0, top = 0, right = 0, bottom = 0, sx = 0, sy = 0, ex = 0, ey = 0]: readonly number[],
    command: string,
  ): void {
    const [rx, ry] = [Math.abs(right - left) / 2, Math.abs(bottom - top) / 2];
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    const [from, to] = [Math.atan2(sy - cy, sx - cx), Math.atan2(ey - cy, ex - cx)];
    const clockwise = command.startsWith('w');
    let sweep = to - from;
    if (clockwise && sweep <= 0) sweep += 2 * Math.PI;
    if (!clockwise && sweep >= 0) sweep -= 2 * Math.PI;
    this.#sweep({ cx, cy, rx, ry, from, sweep, moves: command.endsWith('r') });
  }

  #ellipse([cx = 0, cy = 0, rx = 0, ry = 0, start = 0, swing = 0]: readonly number[], moves: boolean): void {
    // These angles run against the clock.
    this.#sweep({ cx, cy, rx, ry, from: -start * FD, sweep: -swing * FD, moves });
  }

  #sweep({
    cx,
    cy,
    rx,
    ry,
    from,
    sweep,
    moves,
  }: {
    readonly cx: number;
    readonly cy: number;
    readonly rx: number;
    readonly ry: number;
    readonly from: number;
    readonly sweep: number;
    readonly moves: boolean;
  }): void {
    if (rx === 0 || ry === 0) return;
    const place = (way: number): [number, number] => {
      const t = Math.atan2(rx * Math.sin(way), ry * Math.cos(way));
      return [cx + rx * Math.cos(t), cy + ry * Math.sin(t)];
    };
    this.#add(moves || this.#commands.length === 0 ? 'M' : 'L', ...place(from));
    this.#commands.push(['A', String(rx), String(ry), String(from * SIXTIETHS), String(sweep * SIXTIETHS)]);
    [this.#x, this.#y] = place(from + sweep);
  }
}
