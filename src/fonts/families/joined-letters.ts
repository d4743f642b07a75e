/**
 * joinedForm :: text, place → the form that a letter of the Arabic script has there, as Unicode's presentation forms name it
 *
 * Widths of such letters are known by form: a beh that goes on is a third as wide as one that ends a word. Marks between
 * letters do not part them (Unicode, ArabicShaping).
 */

/** By letter: alone, at the end, at the beginning, in the middle; the first two for letters that do not go on. */
const FORMS: ReadonlyMap<number, readonly number[]> = (() => {
  const forms = new Map<number, number[]>();
  for (let form = 0xfe80; form <= 0xfef4; form++) {
    const letter = String.fromCodePoint(form).normalize('NFKC').codePointAt(0) ?? 0;
    forms.set(letter, [...(forms.get(letter) ?? []), form]);
  }
  // Letters of Persian and Urdu are those of Arabic with other dots.
  for (const [letter, alike] of [
    [0x67e, 0x628],
    [0x679, 0x62a],
    [0x686, 0x62c],
    [0x688, 0x62f],
    [0x691, 0x631],
    [0x698, 0x632],
    [0x6a9, 0x643],
    [0x6af, 0x643],
    [0x6ba, 0x646],
    [0x6be, 0x647],
    [0x6c1, 0x647],
    [0x6cc, 0x64a],
  ] as const)
    forms.set(letter, forms.get(alike) ?? []);
  return forms;
})();

const LAM = 0x644;
/** By alef: the ligature with lam before it, alone and at the end. */
const LAM_ALEF: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0x622, [0xfef5, 0xfef6]],
  [0x623, [0xfef7, 0xfef8]],
  [0x625, [0xfef9, 0xfefa]],
  [0x627, [0xfefb, 0xfefc]],
]);

/** What goes on to both sides and is no letter: the stroke that lengthens words, the joiner. */
const JOINERS: ReadonlySet<number> = new Set([0x640, 0x200d]);

const isMark = (unit: number): boolean =>
  (unit >= 0x64b && unit <= 0x65f) || unit === 0x670 || (unit >= 0x6d6 && unit <= 0x6ed);

const goesOn = (unit: number): boolean => JOINERS.has(unit) || FORMS.get(unit)?.length === 4;
const isReached = (unit: number): boolean => JOINERS.has(unit) || (FORMS.get(unit)?.length ?? 0) > 1;

interface JoinedForm {
  readonly form: number;
  /** Of the ligature that a lam makes with the alef behind it; the alef has its own form within it. */
  readonly ligature?: number;
}

/** Undefined for what has no forms. */
export const joinedForm = (text: string, at: number): JoinedForm | undefined => {
  const letter = text.charCodeAt(at);
  const forms = FORMS.get(letter);
  if (forms === undefined) return undefined;
  const before = text.charCodeAt(previousLetter(text, at)) || 0;
  const after = text.charCodeAt(nextLetter(text, at)) || 0;
  const fromBefore = forms.length > 1 && goesOn(before);
  const toAfter = forms.length === 4 && isReached(after);
  const form = forms[(fromBefore ? 1 : 0) + (toAfter ? 2 : 0)] ?? forms[0] ?? 0;
  const ligature = letter === LAM ? LAM_ALEF.get(after)?.[fromBefore ? 1 : 0] : undefined;
  return ligature === undefined ? { form } : { form, ligature };
};

const previousLetter = (text: string, at: number): number => {
  let index = at - 1;
  while (isMark(text.charCodeAt(index))) index -= 1;
  return index;
};

/** Beyond marks. */
export const nextLetter = (text: string, at: number): number => {
  let index = at + 1;
  while (isMark(text.charCodeAt(index))) index += 1;
  return index;
};
