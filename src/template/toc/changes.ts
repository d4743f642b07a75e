/** Changes to the text of a rendered part: places and what stands there instead. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly markup: string;
}

export const changed = (source: string, changes: readonly Change[]): string => {
  let at = 0;
  let text = '';
  for (const { from, to, markup } of changes.toSorted((a, b) => a.from - b.from)) {
    text += source.slice(at, from) + markup;
    at = to;
  }
  return text + source.slice(at);
};
