/** What all parts of setting a formula share. */
import type { MathNode } from '../../wml/math/model.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { MathClass } from './characters.ts';
import type { MathBox } from './math-box.ts';
import type { Grown, MathFont } from './math-font.ts';

export interface MathStyle {
  /** 0 as the text is, 1 in scripts, 2 in scripts of scripts. */
  readonly level: 0 | 1 | 2;
  /** Nothing stands over or under it that would have to be low. */
  readonly display: boolean;
  /** Of a formula on lines of its own. */
  readonly displayed: boolean;
}

export const smaller = (style: MathStyle): MathStyle => ({
  ...style,
  level: style.level === 0 ? 1 : 2,
  display: false,
});

export const flat = (style: MathStyle): MathStyle => ({ ...style, display: false });

export interface MathSettings {
  readonly font: MathFont;
  readonly formatOf: (run: RunProperties) => TextFormat;
  /** Limits of integrals, and of other operators, stand below and above. */
  readonly stackedIntegrals: boolean;
  readonly stackedOthers: boolean;
  /** Fractions in fractions become smaller. */
  readonly smallFractions: boolean;
  /** No font has this. */
  readonly missing: (codePoint: number) => void;
  readonly tick: () => void;
}

/** One thing of a row. */
export interface MathItem {
  readonly box: MathBox;
  readonly left: MathClass;
  readonly right: MathClass;
  readonly run: RunProperties;
  /** A blank, a place to align at, the end of a line. */
  readonly mark?: 'blank' | 'align' | 'break';
  /** Lines of a formula align here. */
  readonly aligns?: boolean;
}

export const item = (box: MathBox, kind: MathClass, run: RunProperties): MathItem => ({
  box,
  left: kind,
  right: kind,
  run,
});

/** Who sets the parts of what is being set. */
export interface Setter {
  readonly settings: MathSettings;
  readonly font: MathFont;
  sizeOf(run: RunProperties, style: MathStyle): number;
  box(node: MathNode, style: MathStyle): MathBox;
  items(node: MathNode, style: MathStyle): readonly MathItem[];
  /** Side by side, with the room that signs keep. */
  joined(items: readonly MathItem[], style: MathStyle): MathBox;
  /** A sign that has grown, its middle on the axis where it is to be. */
  grownBox(
    grown: Grown,
    text: string,
    how: { readonly run: RunProperties; readonly size: number; readonly centred: boolean },
  ): MathBox;
}
