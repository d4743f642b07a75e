/**
 * otherDelimiter :: paragraphs → tags of one of Platen's other delimiters, where the chosen one has none
 *
 * Only what is certainly a tag counts: a name or a path, a section, a command. `[[1]]` is a citation.
 */

import type { TaggedPart } from '../compile/parts/header-scope.ts';
import { DELIMITERS, type DelimiterName } from '../delimiters.ts';
import type { Where } from '../parse/tag.ts';
import { whereIn } from '../parse/tag-places.ts';

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_]{0,80}`;
const WORDS = 'FOR|IF|INS|EXEC|SET|ALIAS|QUERY|IMAGE|LINK|HTML|MARKDOWN|QR|BARCODE|DROP|KEEP';
const PIPE = String.raw`\|\s*[a-zA-Z]\w{0,40}\s*(?:[:(|][^{}[\]+]{0,120})?`;
const INNER = [
  String.raw`\s*(?:[#/^=]\s*)?${NAME}(?:\.${NAME}|\[\d{1,4}\]){0,20}\s*(?:${PIPE})?`,
  String.raw`\s*(?:END-(?:FOR|IF)|(?:${WORDS})\s|[#/](?:if|each|unless|with)\b)[^{}[\]+]{0,200}`,
].join('|');

const PATTERNS: Readonly<Record<DelimiterName, RegExp>> = {
  // One letter in braces is rather a set.
  BRACES: new RegExp(String.raw`(?<![{$#\\])\{(?!.\})(?:${INNER})\}(?!\})`, 'gu'),
  DOUBLE_BRACES: new RegExp(String.raw`(?<!\\)\{\{(?:${INNER})\}\}`, 'gu'),
  DOUBLE_SQUARE_BRACKETS: new RegExp(String.raw`(?<!\\)\[\[(?:${INNER})\]\]`, 'gu'),
  TRIPLE_PLUS: new RegExp(String.raw`\+\+\+(?:${INNER})\+\+\+`, 'gu'),
};

interface OtherDelimiter {
  readonly delimiter: DelimiterName;
  readonly places: readonly Where[];
}

export const otherDelimiter = (
  parts: readonly TaggedPart[],
  chosen: DelimiterName,
): OtherDelimiter | undefined => {
  const found = Object.values(DELIMITERS)
    .filter(({ name }) => name !== chosen)
    .map(({ name, open }) => ({ delimiter: name, places: placesOf(parts, open, PATTERNS[name]) }))
    .sort((a, b) => b.places.length - a.places.length);
  return found[0] === undefined || found[0].places.length === 0 ? undefined : found[0];
};

const placesOf = (parts: readonly TaggedPart[], open: string, pattern: RegExp): Where[] => {
  const places: Where[] = [];
  for (const { label, read } of parts)
    for (const paragraph of read.paragraphs) {
      if (!paragraph.text.includes(open)) continue;
      for (const [tag] of paragraph.text.matchAll(pattern)) places.push(whereIn(label, paragraph, tag));
    }
  return places;
};
