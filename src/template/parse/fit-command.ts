/** fitCommand :: `pages=1 min=80%` → Command */
import type { Command } from './command.ts';
import { problem } from './command-pieces.ts';

const OPTION = /^(pages|min)\s*=\s*(\d+(?:\.\d+)?)(%?)$/i;
const MOST_PAGES = 100;
const LEAST_PERCENT = 50;
const DEFAULT_PERCENT = 80;

const HINT = `Write \`{FIT pages=1 min=80%}\`: pages from 1 to ${MOST_PAGES}, and how small it may become, from ${LEAST_PERCENT}% to 100%.`;

export const fitCommand = (body: string): Command => {
  let pages = 1;
  let percent = DEFAULT_PERCENT;
  for (const word of body.replaceAll(/\s*=\s*/g, '=').split(/\s+/)) {
    if (word === '') continue;
    const [, name, number, sign] = OPTION.exec(word) ?? [];
    const value = Number(number);
    if (name === undefined) return problem('bad_argument', `FIT knows no \`${word}\`.`, HINT);
    if (name.toLowerCase() === 'pages') {
      if (sign !== '' || !Number.isInteger(value) || value < 1 || value > MOST_PAGES)
        return problem('bad_argument', `FIT can't make a document fit on \`${word}\`.`, HINT);
      pages = value;
    } else {
      percent = sign === '%' ? value : value * 100;
      if (!(percent >= LEAST_PERCENT && percent <= 100))
        return problem('bad_argument', `FIT can't shrink a document to \`${word}\`.`, HINT);
    }
  }
  return { type: 'fit', pages, percent };
};
