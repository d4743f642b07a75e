/** The four pairs of marks that a template may use. The service's type of the same name is structurally equal. */
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
