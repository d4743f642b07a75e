/** Below it, a product is off by less than a tenth of the margin. */
const MAX_SCALED = 1e11;
const HALF_MARGIN = 1e-4;

/**
 * size × power, rounded to a whole number; -1 where that is too close to call, or too large (or no number). Far enough
 * from half, multiplying cannot have led to the other side of it.
 */
export const roundedWhole = (size: number, power: number): number => {
  const scaled = size * power;
  if (!(scaled < MAX_SCALED)) return -1;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  if (Math.abs(rest - 0.5) <= HALF_MARGIN) return -1;
  return rest > 0.5 ? below + 1 : below;
};
