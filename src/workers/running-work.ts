/** What runs for somebody: they may leave, it goes on to its end. */
import type { Spool } from '../service/renderer-ports.ts';

export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  /**
   * Whoever hangs up is let go at once, also from the middle of a render; what runs is done when its process is, and a
   * document that nobody waits for any more is disposed of.
   */
  letGo<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    return new Promise<T>((resolve, reject) => {
      let gone = false;
      const leave = (): void => {
        gone = true;
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      running
        .then((value) => (gone ? disposeOf(value) : resolve(value)), reject)
        .finally(() => {
          signal.removeEventListener('abort', leave);
          this.#running.delete(running);
        });
    });
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

const disposeOf = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || !('document' in value)) return;
  (value.document as Spool).dispose();
};
