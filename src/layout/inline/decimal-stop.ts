/** Numbers in cells that stand at a decimal stop without a tab before them. */
import type { TabStop } from '../../wml/properties/paragraph-properties.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Atom } from './atoms.ts';

/** In cells Word sets text at a decimal stop that comes first, though no tab leads there [M]. */
export const alignsDecimals = (tabs: readonly TabStop[], atoms: readonly Atom[]): boolean =>
  beginsDecimal(tabs) && atoms.length > 0 && !atoms.some(({ kind }) => kind === 'tab');

export const beginsDecimal = (tabs: readonly TabStop[]): boolean =>
  tabs.find(({ alignment }) => alignment !== 'clear' && alignment !== 'bar')?.alignment === 'decimal';

export const tabAtom = (format: TextFormat): Atom => ({
  kind: 'tab',
  width: 0,
  ascent: format.ascent,
  descent: format.descent,
  format,
  link: undefined,
  breakAfter: false,
  position: undefined,
  ofNumber: false,
});
