/** Changes to the text of a rendered part: places and what stands there instead. */
import { DEFAULT_PACKAGE_LIMITS, type XmlLimits } from '../../ooxml/limits.ts';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly markup: string;
}

/** What was rendered may be larger than what may be uploaded; how large is for the render's budget to say. */
export const RENDERED: XmlLimits = { ...DEFAULT_PACKAGE_LIMITS, xmlNodes: Number.MAX_SAFE_INTEGER };

export const changed = (source: string, changes: readonly Change[]): string => {
  let at = 0;
  let text = '';
  for (const { from, to, markup } of changes.toSorted((a, b) => a.from - b.from)) {
    text += source.slice(at, from) + markup;
    at = to;
  }
  return text + source.slice(at);
};
