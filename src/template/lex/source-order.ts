/** Tokens in the order of the source: a text box's tags stand inside the paragraph that carries the box. */
import type { Token } from './lex.ts';
import type { Span } from './story.ts';

/** The span that holds a character; undefined past the last one. */
export const spanAt = (place: Token['start']): Span | undefined => {
  const { spans } = place.paragraph;
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle] as Span;
    if (place.at < span.from) high = middle - 1;
    else if (place.at >= span.to) low = middle + 1;
    else return span;
  }
  return undefined;
};

export const sourceOffset = (token: Token): number => {
  const span = spanAt(token.start);
  return span === undefined
    ? token.start.paragraph.element.start
    : span.node.start + (token.start.at - span.from);
};

export const inSourceOrder = (tokens: readonly Token[]): Token[] =>
  tokens
    .map((token) => ({ token, offset: sourceOffset(token) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ token }) => token);
