/** presetGeometry :: name of a preset (ECMA-376 §20.1.10.56) → Geometry; undefined for those that are not here. */
import type { Geometry } from '../../../wml/drawing/shape-style.ts';
import { ARROWS } from './arrows.ts';
import { BASIC } from './basic.ts';
import { FLOW_CHART } from './flow-chart.ts';
import { type Presets, preset } from './preset.ts';
import { STARS_AND_CALLOUTS } from './stars-callouts.ts';

const PRESETS: Presets = { ...BASIC, ...ARROWS, ...STARS_AND_CALLOUTS, ...FLOW_CHART };
/** Read when they are first drawn: most documents have none but rectangles. */
const known = new Map<string, Geometry>();

export const presetGeometry = (name: string): Geometry | undefined => {
  let geometry = known.get(name);
  if (geometry === undefined) {
    const text = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
    if (text === undefined) return undefined;
    geometry = preset(text);
    known.set(name, geometry);
  }
  return geometry;
};
