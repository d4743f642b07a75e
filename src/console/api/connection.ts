/**
 * Whether the server answers. A request that gets no answer switches TanStack Query offline, which pauses its queries
 * instead of failing them; a quiet knock at /healthz switches it back, and the paused queries go on by themselves.
 */
import { onlineManager } from '@tanstack/react-query';

/** Half a second at first, so that a restart is hardly noticed; never more than ten, so that a return is. */
const FIRST_KNOCK_MS = 500;
const LAST_KNOCK_MS = 10_000;

let knocking = false;

export const lostConnection = (): void => {
  onlineManager.setOnline(false);
  if (knocking) return;
  knocking = true;
  knock(FIRST_KNOCK_MS);
};

const knock = (wait: number): void => {
  setTimeout(async () => {
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      (response) => response.ok,
      () => false,
    );
    if (!answers) return knock(Math.min(wait * 1.6, LAST_KNOCK_MS));
    knocking = false;
    onlineManager.setOnline(true);
  }, wait);
};
