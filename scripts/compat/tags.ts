/** tagsOf :: template → what stands between its delimiters, in any part of it */

import { DELIMITERS } from '../../src/template/delimiters.ts';
import type { DelimiterName } from '../../src/template/index.ts';
import { leftovers } from '../../test/support/leftovers.ts';

export const tagsOf = (template: Uint8Array, delimiter: DelimiterName): string[] => {
  const { open, close } = DELIMITERS[delimiter];
  return leftovers(template, delimiter).map(({ text }) => text.slice(open.length, -close.length).trim());
};
