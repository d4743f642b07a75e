/**
 * outlineSpans :: outline, a band across it → the stretches of the band that the outline covers
 *
 * The band is cut at every corner inside it: between two cuts the sides are straight, and what they cover are trapezoids.
 */
import type { Corner } from '../../wml/model.ts';

export interface Span {
  readonly left: number;
  readonly right: number;
}

/** Thinner slices cover nothing that a line of text would see. */
const THINNEST = 0.001;

export const outlineSpans = (outline: readonly Corner[], top: number, bottom: number): readonly Span[] => {
  const cuts = [top, bottom];
  for (const { y } of outline) if (y > top && y < bottom) cuts.push(y);
  cuts.sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let index = 1; index < cuts.length; index++) {
    const [from, to] = [cuts[index - 1] ?? 0, cuts[index] ?? 0];
    if (to - from > THINNEST) addSlice(outline, from, to, spans);
  }
  return joined(spans);
};

/** Sides in a slice that no corner divides, from left to right; each second one ends what the one before began. */
const addSlice = (outline: readonly Corner[], top: number, bottom: number, out: Span[]): void => {
  const middle = (top + bottom) / 2;
  const crossings: { readonly at: number; readonly least: number; readonly most: number }[] = [];
  let before = outline.at(-1);
  for (const corner of outline) {
    const start = before;
    before = corner;
    if (start === undefined || start.y > middle === corner.y > middle) continue;
    const slope = (corner.x - start.x) / (corner.y - start.y);
    const [a, b] = [start.x + (top - start.y) * slope, start.x + (bottom - start.y) * slope];
    crossings.push({ at: (a + b) / 2, least: Math.min(a, b), most: Math.max(a, b) });
  }
  crossings.sort((a, b) => a.at - b.at);
  for (let index = 1; index < crossings.length; index += 2)
    out.push({ left: crossings[index - 1]?.least ?? 0, right: crossings[index]?.most ?? 0 });
};

const joined = (spans: Span[]): readonly Span[] => {
  spans.sort((a, b) => a.left - b.left);
  const out: { left: number; right: number }[] = [];
  for (const { left, right } of spans) {
    const last = out.at(-1);
    if (last === undefined || left > last.right) out.push({ left, right });
    else last.right = Math.max(last.right, right);
  }
  return out;
};
