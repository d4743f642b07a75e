/**
 * GraphicsState: what a viewer has set, so that nothing is set twice (ISO 32000-1 §8.4).
 */
import type { Color, Stroke } from '../layout/display-list.ts';
import { colorParts, fine, num } from './syntax.ts';

/** What an item needs; absent fields do not matter to it. */
interface Wanted {
  readonly fill?: Color;
  readonly stroke?: Color;
  readonly strokeWidth?: number;
  readonly opacity?: number;
  readonly font?: string;
  readonly size?: number;
  readonly scale?: number;
  readonly letterSpacing?: number;
  readonly mode?: number;
  readonly dash?: string;
  readonly cap?: number;
  readonly join?: number;
}

interface Current {
  fill: Color;
  stroke: Color;
  strokeWidth: number;
  opacity: number;
  font: string;
  size: number;
  scale: number;
  letterSpacing: number;
  mode: number;
  dash: string;
  cap: number;
  join: number;
}

/** §8.4.1, table 52, and §9.3.1: what a page starts with. */
const INITIAL: Current = {
  fill: 0,
  stroke: 0,
  strokeWidth: 1,
  opacity: 1,
  font: '',
  size: 0,
  scale: 1,
  letterSpacing: 0,
  mode: 0,
  dash: '[]0',
  cap: 0,
  join: 0,
};

const fillColor = (color: Color): string => colorOperator(color, 'g', 'rg');
const strokeColor = (color: Color): string => colorOperator(color, 'G', 'RG');

const colorOperator = (color: Color, gray: string, rgb: string): string => {
  const [red, green, blue] = colorParts(color);
  return red === green && green === blue ? `${red} ${gray}\n` : `${red} ${green} ${blue} ${rgb}\n`;
};

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

export const strokeWanted = (stroke: Stroke): Wanted => ({
  stroke: stroke.color,
  strokeWidth: stroke.width,
  dash: `[${(stroke.dash ?? []).map(num).join(' ')}]${num(stroke.dashPhase ?? 0)}`,
  cap: CAPS[stroke.cap ?? 'butt'],
  join: JOINS[stroke.join ?? 'miter'],
});

export class GraphicsState {
  #current: Current = { ...INITIAL };
  readonly #saved: Current[] = [];
  /** Another number says that something may be set otherwise since. */
  version = 0;
  /** Gives the resource that sets an opacity. */
  readonly #opacityResource: (opacity: number) => string;

  constructor(opacityResource: (opacity: number) => string) {
    this.#opacityResource = opacityResource;
  }

  save(): void {
    this.#saved.push({ ...this.#current });
  }

  restore(): void {
    this.#current = this.#saved.pop() ?? { ...INITIAL };
    this.version += 1;
  }

  /** The operators that make the state what is wanted; empty where it already is. */
  changes(wanted: Wanted): string {
    const now = this.#current;
    let operators = '';
    if (wanted.opacity !== undefined && wanted.opacity !== now.opacity) {
      operators += `${this.#opacityResource(wanted.opacity)} gs\n`;
      now.opacity = wanted.opacity;
    }
    if (wanted.fill !== undefined && wanted.fill !== now.fill) {
      operators += fillColor(wanted.fill);
      now.fill = wanted.fill;
    }
    if (wanted.stroke !== undefined && wanted.stroke !== now.stroke) {
      operators += strokeColor(wanted.stroke);
      now.stroke = wanted.stroke;
    }
    if (wanted.strokeWidth !== undefined && wanted.strokeWidth !== now.strokeWidth) {
      operators += `${num(wanted.strokeWidth)} w\n`;
      now.strokeWidth = wanted.strokeWidth;
    }
    if (wanted.dash !== undefined && wanted.dash !== now.dash) {
      operators += `${wanted.dash} d\n`;
      now.dash = wanted.dash;
    }
    if (wanted.cap !== undefined && wanted.cap !== now.cap) {
      operators += `${wanted.cap} J\n`;
      now.cap = wanted.cap;
    }
    if (wanted.join !== undefined && wanted.join !== now.join) {
      operators += `${wanted.join} j\n`;
      now.join = wanted.join;
    }
    operators += this.#textChanges(wanted);
    if (operators !== '') this.version += 1;
    return operators;
  }

  #textChanges(wanted: Wanted): string {
    const now = this.#current;
    let operators = '';
    if (wanted.font !== undefined && (wanted.font !== now.font || wanted.size !== now.size)) {
      now.font = wanted.font;
      now.size = wanted.size ?? 0;
      operators += `/${now.font} ${num(now.size)} Tf\n`;
    }
    if (wanted.scale !== undefined && wanted.scale !== now.scale) {
      operators += `${num(wanted.scale * 100)} Tz\n`;
      now.scale = wanted.scale;
    }
    if (wanted.letterSpacing !== undefined && wanted.letterSpacing !== now.letterSpacing) {
      operators += `${fine(wanted.letterSpacing)} Tc\n`;
      now.letterSpacing = wanted.letterSpacing;
    }
    if (wanted.mode !== undefined && wanted.mode !== now.mode) {
      operators += `${wanted.mode} Tr\n`;
      now.mode = wanted.mode;
    }
    return operators;
  }
}
