/** What looks ask of the data. Nothing of them is required: where a value is missing, the template's own look stays. */

import type { StyleCatalogue } from '../../wml/styles.ts';
import type { ResultUse, Shape } from '../expression/references/references.ts';
import { type LookUnit, lookOption, lookStyle } from '../looks/look-options.ts';
import { type FieldNode, originsOf } from './field-tree.ts';

export const lookUse = (unit: LookUnit, name: string): ResultUse => ({
  kind: name === 'if' ? 'boolean' : (lookOption(unit, name)?.kind ?? 'text'),
  optional: true,
});

/** Sample data have to be a value that the look takes. */
export const noteLook = (
  unit: LookUnit,
  name: string,
  value: Shape,
  root: FieldNode,
  styles: StyleCatalogue,
): void => {
  const option = lookOption(unit, name);
  if (option === undefined || option.kind === 'boolean') return;
  const known = styles.styles.find((style) => lookStyle(styles, unit, style.name) !== undefined);
  const sample = name === 'style' ? known?.name : option.sample;
  if (sample === undefined) return;
  for (const origin of originsOf(value)) root.at(origin).choose([sample]);
};
