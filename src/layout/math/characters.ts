/** Letters of formulas: which alphabet a style means (Unicode Technical Report 25), and how much room signs keep around them. */

/** Capitals, small letters, digits, capital and small Greek letters: where each alphabet begins; 0 where it has none. */
interface Alphabet {
  readonly upper: number;
  readonly lower: number;
  readonly digits?: number;
  readonly greekUpper?: number;
  readonly greekLower?: number;
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  b: { upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce, greekUpper: 0x1d6a8, greekLower: 0x1d6c2 },
  i: { upper: 0x1d434, lower: 0x1d44e, greekUpper: 0x1d6e2, greekLower: 0x1d6fc },
  bi: { upper: 0x1d468, lower: 0x1d482, digits: 0x1d7ce, greekUpper: 0x1d71c, greekLower: 0x1d736 },
  script: { upper: 0x1d49c, lower: 0x1d4b6 },
  'script b': { upper: 0x1d4d0, lower: 0x1d4ea },
  fraktur: { upper: 0x1d504, lower: 0x1d51e },
  'fraktur b': { upper: 0x1d56c, lower: 0x1d586 },
  'double-struck': { upper: 0x1d538, lower: 0x1d552, digits: 0x1d7d8 },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 },
  'sans-serif b': {
    upper: 0x1d5d4,
    lower: 0x1d5ee,
    digits: 0x1d7ec,
    greekUpper: 0x1d756,
    greekLower: 0x1d770,
  },
  'sans-serif i': { upper: 0x1d608, lower: 0x1d622, digits: 0x1d7e2 },
  'sans-serif bi': {
    upper: 0x1d63c,
    lower: 0x1d656,
    digits: 0x1d7ec,
    greekUpper: 0x1d790,
    greekLower: 0x1d7aa,
  },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 },
};

/** Letters that were there before the alphabets were: the places in the alphabets are empty. */
const OLDER: ReadonlyMap<number, number> = new Map([
  [0x1d455, 0x210e],
  [0x1d49d, 0x212c],
  [0x1d4a0, 0x2130],
  [0x1d4a1, 0x2131],
  [0x1d4a3, 0x210b],
  [0x1d4a4, 0x2110],
  [0x1d4a7, 0x2112],
  [0x1d4a8, 0x2133],
  [0x1d4ad, 0x211b],
  [0x1d4ba, 0x212f],
  [0x1d4bc, 0x210a],
  [0x1d4c4, 0x2134],
  [0x1d506, 0x212d],
  [0x1d50b, 0x210c],
  [0x1d50c, 0x2111],
  [0x1d515, 0x211c],
  [0x1d51d, 0x2128],
  [0x1d53a, 0x2102],
  [0x1d53f, 0x210d],
  [0x1d545, 0x2115],
  [0x1d547, 0x2119],
  [0x1d548, 0x211a],
  [0x1d549, 0x211d],
  [0x1d551, 0x2124],
]);

/** Behind the small Greek letters of an alphabet: partial differential, and other forms of letters. */
const GREEK_SYMBOLS: ReadonlyMap<number, number> = new Map([
  [0x2202, 25],
  [0x3f5, 26],
  [0x3d1, 27],
  [0x3f0, 28],
  [0x3d5, 29],
  [0x3f1, 30],
  [0x3d6, 31],
]);

/** Signs that formulas write otherwise than words do. */
const SIGNS: ReadonlyMap<number, number> = new Map([
  [0x2d, 0x2212],
  [0x2a, 0x2217],
]);

export const mathCharacter = (codePoint: number, style: string, script: string): number => {
  const sign = SIGNS.get(codePoint);
  if (sign !== undefined) return sign;
  const name = script === 'roman' ? style : styledScript(script, style);
  const alphabet = ALPHABETS[name] ?? ALPHABETS[script];
  if (alphabet === undefined) return codePoint;
  const found = inAlphabet(codePoint, alphabet);
  return found === undefined ? codePoint : (OLDER.get(found) ?? found);
};

const styledScript = (script: string, style: string): string => {
  const named = `${script} ${style}`;
  return ALPHABETS[named] === undefined ? script : named;
};

const inAlphabet = (codePoint: number, alphabet: Alphabet): number | undefined => {
  if (codePoint >= 0x41 && codePoint <= 0x5a) return alphabet.upper + codePoint - 0x41;
  if (codePoint >= 0x61 && codePoint <= 0x7a) return alphabet.lower + codePoint - 0x61;
  if (codePoint >= 0x30 && codePoint <= 0x39)
    return alphabet.digits === undefined ? undefined : alphabet.digits + codePoint - 0x30;
  const { greekUpper, greekLower } = alphabet;
  if (greekUpper === undefined || greekLower === undefined) return undefined;
  if (codePoint >= 0x391 && codePoint <= 0x3a9) return greekUpper + codePoint - 0x391;
  if (codePoint >= 0x3b1 && codePoint <= 0x3c9) return greekLower + codePoint - 0x3b1;
  const symbol = GREEK_SYMBOLS.get(codePoint);
  return symbol === undefined ? undefined : greekLower + symbol;
};

/** What a sign is among others: it says how much room there is between two of them. */
export type MathClass = 'ord' | 'op' | 'bin' | 'rel' | 'open' | 'close' | 'punct' | 'inner';

const CLASSES: ReadonlyMap<number, MathClass> = new Map(
  (
    [
      ['rel', '=<>≠≤≥≪≫≈≃≅≡∼∝∣∥⊥⊢⊣⊨∈∉∋⊂⊃⊆⊇⊄⊊←→↔⇐⇒⇔↦⟶⟹⟺≔≜≐∴∵↑↓:'],
      ['bin', '+−±∓×÷·∙⋅∗∘•∧∨∩∪⊕⊖⊗⊘⊙∖⊎⊓⊔†‡'],
      ['open', '([{⟨⌈⌊⟦'],
      ['close', ')]}⟩⌉⌋⟧!'],
      ['punct', ',;'],
      ['op', '∑∏∐∫∬∭∮∯∰⋂⋃⋁⋀⨁⨂⨀⨄⨆'],
    ] as const
  ).flatMap(([name, signs]) => [...signs].map((sign) => [sign.codePointAt(0) ?? 0, name] as const)),
);

/** Blocks of signs that compare, or lead from one to another (Unicode's class R): arrows, and what is no operator of U+22xx. */
const RELATIONS: readonly (readonly [from: number, to: number])[] = [
  [0x2190, 0x21ff],
  [0x2208, 0x220d],
  [0x2223, 0x2226],
  [0x2234, 0x2237],
  [0x2239, 0x223d],
  [0x2241, 0x228b],
  [0x228f, 0x2292],
  [0x22a2, 0x22b8],
  [0x22c8, 0x22c8],
  [0x22cd, 0x22cd],
  [0x22d0, 0x22d1],
  [0x22d4, 0x22ed],
  [0x22f2, 0x22ff],
  [0x27f0, 0x27ff],
  [0x2900, 0x297f],
];

export const mathClass = (codePoint: number): MathClass =>
  CLASSES.get(codePoint) ??
  (codePoint >= 0x2190 && RELATIONS.some(([from, to]) => codePoint >= from && codePoint <= to)
    ? 'rel'
    : 'ord');

export const isIntegral = (codePoint: number): boolean => codePoint >= 0x222b && codePoint <= 0x2233;

const THIN = 3 / 18;
const MEDIUM = 4 / 18;
const THICK = 5 / 18;

/** In em. Small formulas, such as exponents, stand closer. */
export const spaceBetween = (left: MathClass, right: MathClass, small: boolean): number => {
  if (left === 'op' || right === 'op') {
    if (left === 'open' || right === 'close' || right === 'open' || right === 'punct') return 0;
    if (left !== 'rel' && right !== 'rel' && left !== 'bin' && right !== 'bin') return THIN;
  }
  if (small) return 0;
  if (left === 'rel' || right === 'rel')
    return left === right || left === 'open' || right === 'close' || right === 'punct' ? 0 : THICK;
  if (left === 'bin' || right === 'bin') return MEDIUM;
  if (left === 'punct') return THIN;
  if (left === 'inner') return right === 'close' ? 0 : THIN;
  if (right === 'inner') return left === 'open' ? 0 : THIN;
  return 0;
};

/** A sign between two things joins them; at a beginning, or after another sign, it belongs to what follows. */
export const isUnary = (before: MathClass | undefined, after: MathClass | undefined): boolean =>
  before === undefined ||
  before === 'bin' ||
  before === 'op' ||
  before === 'rel' ||
  before === 'open' ||
  before === 'punct' ||
  after === 'rel' ||
  after === 'close' ||
  after === 'punct' ||
  after === undefined;
