/** spaceAround :: paragraph, region → points above and below its lines (ECMA-376 §17.3.1.33) */
import type { ParagraphProperties } from '../../wml/properties/paragraph-properties.ts';
import type { LayoutContext } from '../context.ts';
import type { Region } from '../region.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';

export const spaceAround = (
  properties: ParagraphProperties,
  context: LayoutContext,
  region: Region,
): Pick<MeasuredParagraph, 'before' | 'after'> => ({
  before: properties.autoBefore === true ? autoSpace(context) : spaceOf('Before', properties, region),
  after: properties.autoAfter === true ? autoSpace(context) : spaceOf('After', properties, region),
});

/** Word's "automatic" spacing is HTML's, 14 points, unless a document wants it fixed (§17.15.3.21). */
const autoSpace = (context: LayoutContext): number =>
  context.document.settings.compatibility.has('w:doNotUseHTMLParagraphAutoSpacing') ? 5 : 14;

/** In lines, they are those of the section's grid, else of a single line of Word's own. */
const LINE = 12;

const spaceOf = (where: 'Before' | 'After', properties: ParagraphProperties, { grid }: Region): number => {
  const lines = properties[`lines${where}`];
  return lines === undefined ? (properties[`space${where}`] ?? 0) : (lines / 100) * (grid > 0 ? grid : LINE);
};
