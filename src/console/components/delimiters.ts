import type { Delimiter } from '../api/types.ts';

/** How a tag looks with each delimiter. */
export const DELIMITER_LOOKS: Readonly<Record<Delimiter, string>> = {
  BRACES: '{name}',
  DOUBLE_BRACES: '{{name}}',
  DOUBLE_SQUARE_BRACKETS: '[[name]]',
  TRIPLE_PLUS: '+++name+++',
};
