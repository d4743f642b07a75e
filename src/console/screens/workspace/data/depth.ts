/**
 * Data that is nested deeper than the server takes (200 levels, the request's own among them) is neither laid out nor
 * walked here: the indentation of a file of brackets alone grows with its square, and whoever walks it runs out of stack.
 */
export const DEEPEST = 199;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    // [ and {
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return false;
};
