/** How fast bytes have to move, either way: whoever is slower than anybody's line holds a place that others could have. */
import type { FastifyReply } from 'fastify';

export interface Pace {
  /** Names are looked up, connections begin slowly. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const LOOK_MS = 1000;

interface Watched {
  readonly pace: Pace;
  readonly began: number;
  moved(): number;
  onSlow(): void;
}

/** One timer looks at all of them: most bodies are there at once, and one for each would cost more than their reading. */
const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

const lookAtAll = (): void => {
  if (watched.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const now = performance.now();
  for (const { pace, began, moved, onSlow } of watched) {
    const seconds = (now - began - pace.graceMs) / 1000;
    if (seconds > 0 && moved() < seconds * pace.bytesPerSecond) onSlow();
  }
};

/** Gives what ends it, to be called when the last byte has moved. */
export const watchPace = (pace: Pace, moved: () => number, onSlow: () => void): (() => void) => {
  const one: Watched = { pace, began: performance.now(), moved, onSlow };
  watched.add(one);
  timer ??= setInterval(lookAtAll, LOOK_MS).unref();
  return () => watched.delete(one);
};

/** Up to here an answer is in the buffers of the system at once, whoever reads it. */
const BUFFERED_BYTES = 64 * 1024;

/** Whoever reads a file more slowly than any line is gets no more of it: its memory or place on the disk is somebody else's turn. */
export const endSlowReader = ({ raw, log }: FastifyReply, size: number, pace: Pace): void => {
  const { socket } = raw;
  if (size <= BUFFERED_BYTES || socket === null) return;
  const before = socket.bytesWritten;
  const end = watchPace(
    pace,
    // What waits in this process has not moved.
    () => socket.bytesWritten - socket.writableLength - before,
    () => {
      log.info('the answer is read too slowly, and cut off');
      socket.destroy();
    },
  );
  raw.once('close', end);
};
