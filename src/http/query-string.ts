/**
 * parseQuery :: "a=1&a=2&b=%C3%A9" → { a: ['1', '2'], b: 'é' }
 *
 * Strict where the usual parsers are lenient: a value that is not UTF-8 becomes text that no rule accepts, instead of
 * another key than the one that was meant.
 */

/** A lone surrogate is no text: the rules for keys refuse it as "not valid Unicode". */
const UNDECODABLE = '\uD800';
const MOST_PARAMETERS = 100;

export const parseQuery = (text: string): Record<string, string | string[]> => {
  // No prototype, so `__proto__` is a name like any other.
  const query: Record<string, string | string[]> = Object.create(null);
  for (const pair of text.split('&', MOST_PARAMETERS)) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return UNDECODABLE;
  }
};
