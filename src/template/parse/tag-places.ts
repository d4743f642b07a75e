/** The place of a tag in the words of a problem: its part, its paragraph, its cell. */
import type { XmlElement } from '../../ooxml/xml.ts';
import { visible } from '../expression/quotes.ts';
import type { Token } from '../lex/lex.ts';
import { WALL } from '../lex/scan.ts';
import type { ParagraphText } from '../lex/story.ts';
import { nearest } from '../word/ancestry.ts';
import type { Where } from './tag.ts';

/** Characters of the paragraph's text that a problem shows, and of the tag. */
const SHOWN_TEXT = 120;
const SHOWN_TAG = 80;

/** Looked at of a text that is shown in part: much of it may be invisible, and a paragraph may have a million tags. */
const LOOKED_AT = 1000;

export const shownText = (text: string, length: number): string =>
  shorten(visible(text.slice(0, LOOKED_AT).replaceAll(WALL, '')), length);

export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

type Place = Omit<Where, 'tag'>;

const placeOf = (part: string, paragraph: ParagraphText): Place => ({
  part,
  paragraph: {
    number: paragraph.number,
    text: shownText(paragraph.text, SHOWN_TEXT),
  },
  ...(paragraph.cell !== undefined && { cell: paragraph.cell }),
});

/** Of a text in a paragraph. */
export const whereIn = (part: string, paragraph: ParagraphText, tag: string): Where => ({
  ...placeOf(part, paragraph),
  tag: shownText(tag, SHOWN_TAG),
});

export const whereOf = (token: Token, part: string): Where => whereIn(part, token.start.paragraph, token.raw);

/** Of elements, by the paragraphs of their part. */
export const placesIn = (
  part: string,
  paragraphs: readonly ParagraphText[],
): ((element: XmlElement) => Place) => {
  const byElement = new Map(paragraphs.map((paragraph) => [paragraph.element, paragraph]));
  return (element) => {
    const own = nearest(element, 'w:p');
    const paragraph = own === undefined ? undefined : byElement.get(own);
    return paragraph === undefined ? { part } : placeOf(part, paragraph);
  };
};
