/** RunningSum: Neumaier's sum. What each addition loses is kept and added at the end, so 0.1 ten times is 1. */
export class RunningSum {
  #sum = 0;
  #lost = 0;
  count = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
    this.count += 1;
  }

  get sum(): number {
    return this.#sum + this.#lost;
  }
}
