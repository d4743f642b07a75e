/** runText :: a value → what stands inside `w:t` */
import { escapeText } from '../../ooxml/xml.ts';

/** What takes more than escaping: control characters, line ends, halves of surrogate pairs. */
const SPECIAL = /[\x00-\x1f\ud800-\udfff\ufffe\uffff\u0085\u2028]/;
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\t]/g;

const LINE_BREAK = '</w:t><w:br/><w:t xml:space="preserve">';
const TAB = '</w:t><w:tab/><w:t xml:space="preserve">';

/** An ampersand in a company's name is common; a whole escape with all its checks for it would cost ten times as much. */
const withoutMarkup = (text: string): string => {
  let out = text.includes('&') ? text.replaceAll('&', '&amp;') : text;
  if (out.includes('<')) out = out.replaceAll('<', '&lt;');
  return out.includes('>') ? out.replaceAll('>', '&gt;') : out;
};

/** For the inside of `w:t`. */
export const runText = (text: string): string => {
  if (!SPECIAL.test(text)) return withoutMarkup(text);
  let out = '';
  let at = 0;
  for (const match of text.matchAll(BREAKS)) {
    out += escapeText(text.slice(at, match.index)) + (match[0] === '\t' ? TAB : LINE_BREAK);
    at = match.index + match[0].length;
  }
  return out + escapeText(text.slice(at));
};
