/** The four pairs of marks that a template may use. The service's type of the same name is structurally equal. */
import { hasInvisible, isInvisible } from './expression/quotes.ts';

export type DelimiterName = 'BRACES' | 'DOUBLE_BRACES' | 'DOUBLE_SQUARE_BRACKETS' | 'TRIPLE_PLUS';

export interface Delimiter {
  readonly name: DelimiterName;
  readonly open: string;
  readonly close: string;
  /** Open and close are the same mark, so nothing can be nested or balanced. */
  readonly alternates: boolean;
}

export const DELIMITERS: Readonly<Record<DelimiterName, Delimiter>> = {
  BRACES: { name: 'BRACES', open: '{', close: '}', alternates: false },
  DOUBLE_BRACES: { name: 'DOUBLE_BRACES', open: '{{', close: '}}', alternates: false },
  DOUBLE_SQUARE_BRACKETS: { name: 'DOUBLE_SQUARE_BRACKETS', open: '[[', close: ']]', alternates: false },
  TRIPLE_PLUS: { name: 'TRIPLE_PLUS', open: '+++', close: '+++', alternates: true },
};

/** How long the mark is that stands there, with what nobody sees between its characters; 0 where it is not there. */
export const markLength = (text: string, mark: string, at: number): number => {
  let end = at;
  for (let index = 0; index < mark.length; index++) {
    while (index > 0 && end < text.length && isInvisible(text.charAt(end))) end++;
    if (text[end] !== mark[index]) return 0;
    end++;
  }
  return end - at;
};

/** (mark, from) → where in the text it is found next; -1 where it is not. */
export const markFinder = (text: string): ((mark: string, from: number) => number) => {
  const isPlain = !hasInvisible(text);
  const finders = new Map<string, (from: number) => number>();
  const finderOf = (mark: string): ((from: number) => number) => {
    const finder = remembered((from) => {
      if (isPlain) return text.indexOf(mark, from);
      let at = text.indexOf(mark.charAt(0), from);
      while (at >= 0 && markLength(text, mark, at) === 0) at = text.indexOf(mark.charAt(0), at + 1);
      return at;
    });
    finders.set(mark, finder);
    return finder;
  };
  return (mark, from) => (finders.get(mark) ?? finderOf(mark))(from);
};

/**
 * A search for the next of something, -1 where there is none. What was found holds for every place before it that was gone
 * over: a text in which the same is looked for again and again is gone through about once.
 */
export const remembered = (next: (from: number) => number): ((from: number) => number) => {
  let from = 0;
  let found: number | undefined;
  return (at) => {
    if (found === undefined || at < from || (at > found && found >= 0)) {
      from = at;
      found = next(at);
    }
    return found;
  };
};
