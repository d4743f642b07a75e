/**
 * Families that are free, but not here: what a line of them measures and how wide their letters are on average, as their
 * own tables say. The nearest bundled family is drawn, widened or narrowed to that average, so that as many words come
 * into a line as the author saw; which ones exactly is not known.
 *
 * `data/web-families.json` has them, made by `scripts/fonts/make-web-families.ts`; a line each, in thousandths of an em:
 *
 *     name | kind | ascent with the line gap, descent, x height, capital height; average width, and of the bold cut
 */
import web from '../data/web-families.json' with { type: 'json' };
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
  readonly boldAverage: number;
}

/** The name under which the family is free today, where documents have an older one. */
const OLDER = ['source sans pro|swiss|984 273 486 660 418 440', 'titillium|swiss|1133 388 500 692 421 435'];

/** Bundled families that are nearer than others of their kind. */
const NEARER: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Tinos: ['noto serif', 'pt serif', 'playfair display'],
    Inconsolata: ['ubuntu mono'],
    Roboto: [
      'inter',
      'roboto condensed',
      'work sans',
      'dm sans',
      'rubik',
      'barlow',
      'ibm plex sans',
      'karla',
    ],
    Montserrat: ['poppins', 'quicksand'],
    Jost: ['josefin sans', 'league spartan', 'spartan', 'urbanist', 'outfit'],
    Carlito: ['cabin'],
    Arimo: ['oswald'],
    Anton: ['bebas neue', 'league gothic', 'fjalla one'],
  }).flatMap(([draw, names]) => names.map((name): [string, string] => [name, draw])),
);

const drawnFor = (kind: FamilyClass, xHeight: number): string => {
  if (kind === 'modern') return 'Cousine';
  if (kind === 'script') return 'Dancing Script';
  if (kind === 'roman') return xHeight < 0.47 ? 'Tinos' : 'Gelasio';
  return 'Open Sans';
};

const read = (line: string): [string, WebFamily] => {
  const [name = '', kind = '', figures = ''] = line.split('|');
  const [ascent = 0, descent = 0, xHeight = 0, capHeight = 0, average = 0, boldAverage = 0] = figures
    .split(' ')
    .map((figure) => Number(figure) / 1000);
  const ofKind = kind as FamilyClass;
  const draw = NEARER.get(name) ?? drawnFor(ofKind, xHeight);
  return [name, { kind: ofKind, draw, ascent, descent, xHeight, capHeight, average, boldAverage }];
};

let families: ReadonlyMap<string, WebFamily> | undefined;

/** Read when a document first names a family that is not known better. */
export const webFamily = (name: string): WebFamily | undefined => {
  families ??= new Map([...web.families, ...OLDER].map(read));
  return families.get(name);
};

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
