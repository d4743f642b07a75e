/** How fast bytes have to move, either way: whoever is slower than anybody's line holds a place that others could have. */
import type { FastifyReply } from 'fastify';

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

/** Up to here an answer is in the buffers of the system at once, whoever reads it. */
const BUFFERED_BYTES = 64 * 1024;

/** Whoever reads a file more slowly than any line is gets no more of it: its memory or place on the disk is somebody else's turn. */
export const endSlowReader = ({ raw, log }: FastifyReply, size: number, pace: Pace): void => {
  const { socket } = raw;
  if (size <= BUFFERED_BYTES || socket === null) return;
  const before = socket.bytesWritten;
  const watch = watchPace(
    pace,
    // What waits in this process has not moved.
    () => socket.bytesWritten - socket.writableLength - before,
    () => {
      log.info('the answer is read too slowly, and cut off');
      socket.destroy();
    },
  );
  raw.once('close', () => clearInterval(watch));
};
