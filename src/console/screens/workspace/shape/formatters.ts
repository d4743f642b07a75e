/** formattersOf :: tag → what stands behind its pipes: `{total | sum:"price" | number:2}` → `sum:"price"`, `number:2`. */

const OPENING = /^(?:\{\{|\[\[|\+\+\+|\{)\s*/;
const CLOSING = /\s*(?:\}\}|\]\]|\+\+\+|\})$/;

export const formattersOf = (tag: string): string[] => {
  const inside = tag.replace(OPENING, '').replace(CLOSING, '');
  const found: string[] = [];
  let quote = '';
  let from = -1;
  for (let at = 0; at < inside.length; at++) {
    const sign = inside[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '|' && inside[at + 1] === '|') at += 1;
    else if (sign === '|') {
      if (from >= 0) found.push(inside.slice(from, at).trim());
      from = at + 1;
    }
  }
  if (from >= 0) found.push(inside.slice(from).trim());
  // Behind the last one a command may go on: `IMAGE logo | fit:2 width=3cm`, `FOR x IN xs | sortBy:"n" BY column`.
  return found
    .filter((text) => /^[\p{L}_]/u.test(text))
    .map((text) => text.replace(/\s+(?:BY\s|[a-z]+=).*$/s, ''));
};

export const nameOfFormatter = (formatter: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*/u.exec(formatter)?.[0] ?? formatter;
