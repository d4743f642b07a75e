/** The columns of the widest row so far. */
export class ColumnCount {
  #row = 0;
  #widest = 0;

  row(): void {
    this.#widest = Math.max(this.#widest, this.#row);
    this.#row = 0;
  }

  cell(span: number): void {
    this.#row += span;
  }

  get widest(): number {
    return Math.max(this.#widest, this.#row);
  }
}
