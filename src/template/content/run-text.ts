/** runText :: text → what stands inside a run (`w:t`, `w:br`, `w:tab`, and Word's two special hyphens) */
import { escapeText } from '../../ooxml/xml.ts';

/** `\r\n`, `\r`, U+2028 and U+2029 are line breaks too; vertical tab is how Word itself copies one. */
const SPECIAL = /\r\n?|[\n\v\t\u00ad\u2011\u2028\u2029]/g;

const MARKS: Readonly<Record<string, string>> = {
  '\t': '<w:tab/>',
  // As characters Word draws both with a fallback font, and the soft one always.
  '\u00ad': '<w:softHyphen/>',
  '\u2011': '<w:noBreakHyphen/>',
};

const piece = (text: string): string => {
  const escaped = escapeText(text);
  return escaped === '' ? '' : `<w:t xml:space="preserve">${escaped}</w:t>`;
};

export const runText = (text: string): string => {
  let xml = '';
  let from = 0;
  for (const match of text.matchAll(SPECIAL)) {
    xml += piece(text.slice(from, match.index)) + (MARKS[match[0]] ?? '<w:br/>');
    from = match.index + match[0].length;
  }
  return xml + piece(text.slice(from));
};

/** A whole run; '' for no text. */
export const textRun = (text: string, runProperties: string): string => {
  const inside = runText(text);
  return inside === '' ? '' : `<w:r>${runProperties}${inside}</w:r>`;
};
