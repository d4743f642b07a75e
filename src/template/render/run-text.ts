/** runText :: a value → what stands inside `w:t` */
import { escapeText } from '../../ooxml/xml.ts';

/** Anything that cannot be copied as it is: markup, control characters, line ends, halves of surrogate pairs. */
const SPECIAL = /[&<>\x00-\x1f\ud800-\udfff\ufffe\uffff\u0085\u2028]/;
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\t]/g;

const LINE_BREAK = '</w:t><w:br/><w:t xml:space="preserve">';
const TAB = '</w:t><w:tab/><w:t xml:space="preserve">';

/** For the inside of `w:t`. */
export const runText = (text: string): string => {
  if (!SPECIAL.test(text)) return text;
  let out = '';
  let at = 0;
  for (const match of text.matchAll(BREAKS)) {
    out += escapeText(text.slice(at, match.index)) + (match[0] === '\t' ? TAB : LINE_BREAK);
    at = match.index + match[0].length;
  }
  return out + escapeText(text.slice(at));
};
