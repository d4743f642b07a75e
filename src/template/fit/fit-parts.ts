/**
 * fitParts :: rendered parts, what they are to fit on → the largest of them that fit, and what is to be said about it
 *
 * Shrunk in steps until the layout has no more pages than wanted: halving, so that a handful of layouts will do.
 */
import { openPackage } from '../../ooxml/docx.ts';
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import type { Fit } from '../program.ts';
import { shrunkStyles, shrunkText } from './shrink.ts';

/** Percent. */
const STEP = 2.5;
/** By what relates them to the document: their names are whoever's who wrote the file. */
const TEXTS = ['header', 'footer', 'footnotes', 'endnotes', 'numbering'] as const;

interface Fitted {
  readonly parts: KeptParts;
  readonly warnings: readonly string[];
}

/** `pagesOf` says how many pages a document has; undefined where that can't be told. */
export const fitParts = async (
  parts: KeptParts,
  fit: Fit,
  pagesOf: (parts: KeptParts) => Promise<number | undefined>,
): Promise<Fitted> => {
  const whole = await pagesOf(parts);
  if (whole === undefined) return { parts, warnings: [`${fit.tag}: ${UNKNOWN}`] };
  if (whole <= fit.pages) return { parts, warnings: [] };
  const steps = Math.floor((100 - fit.percent) / STEP);
  const scaleOf = (step: number): number => (100 - step * STEP) / 100;
  let [fits, found]: [number, KeptParts | undefined] = [steps + 1, undefined];
  let smallest = { pages: whole, percent: 100 };
  for (let [low, high] = [1, steps]; low <= high; ) {
    // The smallest first: where that does not fit, nothing does.
    const step: number = found === undefined ? high : (low + high) >> 1;
    const candidate = shrunk(parts, scaleOf(step));
    const pages = await pagesOf(candidate);
    if (pages !== undefined && pages <= fit.pages) {
      [fits, found] = [step, candidate];
      high = step - 1;
    } else {
      if (found === undefined) {
        if (pages !== undefined) smallest = { pages, percent: scaleOf(step) * 100 };
        break;
      }
      low = step + 1;
    }
  }
  if (found !== undefined && fits <= steps) return { parts: found, warnings: [] };
  const { pages, percent } = smallest;
  return {
    parts,
    warnings: [
      `${fit.tag}: the document has ${whole} pages, and at ${percent} % still ${pages}; it is left as it is.`,
    ],
  };
};

const UNKNOWN = 'how many pages the document has could not be found out, and it is left as it is.';

const shrunk = (parts: KeptParts, scale: number): KeptParts => {
  const docx = openPackage(parts);
  const changes = new Map<string, Uint8Array>();
  const shrink = (name: string, how: typeof shrunkText): void => {
    changes.set(name, Buffer.from(how(docx.text(name), scale)));
  };
  for (const name of [docx.mainPart, ...TEXTS.flatMap((kind) => docx.partsOf(kind))])
    shrink(name, shrunkText);
  for (const name of docx.partsOf('styles')) shrink(name, shrunkStyles);
  return parts.with(changes);
};
