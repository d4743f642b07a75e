/**
 * Kinsoku (§17.3.1.16): what may not begin a line and what may not end one, as Word has it for each language where the
 * document does not say otherwise; and what hangs over a line's end.
 */
import { memoBy } from '../../memo.ts';
import type { Settings } from '../../wml/properties/settings.ts';

export interface Kinsoku {
  readonly notFirst: ReadonlySet<number>;
  readonly notLast: ReadonlySet<number>;
}

const points = (text: string): ReadonlySet<number> =>
  new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));

/** Small kana and the long-vowel mark begin lines in Word unless the document is strict. */
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶーｧｨｩｪｫｬｭｮｯｰ';

const NOT_FIRST: Readonly<Record<string, string>> = {
  ja: '!%),.:;?]}¢°’”‰′″℃、。々〉》」』】〕゛゜ゝゞ・ヽヾ！％），．：；？］｝｡｣､･ﾞﾟ￠',
  zh: '!%),.:;>?]}¢¨°·ˇˉ―‖’”…‰′″›℃∶、。〃〉》」』】〕〗〞︶︺︾﹀﹄﹚﹜﹞！＂％＇），．：；？］｀｜｝～￠',
  hant: '!),.:;?]}¢·–—’”•‥„‧′›‼∕、。〉》」』】〕〞︰︱︳︴︶︸︺︼︾﹀﹂﹄﹏﹐﹑﹒﹔﹕﹖﹗﹚﹜﹞！），．：；？｜｝､',
  ko: '!%),.:;?]}¢°’”′″℃〉》」』】〕！％），．：；？］｝￠',
};

const NOT_LAST: Readonly<Record<string, string>> = {
  ja: '$([\\{£¥‘“〈《「『【〔＄（［｛｢￡￥',
  zh: '$([{£¥·‘“〈《「『【〔〖〝﹙﹛﹝＄（．［｛￡￥',
  hant: '([{£¥‘“‵〈《「『【〔〝︴︵︷︹︻︽︿﹁﹃﹏﹙﹛（｛',
  ko: '$([\\{£¥‘“〈《「『【〔＄（［｛￦',
};

const keyOf = (language: string): string => {
  if (language.startsWith('ja')) return 'ja';
  if (language.startsWith('ko')) return 'ko';
  return /hant|tw|hk|mo/.test(language) ? 'hant' : 'zh';
};

const KNOWN = new WeakMap<Settings, Map<string, Kinsoku>>();

export const kinsokuOf = (settings: Settings, language: string | undefined): Kinsoku => {
  const lower = (language ?? '').toLowerCase();
  const known = memoBy(KNOWN, settings, () => new Map<string, Kinsoku>());
  let found = known.get(lower);
  if (found === undefined) {
    const key = keyOf(lower);
    const strict = settings.strictLines && key === 'ja' ? SMALL_KANA : '';
    found = {
      notFirst: points(settings.noBreakBefore.get(lower) ?? `${NOT_FIRST[key]}${strict}`),
      notLast: points(settings.noBreakAfter.get(lower) ?? NOT_LAST[key] ?? ''),
    };
    known.set(lower, found);
  }
  return found;
};

/** Commas and full stops hang over the end of a line where there is no room (§17.3.1.21). */
export const HANGING: ReadonlySet<number> = points('、。，．､｡,.');

/** Ink in the left half of the square, or in the right one; of quotes, where the font has them as squares. */
const CLOSING: ReadonlySet<number> = points('、。，．」』）］｝〕】〉》〗’”');
export const OPENING: ReadonlySet<number> = points('「『（［｛〔【〈《〖‘“');
/** Ink in the middle: they give nothing up themselves, but what stands beside them does. In Chinese of the mainland, at the left. */
export const MIDDLE: ReadonlySet<number> = points('：；・');
const CLOSING_ON_THE_MAINLAND: ReadonlySet<number> = points('：；！？');

export const isClosing = (codePoint: number, mainland: boolean): boolean =>
  CLOSING.has(codePoint) || (mainland && CLOSING_ON_THE_MAINLAND.has(codePoint));
