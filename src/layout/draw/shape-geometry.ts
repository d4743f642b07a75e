/** shapeGeometry :: shape, box → its paths, and where its text stands; undefined for a preset that is not known */
import type { Shape } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import { rectangle } from './canvas.ts';
import { type DrawnGeometry, evaluateGeometry } from './geometry.ts';
import { presetGeometry } from './presets/index.ts';

export const shapeGeometry = (shape: Shape, box: Box): DrawnGeometry | undefined => {
  // Rectangles are most shapes by far: text boxes.
  if (shape.geometry === 'rect' || shape.geometry === 'horizontalRule') return rectangular(box);
  const geometry = shape.custom ?? presetGeometry(shape.geometry);
  return geometry && evaluateGeometry(geometry, shape.adjust, box);
};

export const rectangular = (box: Box): DrawnGeometry => ({
  paths: [{ path: rectangle(box), fill: 'norm', stroke: true }],
  text: box,
});
