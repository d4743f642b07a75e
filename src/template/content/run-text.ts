/**
 * runText :: text → what stands inside `w:t`, with Word's own elements where it has one for a character
 *
 * The only way from a text to a run, whether a tag's value, rich text or a caption: what a line break is must not depend on
 * where the text came from.
 */
import { escapeText } from '../../ooxml/xml.ts';

/** What takes more than escaping: what `isSpecialInText` says, and what XML forbids below U+0020. */
const SPECIAL = /[\x00-\x1f\ud800-\udfff\ufffe\uffff\u0085\u00ad\u2011\u2028\u2029]/;
/** Vertical tab is how Word itself copies a line break, form feed how others write a page; Unicode has three more. */
const MARKED = /\r\n|[\n\r\v\f\t\u0085\u00ad\u2011\u2028\u2029]/g;

const MARKS: Readonly<Record<string, string>> = {
  '\t': '<w:tab/>',
  // As characters Word draws both with a fallback font, and the soft one always.
  '\u00ad': '<w:softHyphen/>',
  '\u2011': '<w:noBreakHyphen/>',
};
const OPEN = '<w:t xml:space="preserve">';
const CLOSE = '</w:t>';

/** For whoever walks over characters above ASCII by itself: `runText` has to see these. */
export const isSpecialInText = (code: number): boolean =>
  code < 0xa0 ||
  code === 0xad ||
  code === 0x2011 ||
  code === 0x2028 ||
  code === 0x2029 ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code >= 0xfffe;

/** An ampersand in a company's name is common; a whole escape with all its checks for it would cost ten times as much. */
const withoutMarkup = (text: string): string => {
  let out = text.includes('&') ? text.replaceAll('&', '&amp;') : text;
  if (out.includes('<')) out = out.replaceAll('<', '&lt;');
  return out.includes('>') ? out.replaceAll('>', '&gt;') : out;
};

export const runText = (text: string): string => {
  if (!SPECIAL.test(text)) return withoutMarkup(text);
  let out = '';
  let at = 0;
  for (const match of text.matchAll(MARKED)) {
    out += `${escapeText(text.slice(at, match.index))}${CLOSE}${MARKS[match[0]] ?? '<w:br/>'}${OPEN}`;
    at = match.index + match[0].length;
  }
  return out + escapeText(text.slice(at));
};

/** The same with its `w:t`; no markup of a text is left where it is empty. */
export const runContent = (text: string): string =>
  `${OPEN}${runText(text)}${CLOSE}`.replaceAll(`${OPEN}${CLOSE}`, '');

/** A whole run; '' for no text. */
export const textRun = (text: string, runProperties: string): string => {
  const inside = runContent(text);
  return inside === '' ? '' : `<w:r>${runProperties}${inside}</w:r>`;
};
