/** Text that runs upwards or downwards, and things that are turned about their middle. */
import type { Box } from '../boxes.ts';
import type { Matrix } from '../display-list.ts';

/**
 * `up`: from the bottom, the first line on the left. `down`: from the top, the first line on the right. `upright`: so, with
 * East Asian characters standing as they do in level lines.
 */
export type Turn = 'up' | 'down' | 'upright';

/** Takes (along the line, across the lines) into the box. */
export const turnInto = (turn: Turn, { x, y, width, height }: Box): Matrix =>
  turn === 'up' ? [0, -1, 1, 0, x, y + height] : [0, 1, -1, 0, x + width, y];

interface Turned {
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

export const isTurned = ({ rotation, flipX, flipY }: Turned): boolean => rotation !== 0 || flipX || flipY;

/** About the middle of the box, clockwise, after mirroring. */
export const turned = (box: Box, { rotation, flipX, flipY }: Turned): Matrix => {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [scaleX, scaleY] = [flipX ? -1 : 1, flipY ? -1 : 1];
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const [a, b, c, d] = [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY];
  return [a, b, c, d, middleX - a * middleX - c * middleY, middleY - b * middleX - d * middleY];
};
