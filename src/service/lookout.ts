/** Looks for work once a second, and at once when woken: one look at a time, and none that was asked for is left out. */
const POLL_MS = 1_000;

export class Lookout {
  readonly #look: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  /** `look` takes care of its own errors. */
  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref();
    this.wake();
  }

  /** Something may be there. What comes while it looks may have come too late to be seen: it looks again. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    this.#looking ??= this.#run();
  }

  /** Resolves when the last look is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      await this.#look();
    }
    this.#looking = undefined;
  }
}
