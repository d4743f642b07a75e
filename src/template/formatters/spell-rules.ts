/**
 * readRules, spell :: the rules of a language × a number → words
 *
 * The rules are CLDR's (UTS #35, part 3, "Rule-Based Number Formatting"), which every language's speakers keep right;
 * this is what ICU makes of them, as far as numbers in words need it. A rule set is a list of rules, each for the
 * numbers from its base on: `100: ←← hundred[ →→];` writes the number of hundreds, then the rest, if there is one.
 */
import { pluralRules } from '../expression/values/intl.ts';

/** As the package has them: by name, each a list of `[descriptor, text]`. */
export type RuleData = Readonly<Record<string, readonly (readonly string[])[]>>;

/** A number in decimal, as it is spelled: what a double holds behind the point would be noise. */
interface Decimal {
  readonly negative: boolean;
  readonly whole: number;
  /** Digits behind the point. */
  readonly fraction: string;
}

type Part =
  | string
  /** The same number, what is left of it, or how often the divisor goes into it; in another set where one is named. */
  | { readonly take: 'same' | 'rest' | 'times'; readonly set: string; readonly isLonger: boolean }
  | { readonly plural: Intl.PluralRuleType; readonly cases: ReadonlyMap<string, string> };

interface Rule {
  readonly kind: 'whole' | 'negative' | 'fraction';
  readonly base: number;
  readonly divisor: number;
  readonly parts: readonly Part[];
  /** For `→→→`: the rest in the rule before. */
  readonly before: Rule | undefined;
}

interface RuleSet {
  readonly rules: readonly Rule[];
  readonly special: ReadonlyMap<string, Rule>;
}

export interface Rules {
  readonly locale: string;
  readonly sets: ReadonlyMap<string, RuleSet>;
  /** The mark between a number's whole and the rest, which decides between two rules in some languages. */
  readonly point: string;
}

export const readRules = (data: RuleData, locale: string): Rules => {
  const point = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal');
  return {
    locale,
    sets: new Map(Object.entries(data).map(([name, rules]) => [name, readSet(rules)])),
    point: point?.value ?? '.',
  };
};

const DESCRIPTOR = /^(\d+)(?:\/([\d,]+))?$/;
const BRACKETS = /\[([^|\]]*)(?:\|([^\]]*))?\]/;

const readSet = (lines: readonly (readonly string[])[]): RuleSet => {
  const rules: Rule[] = [];
  const special = new Map<string, Rule>();
  for (const [descriptor = '', text = ''] of lines) {
    const full = readParts(text.replace(BRACKETS, '$1'));
    const short = readParts(text.replace(BRACKETS, '$2'));
    const [, base, radix = '10'] = DESCRIPTOR.exec(descriptor) ?? [];
    if (base === undefined) {
      const kind = descriptor === '-x' ? 'negative' : 'fraction';
      const rule = { kind, base: 0, divisor: 1, before: undefined } as const;
      special.set(descriptor, { ...rule, parts: full });
      // What stands in brackets is about the whole part, which a proper fraction lacks.
      if (descriptor === 'x.x' && BRACKETS.test(text)) special.set('0.x', { ...rule, parts: short });
      continue;
    }
    const from = Number(base);
    const divisor = divisorOf(from, Number(radix.replaceAll(',', '')));
    const before = rules.at(-1);
    // What stands in brackets is about the rest, which a multiple lacks.
    const isSplit = BRACKETS.test(text) && from > 0 && from % divisor === 0;
    if (isSplit) rules.push({ kind: 'whole', base: from, divisor, parts: short, before });
    rules.push({ kind: 'whole', base: isSplit ? from + 1 : from, divisor, parts: full, before });
  }
  return { rules, special };
};

/** The largest power of the radix that goes into the base. */
const divisorOf = (base: number, radix: number): number => {
  let divisor = 1;
  while (radix > 1 && divisor * radix <= base) divisor *= radix;
  return divisor;
};

const PART = /←([^←]*)←(←?)|→([^→]*)→(→?)|=([^=]+)=|\$\((cardinal|ordinal),((?:\w+\{[^}]*\})+)\)\$/g;

const readParts = (text: string): Part[] => {
  const parts: Part[] = [];
  // A quote keeps the space behind it; soft hyphens would be seen in search and in other programs.
  const plain = text.replace(/;$/, '').replace(/^'/, '').replaceAll('\u00ad', '');
  let at = 0;
  for (const match of plain.matchAll(PART)) {
    if (match.index > at) parts.push(plain.slice(at, match.index));
    at = match.index + match[0].length;
    const [, times, zeros, rest, longer, same, plural, cases] = match;
    if (times !== undefined) parts.push({ take: 'times', set: times, isLonger: zeros !== '' });
    else if (rest !== undefined) parts.push({ take: 'rest', set: rest, isLonger: longer !== '' });
    else if (same !== undefined) parts.push({ take: 'same', set: same, isLonger: false });
    else if (plural !== undefined) {
      const forms = [...(cases ?? '').matchAll(/(\w+)\{([^}]*)\}/g)];
      parts.push({
        plural: plural as Intl.PluralRuleType,
        cases: new Map(forms.map(([, name = '', form = '']) => [name, form])),
      });
    }
  }
  if (at < plain.length) parts.push(plain.slice(at));
  return parts;
};

/** Undefined where the rules have no words for it, but digits. */
export const spell = (rules: Rules, set: string, value: Decimal): string | undefined => {
  const chosen = rules.sets.get(set);
  if (chosen === undefined || losesSign(chosen, value)) return undefined;
  const rule = specialRule(rules, chosen, value) ?? ruleFor(chosen, value.whole);
  return rule === undefined ? undefined : written(rules, { name: set, set: chosen, rule, value });
};

/** Korean counts fractions without a word for what is negative. */
const losesSign = ({ special }: RuleSet, { negative, fraction }: Decimal): boolean =>
  negative && fraction !== '' && special.has('x.x') && !special.has('-x');

const specialRule = ({ point }: Rules, { special }: RuleSet, value: Decimal): Rule | undefined => {
  const negative = value.negative ? special.get('-x') : undefined;
  if (negative !== undefined) return negative;
  if (value.fraction === '') return undefined;
  const proper = value.whole === 0 ? special.get('0.x') : undefined;
  return proper ?? special.get(`x${point}x`) ?? special.get('x.x');
};

/** The last whose base is not above the number; but where nothing is left to write, the one before it. */
const ruleFor = ({ rules }: RuleSet, number: number): Rule | undefined => {
  const at = rules.findLastIndex(({ base }) => base <= number);
  const rule = rules[at];
  if (rule === undefined) return undefined;
  const needsRest = rule.parts.some(
    (part) => typeof part === 'object' && 'take' in part && part.take === 'rest',
  );
  const hasNone = number % rule.divisor === 0 && rule.base % rule.divisor !== 0;
  return needsRest && hasNone ? rules[at - 1] : rule;
};

interface Place {
  readonly name: string;
  readonly set: RuleSet;
  readonly rule: Rule;
  readonly value: Decimal;
}

const whole = (number: number): Decimal => ({ negative: false, whole: number, fraction: '' });

const written = (rules: Rules, place: Place): string | undefined => {
  let text = '';
  for (const part of place.rule.parts) {
    const piece = typeof part === 'string' ? part : pieceOf(rules, place, part);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
};

const pieceOf = (rules: Rules, place: Place, part: Exclude<Part, string>): string | undefined => {
  const { name, set, rule, value } = place;
  if ('plural' in part) {
    const category = pluralRules(rules.locale, { type: part.plural }).select(
      Math.floor(value.whole / rule.divisor),
    );
    return part.cases.get(category) ?? part.cases.get('other') ?? '';
  }
  const other = part.set === '' ? name : part.set;
  switch (part.take) {
    case 'same':
      return spell(rules, other, value);
    case 'times':
      return spell(rules, other, whole(Math.floor(value.whole / rule.divisor)));
    case 'rest':
      if (rule.kind === 'negative') return spell(rules, other, { ...value, negative: false });
      if (rule.kind === 'fraction') return fractionOf(rules, place, part);
      if (part.isLonger && rule.before !== undefined) {
        const rest = whole(value.whole % rule.divisor);
        return written(rules, { name, set, rule: rule.before, value: rest });
      }
      return spell(rules, other, whole(value.whole % rule.divisor));
  }
};

/** Digit by digit, or as so many tenths, hundredths, thousandths where the rules name a set with those. */
const fractionOf = (
  rules: Rules,
  { name, value: { fraction } }: Place,
  { set, isLonger }: { readonly set: string; readonly isLonger: boolean },
): string | undefined => {
  if (set !== '' && set !== name) return sharesOf(rules, set, fraction);
  const digits = Array.from(fraction, (digit) => spell(rules, name, whole(Number(digit))));
  return digits.includes(undefined) ? undefined : digits.join(isLonger ? '' : ' ');
};

const sharesOf = (rules: Rules, name: string, fraction: string): string | undefined => {
  const set = rules.sets.get(name);
  const rule = set?.rules.find(({ base }) => base === 10 ** fraction.length);
  if (set === undefined || rule === undefined) return undefined;
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  let text = '';
  for (const part of rule.parts) {
    let piece: string | undefined;
    if (typeof part === 'string') piece = part;
    else if ('plural' in part) {
      const category = pluralRules(rules.locale, { type: part.plural }).select(Number(fraction));
      piece = part.cases.get(category) ?? part.cases.get('other') ?? '';
    } else {
      const count = spell(rules, part.set, whole(Number(fraction)));
      const zero = part.isLonger ? spell(rules, part.set, whole(0)) : '';
      piece =
        count === undefined || zero === undefined
          ? undefined
          : `${`${zero} `.repeat(part.isLonger ? zeros : 0)}${count}`;
    }
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
};
