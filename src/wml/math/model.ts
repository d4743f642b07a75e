/** Formulas as a document says them (ECMA-376 §22.1): what stands over, under and beside what. */
import type { RunProperties } from '../properties/run-properties.ts';

export type MathNode =
  | MathText
  | MathBreak
  | { readonly kind: 'row'; readonly children: readonly MathNode[] }
  | MathFraction
  | MathScripts
  | MathRadical
  | MathNary
  | MathDelimiters
  | MathMatrix
  | MathArray
  | MathAccent
  | MathBar
  | MathGroup
  | MathLimit
  | MathFunction
  | MathPhantom
  | MathBorder;

/** How what is not text looks: size and colour. */
interface Controlled {
  readonly run: RunProperties;
}

export interface MathText extends Controlled {
  readonly kind: 'text';
  readonly text: string;
  /** `m:sty`: plain, bold, italic, bold italic. */
  readonly style: 'p' | 'b' | 'i' | 'bi';
  /** `m:scr`: roman, script, fraktur, double-struck, sans-serif, monospace. */
  readonly script: string;
  /** `m:nor`: words, in a font of their own. */
  readonly normal: boolean;
  /** `m:aln`: lines of a formula align at its first sign. */
  readonly aligns: boolean;
}

interface MathBreak extends Controlled {
  readonly kind: 'break';
}

export interface MathFraction extends Controlled {
  readonly kind: 'fraction';
  readonly type: 'bar' | 'lin' | 'noBar' | 'skw';
  readonly numerator: MathNode;
  readonly denominator: MathNode;
}

export interface MathScripts extends Controlled {
  readonly kind: 'scripts';
  readonly base: MathNode;
  readonly sub: MathNode | undefined;
  readonly sup: MathNode | undefined;
  /** They stand before the base (`m:sPre`). */
  readonly before: boolean;
}

export interface MathRadical extends Controlled {
  readonly kind: 'radical';
  readonly degree: MathNode | undefined;
  readonly body: MathNode;
}

export interface MathNary extends Controlled {
  readonly kind: 'nary';
  readonly character: string;
  /** Limits below and above, instead of beside it; undefined where the document's default counts. */
  readonly stacked: boolean | undefined;
  readonly sub: MathNode | undefined;
  readonly sup: MathNode | undefined;
  readonly body: MathNode;
}

export interface MathDelimiters extends Controlled {
  readonly kind: 'delimiters';
  readonly begin: string;
  readonly end: string;
  readonly separator: string;
  readonly grows: boolean;
  readonly items: readonly MathNode[];
}

export interface MathMatrix extends Controlled {
  readonly kind: 'matrix';
  readonly rows: readonly (readonly MathNode[])[];
  /** Of the columns, as far as they are said: left, center, right. */
  readonly alignment: readonly string[];
}

/** `m:eqArr`: lines below each other. */
export interface MathArray extends Controlled {
  readonly kind: 'array';
  readonly rows: readonly MathNode[];
  /** What stands behind `#` in the only row: the formula's number, at the margin. */
  readonly number: MathNode | undefined;
  /** From line to line: as many as they take, or this many points whatever they take. */
  readonly spacing: { readonly lines: number } | { readonly points: number };
}

export interface MathAccent extends Controlled {
  readonly kind: 'accent';
  readonly character: string;
  readonly body: MathNode;
}

export interface MathBar extends Controlled {
  readonly kind: 'bar';
  readonly above: boolean;
  readonly body: MathNode;
}

/** A character that is as wide as what stands over or under it (`m:groupChr`). */
export interface MathGroup extends Controlled {
  readonly kind: 'group';
  readonly character: string;
  readonly above: boolean;
  readonly body: MathNode;
}

export interface MathLimit extends Controlled {
  readonly kind: 'limit';
  readonly above: boolean;
  readonly body: MathNode;
  readonly limit: MathNode;
}

interface MathFunction extends Controlled {
  readonly kind: 'function';
  readonly name: MathNode;
  readonly body: MathNode;
}

/** Takes its room, or some of it, and shows or does not. */
interface MathPhantom extends Controlled {
  readonly kind: 'phantom';
  readonly shown: boolean;
  readonly width: boolean;
  readonly ascent: boolean;
  readonly descent: boolean;
  readonly body: MathNode;
}

export interface MathBorder extends Controlled {
  readonly kind: 'border';
  readonly sides: {
    readonly left: boolean;
    readonly top: boolean;
    readonly right: boolean;
    readonly bottom: boolean;
  };
  readonly body: MathNode;
}
