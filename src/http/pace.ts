/** How fast bytes have to move, either way: whoever is slower than anybody's line holds a place that others could have. */
export interface Pace {
  /** Names are looked up, connections begin slowly. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const LOOK_MS = 1000;

/** To be cleared when the last byte has moved. */
export const watchPace = (
  { graceMs, bytesPerSecond }: Pace,
  moved: () => number,
  onSlow: () => void,
): NodeJS.Timeout => {
  const began = performance.now();
  return setInterval(() => {
    const seconds = (performance.now() - began - graceMs) / 1000;
    if (seconds > 0 && moved() < seconds * bytesPerSecond) onSlow();
  }, LOOK_MS);
};
