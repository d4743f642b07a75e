/** Which of a text came from which tag: read from the marks in it, and cut as the text is. */
import { BASE, CLOSE, DIGIT, hasOrigins, OPEN } from '../ooxml/origin-marks.ts';

/** Of a text without its marks: which of it came from what. */
export interface OriginSpan {
  readonly origin: number;
  readonly from: number;
  readonly to: number;
}

/** `open` are the values that began before this text and have not ended; it is changed as they begin and end. */
export const readOrigins = (
  raw: string,
  open: number[],
): { readonly text: string; readonly spans: readonly OriginSpan[] } => {
  if (!hasOrigins(raw)) {
    const origin = open.at(-1);
    return { text: raw, spans: origin === undefined ? [] : [{ origin, from: 0, to: raw.length }] };
  }
  const spans: OriginSpan[] = [];
  let text = '';
  let since = 0;
  const end = (): void => {
    const origin = open.at(-1);
    if (origin !== undefined && text.length > since) spans.push({ origin, from: since, to: text.length });
    since = text.length;
  };
  let plain = 0;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code < OPEN || code >= DIGIT + BASE) continue;
    text += raw.slice(plain, at);
    end();
    if (code === CLOSE) open.pop();
    else if (code === OPEN) {
      let id = 0;
      for (at += 1; at < raw.length && raw.charCodeAt(at) !== OPEN; at++)
        id = id * BASE + raw.charCodeAt(at) - DIGIT;
      open.push(id);
    }
    plain = at + 1;
  }
  text += raw.slice(plain);
  end();
  return { text, spans };
};

/** The spans of a piece of the text, counted from where the piece begins. */
export const spansWithin = (
  spans: readonly OriginSpan[],
  from: number,
  to: number,
): readonly OriginSpan[] | undefined => {
  const within: OriginSpan[] = [];
  for (const span of spans) {
    const [first, last] = [Math.max(span.from, from), Math.min(span.to, to)];
    if (last > first) within.push({ origin: span.origin, from: first - from, to: last - from });
  }
  return within.length === 0 ? undefined : within;
};
