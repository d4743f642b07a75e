/**
 * shapeGeometry, evaluateGeometry :: shape or geometry, box → paths on the page, and where text goes (ECMA-376 §20.1.9)
 *
 * A geometry is written in guides: names with formulas over the shape's size and its adjust values. Presets and the paths
 * that a document draws itself are written in the same way. Evaluated in EMU, as the standard does, and drawn in points.
 */

import type { Geometry, GeometryPath } from '../../wml/drawing/shape-style.ts';
import type { Shape } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { PathCommand } from '../display-list.ts';
import { rectangle } from './canvas.ts';
import { presetGeometry } from './presets/index.ts';

export interface DrawnPath {
  readonly path: readonly PathCommand[];
  /** How it is filled beside the shape's other paths. */
  readonly fill: GeometryPath['fill'];
  readonly stroke: boolean;
}

export interface DrawnGeometry {
  readonly paths: readonly DrawnPath[];
  /** Where text stands, before its insets. */
  readonly text: Box;
}

const EMU = 12_700;
/** Sixtieth of a thousandth of a degree. */
const ANGLE = Math.PI / (180 * 60_000);
const FULL = 21_600_000;

/** §20.1.10.56, and the names that formulas may use. */
const CONSTANTS: Readonly<Record<string, number>> = {
  cd2: 10_800_000,
  cd4: 5_400_000,
  cd8: 2_700_000,
  '3cd4': 16_200_000,
  '3cd8': 8_100_000,
  '5cd8': 13_500_000,
  '7cd8': 18_900_000,
};

export const evaluateGeometry = (
  geometry: Geometry,
  adjust: ReadonlyMap<string, number>,
  box: Box,
): DrawnGeometry => {
  const values = new Values(box.width * EMU, box.height * EMU);
  for (const [name, formula] of geometry.adjust)
    values.set(name, adjust.get(name) ?? values.formula(formula));
  for (const [name, formula] of geometry.guides) values.set(name, values.formula(formula));
  const paths = geometry.paths.map((path): DrawnPath => {
    const [sx, sy] = [
      path.width > 0 ? box.width / path.width : 1 / EMU,
      path.height > 0 ? box.height / path.height : 1 / EMU,
    ];
    return { path: draw(path, values, box, sx, sy), fill: path.fill, stroke: path.stroke };
  });
  return { paths, text: textBox(geometry, values, box) };
};

const textBox = ({ text }: Geometry, values: Values, box: Box): Box => {
  if (text === undefined) return box;
  const [left, top, right, bottom] = text.map((name) => values.get(name) / EMU);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return box;
  return {
    x: box.x + left,
    y: box.y + top,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
  };
};

class Values {
  readonly #known = new Map<string, number>();
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  set(name: string, value: number): void {
    this.#known.set(name, Number.isFinite(value) ? value : 0);
  }

  get(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = this.#builtIn(name);
    this.#known.set(name, value);
    return value;
  }

  #builtIn(name: string): number {
    const [width, height] = [this.#width, this.#height];
    switch (name) {
      case 'l':
      case 't':
        return 0;
      case 'w':
      case 'r':
        return width;
      case 'h':
      case 'b':
        return height;
      case 'hc':
        return width / 2;
      case 'vc':
        return height / 2;
      case 'ss':
        return Math.min(width, height);
      case 'ls':
        return Math.max(width, height);
    }
    // wd2, hd10, ssd8: a share of a side.
    const share = /^(w|h|ss)d(\d+)$/.exec(name);
    if (share !== null) {
      const whole = share[1] === 'w' ? width : share[1] === 'h' ? height : Math.min(width, height);
      return whole / Math.max(1, Number(share[2]));
    }
    const value = CONSTANTS[name] ?? Number(name);
    return Number.isFinite(value) ? value : 0;
  }

  /** §20.1.9.11. */
  formula(text: string): number {
    const [operator, ...names] = text.trim().split(/\s+/);
    const [x = 0, y = 0, z = 0] = names.map((name) => this.get(name));
    switch (operator) {
      case '*/':
        return z === 0 ? 0 : (x * y) / z;
      case '+-':
        return x + y - z;
      case '+/':
        return z === 0 ? 0 : (x + y) / z;
      case '?:':
        return x > 0 ? y : z;
      case 'abs':
        return Math.abs(x);
      case 'at2':
        return Math.atan2(y, x) / ANGLE;
      case 'cat2':
        return x * Math.cos(Math.atan2(z, y));
      case 'sat2':
        return x * Math.sin(Math.atan2(z, y));
      case 'cos':
        return x * Math.cos(y * ANGLE);
      case 'sin':
        return x * Math.sin(y * ANGLE);
      case 'tan':
        return x * Math.tan(y * ANGLE);
      case 'max':
        return Math.max(x, y);
      case 'min':
        return Math.min(x, y);
      case 'mod':
        return Math.hypot(x, y, z);
      case 'pin':
        return Math.max(x, Math.min(y, z));
      case 'sqrt':
        return Math.sqrt(Math.max(0, x));
      case 'val':
        return x;
      default:
        return 0;
    }
  }
}

const draw = (
  path: GeometryPath,
  values: Values,
  box: Box,
  sx: number,
  sy: number,
): readonly PathCommand[] => {
  const out: PathCommand[] = [];
  /** In the path's own units. */
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  const place = (px: number, py: number): [number, number] => [box.x + px * sx, box.y + py * sy];
  for (const [name, ...operands] of path.commands) {
    const at = (index: number): number => values.get(operands[index] ?? '0');
    switch (name) {
      case 'M':
        [x, y] = [at(0), at(1)];
        [startX, startY] = [x, y];
        out.push(['M', ...place(x, y)]);
        break;
      case 'L':
        [x, y] = [at(0), at(1)];
        out.push(['L', ...place(x, y)]);
        break;
      case 'C':
        out.push(['C', ...place(at(0), at(1)), ...place(at(2), at(3)), ...place(at(4), at(5))]);
        [x, y] = [at(4), at(5)];
        break;
      case 'Q': {
        const [cx, cy, ex, ey] = [at(0), at(1), at(2), at(3)];
        out.push([
          'C',
          ...place(x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y)),
          ...place(ex + (2 / 3) * (cx - ex), ey + (2 / 3) * (cy - ey)),
          ...place(ex, ey),
        ]);
        [x, y] = [ex, ey];
        break;
      }
      case 'A': {
        const curves = arc([x, y], at(0), at(1), at(2), at(3));
        for (const [ax, ay, bx, by, ex, ey] of curves) {
          out.push(['C', ...place(ax, ay), ...place(bx, by), ...place(ex, ey)]);
          [x, y] = [ex, ey];
        }
        break;
      }
      case 'Z':
        out.push(['Z']);
        [x, y] = [startX, startY];
        break;
    }
  }
  return out;
};

type Curve = readonly [number, number, number, number, number, number];

/**
 * §20.1.9.3: a piece of an ellipse from the current point, which lies on it at the start angle. Angles are seen, not those of
 * the ellipse's parameter; pieces of up to a quarter as Bézier curves.
 */
const arc = (
  [x, y]: readonly [number, number],
  rx: number,
  ry: number,
  start: number,
  swing: number,
): readonly Curve[] => {
  const sweep = Math.max(-FULL, Math.min(FULL, swing)) * ANGLE;
  if (sweep === 0 || rx === 0 || ry === 0) return [];
  const first = start * ANGLE;
  const from = parameter(first, rx, ry);
  let to = parameter(first + sweep, rx, ry);
  // The parameter runs the same way as the angle, and as often around.
  const turns = Math.abs(sweep) >= 2 * Math.PI - 1e-6;
  if (turns) to = from + Math.sign(sweep) * 2 * Math.PI;
  else if (sweep > 0) while (to < from) to += 2 * Math.PI;
  else while (to > from) to -= 2 * Math.PI;
  const [cx, cy] = [x - rx * Math.cos(from), y - ry * Math.sin(from)];
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9));
  const step = (to - from) / count;
  const k = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index): Curve => {
    const [a, b] = [from + index * step, from + (index + 1) * step];
    return [
      cx + rx * (Math.cos(a) - k * Math.sin(a)),
      cy + ry * (Math.sin(a) + k * Math.cos(a)),
      cx + rx * (Math.cos(b) + k * Math.sin(b)),
      cy + ry * (Math.sin(b) - k * Math.cos(b)),
      cx + rx * Math.cos(b),
      cy + ry * Math.sin(b),
    ];
  });
};

const parameter = (angle: number, rx: number, ry: number): number => {
  const whole = Math.floor((angle + Math.PI) / (2 * Math.PI)) * 2 * Math.PI;
  const rest = angle - whole;
  return whole + Math.atan2(rx * Math.sin(rest), ry * Math.cos(rest));
};

/** The paths of a shape, and where its text stands; undefined for a preset that is not known. */
export const shapeGeometry = (shape: Shape, box: Box): DrawnGeometry | undefined => {
  // Rectangles are most shapes by far: text boxes.
  if (shape.geometry === 'rect' || shape.geometry === 'horizontalRule') return rectangular(box);
  const geometry = shape.custom ?? presetGeometry(shape.geometry);
  return geometry && evaluateGeometry(geometry, shape.adjust, box);
};

export const rectangular = (box: Box): DrawnGeometry => ({
  paths: [{ path: rectangle(box), fill: 'norm', stroke: true }],
  text: box,
});
