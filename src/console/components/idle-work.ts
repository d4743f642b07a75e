/**
 * Work that nobody waits for, such as the text under a page's picture: done in small pieces, each in a moment without
 * anything else to do, and none while keys come in. A piece should take a few milliseconds: a key that comes during one
 * waits for its end.
 */

/** Longer than the time between two keys of somebody who types slowly. */
const QUIET_MS = 350;

let lastKey = Number.NEGATIVE_INFINITY;
window.addEventListener(
  'keydown',
  () => {
    lastKey = performance.now();
  },
  { capture: true, passive: true },
);

/** Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 30);
  });

const nextPause = async (): Promise<void> => {
  for (;;) {
    const left = lastKey + QUIET_MS - performance.now();
    if (left <= 0) return idle();
    await new Promise((resolve) => setTimeout(resolve, left));
  }
};

let last: Promise<void> = Promise.resolve();

/** Resolves in such a moment, which whoever asked has alone. */
export const idleMoment = (): Promise<void> => {
  last = last.then(nextPause);
  return last;
};
