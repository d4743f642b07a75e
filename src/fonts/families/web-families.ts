/**
 * Families that are free, but not here: what a line of them measures and how wide their letters are on average, as their
 * own tables say. The nearest bundled family is drawn, widened or narrowed to that average, so that as many words come
 * into a line as the author saw; which ones exactly is not known.
 */
import type { FamilyClass } from '../font.ts';

export interface WebFamily {
  readonly kind: FamilyClass;
  readonly draw: string;
  /** In em; the line gap is in the ascent. */
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** Of running English text, in em. */
  readonly average: number;
}

type Row = readonly [
  name: string,
  kind: FamilyClass,
  draw: string,
  ascent: number,
  descent: number,
  xHeight: number,
  capHeight: number,
  average: number,
];

const ROWS: readonly Row[] = [
  ['source sans pro', 'swiss', 'Open Sans', 0.984, 0.273, 0.486, 0.66, 0.418],
  ['source sans 3', 'swiss', 'Open Sans', 1.024, 0.4, 0.486, 0.66, 0.418],
  ['noto sans', 'swiss', 'Open Sans', 1.069, 0.293, 0.536, 0.714, 0.474],
  ['noto serif', 'roman', 'Tinos', 1.069, 0.293, 0.536, 0.714, 0.481],
  ['nunito', 'swiss', 'Open Sans', 1.011, 0.353, 0.484, 0.705, 0.452],
  ['nunito sans', 'swiss', 'Open Sans', 1.011, 0.353, 0.486, 0.705, 0.452],
  ['ubuntu', 'swiss', 'Open Sans', 0.96, 0.189, 0.52, 0.692, 0.455],
  ['ubuntu mono', 'modern', 'Inconsolata', 0.83, 0.17, 0.52, 0.692, 0.5],
  ['inter', 'swiss', 'Roboto', 0.9688, 0.2412, 0.546, 0.728, 0.4775],
  ['poppins', 'swiss', 'Montserrat', 1.15, 0.35, 0.548, 0.698, 0.5],
  ['roboto mono', 'modern', 'Cousine', 1.0479, 0.271, 0.528, 0.711, 0.6001],
  ['roboto slab', 'roman', 'Gelasio', 1.0479, 0.271, 0.528, 0.711, 0.4746],
  ['roboto condensed', 'swiss', 'Roboto', 0.9277, 0.2441, 0.528, 0.711, 0.396],
  ['source code pro', 'modern', 'Cousine', 0.984, 0.273, 0.486, 0.66, 0.6],
  ['merriweather', 'roman', 'Gelasio', 0.984, 0.273, 0.556, 0.743, 0.485],
  ['pt sans', 'swiss', 'Open Sans', 1.018, 0.276, 0.5, 0.7, 0.431],
  ['pt serif', 'roman', 'Tinos', 1.039, 0.286, 0.5, 0.7, 0.448],
  ['eb garamond', 'roman', 'Tinos', 1.007, 0.298, 0.4, 0.65, 0.385],
  ['crimson text', 'roman', 'Tinos', 0.9492, 0.3506, 0.42, 0.641, 0.3955],
  ['libre baskerville', 'roman', 'Gelasio', 0.97, 0.27, 0.53, 0.77, 0.517],
  ['playfair display', 'roman', 'Tinos', 1.082, 0.251, 0.514, 0.708, 0.452],
  ['lora', 'roman', 'Gelasio', 1.006, 0.274, 0.5, 0.7, 0.468],
  ['libre franklin', 'swiss', 'Open Sans', 0.966, 0.246, 0.53, 0.742, 0.465],
  ['work sans', 'swiss', 'Roboto', 0.93, 0.243, 0.5, 0.66, 0.499],
  ['dm sans', 'swiss', 'Roboto', 0.992, 0.31, 0.504, 0.7, 0.466],
  ['rubik', 'swiss', 'Roboto', 0.935, 0.25, 0.52, 0.7, 0.468],
  ['quicksand', 'swiss', 'Montserrat', 1, 0.25, 0.503, 0.7, 0.465],
  ['barlow', 'swiss', 'Roboto', 1, 0.2, 0.506, 0.7, 0.431],
  ['mulish', 'swiss', 'Open Sans', 1.005, 0.25, 0.5, 0.705, 0.464],
  ['fira sans', 'swiss', 'Open Sans', 0.935, 0.265, 0.527, 0.689, 0.458],
  ['ibm plex sans', 'swiss', 'Roboto', 1.025, 0.275, 0.516, 0.698, 0.451],
  ['titillium web', 'swiss', 'Open Sans', 1.133, 0.388, 0.5, 0.692, 0.421],
  ['karla', 'swiss', 'Roboto', 0.917, 0.252, 0.478, 0.628, 0.4565],
  ['cabin', 'swiss', 'Carlito', 0.965, 0.25, 0.49, 0.7, 0.422],
  ['oswald', 'swiss', 'Arimo', 1.193, 0.289, 0.578, 0.81, 0.363],
];

const FAMILIES: ReadonlyMap<string, WebFamily> = new Map(
  ROWS.map(([name, kind, draw, ascent, descent, xHeight, capHeight, average]) => [
    name,
    { kind, draw, ascent, descent, xHeight, capHeight, average },
  ]),
);

export const webFamilies = (): ReadonlyMap<string, WebFamily> => FAMILIES;

/** How often characters come in running English text, per cent. */
const FREQUENCIES: readonly (readonly [character: string, share: number])[] = [
  [' ', 18.3],
  ['e', 10.2],
  ['t', 7.5],
  ['a', 6.5],
  ['o', 6.2],
  ['n', 5.7],
  ['i', 5.7],
  ['s', 5.3],
  ['r', 4.9],
  ['h', 4.9],
  ['l', 3.3],
  ['d', 3.3],
  ['u', 2.3],
  ['c', 2.2],
  ['m', 2],
  ['f', 2],
  ['w', 1.7],
  ['g', 1.6],
  ['p', 1.5],
  ['y', 1.4],
  ['b', 1.25],
  ['v', 0.8],
  ['k', 0.56],
];
const TOTAL = FREQUENCIES.reduce((sum, [, share]) => sum + share, 0);
/** Capitals and figures, which the published averages count and the letters above do not. */
const CAPITALS = 1.012;

/** The same average of another font: its advances in em. */
export const averageAdvance = (advance: (codePoint: number) => number): number =>
  (FREQUENCIES.reduce((sum, [character, share]) => sum + advance(character.charCodeAt(0)) * share, 0) /
    TOTAL) *
  CAPITALS;
