/** fillOperation :: a raster operation without a bitmap → a filled rectangle */
import { badImage } from '../images/decode/guard.ts';
import type { GdiDevice } from './gdi-device.ts';
import { type Bounds, rectanglePath } from './gdi-paths.ts';

const BLACKNESS = 0x000042;
const WHITENESS = 0xff0062;
const PATCOPY = 0xf00021;
const NOTHING = 0xaa0029;

export const fillOperation = (device: GdiDevice, operation: number, bounds: Bounds): void => {
  const path = device.map(rectanglePath(bounds));
  switch (operation) {
    case BLACKNESS:
      device.fill(path, 0);
      return;
    case WHITENESS:
      device.fill(path, 0xffffff);
      return;
    case PATCOPY: {
      const { color } = device.state.brush;
      if (color !== undefined) device.fill(path, color);
      return;
    }
    case NOTHING:
      return;
    default:
      throw badImage(`it mixes colours in mode ${operation.toString(16)}`);
  }
};
